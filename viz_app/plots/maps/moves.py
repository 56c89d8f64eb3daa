"""Where keys go from a cell, and how far a range moves until it holds one. Arithmetic only."""

from __future__ import annotations

from PySide6.QtCore import Qt

from viz_app.plots.maps.map_plot import Cell

CLOSER = 1.5  #: larger cells by a key
FAR = 10  #: cells of a step with Shift
AHEAD = 0.1  #: of what is in view, beyond a cell that comes into view
ARROWS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
ZOOMS = {Qt.Key.Key_Plus: CLOSER, Qt.Key.Key_Equal: CLOSER, Qt.Key.Key_Minus: 1 / CLOSER}


def cell_by(
    key: Qt.Key, held: Qt.KeyboardModifier, start: Cell, shape: tuple[int, int], page: int
) -> Cell | None:  # fmt: skip
    """The cell that a key goes to, inside a map; None for a key that goes nowhere. ``page``: rows in view.

    Home and End go along the row, with Ctrl along the column.
    """
    (query, at), (high, wide) = start, shape
    if key in ARROWS:
        by = FAR if held & Qt.KeyboardModifier.ShiftModifier else 1
        query, at = query + by * ARROWS[key][0], at + by * ARROWS[key][1]
    elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
        query += max(1, page - 1) if key == Qt.Key.Key_PageDown else -max(1, page - 1)
    elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
        last = key == Qt.Key.Key_End
        if held & Qt.KeyboardModifier.ControlModifier:
            query = (high - 1) * last
        else:
            at = (wide - 1) * last
    else:
        return None
    return min(max(query, 0), high - 1), min(max(at, 0), wide - 1)


def holding(low: float, high: float, index: int | None) -> list[float]:
    """A range moved until it holds a whole cell, with some room beyond it."""
    if index is None or (low <= index and index + 1 <= high):
        return [low, high]
    room = min(AHEAD * (high - low), max(0.0, (high - low - 1) / 2))
    by = index - room - low if index < low else index + 1 + room - high
    return [low + by, high + by]
