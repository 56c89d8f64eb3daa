"""A mark at the end of the headline: that something is worth knowing of the run, in two words, and all of it on demand.

It covers nothing and need not be closed. Pointing at it tells the whole, as does a press.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolButton, QToolTip, QWidget

from viz_app.controls.widgets import colours, text_pixels
from viz_app.platform.text import tooltip
from viz_app.state.state import Snapshot
from viz_app.tables.parts.remarks import Mark, marks

ANY = 10_000  #: pixels


class RemarkMark(QToolButton):
    """All marks of a run in one button; hidden where there is none."""

    requested = Signal(object)  #: it asks for nothing, but is wired like every control
    shows = ("run", "problem", "waiting", "selection", "suggestions")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
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
        text, style = " · ".join(mark.text for mark in self._marks), Qt.ToolButtonStyle
        if text != self.text():
            self.setText(text)
        fits = self.fontMetrics().horizontalAdvance(text) + self.iconSize().width() <= self._room
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if fits else style.ToolButtonIconOnly)

    def tell(self) -> None:
        """Say the whole of it now, below the mark."""
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self.toolTip(), self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._ink()

    def _ink(self) -> None:
        ink = QColor(colours().accent)
        if self.palette().color(QPalette.ColorRole.ButtonText) != ink:
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, ink)
            self.setPalette(palette)
        side = round(text_pixels(self) * 1.1)
        self.setIconSize(QSize(side, side))
        self.setIcon(sign(side, ink, colours().paper))


def sign(side: int, ink: QColor, paper: str) -> QIcon:
    """An *i* in a disc, as in the banner of what is only worth saying; twice as fine as asked, for dense screens."""
    image = QPixmap(2 * side, 2 * side)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 8, side / 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(8, 8), 7.5, 7.5)
    painter.setBrush(QColor(paper))
    painter.drawRoundedRect(QRectF(7.1, 7.0, 1.8, 5.2), 0.9, 0.9)
    painter.drawEllipse(QPointF(8, 4.6), 1.1, 1.1)
    painter.end()
    return QIcon(image)
