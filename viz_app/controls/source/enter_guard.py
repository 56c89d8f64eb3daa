"""Keeps Hangul's Enter Hangul's: the Enter that commits a syllable does nothing else, in any text field."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EnterGuard:
    """A field tells it what it hears; some input methods commit first and then send the same Enter on."""

    def __init__(self) -> None:
        self._composing = False  # a syllable is being built
        self._committed = False  # it was committed by a key that has not been released yet

    def compose(self, event: QInputMethodEvent) -> None:
        """A syllable begins, goes on or is committed."""
        self._composing = bool(event.preeditString())
        self._committed = bool(event.commitString()) and not self._composing

    def takes(self, event: QKeyEvent) -> bool:
        """Whether this key was only the one that commits: the field must not act on it."""
        enter, committed, self._committed = event.key() in ENTER, self._committed, False
        if enter and self._composing:
            QGuiApplication.inputMethod().commit()
            self._composing = False
            return True
        return enter and committed

    def release(self, event: QKeyEvent) -> None:
        """The key that committed a syllable is up: the next Enter is meant."""
        self._committed = self._committed and event.isAutoRepeat()

    def click(self) -> None:
        """A click commits too, but no key will come of it."""
        self._committed = False

    def leave(self) -> None:
        """Leaving the field ends a syllable."""
        self._composing = self._committed = False
