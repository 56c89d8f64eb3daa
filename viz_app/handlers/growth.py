"""A long run on screen while it is computed: its rows as they come, at a pace that leaves the window its time.

The run takes the place of the one before as soon as its first rows are there; undo knows of it when it ends. A run
that is given up stays as far as it has come: it is a run like any other, stopped by hand, and undo brings back the one
before. Where somebody has looked about meanwhile, the whole run is shown from there.
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
from viz_app.engine.messages import RunGrows
from viz_app.handlers.engine_session import Work
from viz_app.handlers.run_request import RunRequest, shown_runs
from viz_app.handlers.undo import Undoing, shown
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot, State, select

translate = QCoreApplication.translate
REST = 4  #: times as long as showing a part took, nothing is shown: the window is free for most of the time
LONGEST_REST = 5_000  #: milliseconds


class Growing(QObject):
    """One run at a time. ``before`` is what was on screen before it, None where none grows."""

    def __init__(self, state: State, work: Work, undoing: Undoing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._undoing = undoing
        self._run = GrowingRun()
        self._wanted: RunRequest | None = None
        self._put = Selection()  # where it was shown last; another selection is a person's
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._go_on)
        self._resting = False
        self.before: Snapshot | None = None
        work.grew.connect(self._add)
        work.given_up.connect(self._stop)

    # --- what Running asks when the whole run is there ---

    def same(self, run: Trace) -> Trace:
        """The whole run as the one that has been growing: what is known of one's columns and zoom stays.

        Not where a session file holds the part: then it is another run, which the file lacks.
        """
        part = self._part()
        if part is None or any(kept.source_ids is part.source_ids for kept in self._state.snapshot.kept.runs):
            return run
        return replace(run, source_ids=part.source_ids)

    def chosen(self) -> Selection | None:
        """Where somebody has gone while the run grew; None where nobody has."""
        now = self._state.snapshot.run_selection
        return None if self._part() is None or now == self._put else now

    def end(self) -> Snapshot | None:
        """The whole run is shown now. What was there before this one, where it has been growing."""
        before = None if self._part() is None else self.before
        self._forget()
        return before

    # --- while it grows ---

    def _add(self, wanted: RunRequest, reply: RunGrows) -> None:
        if wanted.sentence is not None:  # of a batch whose others stay
            return
        if wanted is not self._wanted:
            self._forget()
            self._wanted, self._run = wanted, GrowingRun()
        try:
            self._run.add(reply.meta, reply.first, reply.arrays)
        except Problem:  # the run itself will come
            return
        if not self._resting:
            self._show()

    def _show(self) -> None:
        now, run = self._state.snapshot, self._run.trace()
        if self.before is not None and self._part() is None:
            return  # something else has been opened since
        if kept_or_small(run, now.reading) is None:
            return  # reading it otherwise takes longer than it lasts
        if self.before is None:
            self.before, changes = now, shown(run, 0.0)
            self._put = self._first(now, run)
        else:
            changes = {"trace": run}
        if self.before is now or self.chosen() is None:
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
        part = self._part()
        if part is not None and self._run.steps > part.steps:
            self._show()

    def _first(self, now: Snapshot, run: Trace) -> Selection:
        """Where one stood; of another sentence without a cell, which meant something else."""
        stood = replace(now.run_selection, sentence=0)
        return stood if self._again(now, run) else replace(stood, query=None, key=None)

    def _step(self, run: Trace) -> int:
        """The newest; of a run that is made again the one that was looked at, as soon as it is there."""
        assert self.before is not None
        last = run.steps - 1
        return min(self.before.run_selection.step, last) if self._again(self.before, run) else last

    def _again(self, now: Snapshot, run: Trace) -> bool:
        texts = [one.meta.source_text for one in shown_runs(now)]
        return texts == [run.meta.source_text]

    def _part(self) -> Trace | None:
        """The run on screen, where it is the one that grows."""
        now = self._state.snapshot
        return now.growing if self.before is not None and now.grows else None

    def _stop(self) -> None:
        """It is given up: what is there stays."""
        part, before, now = self._part(), self.before, self._state.snapshot
        self._forget()
        if part is None or before is None:
            self._state.update(growing=None)
            return
        run = replace(part, meta=replace(part.meta, stop_reason=BY_HAND))
        said = fill(
            translate("Growing", "Stopped after %1 steps, which stay; undo brings back the run before"),
            QLocale().toString(run.steps),
        )
        changes: dict[str, Any] = {"trace": run, "selection": now.run_selection, "growing": None, "message": said}
        self._state.update(**self._undoing.remember(changes, before))

    def _forget(self) -> None:
        self._wanted, self.before = None, None
        self._rest.stop()
        self._resting = False
