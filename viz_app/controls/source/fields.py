"""The field of the sentences: one line, which becomes a small editor as soon as there are several.

It shows what it is told to show; the keyboard and the cursor stay where they were across the change. In the editor
Enter sends the sentences off and Shift+Enter starts another one.

``QLineEdit`` cuts at 32,767 characters without a word and answers an Enter that only commits a Hangul syllable; these
fields do neither. The line also has room for a short note at its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QValidator,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

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


MOST_SHOWN = 5  #: lines; more are scrolled


class LinesField(QPlainTextEdit):
    """As high as its lines. ``returnPressed`` never comes from the Enter that commits a syllable."""

    returnPressed = Signal()  # noqa: N815 (as QLineEdit calls it)
    inputRejected = Signal()  # noqa: N815 (as QLineEdit calls it)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.refused = 0  #: length of the text that was last refused
        self._guard = EnterGuard()
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(3)
        self.blockCountChanged.connect(lambda _: self.updateGeometry())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        shown = min(max(2, self.blockCount()), MOST_SHOWN)
        margins = round(2 * self.document().documentMargin()) + 2 * self.frameWidth()
        return QSize(300, shown * (self.fontMetrics().lineSpacing() + 1) + margins + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if self._guard.takes(event):
            return
        if event.key() not in ENTER:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")  # Qt would insert a line separator
        else:
            self.returnPressed.emit()

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

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """What is pasted comes with breaks of one kind, or, where it is too much, not at all."""
        pasted = lines(source.text()) + ("\n" if source.text().endswith("\n") else "")
        total = len(self.toPlainText()) - len(self.textCursor().selectedText()) + len(pasted)
        if total > LIMIT:
            self.refused = total
            self.inputRejected.emit()
        else:
            self.insertPlainText(pasted)


class SentencesInput(QWidget):
    """``edited`` carries the text after every change, with a line break between two sentences."""

    edited = Signal(str)
    entered = Signal()  #: Enter, and not the one that commits a syllable
    refused = Signal(int)  #: so many characters are more than fit; nothing was changed

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.lines = SentenceField(self), LinesField(self)
        for field in (self.field, self.lines):
            field.setAccessibleName(name)
        self.field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.field)
        layout.addWidget(self.lines)
        self.lines.hide()
        self.setFocusProxy(self.field)
        self._text = ""  # as it was last shown
        self._place = -1  # where the cursor shall be in what is shown next; −1: where it is
        self.field.textEdited.connect(self._typed)
        self.field.parted.connect(lambda text: self._say(text, self.field.cursorPosition() + 1))
        self.lines.textChanged.connect(self._written)
        self.field.inputRejected.connect(lambda: self.refused.emit(self.field.validation.refused))
        self.lines.inputRejected.connect(lambda: self.refused.emit(self.lines.refused))
        for field in (self.field, self.lines):
            field.returnPressed.connect(self.entered)

    @property
    def several(self) -> bool:
        """Is the small editor shown?"""
        return not self.lines.isHidden()

    def show_text(self, text: str) -> None:
        """Show ``text``; what is typed in it already stays as it is."""
        self._text, place, self._place = text, self._place, -1
        several = "\n" in text
        shown = self.lines.toPlainText() if several else self.field.text()
        if shown != text:
            with QSignalBlocker(self.lines), QSignalBlocker(self.field):
                if several:
                    self.lines.setPlainText(text)
                    self.lines.updateGeometry()
                else:
                    self.field.setText(text)
        if several != self.several:
            self._swap(several)
        if place >= 0:
            self._put_cursor(place)

    def edit_all(self) -> None:
        """Bring the keyboard here, with everything selected."""
        shown = self.lines if self.several else self.field
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)
        shown.selectAll()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return (self.lines if self.several else self.field).sizeHint()

    def _swap(self, several: bool) -> None:
        old, new = (self.field, self.lines) if several else (self.lines, self.field)
        focused = old.hasFocus()
        new.show()
        self.setFocusProxy(new)
        if focused:
            new.setFocus()
        old.hide()
        self.updateGeometry()

    def _put_cursor(self, place: int) -> None:
        if self.several:
            cursor = self.lines.textCursor()
            cursor.setPosition(min(place, len(self.lines.toPlainText())), QTextCursor.MoveMode.MoveAnchor)
            self.lines.setTextCursor(cursor)
        else:
            self.field.setCursorPosition(place)

    def _typed(self, text: str) -> None:
        parted, self.field.validation.parted = self.field.validation.parted, ""
        self._say(parted or text, len(parted) if parted else -1)

    def _written(self) -> None:
        text = self.lines.toPlainText()
        self._say(text, -1 if "\n" in text else self.lines.textCursor().position())

    def _say(self, text: str, place: int) -> None:
        if text == self._text:
            return  # a syllable in the making is no text yet
        self._place = place
        self.edited.emit(text)
        self._place = -1
