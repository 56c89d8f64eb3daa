"""The text field of one sentence: nothing is cut in silence, and Hangul's Enter stays Hangul's.

``QLineEdit`` cuts at 32,767 characters without a word and answers an Enter that only commits a
syllable; this field does neither. It also has room for a short note at its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QValidator,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from viz_app.controls.source.enter_guard import ENTER, EnterGuard

LIMIT = 50_000  #: characters; ten times the longest sentence that any checkpoint has positions for
NO_LIMIT_OF_QT = 2**31 - 1
_BREAKS = re.compile(r"\s*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])\s*")


def one_line(text: str) -> str:
    """``text`` with every line break, and the white space around it, as one space."""
    return _BREAKS.sub(" ", text)


def lines(text: str) -> str:
    """``text`` with every line break, however it is written, as one; none at the ends."""
    return "\n".join(part for part in _BREAKS.split(text) if part)


class OneLine(QValidator):
    """Refuses, as a whole, what would exceed :data:`LIMIT`. Line breaks become spaces; what they parted is kept."""

    refused = 0  #: length of the text that was last refused
    parted = ""  #: the text that was last turned into one line, where it had several; whoever reads it empties it

    def validate(self, text: str, position: int) -> object:
        """Qt asks after every change that a person makes."""
        line = one_line(text)
        if len(line) > LIMIT:
            self.refused = len(line)
            return QValidator.State.Invalid, text, position
        if line != text:
            position = len(one_line(text[:position]))
            self.parted = lines(text) if "\n" in lines(text) else ""
        return QValidator.State.Acceptable, line, position


class SentenceField(QLineEdit):
    """One line of text. ``returnPressed`` never comes from the Enter that commits a syllable, or with Shift."""

    parted = Signal(str)  #: several lines were pasted, or Shift+Enter starts another one: the text that should be

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(NO_LIMIT_OF_QT)
        self.validation = OneLine(self)
        self.setValidator(self.validation)
        self._guard = EnterGuard()
        self._wordings: tuple[str, ...] = ("",)
        self.note = QLabel(self)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.note.setForegroundRole(QPalette.ColorRole.WindowText)
        self.note.hide()

    def set_note(self, wordings: Sequence[str], colour: str) -> None:
        """A short text at the end of the field, in ``colour``: the first wording with room beside the sentence."""
        palette = QPalette(self.note.palette())
        palette.setColor(QPalette.ColorRole.WindowText, colour)
        self.note.setPalette(palette)
        self._wordings = tuple(wordings)
        self._place_note()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Shift+Enter starts another line, which this field cannot show."""
        if self._guard.takes(event):
            return
        if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            place = self.cursorPosition()
            self.parted.emit(self.text()[:place] + "\n" + self.text()[place:])
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802 - Qt's name
        super().inputMethodEvent(event)
        self._guard.compose(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self._guard.release(event)
        super().keyReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mousePressEvent(event)
        self._guard.click()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusOutEvent(event)
        self._guard.leave()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the note at the end."""
        super().resizeEvent(event)
        self._place_note()

    def _place_note(self) -> None:
        metrics, room = self.fontMetrics(), self.width() - self.fontMetrics().horizontalAdvance(self.text()) - 24
        fitting = (wording for wording in self._wordings if metrics.horizontalAdvance(wording) <= room)
        self.note.setText(next(fitting, self._wordings[-1]))
        width = self.note.sizeHint().width() + 8 if self.note.text() else 0
        shown = 0 < width < self.width() - 120  # the sentence comes first
        self.note.setVisible(shown)
        self.setTextMargins(0, 0, width if shown else 0, 0)
        self.note.setGeometry(self.width() - width, 0, width, self.height())
