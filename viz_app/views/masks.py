"""Masks: what each attention may see on this sentence and what that does; padding and a proof to see masks by."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from viz_app.pictures.drawing.picture import Cell, PictureModule
from viz_app.pictures.masks import names
from viz_app.pictures.masks import picture as masks
from viz_app.platform.text import plain_tooltip, target_mask_elsewhere
from viz_app.state.intents import AddPadding, AddSentence, ChangeSettings, MeasureExtension
from viz_app.state.state import Snapshot
from viz_app.views.shared import view
from viz_app.views.shared.flow_layout import FlowLayout
from viz_app.views.shared.view import translate

MORE = 4  #: <pad> tokens that one press adds


class MasksView(view.HoveringView):
    """Has buttons for padding: on a single sentence a padding mask hides nothing by itself.

    And one for the look-ahead mask, which hides nothing from the newest row while a run is decoded.
    """

    module: ClassVar[PictureModule] = masks
    name = "masks"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.add = QPushButton(translate("MasksView", "Add 4 <pad>"))
        self.shorter = QPushButton(translate("MasksView", "Add a shorter sentence"))
        self.remove = QPushButton(translate("MasksView", "Remove padding"))
        self.prove = QPushButton(translate("MasksView", "Check: rerun with the whole target"))
        self.as_in_code = QCheckBox(translate("MasksView", "As in your code"))
        self.add.clicked.connect(lambda: self.requested.emit(AddPadding(self.snapshot.padding + MORE)))
        self.shorter.clicked.connect(lambda: self.requested.emit(AddSentence()))
        self.remove.clicked.connect(lambda: self.requested.emit(AddPadding(0)))
        self.prove.clicked.connect(lambda: self.requested.emit(MeasureExtension()))
        self.as_in_code.clicked.connect(lambda on: self.requested.emit(ChangeSettings({"masks_as_in_code": on})))
        row = FlowLayout()
        for part, tip in self._tips():
            part.setToolTip(plain_tooltip(tip))
            row.addWidget(part)
        self.column.setStretchFactor(self.canvas, 1)
        self.column.addLayout(row)

    def _tips(self) -> tuple[tuple[QWidget, str], ...]:
        return (
            (
                self.add,
                translate("MasksView", "Runs the sentence again with 4 more <pad> tokens. No visible weight changes."),
            ),
            (
                self.shorter,
                translate("MasksView", "Runs this sentence and a shorter one as one padded batch, and shows the "
                          "shorter one: its <pad> tokens are what the padding mask hides."),
            ),
            (self.remove, translate("MasksView", "Runs the sentence again without the added <pad> tokens.")),
            (
                self.prove,
                translate("MasksView", "Runs the decoder over the whole target in one pass and compares every weight "
                          "with the row as it was computed when later tokens did not exist (paper, 3.1)."),
            ),
            (
                self.as_in_code,
                translate("MasksView", "Names, shapes and values of the masks as in the code of this model’s family: "
                          "in some True means blocked, others add −∞.") + "\n" + target_mask_elsewhere(),
            ),
        )  # fmt: skip

    def display(self, snapshot: Snapshot) -> None:
        """As every view; a button is there where it can do something."""
        super().display(snapshot)
        run = snapshot.run
        for button in (self.add, self.shorter):
            button.setEnabled(run is not None)
        self.remove.setVisible(run is not None and snapshot.padding > 0)
        self.prove.setVisible(snapshot.selection.kind == "decoder" and run is not None and not run.at_once)
        self.prove.setEnabled(snapshot.extension is None)
        self.as_in_code.setVisible(run is not None and names.knows(run.meta.family))
        self.as_in_code.setChecked(snapshot.settings.masks_as_in_code)

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """Scores are the run's own, however it is read; and what has been proved of it."""
        return *super().subject(snapshot), snapshot.run, snapshot.extension

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the picture tells its three numbers: a tooltip would only hide them."""
        return ""
