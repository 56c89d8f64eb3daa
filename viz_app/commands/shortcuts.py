"""Keys that belong to the focused control and may not be taken by a shortcut of the window.

A window shortcut would otherwise win over a button's Space or a list's arrows. Text fields keep
everything that types or edits. Nothing here says what a shortcut does; see :mod:`viz_app.commands`.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLabel,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from viz_app.platform.keys import TYPING

Key = Qt.Key
PRESS = {Key.Key_Space, Key.Key_Return, Key.Key_Enter}
SIDEWAYS = {Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End}
MOVE = SIDEWAYS | {Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown}
SEARCHING = (QAbstractItemView, QComboBox)  #: a letter jumps to an entry


class KeyGuard(QObject):
    """Follows the focus through the application and lets the focused control keep its keys."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self._focused: QWidget | None = None
        application.focusChanged.connect(self._follow)
        self._follow(None, application.focusWidget())

    def stop(self) -> None:
        """Follow no more."""
        self._application.focusChanged.disconnect(self._follow)
        self._follow(None, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Accept the question "may a shortcut have this key?" in the control's name: it then keeps it."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
            return False
        kept = self._focused is not None and watched is self._focused and belongs_to(self._focused, event)
        if kept:
            event.accept()
        return kept

    def _follow(self, _: QWidget | None, focused: QWidget | None) -> None:
        if self._focused is not None and isValid(self._focused):  # it may have lost the focus by being deleted
            self._focused.removeEventFilter(self)
        self._focused = focused
        if focused is not None:
            focused.installEventFilter(self)


def belongs_to(widget: QWidget, event: QKeyEvent) -> bool:
    """Whether ``widget`` itself does something with this key."""
    if isinstance(widget, QLabel):  # who has marked words copies these, and not the picture
        return widget.hasSelectedText() and event.matches(QKeySequence.StandardKey.Copy)
    plain = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    if plain != Qt.KeyboardModifier.NoModifier:
        return False  # text fields claim their own combinations
    key, types = Key(event.key()), bool(event.text().strip() and event.text().isprintable())
    if isinstance(widget, TYPING):
        return types or key in MOVE | PRESS | {Key.Key_Backspace, Key.Key_Delete}
    if isinstance(widget, SEARCHING):
        return types or key in MOVE | PRESS
    if isinstance(widget, QAbstractSlider):
        return key in MOVE
    if isinstance(widget, QTabBar):
        return key in SIDEWAYS | {Key.Key_Space}
    return isinstance(widget, QAbstractButton) and key in PRESS
