"""A long run on screen while it is computed: its rows as they come, at a pace that leaves the window its time.

The run, or all runs of a batch, takes the place of the one before as soon as its first rows are there; undo knows of it
when it ends. A run that is given up stays as far as it has come: it is a run like any other, stopped by hand, gets what
explains it as soon as the engine has handed that over, and undo brings back the one before. Where somebody has looked
about meanwhile, the whole run is shown from there. An engine that ends in the middle changes nothing on screen: the
next one catches up.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTimer

from model.common.problems import Problem
from model.common.text import fill
from model.record.growing_run import GrowingRun
from model.record.trace import BY_HAND, Trace
from model.transforms.view_transform import kept_or_small
from viz_app.engine.messages import RunDone, RunGrown, RunGrows
from viz_app.handlers.engine_session import Work
from viz_app.handlers.run_request import MOST_PADDED, RunRequest, beside_baselines, listed, most_padded, shown_runs
from viz_app.handlers.undo import Undoing, shown
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot, State, select

translate = QCoreApplication.translate
REST = 4  #: times as long as showing a part took, nothing is shown: the window is free for most of the time
LONGEST_REST = 5_000  #: milliseconds
Runs = tuple[Trace, ...]


class Growing(QObject):
    """One run, or one batch, at a time. ``before`` is what was on screen before it, None where none grows."""

    def __init__(self, state: State, work: Work, undoing: Undoing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._undoing = undoing
        self._held: dict[int, GrowingRun] = {}  # by sentence of the request
        self._wanted: RunRequest | None = None
        self._stopped: tuple[RunRequest | None, Runs] = None, ()  # what was given up last, for what explains it
        self._put = Selection()  # where it was shown last; another selection is a person's
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._go_on)
        self._resting = False
        self.before: Snapshot | None = None
        work.grew.connect(self._add)
        work.given_up.connect(self._stop)
        work.recorded.connect(self._explain)

    # --- what Running asks when the whole run is there ---

    def whole(self, wanted: RunRequest, reply: RunDone | RunGrown) -> RunDone | None:
        """The answer with its runs: a large one has come in parts alone. None where a part is missing."""
        if isinstance(reply, RunDone):
            return reply
        if wanted is not self._wanted or not self._held:
            return None
        first, *others = self._parts()
        return RunDone(reply.ticket, first, reply.milliseconds_per_step, (first, *others) if others else ())

    def same(self, runs: Runs) -> Runs:
        """The whole runs as those that have been growing: what is known of one's columns and zoom stays."""
        parts = self._on_screen()
        return _as_grown(runs, parts, self._kept()) if len(parts) == len(runs) else runs

    def chosen(self) -> Selection | None:
        """Where somebody has gone while the run grew; None where nobody has."""
        now = self._state.snapshot.run_selection
        return None if not self._on_screen() or now == self._put else now

    def end(self) -> Snapshot | None:
        """The whole run is shown now. What was there before this one, where it has been growing."""
        before = self.before if self._on_screen() else None
        self._forget()
        return before

    # --- while it grows ---

    def _add(self, wanted: RunRequest, reply: RunGrows) -> None:
        if wanted is not self._wanted:
            self._forget()
            self._wanted = wanted
        if reply.first == 0:  # perhaps once more, by another engine
            self._held[reply.sentence] = GrowingRun()
        try:
            self._held.setdefault(reply.sentence, GrowingRun()).add(reply.meta, reply.first, reply.arrays)
        except Problem:  # the run itself will come
            return
        if not self._resting and not reply.more:
            self._show()

    def _parts(self) -> Runs:
        """The runs so far, in the order of the sentences."""
        return tuple(self._held[at].trace() for at in sorted(self._held))

    def _batch(self, parts: Runs, sentence: int | None) -> Runs:
        """All runs of the batch with them; of one sentence among others the others stay."""
        others = () if self.before is None else shown_runs(self.before)
        if sentence is None or sentence >= len(others):
            return parts
        return (*others[:sentence], *parts, *others[sentence + 1 :])

    def _show(self) -> None:
        now, wanted = self._state.snapshot, self._wanted
        if wanted is None or (self.before is not None and not self._on_screen()):
            return  # something else has been opened since
        if self.before is not None and self._steps() <= self._shown_steps():
            return  # another engine has not come as far yet
        begins, self.before = self.before is None, self.before or now
        runs = beside_baselines(shown_runs(self.before), self._batch(self._parts(), wanted.sentence))
        if not begins and len(self._on_screen()) == len(runs):
            runs = _as_grown(runs, self._on_screen(), ())
        looked_at = _first_shown(wanted, runs) if begins else now.selection.sentence
        run = runs[min(looked_at, len(runs) - 1)]
        if kept_or_small(run, now.reading) is None:
            self.before = None if begins else self.before
            return  # reading it otherwise takes longer than it lasts
        batch = runs if len(runs) > 1 else ()
        changes: dict[str, Any] = shown(run, 0.0, batch) if begins else {"trace": run, "batch": batch}
        if begins:
            self._put = replace(self._first(now, run), sentence=looked_at)
        if begins or self.chosen() is None:
            self._put = select(self._put, Select(step=self._step(run)))
            changes["selection"] = self._put
        self._resting, began = True, time.perf_counter()
        self._state.update(**changes | {"growing": run, "playing": False})
        QTimer.singleShot(0, self, lambda: self._begin_rest(began))

    def _begin_rest(self, began: float) -> None:
        """Painting has been done by now."""
        self._rest.start(min(LONGEST_REST, round(1000 * REST * (time.perf_counter() - began))))

    def _go_on(self) -> None:
        self._resting = False
        if self._on_screen():
            self._show()

    def _first(self, now: Snapshot, run: Trace) -> Selection:
        """Where one stood; of another sentence without a cell, which meant something else."""
        stood = now.run_selection
        return stood if self._again(now, run) else replace(stood, query=None, key=None)

    def _step(self, run: Trace) -> int:
        """The newest; of a run that is made again the one that was looked at, as soon as it is there."""
        assert self.before is not None
        last = run.steps - 1
        return min(self.before.run_selection.step, last) if self._again(self.before, run) else last

    def _again(self, now: Snapshot, run: Trace) -> bool:
        return now.run is not None and now.run.meta.source_text == run.meta.source_text

    def _steps(self) -> int:
        return max((held.steps for held in self._held.values()), default=0)

    def _shown_steps(self) -> int:
        """Of the runs that grow, as far as they are shown."""
        runs, wanted = self._on_screen(), self._wanted
        if wanted is not None and wanted.sentence is not None and len(runs) > 1:
            runs = runs[wanted.sentence : wanted.sentence + 1]
        return max((run.steps for run in runs), default=0)

    def _on_screen(self) -> Runs:
        """All runs on screen, where they are those that grow."""
        now = self._state.snapshot
        return shown_runs(now) if self.before is not None and now.grows else ()

    def _kept(self) -> Runs:
        return self._state.snapshot.kept.runs

    # --- when it is given up ---

    def _stop(self) -> None:
        """What is there stays, with all rows that have come."""
        wanted, parts, before, now = self._wanted, self._on_screen(), self.before, self._state.snapshot
        if not parts or before is None or wanted is None:
            self._forget()
            if now.growing is not None:
                self._state.update(growing=None)
            return
        come = self._batch(self._parts(), wanted.sentence) if self._steps() >= self._shown_steps() else parts
        come = beside_baselines(shown_runs(before), come)  # a further change is one of what was before them all
        runs = _as_grown(tuple(map(_by_hand, come)), parts, self._kept())
        at = min(now.selection.sentence, len(runs) - 1)
        changes: dict[str, Any] = {
            "trace": runs[at], "batch": runs if len(runs) > 1 else (), "selection": now.run_selection, "growing": None,
            "message": stopped(runs), "what_if": listed(wanted),
        }  # fmt: skip
        self._forget()
        self._stopped = wanted, runs
        self._state.update(**self._undoing.remember(changes, before))

    def _explain(self, wanted: RunRequest, reply: RunDone) -> None:
        """The engine has recorded what there was when it was stopped: a few more rows, and what explains them."""
        (given_up, stopped_runs), self._stopped = self._stopped, (None, ())
        runs = reply.batch or (reply.trace,)
        if wanted.sentence is not None and len(stopped_runs) > 1:
            runs = (*stopped_runs[: wanted.sentence], *runs, *stopped_runs[wanted.sentence + 1 :])
        if wanted is not given_up or len(runs) != len(stopped_runs):
            return
        fuller = beside_baselines(stopped_runs, _as_grown(runs, stopped_runs, self._kept()))
        found = {id(old.source_ids): new for old, new in zip(stopped_runs, fuller, strict=True)}
        self._undoing.put_instead(found)
        now = self._state.snapshot
        if now.run is not None and id(now.run.source_ids) in found:
            message = {"message": stopped(fuller)} if now.message == stopped(stopped_runs) else {}
            batch = tuple(found.get(id(run.source_ids), run) for run in now.batch)
            self._state.update(trace=found[id(now.run.source_ids)], batch=batch, **message)

    def _forget(self) -> None:
        self._wanted, self.before = None, None
        self._held, self._stopped = {}, (None, ())
        self._rest.stop()
        self._resting = False


def stopped(runs: Runs) -> str:
    """How far a run came before somebody stopped it; nothing where it had ended by then."""
    if all(run.meta.stop_reason != BY_HAND for run in runs):
        return ""
    said = translate("Growing", "Stopped after %1 steps, which stay; undo brings back the run before")
    return fill(said, QLocale().toString(max(run.steps for run in runs)))


def _by_hand(run: Trace) -> Trace:
    """It has not ended by itself."""
    return replace(run, meta=replace(run.meta, stop_reason=run.meta.stop_reason or BY_HAND))


def _first_shown(wanted: RunRequest, runs: Runs) -> int:
    """The sentence to look at: as the whole run will be."""
    if wanted.sentence is not None:
        return min(wanted.sentence, len(runs) - 1)
    return most_padded(runs) if wanted.shown == MOST_PADDED else min(wanted.shown, len(runs) - 1)


def _as_grown(runs: Runs, parts: Runs, kept: Runs) -> Runs:
    """``runs`` as those whose ``parts`` were shown. Not where a session file holds a part: it lacks the rest."""
    held = [run.source_ids for run in kept]
    return tuple(
        run if any(part.source_ids is ids for ids in (run.source_ids, *held)) else _named(run, part)
        for run, part in zip(runs, parts, strict=True)
    )


def _named(run: Trace, part: Trace) -> Trace:
    """One object: it is one run."""
    return replace(run, source_ids=part.source_ids)
