"""Puts the presentation on a screen while the state says so, and takes it away again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from viz_app.state.intents import Intent
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from viz_app.dialogs.presentation.screen import PresentationScreen
    from viz_app.dialogs.presentation.speaker import SpeakerSheet


class PresentationDesk(QObject):
    """The part of :class:`viz_app.dialogs.window_services.WindowDesk` that shows the presentation.

    The window stays as it is; the keyboard goes back to where it was.
    """

    def __init__(self, window: QWidget, handle: Callable[[Intent], None]) -> None:
        super().__init__(window)
        self._window, self._handle = window, handle
        self.hall: PresentationScreen | None = None
        self.speaker: SpeakerSheet | None = None
        self._focused: QWidget | None = None

    def display(self, snapshot: Snapshot) -> None:
        """Show it, or leave it."""
        if snapshot.presentation is None:
            self._leave()
            return
        if self.hall is None:
            self._begin(snapshot)
        else:
            self.hall.display(snapshot)
        if self.speaker is not None:
            self.speaker.display(snapshot)

    def _begin(self, snapshot: Snapshot) -> None:
        from viz_app.dialogs.presentation.screen import PresentationScreen

        self._focused = QApplication.focusWidget()
        self.hall = hall = PresentationScreen(self._window)
        hall.requested.connect(self._handle)
        hall.use(self._window.actions())
        hall.setGeometry(screen_for(self._window).geometry())
        hall.display(snapshot)
        if has_two_screens():
            self._help_speaker()
        hall.showFullScreen()
        hall.activateWindow()
        hall.setFocus()

    def _help_speaker(self) -> None:
        """On the screen of the window, in front of it; it may be closed, and the presentation goes on."""
        from viz_app.dialogs.presentation.speaker import SpeakerSheet

        self.speaker = sheet = SpeakerSheet(self._window)
        sheet.requested.connect(self._handle)
        room, box = self._window.screen().availableGeometry(), sheet.rect()
        box.moveCenter(self._window.geometry().center())
        left = max(room.left(), min(box.left(), room.right() - box.width()))  # none of it lies on the hall's screen
        sheet.move(left, max(room.top(), min(box.top(), room.bottom() - box.height())))
        sheet.show()

    def _leave(self) -> None:
        if self.hall is None:
            return
        hall, self.hall = self.hall, None
        hall.end()
        if self.speaker is not None:
            self.speaker.hide()
            self.speaker.deleteLater()
            self.speaker = None
        self._window.activateWindow()
        if self._focused is not None and isValid(self._focused):
            self._focused.setFocus()
        self._focused = None


def has_two_screens() -> bool:
    """Is there one for the hall and one for the speaker?"""
    return len(QGuiApplication.screens()) > 1


def screen_for(window: QWidget) -> QScreen:
    """The screen of the hall: another one than the window's, where there is one."""
    others = (screen for screen in QGuiApplication.screens() if screen is not window.screen())
    return next(others, window.screen())
