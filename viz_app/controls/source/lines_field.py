"""The editor of several sentences, one a line: Enter sends them off, Shift+Enter starts another one.

With what every field of sentences shares: how long a text may be, what a line is, and the Enter that only commits a
syllable.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSizePolicy, QWidget

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


#: Why the keyboard leaves a field and comes back.
PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class GuardedTyping(QWidget if TYPE_CHECKING else object):  # type: ignore[misc]  # Qt's classes have one base of Qt's
    """Stands before the Qt class of a field: tells the field's guard what Qt tells the field."""

    guard: EnterGuard

    def rest(self) -> None:
        """Nobody writes here any more, and does not come back in a moment."""

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802 - Qt's name
        super().inputMethodEvent(event)
        self.guard.compose(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self.guard.release(event)
        super().keyReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mousePressEvent(event)
        self.guard.click()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusOutEvent(event)
        self.guard.leave()
        if event.reason() not in PASSING:
            self.rest()


LIMIT = 50_000  #: characters; ten times the longest sentence that any checkpoint has positions for
_BREAKS = r"\s*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])\s*"  # compiled with the first line that comes in


def one_line(text: str) -> str:
    """``text`` with every line break, and the white space around it, as one space."""
    return re.sub(_BREAKS, " ", text)


def lines(text: str) -> str:
    """``text`` with every line break, however it is written, as one; none at the ends."""
    return "\n".join(part for part in re.split(_BREAKS, text) if part)


def corner_note(field: QWidget) -> QLabel:
    """A short text over the end of a field, which takes no click."""
    note = QLabel(field, textFormat=Qt.TextFormat.PlainText)
    note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    note.setForegroundRole(QPalette.ColorRole.WindowText)
    note.hide()
    return note


def paint_note(note: QLabel, colour: str) -> None:
    """Write it in ``colour``."""
    palette = QPalette(note.palette())
    palette.setColor(QPalette.ColorRole.WindowText, colour)
    note.setPalette(palette)


BELOW_ONE = 4  #: pixels in which the second line would show its top
MOST_SHOWN = 5  #: lines; more are scrolled


class LinesField(GuardedTyping, QPlainTextEdit):
    """As high as its lines while somebody writes in it, else as one line.

    ``returnPressed`` never comes from the Enter that commits a syllable.
    """

    returnPressed = Signal()  # noqa: N815 (as QLineEdit calls it)
    inputRejected = Signal()  # noqa: N815 (as QLineEdit calls it)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.refused = 0  #: length of the text that was last refused
        self.guard = EnterGuard()
        self._open = False  # somebody writes here
        self._wordings: tuple[str, ...] = ("",)
        self.note = corner_note(self)
        self.note.setAutoFillBackground(True)
        self.note.setIndent(6)
        self.note.setBackgroundRole(QPalette.ColorRole.Base)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(3)
        self.blockCountChanged.connect(lambda _: self.updateGeometry())
        self._unfold(False)

    def set_note(self, wordings: Sequence[str], colour: str) -> None:
        """A short text in the last corner, in ``colour``: the first wording that takes no more than half."""
        paint_note(self.note, colour)
        self._wordings = tuple(wordings)
        self._place_note()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        shown = min(max(2, self.blockCount()), MOST_SHOWN) if self._open else 1
        margins = round(2 * self.document().documentMargin()) + 2 * self.frameWidth()
        return QSize(300, shown * (self.fontMetrics().lineSpacing() + 1) + margins + 2 * self._open)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the note in its corner."""
        super().resizeEvent(event)
        self._place_note()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusInEvent(event)
        self._unfold(True)

    def _unfold(self, on: bool) -> None:
        """All lines, or the first."""
        self._open = on
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if on else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        self.setViewportMargins(0, 0, 0, 0 if on else BELOW_ONE)
        self.updateGeometry()
        if not on:
            self.verticalScrollBar().setValue(0)

    def _place_note(self) -> None:
        metrics, room = self.fontMetrics(), self.width() // 2
        fitting = (wording for wording in self._wordings if metrics.horizontalAdvance(wording) <= room)
        self.note.setText(next(fitting, ""))
        size = self.note.sizeHint()
        bar = self.verticalScrollBar().width() if self.verticalScrollBar().isVisible() else 0
        self.note.setVisible(bool(self.note.text()))
        self.note.setGeometry(
            self.width() - size.width() - 8 - bar, self.height() - size.height() - 3, size.width() + 4, size.height()
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if self.guard.takes(event):
            return
        if event.key() not in ENTER:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")  # Qt would insert a line separator
        else:
            self.returnPressed.emit()

    def rest(self) -> None:
        """One line again."""
        self._unfold(False)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """What is pasted comes with breaks of one kind, or, where it is too much, not at all."""
        pasted = lines(source.text()) + ("\n" if source.text().endswith("\n") else "")
        total = len(self.toPlainText()) - len(self.textCursor().selectedText()) + len(pasted)
        if total > LIMIT:
            self.refused = total
            self.inputRejected.emit()
        else:
            self.insertPlainText(pasted)
