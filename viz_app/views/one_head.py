"""One head: a single map with labels and values, the other heads small beside it. Pointing at a cell selects it."""

from __future__ import annotations

from typing import ClassVar

from viz_app.intents import Select
from viz_app.pictures import one_head
from viz_app.pictures._picture import Cell, PictureModule
from viz_app.views import _hovering


class OneHeadView(_hovering.HoveringView):
    """Follows the pointer from cell to cell; a click pins a cell, and leaving goes back to it."""

    module: ClassVar[PictureModule] = one_head
    name = "one_head"

    def click(self, cell: Cell) -> None:
        """A cell is pinned; the small map of another head shows that head, at the same cell."""
        if self._is_other_head(cell):
            self.requested.emit(Select(head=cell.head))
        else:
            super().click(cell)

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the inspector reads it out: a tooltip would only hide others."""
        return super().explain(cell) if self._is_other_head(cell) else ""

    def _is_other_head(self, cell: Cell) -> bool:
        return cell.head != self.snapshot.selection.head
