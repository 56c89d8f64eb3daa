"""How runs are read: takes the wish, says why one cannot be met, and reads large runs beside the window.

What a reading is, :mod:`model.transforms.view_transform` knows; :class:`viz_app.state.state.State` shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform, conflict, missing, prepare
from viz_app.handlers.background import Background
from viz_app.handlers.undo import Undoing
from viz_app.state.intents import SetReading
from viz_app.state.state import Busy, Notice, Snapshot, State, unread_yet

translate = QCoreApplication.translate


class Readings(QObject):
    """Handlers of its Intent."""

    def __init__(self, state: State, files: Background, undoing: Undoing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._files = files
        self._undoing = undoing
        self._asked: tuple[Trace, ViewTransform] | None = None  # what a thread is reading
        self._busy: Busy | None = None
        state.changed.connect(self._follow)
        self.handlers: dict[type, Callable[[Any], None]] = {SetReading: lambda intent: self._set(intent.reading)}

    def _set(self, reading: ViewTransform) -> None:
        now = self._state.snapshot
        if reading == now.reading:
            return
        problem = conflict(reading) or (missing(now.run, reading) if now.run is not None else None)
        if problem is not None:
            self._state.update(problem=Notice(problem.what, problem.why, problem.next_step))
            return
        self._state.update(**self._undoing.remember({"reading": reading}))

    def _follow(self, now: Snapshot) -> None:
        """A large run is read in a thread; the newest wish counts."""
        wanted = unread_yet(now)
        if wanted is None or wanted == self._asked:
            return
        self._asked = wanted
        self._busy = Busy(translate("Readings", "Reading the run…"), cancellable=False)
        if now.busy is None:
            self._state.update(busy=self._busy)
        self._files.run(lambda: prepare(*wanted), lambda _: self._done(wanted), lambda _: self._done(wanted))

    def _done(self, wanted: tuple[Trace, ViewTransform]) -> None:
        if wanted == self._asked:
            self._asked = None
            ended = {"busy": None} if self._state.snapshot.busy is self._busy else {}
            self._state.update(**ended)  # it is kept now, and so it is shown
