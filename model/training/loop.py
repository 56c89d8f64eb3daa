"""The training loop as a generator of events. One call trains, resumes, evaluates and saves.

A run that was stopped or killed at any moment and resumed takes the same batches and ends with the same weights. With
several processes (:mod:`model.training.processes`) every one runs this loop; the first writes.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from model.checkpoints.formats import headscope
from model.checkpoints.tokenizer import WordTokenizer
from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from model.record.learning_run import CurvePoint
from model.record.training_events import Evaluated, Event, Finished, Started, Stopped, TrainingProgress
from model.training.card import model_card
from model.training.data import batch_of, groups
from model.training.learner import Learner, shares
from model.training.precision import choose_precision
from model.training.processes import ALONE, Processes
from model.training.recipe import Recipe
from model.training.saved_state import damaged, remove_left, write_state
from model.training.schedule import learning_rate
from model.training.snapshots import Snapshots, score_so_far
from model.training.start import first_checkpoint
from model.training.training_text import TrainingText, read_training_text

REPORT = 50  #: updates between two events
SILENCE = 10.0  #: seconds, after which there is one between them
SAVE_SECONDS = 300.0
#: The attributes of a run that say where it is; the later ones older states lack.
ADDED = ("loss_since", "tokens_since")
PLACES = ("update", "epoch", "done_in_epoch", "bad_evaluations", "best_loss", *ADDED)


def train(
    recipe: Recipe,
    data: Path,
    out: Path,
    device: torch.device | str = "cpu",
    others: Processes = ALONE,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Event]:
    """Train ``recipe`` on the files in ``data`` and leave a checkpoint folder in ``out``.

    A folder that holds an unfinished run of the same recipe is resumed. Once ``stop`` says so in any of the processes,
    the run ends after that update. Raises :class:`Problem` for a folder that holds anything else, and for data without
    a single pair that fits.
    """
    text: TrainingText = others.together(lambda: read_training_text(recipe, data, out))
    if others.size > 1 and not others.alike(text.fingerprint(recipe)):
        why = Text("they do not read the same recipe, data or output folder")
        advice = Text("Give all of them the same files, and an output folder that all share")
        raise others.said_once(Problem(Text("training in %1 processes", others.size), why, advice))
    run: Run = others.together(lambda: Run(recipe, text, out, torch.device(device), others))
    others.together(run.begin)
    yield from run.events(stop)


class Run:
    """One training run: what learns, how far it is, and what is kept of it."""

    def __init__(self, recipe: Recipe, text: TrainingText, out: Path, device: torch.device, others: Processes) -> None:
        self.recipe, self.text, self.out, self.others = recipe, text, out, others
        settings = recipe.optimisation
        torch.manual_seed(settings.seed)
        self.checkpoint = first_checkpoint(recipe, text, out)
        self.learner = Learner(
            self.checkpoint.transformer, settings, choose_precision(settings.precision, device), others
        )
        self.snapshots = Snapshots(out, recipe.snapshots.epochs(settings.epochs))
        self.update = 0
        self.epoch = 0
        self.done_in_epoch = 0
        self.bad_evaluations = 0
        self.best_loss = float("inf")
        self.loss_since, self.tokens_since = 0.0, 0  #: since the last event
        self.newest: deque[list[Tensor]] = deque(maxlen=max(1, settings.average))
        self.best: list[Tensor] = self.learner.copies()
        self.saved_at = time.monotonic()
        self.kept_at = -1  #: the update after which state and checkpoint were written last; −1: not by this process

    def begin(self) -> None:
        """Go on where the state is, or lay a new run's folder. Raises :class:`Problem`."""
        if self.text.state:
            try:
                self.resume(self.text.state)
            except (RuntimeError, KeyError, TypeError, ValueError, AttributeError) as error:  # of another network
                raise damaged(self.out) from error
        if not self.others.first:
            return
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            remove_left(self.out)
        except OSError as error:
            raise Problem(
                str(self.out), Text("it cannot be made (%1)", error.strerror), Text("Choose another folder")
            ) from error
        if not self.text.state:
            self.save()
            self.write_checkpoint()  # the tokenizers are fixed from here on
        self.snapshots.begin(self.update)

    def events(self, stop: Callable[[], bool]) -> Iterator[Event]:
        """Run until the epochs are over, validation stops improving, or it is to stop."""
        settings, text = self.recipe.optimisation, self.text
        precision, parameters = self.learner.precision, self.learner.network.config.parameters
        yield Started(str(precision.device), precision.said, self.others.size, parameters, len(text.train), self.update)
        clock = _Clock()
        if self.update == 0 and self.snapshots.due(-1.0, 0.0):
            self._mark(evaluating=False, snapshot=True)
        while True:
            size = settings.batch_tokens * settings.accumulate
            todo = groups(text.train, size, settings.seed + 1000 * self.epoch)
            updates = round(settings.epochs * len(todo))
            for group in todo[self.done_in_epoch :]:
                if self.update >= updates or self.bad_evaluations >= settings.patience:
                    break
                yield from self._updated(group, len(todo), updates, clock)
                if self.others.total(lambda: self._save_now_and_then(stop())) and self.update < updates:
                    self.others.together(self._keep)
                    yield Stopped(str(self.out), self.update, self.position(len(todo)))
                    return
            if self.update >= updates or self.bad_evaluations >= settings.patience:
                break
            self.epoch, self.done_in_epoch = self.epoch + 1, 0
        reason = Text("all %1 epochs done", f"{settings.epochs:g}")
        if self.bad_evaluations >= settings.patience:
            reason = Text("validation has not improved for %1 evaluations", settings.patience)
        self.others.together(lambda: self._finish(reason, self.position(len(todo))))
        yield Finished(str(self.out), self.best_loss, reason)

    def _updated(self, group: list[int], per_epoch: int, updates: int, clock: _Clock) -> Iterator[Event]:
        """One update, and what is measured, kept and said at its place in the run."""
        settings, before = self.recipe.optimisation, self.position(per_epoch)
        clock.add(self._step(group, per_epoch, updates))
        last = self.update == updates
        now = float(settings.epochs) if last else self.position(per_epoch)
        evaluating = last or self.done_in_epoch in _evaluation_marks(per_epoch, settings.evaluations_per_epoch)
        snapshot, reporting = self.snapshots.due(before, now), self.update % REPORT == 0
        if reporting or clock.silent():
            yield self._progress(per_epoch, updates, clock)
        if evaluating or snapshot or reporting:
            validation, improved = self._mark(evaluating, snapshot, per_epoch)
            if evaluating:
                yield Evaluated(self.position(per_epoch), validation, improved)

    def position(self, per_epoch: int) -> float:
        """The place in the run, in epochs."""
        return self.epoch + self.done_in_epoch / per_epoch

    def _step(self, group: list[int], per_epoch: int, updates: int) -> int:
        """One update by a batch; returns the tokens that it predicts."""
        settings, number = self.recipe.optimisation, self.update + 1
        draws = self.text.draws
        encoded = self.text.train if draws is None else draws.of(group, settings.seed + number)
        tokens = sum(len(encoded[index][1]) - 1 for index in group)  # everything after the start token
        rate = learning_rate(self.recipe.schedule, number, self.learner.network.config.width, per_epoch, updates)
        parts = [batch_of(encoded, part) for part in shares(group, settings.accumulate, self.others)]
        loss = self.learner.update(number, parts, tokens, rate)
        self.update, self.done_in_epoch = number, self.done_in_epoch + 1
        self.loss_since, self.tokens_since = self.loss_since + loss, self.tokens_since + tokens
        return tokens

    def _mark(self, evaluating: bool, snapshot: bool, per_epoch: int = 1) -> tuple[float, bool]:
        """Measure and keep what belongs to this place of the run → the validation loss, and whether it is the best.

        The state comes last: a run that is killed before it does all of this again.
        """
        loss = self.loss_since / self.tokens_since if self.tokens_since else None
        self.loss_since, self.tokens_since = 0.0, 0
        validation, improved = float("nan"), False
        measured = evaluating or snapshot
        if measured:
            validation = self.learner.validation_loss(self.text.held_out)
        if evaluating:
            improved = self._judge(validation)
        position, curve = self.position(per_epoch), validation if measured else None

        def keep() -> None:
            if not self.others.first:
                return
            name = self.snapshots.keep(self.checkpoint, self.update) if snapshot else None
            lowercase = isinstance(self.text.target, WordTokenizer) and self.text.target.lowercase
            bleu = score_so_far(self.checkpoint, self.text.scored, lowercase) if snapshot else None
            self.snapshots.add(CurvePoint(self.update, position, loss, curve, bleu), name)
            if evaluating:
                self._keep()

        self.others.together(keep)
        return validation, improved

    def _judge(self, loss: float) -> bool:
        """Whether an evaluation is the best so far; then the newest weights, averaged, are the best."""
        self.newest.append(self.learner.copies())
        improved = loss < self.best_loss
        if improved:
            self.best_loss = loss
            self.best = [torch.stack(same).mean(dim=0) for same in zip(*self.newest, strict=True)]
        self.bad_evaluations = 0 if improved else self.bad_evaluations + 1
        return improved

    def _progress(self, per_epoch: int, updates: int, clock: _Clock) -> TrainingProgress:
        clock.told = time.monotonic()
        left = clock.seconds_left(updates - self.update)
        return TrainingProgress(
            self.position(per_epoch), self.recipe.optimisation.epochs, self.update,
            self.loss_since / max(1, self.tokens_since), self.learner.optimiser.param_groups[0]["lr"],
            clock.tokens_per_second, left,
        )  # fmt: skip

    def _keep(self) -> None:
        if self.others.first:
            self.save()
            self.write_checkpoint()
            self.kept_at = self.update

    def _finish(self, reason: str, epochs: float) -> None:
        if self.kept_at != self.update:  # a run that is resumed at its end, perhaps killed between the two files
            self._keep()
        if self.others.first:
            card = model_card(self.recipe, self.learner.network.config, epochs, self.best_loss, reason)
            write_atomically(self.out / "README.md", card.encode("utf-8"))

    def _save_now_and_then(self, stop: bool) -> bool:
        if self.others.first and time.monotonic() - self.saved_at > SAVE_SECONDS:
            self.save()
        return stop

    def save(self) -> None:
        """Write the resumable state, replacing the old one in one step. Raises :class:`Problem`."""
        places = {name: getattr(self, name) for name in PLACES}
        kept = {"recipe": self.recipe.text, "options": dict(self.recipe.options), "newest": list(self.newest)}
        write_state(self.out, {**kept, **places, "best": self.best, **self.learner.state()})
        self.saved_at = time.monotonic()

    def resume(self, state: dict[str, Any]) -> None:
        """Continue from what :meth:`save` wrote."""
        self.learner.resume(state)
        for name in PLACES:
            setattr(self, name, state.get(name, 0) if name in ADDED else state[name])
        self.best = state["best"]
        self.newest.extend(state["newest"])

    def write_checkpoint(self) -> None:
        """The best weights so far, in half precision, as a folder that opens; the newest before any was evaluated."""
        current = self.learner.copies()
        self.learner.take(self.best if math.isfinite(self.best_loss) else current)
        try:
            headscope.write(self.checkpoint, self.out)
        finally:
            self.learner.take(current)


def _evaluation_marks(per_epoch: int, evaluations: int) -> set[int]:
    return {round(per_epoch * (index + 1) / evaluations) for index in range(evaluations)}


class _Clock:
    """Speed over the last updates."""

    def __init__(self) -> None:
        self.marks: deque[tuple[float, int]] = deque([(time.monotonic(), 0)], maxlen=200)
        self.told = time.monotonic()

    def silent(self) -> bool:
        """Has nothing been said for long?"""
        return time.monotonic() - self.told > SILENCE

    def add(self, tokens: int) -> None:
        self.marks.append((time.monotonic(), self.marks[-1][1] + tokens))

    @property
    def tokens_per_second(self) -> float:
        (start, before), (end, after) = self.marks[0], self.marks[-1]
        return (after - before) / max(1e-9, end - start)

    def seconds_left(self, updates: int) -> float:
        seconds = self.marks[-1][0] - self.marks[0][0]
        return updates * seconds / max(1, len(self.marks) - 1)
