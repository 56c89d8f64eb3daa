"""The text field of the source sentence: nothing is cut in silence, and Hangul's Enter stays Hangul's.

``QLineEdit`` cuts at 32,767 characters without a word and answers an Enter that only commits a
syllable; this field does neither. It also has room for a short note at its end.
"""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QValidator,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

LIMIT = 50_000  #: characters; ten times the longest sentence that any checkpoint has positions for
NO_LIMIT_OF_QT = 2**31 - 1
_BREAKS = re.compile(r"\s*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])\s*")
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def one_line(text: str) -> str:
    """``text`` with every line break, and the white space around it, as one space."""
    return _BREAKS.sub(" ", text)


class OneLine(QValidator):
    """Turns line breaks into spaces and refuses, as a whole, what would exceed :data:`LIMIT`."""

    refused = 0  #: length of the text that was last refused

    def validate(self, text: str, position: int) -> object:
        """Qt asks after every change that a person makes."""
        line = one_line(text)
        if len(line) > LIMIT:
            self.refused = len(line)
            return QValidator.State.Invalid, text, position
        if line != text:
            position = len(one_line(text[:position]))
        return QValidator.State.Acceptable, line, position


class SentenceField(QLineEdit):
    """One line of text. ``returnPressed`` never comes from the Enter that commits a syllable."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(NO_LIMIT_OF_QT)
        self.validation = OneLine(self)
        self.setValidator(self.validation)
        self.note = QLabel(self)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.note.setForegroundRole(QPalette.ColorRole.WindowText)
        self.note.hide()
        self._composing = False  # a syllable is being built
        self._committed = False  # it was committed by a key that has not been released yet

    def set_note(self, text: str, colour: str) -> None:
        """A short text at the end of the field, in ``colour``; empty for none."""
        palette = QPalette(self.note.palette())
        palette.setColor(QPalette.ColorRole.WindowText, colour)
        self.note.setPalette(palette)
        if text != self.note.text():
            self.note.setText(text)
            self._place_note()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802 - Qt's name
        """Notice when a syllable begins and when it is committed."""
        super().inputMethodEvent(event)
        self._composing = bool(event.preeditString())
        self._committed = bool(event.commitString()) and not self._composing

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """An Enter while a syllable is being built commits it; the same Enter, sent on, does nothing."""
        enter, committed, self._committed = event.key() in _ENTER, self._committed, False
        if enter and self._composing:
            QGuiApplication.inputMethod().commit()
            self._composing = False
        elif not (enter and committed):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """The key that committed a syllable is up: the next Enter is meant."""
        if not event.isAutoRepeat():
            self._committed = False
        super().keyReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click commits too, but no key will come of it."""
        super().mousePressEvent(event)
        self._committed = False

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Leaving the field ends a syllable."""
        super().focusOutEvent(event)
        self._composing = self._committed = False

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the note at the end."""
        super().resizeEvent(event)
        self._place_note()

    def _place_note(self) -> None:
        width = self.note.sizeHint().width() + 8 if self.note.text() else 0
        shown = 0 < width < self.width() - 120  # the sentence comes first
        self.note.setVisible(shown)
        self.setTextMargins(0, 0, width if shown else 0, 0)
        self.note.setGeometry(self.width() - width, 0, width, self.height())
