"""Teacher forcing: the positions of a run as a table. A click on a row, an arrow key or the wheel goes to a step."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from model.analysis.formulas import Conventions, conventions_of
from model.common.text import fill
from model.transforms.places import Place, in_reading
from viz_app.pictures.drawing.picture import Cell, PictureModule
from viz_app.pictures.teacher_forcing import picture as teacher_forcing
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot
from viz_app.views.shared.view import View, translate


def _training(known: Conventions) -> str:
    """Which loss training made small: with label smoothing it is another than the one that is shown."""
    if known.smoothing is None:
        return translate(
            "View",
            "Training makes this loss small, or a smoothed one, which shares a part ε of each label among all tokens "
            "(paper, 5.4).",
        )
    if not known.smoothing:
        return translate("View", "It is the loss that training made small.")
    template = translate(
        "View",
        "Training made a smoothed one small: the label counted 1 − ε, and ε = %1 was shared among all tokens (paper, "
        "5.4), so that about ε of the probability stays with others.",
    )
    return fill(template, f"{known.smoothing:g}")


class TeacherForcingView(View):
    """Its rows are the run's own, whichever way its maps are read."""

    module: ClassVar[PictureModule] = teacher_forcing
    name = "teacher_forcing"
    click_focus = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas.zooms = True
        self.canvas.turned.connect(self._turn)

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """No cell, head or layer is shown."""
        return snapshot.run, snapshot.run_selection.step, snapshot.settings

    def click(self, cell: Cell) -> None:
        """To the step of a row."""
        if cell.query is not None:
            self.requested.emit(self._to(cell.query))

    def open(self, cell: Cell) -> None:
        """The first click has gone there."""

    def move_by(self, rows: int, columns: int) -> None:
        """Down to the next step; to the right too, as everywhere else."""
        run = self.snapshot.run
        step = self.snapshot.run_selection.step + rows + columns
        if run is not None and 0 <= step < run.steps:
            self.requested.emit(self._to(step))

    def explain(self, cell: Cell) -> str:
        """What a row says, in a sentence; the columns' formulas."""
        told = translate(
            "View",
            "The decoder gets the input and is asked for the label. p(label) is its softmax "
            "probability; the loss −ln p(label) is its cross entropy in nats, without label "
            "smoothing.",
        )
        return f"{told} {_training(conventions_of(self.snapshot.run, self.snapshot.network))}"

    def _turn(self, _: QPointF, notches: int) -> None:
        """The wheel turns pages, where there are several."""
        shown = self.canvas.picture
        row = shown.turned(notches < 0) if isinstance(shown, teacher_forcing.TargetSheet) else None
        if row is not None:
            self.requested.emit(self._to(row))

    def _to(self, row: int) -> Select:
        trace = self.snapshot.trace
        done = None if trace is None else trace.meta.reading
        if done is None:
            return Select(step=row)
        return Select(step=in_reading(done, self.snapshot.selection.kind, Place(row, None, None)).step)
