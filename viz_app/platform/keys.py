"""Keys that a control keeps for itself while it has the focus: no shortcut gets them. And the order of the Tab key."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

Key = Qt.Key
PRESSING = (Key.Key_Return, Key.Key_Enter, Key.Key_Space)
TYPING = (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox)  #: widgets that letters are written in
ENDS = {Key.Key_Home: 0, Key.Key_End: -1}
UPRIGHT = {Key.Key_Up: -1, Key.Key_Down: 1}


def is_plain(event: QKeyEvent, also: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
    """Is no modifier held but the keypad's own, and ``also``?"""
    return not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | also)


def is_copy(event: QKeyEvent) -> bool:
    """Is it the platform's key for copying?"""
    from PySide6.QtGui import QKeySequence  # with the names of all such keys: the first picture needs none

    return event.matches(QKeySequence.StandardKey.Copy)


def is_kept(event: QEvent, keeps: Callable[[QKeyEvent], bool]) -> bool:
    """Whether ``event`` asks if a shortcut may have a key, and the control ``keeps`` it: then it is told so."""
    if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and keeps(event):
        event.accept()
        return True
    return False


def moved(key: Qt.Key, steps: Mapping[Qt.Key, int], index: int | None, count: int) -> int:
    """Where a key of ``steps`` or :data:`ENDS` leads from ``index`` among ``count`` places."""
    if key in ENDS:
        return ENDS[key] % count
    return min(max((-1 if index is None else index) + steps[key], 0), count - 1)


def stand_behind(before: QWidget, widget: QWidget) -> None:
    """In the order of the Tab key behind ``before``, whether the key stops there or not."""
    policy = before.focusPolicy()
    before.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # else Qt passes over it
    QWidget.setTabOrder(before, widget)
    before.setFocusPolicy(policy)
