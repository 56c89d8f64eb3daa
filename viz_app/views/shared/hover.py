"""A view whose picture is one head: pointing selects, a click pins, leaving goes back to what was pinned."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viz_app.pictures.drawing.picture import Cell
from viz_app.state.intents import CLEAR, Select
from viz_app.state.state import Snapshot
from viz_app.views.shared.view import View

Place = tuple[int | None, int | None]  #: query, key


class HoveringView(View):
    """Follows the pointer from place to place."""

    click_focus = True  # the arrows then move what was clicked

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
            self.select_place(self._hovered)

    def leave(self) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.select_place(self._pinned, follow=False)

    def click(self, cell: Cell) -> None:
        """What is pointed at stays selected."""
        self._pinned, self._hovered = (cell.query, cell.key), None
        self.select_place(self._pinned)

    def open(self, cell: Cell) -> None:
        """It is open already."""
        self.click(cell)

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
        self.select_place(place)

    def select_place(self, place: Place, follow: bool = True) -> None:
        """Ask for a query and a key; None clears. A zoomed map may ``follow`` there."""
        query, key = (CLEAR if index is None else index for index in place)
        self.requested.emit(Select(query=query, key=key, follow=follow))


def _clip(index: int, count: int) -> int:
    return min(max(index, 0), count - 1)
