"""The surface that hosts one picture: paints it, and tells the places that are pointed at, clicked and moved to.

It knows no trace and no Intent; what a place means is its view's business.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip

from viz_app.pictures.drawing.picture import Cell, Picture
from viz_app.platform.focus_ring import PaintedWidget
from viz_app.platform.keys import is_kept, is_plain
from viz_app.platform.text import plain_tooltip

ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
NOTCH = 120  #: what Qt counts for a notch of a wheel
Draw = Callable[[int, int, float], Picture]  #: width, height, device pixels per logical pixel


class Canvas(PaintedWidget):
    """Shows what ``draw`` makes, drawn again only when :meth:`refresh` was called or the size changed."""

    pointed = Signal(object)  #: Cell or None, whenever the pointer comes to another one
    clicked = Signal(object)  #: Cell, when the button is let go where it was pressed
    opened = Signal(object)  #: Cell, by double click
    moved = Signal(int, int)  #: rows and columns, by arrow key
    entered = Signal()  #: by Enter
    left = Signal()  #: the pointer has gone
    turned = Signal(QPointF, int)  #: the wheel at a place, by notches; up is more than 0
    grabbed = Signal()  #: a drag begins
    dragged = Signal(QPointF)  #: how far from where it began
    drawn = Signal()  #: there is another picture
    menu_asked = Signal(object, QPoint)  #: for the Cell at a place, None by keyboard; where on the screen

    def __init__(self, draw: Draw, explain: Callable[[Cell], str], arrows: bool) -> None:
        super().__init__()
        self._draw = draw
        self._explain = explain
        self._arrows = arrows
        self._picture: Picture | None = None
        self._drawn_for: tuple[QSize, float] | None = None
        self._under: Cell | None = None
        self._fault = ""  #: why it could not be painted the last time
        self._ring = False
        self._pressed: QPointF | None = None
        self.released = QPointF()  #: where the last click ended
        self.place = QPointF()  #: where the pointer was last, or a click began
        self._dragging = False
        self._turn = 0  # of the wheel, less than a notch
        self.draggable = False  #: else a press and a release are a click, wherever the pointer went between
        self.zooms = False  #: whether the wheel says something here
        self.enters = False  #: whether Enter does
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Pictures fit any size; this is what a first layout may start from."""
        return QSize(560, 420)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(240, 160)

    def refresh(self) -> None:
        """What the picture shows has changed."""
        self._picture = None
        self.update()

    @property
    def picture(self) -> Picture:  # type: ignore[override]  # a label has one too, of another kind
        """The picture as it is, or will be, on screen."""
        now = (self.size(), self.devicePixelRatioF())
        if self._picture is None or self._drawn_for != now:
            self._picture = self._draw(self.width(), self.height(), now[1])
            self._drawn_for = now
            if self.accessibleName() != self._picture.alt:
                self.setAccessibleName(self._picture.alt)
            self.drawn.emit()
        return self._picture

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        try:
            self.picture.paint(painter)
        except Exception as error:  # noqa: BLE001 - raised in a nested event loop, it ends the program in the binding
            painter.fillRect(self.rect(), self.palette().base())
            if repr(error) != self._fault:  # once, and not with every paint
                self._fault = repr(error)
                sys.excepthook(type(error), error, error.__traceback__)
        if self._ring:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def event(self, event: QEvent) -> bool:
        """Keep the arrows from the window's shortcuts, and show tooltips."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self._at(QPointF(event.pos()))
            text = self._explain(cell) if cell is not None else ""
            QToolTip.showText(event.globalPos(), plain_tooltip(text), self)
            return True
        return is_kept(event, self._takes) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._ask_for_menu()  # not every platform takes it for the menu key
        elif self._takes(event) and event.key() in ENTER:
            self.entered.emit()
        elif self._takes(event):
            self.moved.emit(*ARROWS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self.place = event.position()
        if self._drag(event.position()):
            return
        cell = self._at(event.position())
        if cell != self._under:
            self._under = cell
            self.pointed.emit(cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, self._pressed, self.released = self._pressed, None, event.position()
        self.place = event.position() if pressed is None else pressed
        if self._dragging:
            self._dragging = False
            self.unsetCursor()
            return
        cell = None if pressed is None else self._at(pressed) or self._row_named_at(pressed)
        if cell is not None:
            self.clicked.emit(cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        cell, self.place = self._at(event.position()), event.position()
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.opened.emit(cell)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """With Ctrl and without: there is nothing to scroll."""
        if not self.zooms:
            event.ignore()
            return
        self._turn += event.angleDelta().y()
        notches = int(self._turn / NOTCH)
        self._turn -= notches * NOTCH
        if notches:
            self.turned.emit(event.position(), notches)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """For what lies under the pointer; by keyboard for what is selected."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._ask_for_menu()
            return
        self.released = self.place = QPointF(event.pos())  # the last click may have been anywhere
        label = self._label_at(QPointF(event.pos()))
        cell = self._at(QPointF(event.pos())) if label is None else label
        if cell is not None:
            self.menu_asked.emit(cell, event.globalPos())

    def _label_at(self, place: QPointF) -> Cell | None:
        """The row or column whose name is there; only maps have such names."""
        label_at = getattr(self.picture, "label_at", None)
        found: Cell | None = None if label_at is None else label_at(place.x(), place.y())
        return found

    def _row_named_at(self, place: QPointF) -> Cell | None:
        """The row whose name is there: a click on its name is one on the row."""
        found = self._label_at(place)
        return None if found is None or found.query is None else found

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        self._under = None
        self.left.emit()
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """A ring tells where the keyboard is; whoever clicked knows."""
        self._ring = event.reason() in BY_KEYBOARD
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        self._ring = False
        super().focusOutEvent(event)

    def _ask_for_menu(self) -> None:
        """At the selected cell, where the picture can tell its place; else in the middle."""
        spot = getattr(self.picture, "spot", None)
        place = self.rect().center() if spot is None else QPointF(*spot).toPoint()
        self.menu_asked.emit(None, self.mapToGlobal(place))

    def _drag(self, place: QPointF) -> bool:
        """Whether the pointer holds the picture; it does once it has come far enough for no click."""
        if self._pressed is None:
            return False
        by = place - self._pressed
        if not self._dragging and self.draggable and by.manhattanLength() >= QApplication.startDragDistance():
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.grabbed.emit()
        if self._dragging:
            self.dragged.emit(by)
        return self._dragging

    def _at(self, place: QPointF) -> Cell | None:
        return self.picture.at(place.x(), place.y())

    def _takes(self, event: QKeyEvent) -> bool:
        ours = (self._arrows and event.key() in ARROWS) or (self.enters and event.key() in ENTER)
        return ours and is_plain(event)
