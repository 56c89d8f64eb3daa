"""The large sentence under the views: what the current row reads, writes and gives weight to.

A second, calm line stands under it while something about the run is uncertain: the checkpoint does not say it, and
nobody has answered.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from viz_app.controls.widgets import FittedLabel, scaled, text_pixels
from viz_app.pictures.drawing.picture_texts import uncertain
from viz_app.platform.text import fill, translate
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import wordings

LARGER, LITTLE = 1.25, 1.1  #: than the text around it, and where there is less room
NARROW = 48  #: heights of a letter


class RowSentence(QWidget):
    """One line of plain text that can be selected and copied; shorter where there is less room."""

    requested = Signal(object)  #: it asks for nothing, but is wired like every control

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.doubt = FittedLabel(self), FittedLabel(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 2, 10, 2)
        layout.setSpacing(2)
        layout.addWidget(self.label)
        layout.addWidget(self.doubt)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._enlarge()
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Say what the snapshot's current row does."""
        before = self.label.wordings[0]
        self.label.set_wordings(wordings(snapshot))
        if self.label.wordings[0] != before and self.isVisible():
            from viz_app.platform.screen_reader import announce

            announce(self.label, self.label.wordings[0])
        said = "" if snapshot.trace is None else uncertain(snapshot.trace.meta)
        self.doubt.setVisible(bool(said))
        if said:
            way = translate("RowSentence", "%1. File ▸ Change what was assumed…")
            count = len(snapshot.trace.meta.uncertain) if snapshot.trace is not None else 0
            short = translate("RowSentence", "not certain: %1 things that the checkpoint does not say")
            self.doubt.set_wordings([fill(way, said), said, fill(short, count)])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Stay larger than the text around it."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._enlarge()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Smaller before anything has to be left out."""
        super().resizeEvent(event)
        self._enlarge()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        below = self.doubt.sizeHint().height() + 2 if self.doubt.isVisibleTo(self) else 0
        return QSize(400, self.label.sizeHint().height() + below + 4)

    def _enlarge(self) -> None:
        narrow = self.width() < NARROW * text_pixels(self)
        self.label.setFont(scaled(self.font(), LITTLE if narrow else LARGER))
