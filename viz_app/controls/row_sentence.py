"""The large sentence under the views: what the current row reads, writes and gives weight to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from viz_app.controls.widgets import FittedLabel, scaled
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import wordings

LARGER = 1.35  #: than the text around it


class RowSentence(QWidget):
    """One line of plain text that can be selected and copied; shorter where there is less room."""

    requested = Signal(object)  #: it asks for nothing, but is wired like every control

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = FittedLabel(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._enlarge()
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Say what the snapshot's current row does."""
        self.label.set_wordings(wordings(snapshot))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Stay larger than the text around it."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._enlarge()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(400, self.label.sizeHint().height() + 12)

    def _enlarge(self) -> None:
        self.label.setFont(scaled(self.font(), LARGER))
