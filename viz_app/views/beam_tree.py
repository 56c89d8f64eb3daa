"""Beam tree: hypotheses to look at and to run. A click or Enter makes one the run on screen; arrows look along them."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QWidget

from model.transforms.run_tree import RunTree, run_tree
from viz_app.pictures.beam_tree import picture as beam_tree
from viz_app.pictures.beam_tree import texts
from viz_app.pictures.drawing.picture import Cell, PictureModule
from viz_app.state.decoding import PointAtNode, RunNode
from viz_app.state.state import Snapshot
from viz_app.views.shared.view import View, translate


class BeamTreeView(View):
    """Its hypotheses are the run's own, whichever way its maps are read."""

    module: ClassVar[PictureModule] = beam_tree
    name = "beam_tree"
    click_focus = by_arrows = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas.zooms = self.canvas.enters = True
        self.canvas.turned.connect(self._turn)
        self.canvas.entered.connect(self._enter)

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """No cell, head or layer is shown."""
        return snapshot.run, snapshot.run_selection.step, snapshot.settings, snapshot.node

    @property
    def tree(self) -> RunTree | None:
        """The hypotheses of the run."""
        return None if self.snapshot.run is None else run_tree(self.snapshot.run)

    @property
    def here(self) -> int | None:
        """The hypothesis that is looked at."""
        tree, now = self.tree, self.snapshot
        if tree is None:
            return None
        return tree.at(now.run_selection.step) if now.node is None else now.node

    def click(self, cell: Cell) -> None:
        """One of the run itself is gone to; another becomes the run."""
        tree = self.tree
        if tree is not None and cell.node is not None:
            own = cell.node in tree.own
            self.requested.emit(PointAtNode(cell.node) if own else RunNode(cell.node))

    def open(self, cell: Cell) -> None:
        """The first click has made it the run."""

    def ask_for_menu(self, cell: Cell | None, place: QPoint) -> None:
        """What the menu is opened on is looked at, not run."""
        if cell is not None and cell.node is not None:
            self.requested.emit(PointAtNode(cell.node))
        self.menu_wanted.emit(place)

    def move_by(self, rows: int, columns: int) -> None:
        """An arrow key looks at the hypothesis above, below, before or after."""
        tree, here = self.tree, self.here
        if tree is not None and here is not None:
            there = tree.beside(here, rows, columns)
            if there != here:
                self.requested.emit(PointAtNode(there))

    def explain(self, cell: Cell) -> str:
        """All tokens of a hypothesis, its numbers, and what a click does."""
        run, tree = self.snapshot.run, self.tree
        if run is None or tree is None or cell.node is None:
            return ""
        does = translate("View", "Click or Enter: it becomes the run on screen, in every view; undo returns")
        if cell.node in tree.own:
            does = translate("View", "Click: to this step of the run on screen")
        return "\n".join((texts.so_far(run, tree, cell.node), texts.readout(run, tree, cell.node), does))

    def _enter(self) -> None:
        here = self.here
        if here is not None:
            self.click(Cell(self.snapshot.selection.kind, 0, 0, None, None, node=here))

    def _turn(self, _: QPointF, notches: int) -> None:
        """The wheel turns pages, where there are several."""
        shown, tree = self.canvas.picture, self.tree
        if isinstance(shown, beam_tree.TreeSheet) and tree is not None:
            step = shown.layout.turned(notches < 0)
            if step is not None:
                self.requested.emit(PointAtNode(tree.steps[step][0] if step >= len(tree.own) else tree.own[step]))
