"""A mark at the end of the headline: that something is worth knowing of the run, in two words, and all of it on demand.

It covers nothing and need not be closed. Pointing at it tells the whole, as does a press.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QSizePolicy, QToolButton, QToolTip, QWidget

from viz_app.controls.widgets import colours
from viz_app.platform.text import tooltip
from viz_app.state.state import Snapshot
from viz_app.tables.parts.remarks import Mark, marks

SIGN = "ⓘ"
ANY = 10_000  #: pixels


class RemarkMark(QToolButton):
    """All marks of a run in one button; hidden where there is none."""

    requested = Signal(object)  #: it asks for nothing, but is wired like every control
    shows = ("run", "problem", "waiting", "selection", "suggestions")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.tell)
        self._marks: tuple[Mark, ...] = ()
        self._room = ANY
        self._ink()
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """Name what is worth knowing of the run on screen."""
        found = marks(snapshot)
        if found != self._marks:
            self._marks = found
            self.setToolTip(tooltip(*(mark.whole for mark in found)))
            self.setAccessibleName("; ".join(mark.whole for mark in found))
            self.setVisible(bool(found))
            self._name()

    def take(self, room: int) -> int:
        """The words where they fit into ``room`` pixels, else the sign alone; how many it takes."""
        self._room = room
        self._name()
        return self.sizeHint().width() if self._marks else 0

    def _name(self) -> None:
        text = f"{SIGN} {' · '.join(mark.text for mark in self._marks)}" if self._marks else ""
        shown = text if self.fontMetrics().horizontalAdvance(text) <= self._room else SIGN
        if shown != self.text():
            self.setText(shown)

    def tell(self) -> None:
        """Say the whole of it now, below the mark."""
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self.toolTip(), self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._ink()

    def _ink(self) -> None:
        ink = QColor(colours().accent)
        if self.palette().color(QPalette.ColorRole.ButtonText) != ink:
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, ink)
            self.setPalette(palette)
