"""The part of a map that is shown: whole rows and columns, counted from 0. Arithmetic, and the two
intents about it; it knows no pixels.

A map's shape is (queries, keys). No part at all, ``None``, is the whole map.
"""

from __future__ import annotations

from dataclasses import replace

from model.common.lazy_dataclass import dataclass

Shape = tuple[int, int]
SMALLEST = 2  #: rows and columns of the smallest part


@dataclass(frozen=True)
class Zoom:
    """``rows`` × ``columns`` cells of a map, from ``row`` and ``column`` on."""

    row: int
    column: int
    rows: int
    columns: int

    def moved(self, down: int, across: int) -> Zoom:
        """The same size elsewhere; :func:`fitted` keeps it inside a map."""
        return replace(self, row=self.row + down, column=self.column + across)

    def holding(self, query: int | None, key: int | None) -> Zoom:
        """Moved as little as shows a row and a column; None asks for neither."""
        return replace(
            self, row=_holding(self.row, self.rows, query), column=_holding(self.column, self.columns, key)
        )  # fmt: skip

    def holds(self, query: int, key: int) -> bool:
        """Is a cell in it?"""
        return query in range(self.row, self.row + self.rows) and key in range(self.column, self.column + self.columns)


@dataclass(frozen=True)
class ZoomBy:
    """Cells of the selected map ``factor`` times as large, around the selected one."""

    factor: float


@dataclass(frozen=True)
class ShowPart:
    """Show this part of the selected map; None: all of it."""

    zoom: Zoom | None


def fitted(zoom: Zoom | None, shape: Shape) -> Zoom | None:
    """The nearest part that lies inside a map; None where it is all of it."""
    if zoom is None:
        return None
    rows, columns = (min(max(count, 1), most) for count, most in zip((zoom.rows, zoom.columns), shape, strict=True))
    if (rows, columns) == shape or 0 in shape:
        return None
    return Zoom(_clip(zoom.row, shape[0] - rows), _clip(zoom.column, shape[1] - columns), rows, columns)


def zoomed(zoom: Zoom | None, shape: Shape, factor: float, query: float, key: float) -> Zoom | None:
    """``factor`` times larger cells, with the point (``query``, ``key``), in cells, where it was.

    The longer side shrinks first, so that a part becomes square and cells as large as they can be.
    Every call changes the longer side by one cell at least.
    """
    now = zoom or Zoom(0, 0, *shape)
    longer = max(now.rows, now.columns)
    side = round(longer / factor)
    side = min(side, longer - 1) if factor > 1 else max(side, longer + 1)
    rows, columns = (min(max(side, SMALLEST), most) for most in shape)
    row = round(query - (query - now.row) * rows / now.rows)
    column = round(key - (key - now.column) * columns / now.columns)
    return fitted(Zoom(row, column, rows, columns), shape)


def _holding(first: int, count: int, index: int | None) -> int:
    return first if index is None else _clip(first, index, index - count + 1)


def _clip(index: int, highest: int, lowest: int = 0) -> int:
    return max(min(index, highest), lowest)
