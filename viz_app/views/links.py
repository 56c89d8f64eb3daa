"""Links: one head as lines between tokens, with how weak and how many lines may be."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from viz_app.intents import ChangeSettings
from viz_app.pictures import links
from viz_app.pictures._picture import Cell, PictureModule
from viz_app.state import Snapshot
from viz_app.views import _hovering
from viz_app.views._canvas import plain_tooltip
from viz_app.views._view import translate


class LinksView(_hovering.HoveringView):
    """Pointing at a token or a line selects it. The two numbers are settings: they last, and exports keep them."""

    module: ClassVar[PictureModule] = links
    name = "links"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.threshold, self.count = QSpinBox(), QSpinBox()
        self.threshold.setRange(0, 100)
        self.threshold.setSuffix(" %")
        self.count.setRange(0, 20)
        self.count.setSpecialValueText(translate("LinksView", "all"))
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 8, 6)
        for box, name, tip in self._words():
            label = QLabel(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(box)
            label.setMinimumWidth(1)  # a narrow pane cuts the name, not the picture
            for part in (label, box):
                part.setToolTip(plain_tooltip(tip))
            box.setAccessibleName(name)
            row.addWidget(label)
            row.addWidget(box)
        row.addStretch()
        arrangement = self.layout()
        assert isinstance(arrangement, QVBoxLayout)
        arrangement.addLayout(row)
        self.threshold.valueChanged.connect(lambda value: self._change(link_threshold=value))
        self.count.valueChanged.connect(lambda value: self._change(link_count=value))

    def _words(self) -> tuple[tuple[QSpinBox, str, str], ...]:
        return (
            (
                self.threshold,
                translate("LinksView", "Weakest line"),
                translate("LinksView", "A weight below this has no line. Each row of weights sums to 100 %."),
            ),
            (
                self.count,
                translate("LinksView", "Lines of each row"),
                translate("LinksView", "Only the strongest lines of each row are drawn."),
            ),
        )

    def display(self, snapshot: Snapshot) -> None:
        settings = snapshot.settings
        for box, value in ((self.threshold, settings.link_threshold), (self.count, settings.link_count)):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        super().display(snapshot)

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the inspector reads it out: a tooltip would only hide others."""
        return ""

    def _change(self, **changes: int) -> None:
        self.requested.emit(ChangeSettings(dict(changes)))
