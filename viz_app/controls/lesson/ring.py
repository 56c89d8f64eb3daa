"""The ring around the one control to use next. It lies over the window, follows what it rings, and takes no clicks.

It does not move by itself: whoever wants less motion has none. Its green is the colour of lessons.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from viz_app.platform.theme import colours

AROUND, WIDE, RIM = 5, 3, 1  #: pixels around what is ringed, of the ring, and of the rim that sets it off
MOVES = (
    QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest,
    QEvent.Type.ZOrderChange,
)  # fmt: skip


class LessonRing(QWidget):
    """A child of the window; ``find`` says afresh where it is to be."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        for attribute in (Qt.WidgetAttribute.WA_TransparentForMouseEvents, Qt.WidgetAttribute.WA_NoSystemBackground):
            self.setAttribute(attribute)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._watched: list[QWidget] = []
        self._target: tuple[QWidget, QRect] | None = None
        self.again = QTimer(self, singleShot=True, interval=0)  #: what it rings may have moved
        self.hide()

    def point_at(self, target: QWidget | None, part: QRect) -> None:
        """Ring a part of a widget; None rings nothing."""
        self._target = None if target is None else (target, part)
        self._watch(target)
        self._place()

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() in MOVES:
            self.again.start()
        return False

    def _watch(self, target: QWidget | None) -> None:
        """Everything that can move what is ringed: the widget and all it lies in."""
        chain: list[QWidget] = []
        while target is not None:
            chain.append(target)
            target = None if target.isWindow() else target.parentWidget()
        if chain != self._watched:
            for widget in self._watched:
                if isValid(widget):
                    widget.removeEventFilter(self)
            self._watched = chain
            for widget in chain:
                widget.installEventFilter(self)

    def _place(self) -> None:
        if self._target is None or not isValid(self._target[0]) or not self._target[0].isVisible():
            self.hide()
            return
        widget, part = self._target
        window = self.parentWidget()
        corner = widget.mapTo(window, part.topLeft()) if window is not None else QPoint()
        box = QRect(corner, part.size()).adjusted(-AROUND, -AROUND, AROUND, AROUND)
        box = box.intersected(window.rect()) if window is not None else box
        if box != self.geometry():
            self.setGeometry(box)
        self.show()
        self.raise_()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter, palette = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inset = WIDE / 2 + RIM
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        for colour, wide in ((palette.paper, WIDE + 2 * RIM), (palette.ok, WIDE)):
            painter.setPen(QPen(QColor(colour), wide))
            painter.drawRoundedRect(box, 5, 5)
        painter.end()
