"""The keyboard after a pop-up: it goes back to what had it, or, where that has gone meanwhile, to what comes next.

Qt gives it back to what had it and to nothing else: where an answer came while a list was open, and hid or greyed the
button before, it stayed in the list, which is not there any more.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget


class PopupKeyboard(QObject):
    """Waits for ``popup``, its parent, to close."""

    @classmethod
    def watch(cls, popup: QWidget) -> None:
        """Once, however often it opens."""
        if popup.findChild(cls) is None:
            cls(popup)

    def __init__(self, popup: QWidget) -> None:
        super().__init__(popup)
        popup.installEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt itself gives the keyboard back after the pop-up has gone."""
        if event.type() == QEvent.Type.Hide:
            QTimer.singleShot(0, bring_back)
        return False


def bring_back() -> None:
    """To the next in the window that is active, where nobody can see what has the keyboard."""
    window, focused = QApplication.activeWindow(), QApplication.focusWidget()
    if window is not None and window.isVisible() and focused is not None and not focused.isVisible():
        window.focusNextChild()
