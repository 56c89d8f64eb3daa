"""The ring around whatever has the keyboard, in every window of the program: two pixels of the accent.

Styles mark the focus by one pixel or by dots, and on some controls not at all. A style sheet would take every widget
its platform's look, so the ring is a widget of its own that lies on the focused one. Painted controls that draw their
own ring say ``rings_itself``.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QLabel,
    QMenu,
    QMenuBar,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from viz_app.platform.keys import TYPING
from viz_app.platform.theme import colours


def draw_focus_ring(painter: QPainter, rect: QRectF, radius: float, colour: str = "") -> None:
    """Two pixels just inside ``rect``, of the accent if no colour is given."""
    painter.setPen(QPen(QColor(colour or colours().accent), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)


class PaintedWidget(QLabel):
    """The base of what is painted by ourselves, ring and all, and reads as one picture with a name.

    To assistive programs a label with a pixmap is a picture; a bare widget is one more box around others. A role
    cannot be given from Python otherwise. The pixmap is never painted.
    """

    rings_itself = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setPixmap(QPixmap(1, 1))


class FocusRings(QObject):
    """Follows the keyboard through the application, with a ring. A click on what is no text field needs none."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.ring: FocusRing | None = None
        application.focusChanged.connect(self._follow)
        self._follow(None, application.focusWidget())

    def stop(self) -> None:
        """Follow no more."""
        self._application.focusChanged.disconnect(self._follow)
        self._follow(None, None)

    def _follow(self, _: QWidget | None, focused: QWidget | None) -> None:
        if self.ring is not None and isValid(self.ring):  # it may have gone with what had it
            self.ring.hide()
            self.ring.deleteLater()
        self.ring = FocusRing(focused) if focused is not None and self._wanted(focused) else None
        if focused is not None and focused.window().windowType() == Qt.WindowType.Popup:
            from viz_app.platform.popup_keyboard import PopupKeyboard  # nothing pops up before the first paint

            PopupKeyboard.watch(focused.window())

    def _wanted(self, focused: QWidget) -> bool:
        if isinstance(focused, QMenu | QMenuBar) or focused.window().windowType() == Qt.WindowType.Popup:
            return False
        if focused.isWindow():  # nothing in it has the keyboard: a frame around everything points at nothing
            return False
        clicked = self._application.mouseButtons() != Qt.MouseButton.NoButton
        return not getattr(focused, "rings_itself", False) and (isinstance(focused, TYPING) or not clicked)


class FocusRing(QWidget):
    """Lies on ``focused``, its parent, and goes with it; neither the mouse nor the keyboard finds it.

    It keeps no hold of the parent and asks for it each time: Python's end of a button in a box that Qt itself has made
    goes with that of the box, while the button is still there; and what paints may not fail.
    """

    def __init__(self, focused: QWidget) -> None:
        super().__init__(focused)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(focused.rect())
        for each in (focused, focused.viewport()) if isinstance(focused, QScrollArea) else (focused,):
            each.installEventFilter(self)
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """As large as what it lies on."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self.setGeometry(watched.rect())
        elif event.type() == QEvent.Type.Resize:
            self.update()  # a scroll bar has come or gone
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        focused = self.parentWidget()
        if focused is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        out = 2 if isinstance(focused, QAbstractSpinBox) else 1  # what has an outline keeps it
        draw_focus_ring(painter, QRectF(ringed(focused)).adjusted(out, out, -out, -out), 3)
        painter.end()


def ringed(widget: QWidget) -> QRect:
    """What a ring stands around: the chosen tab, the words of a check box, what scrolls, else all of a widget."""
    if isinstance(widget, QTabBar) and widget.currentIndex() >= 0:
        return widget.tabRect(widget.currentIndex()).intersected(widget.rect())
    if isinstance(widget, QScrollArea):
        return widget.viewport().geometry()
    if isinstance(widget, QCheckBox | QRadioButton):
        option = QStyleOptionButton()
        option.initFrom(widget)
        check = isinstance(widget, QCheckBox)
        part = QStyle.SubElement.SE_CheckBoxContents if check else QStyle.SubElement.SE_RadioButtonContents
        words = widget.style().subElementRect(part, option, widget).adjusted(-3, 0, 3, 0)
        return words.intersected(widget.rect()) if widget.text() else widget.rect()
    return widget.rect()
