"""Facts about the heads of a large run, computed in a thread. The window goes on and hears when they are there."""

from __future__ import annotations

from PySide6.QtCore import QObject

from model.record.trace import KINDS, Kind, Trace
from viz_app.handlers.background import Background
from viz_app.pictures.drawing.head_orders import compare, is_compared, is_quick, learn
from viz_app.state.state import Snapshot, State


class Describing(QObject):
    """Follows what is shown. A run that is small is described where it is drawn."""

    def __init__(self, state: State, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._files = files
        self._learning: Trace | None = None
        self._comparing = False
        state.follow(("trace", "selection", "settings", "view", "described", "compared", "growing"), self._look)

    def _look(self, now: Snapshot) -> None:
        trace = now.trace
        if trace is None or now.grows:  # there will be more of it in a moment
            return
        self._look_at_likeness(now, trace)
        if trace is self._learning or now.described is trace:
            return
        if not all(is_quick(trace, kind) for kind in KINDS):
            self._learning = trace
            self._files.run(lambda: learn(trace), lambda _: self._learned(trace), lambda _: None)

    def _learned(self, trace: Trace) -> None:
        if self._learning is trace:
            self._learning = None
        if self._state.snapshot.trace is trace:
            self._state.update(described=trace)

    def _look_at_likeness(self, now: Snapshot, trace: Trace) -> None:
        """The selected head is compared with all others where somebody sees it; one comparison at a time."""
        seen = now.settings.head_facts or (now.settings.head_order == "similar" and now.view == "all_layers")
        if not seen or self._comparing or is_compared(now) or trace.attention(now.selection.kind) is None:
            return
        chosen = now.selection
        place = trace, chosen.kind, chosen.layer, chosen.head
        self._comparing = True
        self._files.run(lambda: compare(*place), lambda _: self._compared(place), lambda _: None)

    def _compared(self, place: tuple[Trace, Kind, int, int]) -> None:
        """Told even where another head is selected by now: hearing of it, that one's turn comes."""
        self._comparing = False
        self._state.update(compared=place)
