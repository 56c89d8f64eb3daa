"""Which part of a map a person wants to see: closer, wider, elsewhere. It draws nothing and selects nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viz_app.state.intents import ShowPart, ZoomBy
from viz_app.state.state import State, map_shape
from viz_app.state.zoom import Zoom, fitted, zoomed


class Zooming:
    """Handlers of these Intents."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.handlers: dict[type, Callable[[Any], None]] = {ZoomBy: self._zoom, ShowPart: self._show}

    def _show(self, intent: ShowPart) -> None:
        now = self._state.snapshot
        zoom = fitted(intent.zoom, map_shape(now))
        if zoom != now.zoom:
            self._state.update(zoom=zoom)

    def _zoom(self, intent: ZoomBy) -> None:
        now = self._state.snapshot
        shape, chosen = map_shape(now), now.selection
        if 0 in shape:
            return
        part = now.zoom or Zoom(0, 0, *shape)
        query = chosen.query
        if query is None and chosen.kind != "encoder":
            query = chosen.step  # rows below it do not exist yet
        centre = _point(query, part.row, part.rows), _point(chosen.key, part.column, part.columns)
        self._show(ShowPart(zoomed(now.zoom, shape, intent.factor, *centre)))


def _point(index: int | None, first: int, count: int) -> float:
    """The middle of a cell; of the part where it does not show the cell."""
    return first + count / 2 if index is None or index not in range(first, first + count) else index + 0.5
