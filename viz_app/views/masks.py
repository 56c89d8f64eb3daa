"""Masks: what each attention may see on this sentence, and padding to see the padding mask by."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.intents import AddPadding
from viz_app.pictures import masks
from viz_app.pictures._picture import PictureModule
from viz_app.state import Snapshot
from viz_app.views._canvas import plain_tooltip
from viz_app.views._view import View, translate

MORE = 4  #: <pad> tokens that one press adds


class MasksView(View):
    """Has buttons for padding: on a single sentence a padding mask hides nothing by itself."""

    module: ClassVar[PictureModule] = masks
    name = "masks"
    arrows = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.add = QPushButton(translate("MasksView", "Add 4 <pad>"))
        self.add.setToolTip(
            plain_tooltip(
                translate("MasksView", "Runs the sentence again with 4 more <pad> tokens. No visible weight changes.")
            )
        )
        self.remove = QPushButton(translate("MasksView", "Remove padding"))
        self.remove.setToolTip(
            plain_tooltip(translate("MasksView", "Runs the sentence again without any <pad> token."))
        )
        self.add.clicked.connect(lambda: self.requested.emit(AddPadding(self.snapshot.padding + MORE)))
        self.remove.clicked.connect(lambda: self.requested.emit(AddPadding(0)))
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch()
        box = self.layout()
        assert isinstance(box, QVBoxLayout)
        box.addLayout(row)

    def display(self, snapshot: Snapshot) -> None:
        super().display(snapshot)
        self.add.setEnabled(snapshot.trace is not None)
        self.remove.setEnabled(snapshot.trace is not None and snapshot.padding > 0)

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """Masks do not depend on the cell, nor on the head unless they are recorded from somebody's own code."""
        chosen, trace = snapshot.selection, snapshot.trace
        block = (chosen.layer, chosen.head) if trace is not None and trace.meta.recorded else ()
        return trace, chosen.kind, block, chosen.step, snapshot.settings, snapshot.checkpoint
