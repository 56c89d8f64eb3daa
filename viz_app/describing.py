"""Learns what the heads of a large run do, in a thread, and says when that is known. Nobody waits for it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from model.trace import KINDS, Trace
from viz_app.background import Background
from viz_app.pictures._facts import is_quick, learn
from viz_app.state import Snapshot, State


class Describing(QObject):
    """Follows what is shown. A run that is small is described where it is drawn."""

    def __init__(self, state: State, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._files = files
        self._learning: Trace | None = None
        state.changed.connect(self._look)

    def _look(self, now: Snapshot) -> None:
        trace = now.trace
        if trace is None or trace is self._learning or now.described is trace:
            return
        if not all(is_quick(trace, kind) for kind in KINDS):
            self._learning = trace
            self._files.run(lambda: learn(trace), lambda _: self._learned(trace), lambda _: None)

    def _learned(self, trace: Trace) -> None:
        if self._learning is trace:
            self._learning = None
        if self._state.snapshot.trace is trace:
            self._state.update(described=trace)
