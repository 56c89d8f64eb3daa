"""The training loop as a generator of events. One call trains, resumes, evaluates and saves.

bfloat16 passes keep float32 master weights: the network that runs is a rounded copy, the
optimiser updates the master. Everything random depends on the seed and the place in the run, so
a run that was stopped and resumed takes the same batches.
"""

from __future__ import annotations

import io
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.files.sniff import sniff
from model.checkpoints.files.torch_container import read_zip
from model.checkpoints.formats import headscope
from model.checkpoints.tokenizer import Tokenizer
from model.common.atomic import write_atomically
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import SMOOTHING, TransformerConfig
from model.network.masks import padding_mask, target_mask
from model.network.transformer import Transformer
from model.training.card import model_card
from model.training.data import PADDING_ID, Batch, batches, build_tokenizers, encode_pairs, read_pairs, special_ids
from model.training.loss import head_loss
from model.training.recipe import Recipe, build_config
from model.training.schedule import learning_rate

COPIES = 8  #: of all weights: as trained, their gradients, two of Adam, the best, and those that are averaged
STATE = "training.pt"  #: everything a resumed run needs, besides the tokenizers
SAVE_SECONDS = 300.0


@dataclass(frozen=True)
class TrainingProgress:
    """The state of the run; losses in nats per target token."""

    epoch: float
    epochs: float
    update: int
    loss: float
    rate: float
    tokens_per_second: float
    seconds_left: float


@dataclass(frozen=True)
class Evaluated:
    epoch: float
    validation_loss: float
    best: bool


@dataclass(frozen=True)
class Finished:
    checkpoint: Path
    validation_loss: float
    reason: str


def train(recipe: Recipe, data: Path, out: Path) -> Iterator[TrainingProgress | Evaluated | Finished]:
    """Train ``recipe`` on the files in ``data`` and leave a checkpoint folder in ``out``.

    A folder that holds an unfinished run of the same recipe is resumed. Raises :class:`Problem` for
    one that holds anything else, and for data without a single pair that fits.
    """
    pairs = read_pairs(data / recipe.data.train)
    held_out = read_pairs(data / recipe.data.validation)
    state = read_state(out, recipe)
    source, target = headscope.read_tokenizers(out) if state else build_tokenizers(recipe, pairs)
    special = special_ids(recipe)
    limits = source, target, special, recipe.data.max_tokens
    encoded = encode_pairs(pairs, *limits), encode_pairs(held_out, *limits)
    for name, fitting in zip((recipe.data.train, recipe.data.validation), encoded, strict=True):
        if not fitting:
            why = Text("no pair has at most %1 tokens on each side", recipe.data.max_tokens)
            raise Problem(str(data / name), why, Text("Raise data.max_tokens or choose other data"))
    check_size(build_config(recipe, len(source), len(target)), recipe.name)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(
            str(out), Text("it cannot be made (%1)", error.strerror), Text("Choose another folder")
        ) from error
    run = Run(recipe, source, target, special, out)
    if state:
        try:
            run.resume(state)
        except (RuntimeError, KeyError, TypeError, ValueError, AttributeError) as error:  # of another network
            raise Problem(str(out / STATE), Text("it is damaged"), Text("Remove the folder to begin again")) from error
    else:
        run.save()
        run.write_checkpoint()  # the tokenizers are fixed from here on
    yield from run.events(*encoded)


def check_size(config: TransformerConfig, name: str) -> None:
    """Raise :class:`Problem` for a network that this machine cannot train."""
    needed, memory = COPIES * 4 * config.parameters, machine_memory()
    if needed > memory:
        said = f"{needed / 1e9:,.1f}", f"{memory / 1e9:,.1f}"
        why = Text("training it takes %1 GB of memory, and this machine has %2 GB", *said)
        raise Problem(name, why, Text("Make the network or the vocabulary smaller"))


def read_state(out: Path, recipe: Recipe) -> dict[str, Any]:
    """The state that an unfinished run of ``recipe`` left in ``out``, or None. Raises :class:`Problem`."""
    if not (out / headscope.CONFIG).exists():
        return {}
    if not (out / STATE).exists():
        raise Problem(str(out), Text("it holds a checkpoint that is no unfinished run"), Text("Choose another folder"))
    try:
        if sniff(out / STATE) != "zip":
            raise ValueError("no file of torch")
        read_zip(out / STATE)  # what torch itself would not refuse
        state: dict[str, Any] = torch.load(out / STATE, weights_only=True)
        same = state["recipe"] == recipe.text
    except (OSError, EOFError, RuntimeError, KeyError, TypeError, ValueError, UnpicklingError, Problem) as error:
        raise Problem(str(out / STATE), Text("it is damaged"), Text("Remove the folder to begin again")) from error
    if not same:
        advice = Text("Choose another folder, or resume it with the recipe it was started with")
        raise Problem(str(out), Text("it holds a run of another recipe"), advice)
    return state


class Run:
    """One training run: the network, its master weights and the optimiser's state."""

    def __init__(self, recipe: Recipe, source: Tokenizer, target: Tokenizer, special: Special, out: Path) -> None:
        self.recipe = recipe
        self.out = out
        torch.manual_seed(recipe.optimisation.seed)
        settings = recipe.optimisation
        master = Transformer(build_config(recipe, len(source), len(target)))
        self.checkpoint = Checkpoint(
            recipe.name, out, "", recipe.family, master, source, target, special,
            (recipe.data.source_language, recipe.data.target_language),
            {**recipe.provenance, SMOOTHING: settings.label_smoothing},
        )  # fmt: skip
        self.master = list(master.parameters())
        self.network = master
        if settings.precision == "bfloat16":
            self.network = Transformer(master.config).bfloat16()
            self._publish()
        self.optimiser = torch.optim.Adam(self.master, betas=settings.betas, eps=settings.eps, fused=True)
        self.update = 0
        self.epoch = 0
        self.done_in_epoch = 0
        self.bad_evaluations = 0
        self.best_loss = float("inf")
        self.newest: deque[list[Tensor]] = deque(maxlen=max(1, settings.average))
        self.best: list[Tensor] = [parameter.detach().clone() for parameter in self.master]
        self.saved_at = time.monotonic()

    def events(
        self, train_ids: list[tuple[list[int], list[int]]], held_out: list[tuple[list[int], list[int]]]
    ) -> Iterator[TrainingProgress | Evaluated | Finished]:
        """Run until the epochs are over or validation stops improving."""
        settings = self.recipe.optimisation
        reason = f"all {settings.epochs:g} epochs done"
        clock = _Clock()
        while True:
            todo = list(batches(train_ids, settings.batch_tokens, settings.seed + 1000 * self.epoch))
            updates = round(settings.epochs * len(todo))
            marks = _evaluation_marks(len(todo), settings.evaluations_per_epoch)
            for batch in todo[self.done_in_epoch :]:
                if self.update >= updates or self.bad_evaluations >= settings.patience:
                    break
                loss, tokens = self._step(batch, len(todo), updates)
                clock.add(tokens)
                if self.update % 50 == 0:
                    yield self._progress(loss / tokens, len(todo), updates, clock)
                if self.done_in_epoch in marks or self.update == updates:
                    yield self._evaluate(held_out, len(todo))
                self._save_now_and_then()
            if self.bad_evaluations >= settings.patience:
                reason = f"validation has not improved for {settings.patience} evaluations"
                break
            if self.update >= updates:
                break
            self.epoch, self.done_in_epoch = self.epoch + 1, 0
        self.save()
        self.write_checkpoint()
        card = model_card(self.recipe, self.network.config, self.update / len(todo), self.best_loss, reason)
        (self.out / "README.md").write_text(card, encoding="utf-8")
        yield Finished(self.out, self.best_loss, reason)

    def _step(self, batch: Batch, per_epoch: int, updates: int) -> tuple[float, int]:
        settings = self.recipe.optimisation
        self.update += 1
        self.done_in_epoch += 1
        torch.manual_seed(settings.seed + 7919 * self.update)  # dropout repeats after a resume
        rate = learning_rate(self.recipe.schedule, self.update, self.network.config.width, per_epoch, updates)
        self.optimiser.param_groups[0]["lr"] = rate
        self.network.train()
        for parameter in self.network.parameters():
            parameter.grad = None
        tokens = batch.predictions
        mean, plain = forward_loss(self.network, batch, settings.label_smoothing, 1.0 / tokens)
        mean.backward()  # type: ignore[no-untyped-call]
        self._collect()
        torch.nn.utils.clip_grad_norm_(self.master, settings.clip)
        self.optimiser.step()
        self._publish()
        return float(plain), tokens

    def _collect(self) -> None:
        if self.network is not self.checkpoint.transformer:
            for master, working in zip(self.master, self.network.parameters(), strict=True):
                master.grad = None if working.grad is None else working.grad.float()

    @torch.no_grad()
    def _publish(self) -> None:
        if self.network is not self.checkpoint.transformer:
            for master, working in zip(self.master, self.network.parameters(), strict=True):
                working.copy_(master)

    def _evaluate(self, held_out: list[tuple[list[int], list[int]]], per_epoch: int) -> Evaluated:
        loss = validation_loss(self.network, held_out, self.recipe.optimisation.batch_tokens)
        self.newest.append([parameter.detach().clone() for parameter in self.master])
        improved = loss < self.best_loss
        if improved:
            self.best_loss = loss
            self.best = [torch.stack(same).mean(dim=0) for same in zip(*self.newest, strict=True)]
        self.bad_evaluations = 0 if improved else self.bad_evaluations + 1
        self.save()
        self.write_checkpoint()
        return Evaluated(self.update / per_epoch, loss, improved)

    def _progress(self, loss: float, per_epoch: int, updates: int, clock: _Clock) -> TrainingProgress:
        settings = self.recipe.optimisation
        return TrainingProgress(
            self.update / per_epoch, settings.epochs, self.update, loss,
            self.optimiser.param_groups[0]["lr"], clock.tokens_per_second, clock.seconds_left(updates - self.update),
        )  # fmt: skip

    def _save_now_and_then(self) -> None:
        if time.monotonic() - self.saved_at > SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Write the resumable state, replacing the old one in one step. Raises :class:`Problem`."""
        state = {
            "recipe": self.recipe.text,
            "update": self.update,
            "epoch": self.epoch,
            "done_in_epoch": self.done_in_epoch,
            "bad_evaluations": self.bad_evaluations,
            "best_loss": self.best_loss,
            "master": [parameter.detach() for parameter in self.master],
            "best": self.best,
            "newest": list(self.newest),
            "optimiser": self.optimiser.state_dict(),
        }
        content = io.BytesIO()  # torch's own writer says of a full disk what helps nobody
        torch.save(state, content)
        write_atomically(self.out / STATE, content.getbuffer())
        self.saved_at = time.monotonic()

    @torch.no_grad()
    def resume(self, state: dict[str, Any]) -> None:
        """Continue from what :meth:`save` wrote."""
        for parameter, saved in zip(self.master, state["master"], strict=True):
            parameter.copy_(saved)
        self._publish()
        self.optimiser.load_state_dict(state["optimiser"])
        for name in ("update", "epoch", "done_in_epoch", "bad_evaluations", "best_loss", "best"):
            setattr(self, name, state[name])
        self.newest.extend(state["newest"])

    @torch.no_grad()
    def write_checkpoint(self) -> None:
        """The best weights so far, in half precision, as a folder that opens."""
        current = [parameter.detach().clone() for parameter in self.master]
        for parameter, best in zip(self.master, self.best, strict=True):
            parameter.copy_(best)
        headscope.write(self.checkpoint, self.out)
        for parameter, saved in zip(self.master, current, strict=True):
            parameter.copy_(saved)


def forward_loss(network: Transformer, batch: Batch, smoothing: float, scale: float = 1.0) -> tuple[Tensor, Tensor]:
    """Teacher forcing over a batch → the smoothed loss times ``scale`` and the plain sum, in nats."""
    consumed, labels = batch.target[:, :-1], batch.target[:, 1:]  # shifted by one
    encoding = network.encode(batch.source, padding_mask(batch.source, PADDING_ID))
    mask = target_mask(consumed, PADDING_ID, network.config.padding_blocks.decoder)
    decoding = network.decode(consumed, encoding, mask, visible=padding_mask(consumed, PADDING_ID))
    counts = labels != PADDING_ID  # padding is not predicted
    head = network.head
    return head_loss(decoding.hidden[counts], head.weight, head.bias, labels[counts], smoothing, scale)


@torch.inference_mode()
def validation_loss(network: Transformer, held_out: list[tuple[list[int], list[int]]], batch_tokens: int) -> float:
    """Mean cross-entropy per target token, without smoothing or dropout."""
    network.eval()
    total, tokens = 0.0, 0
    for batch in batches(held_out, batch_tokens, None):
        total += float(forward_loss(network, batch, 0.0)[1])
        tokens += batch.predictions
    return total / max(1, tokens)


def _evaluation_marks(per_epoch: int, evaluations: int) -> set[int]:
    return {round(per_epoch * (index + 1) / evaluations) for index in range(evaluations)}


class _Clock:
    """Speed over the last updates."""

    def __init__(self) -> None:
        self.marks: deque[tuple[float, int]] = deque([(time.monotonic(), 0)], maxlen=200)

    def add(self, tokens: int) -> None:
        self.marks.append((time.monotonic(), self.marks[-1][1] + tokens))

    @property
    def tokens_per_second(self) -> float:
        (start, before), (end, after) = self.marks[0], self.marks[-1]
        return (after - before) / max(1e-9, end - start)

    def seconds_left(self, updates: int) -> float:
        seconds = self.marks[-1][0] - self.marks[0][0]
        return updates * seconds / max(1, len(self.marks) - 1)
