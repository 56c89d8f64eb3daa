"""One head: a single map with labels and values, the other heads small beside it. Pointing at a cell selects it."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QWidget

from viz_app.pictures import one_head
from viz_app.pictures._picture import Cell, PictureModule
from viz_app.state import CLEAR, Select, Snapshot
from viz_app.views._view import View

Place = tuple[int | None, int | None]  #: query, key


class OneHeadView(View):
    """Follows the pointer from cell to cell; a click pins a cell, and leaving goes back to it."""

    module: ClassVar[PictureModule] = one_head
    name = "one_head"
    click_focus = True  # the arrows then move the cell that was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pinned: Place = (None, None)
        self._hovered: Place | None = None  # selected by the pointer alone

    def display(self, snapshot: Snapshot) -> None:
        """As every view; a cell that was not selected by our pointer counts as pinned."""
        place = (snapshot.selection.query, snapshot.selection.key)
        if place != self._hovered:
            self._pinned, self._hovered = place, None
        super().display(snapshot)

    def point(self, cell: Cell | None) -> None:
        if cell is None or (cell.query is None and cell.key is None):
            self.leave()
        else:
            self._hovered = (cell.query, cell.key)
            self._select(self._hovered)

    def leave(self) -> None:
        if self._hovered is not None:
            self._hovered = None
            self._select(self._pinned)

    def click(self, cell: Cell) -> None:
        """A cell is pinned; the small map of another head shows that head, at the same cell."""
        if self._is_other_head(cell):
            self.requested.emit(Select(head=cell.head))
            return
        self._pinned, self._hovered = (cell.query, cell.key), None
        self._select(self._pinned)

    def open(self, cell: Cell) -> None:
        """It is open already."""
        self.click(cell)

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the inspector reads it out: a tooltip would only hide others."""
        return super().explain(cell) if self._is_other_head(cell) else ""

    def _is_other_head(self, cell: Cell) -> bool:
        return cell.head != self.snapshot.selection.head

    def move_by(self, rows: int, columns: int) -> None:
        """An arrow key moves the cell; the first one finds the largest weight of the current row."""
        trace, chosen = self.snapshot.trace, self.snapshot.selection
        attention = None if trace is None else trace.attention(chosen.kind)
        if trace is None or attention is None:
            return
        height, width = len(trace.rows(chosen.kind, chosen.step)), len(trace.columns(chosen.kind, chosen.step))
        if chosen.query is None or chosen.key is None:
            query = chosen.query if chosen.query is not None else min(chosen.step, height - 1)
            place = (query, int(attention[chosen.layer, chosen.head, query, :width].argmax()))
        else:
            place = (_clip(chosen.query + rows, height), _clip(chosen.key + columns, width))
        self._hovered = None
        self._select(place)

    def _select(self, place: Place) -> None:
        query, key = (CLEAR if index is None else index for index in place)
        self.requested.emit(Select(query=query, key=key))


def _clip(index: int, count: int) -> int:
    return min(max(index, 0), count - 1)
