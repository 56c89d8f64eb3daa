"""The field of the sentences: one line, which becomes a small editor as soon as there are several.

It shows what it is told to show; the keyboard and the cursor stay where they were across the change. In the editor
Enter sends the sentences off and Shift+Enter starts another one.

``QLineEdit`` cuts at 32,767 characters without a word and answers an Enter that only commits a Hangul syllable; these
fields do neither. The line also has room for a short note at its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
    QValidator,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from viz_app.controls.source.lines_field import (
    ENTER,
    LIMIT,
    EnterGuard,
    GuardedTyping,
    LinesField,
    corner_note,
    lines,
    one_line,
    paint_note,
)

NO_LIMIT_OF_QT = 2**31 - 1
GAP = 8  #: pixels between a sentence that is cut and the note beside it


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


class SentenceField(GuardedTyping, QLineEdit):
    """One line of text. ``returnPressed`` never comes from the Enter that commits a syllable, or with Shift."""

    parted = Signal(str)  #: several lines were pasted, or Shift+Enter starts another one: the text that should be

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(NO_LIMIT_OF_QT)
        self.validation = OneLine(self)
        self.setValidator(self.validation)
        self.guard = EnterGuard()
        self._wordings: tuple[str, ...] = ("",)
        self.note = corner_note(self)

    def set_note(self, wordings: Sequence[str], colour: str) -> None:
        """A short text at the end of the field, in ``colour``: the first wording with room beside the sentence."""
        paint_note(self.note, colour)
        self._wordings = tuple(wordings)
        self._place_note()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Shift+Enter starts another line, which this field cannot show."""
        if self.guard.takes(event):
            return
        if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            place = self.cursorPosition()
            self.parted.emit(self.text()[:place] + "\n" + self.text()[place:])
        else:
            super().keyPressEvent(event)

    def rest(self) -> None:
        """The beginning again."""
        self.show_beginning()

    def show_beginning(self) -> None:
        """Of a sentence that is longer than the field: who reads it begins there."""
        room = self.width() - self.textMargins().right()
        if self.fontMetrics().horizontalAdvance(self.text()[:LIMIT]) > room:
            self.home(False)

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
        self.setTextMargins(0, 0, width + GAP if shown else 0, 0)
        self.note.setGeometry(self.width() - width, 0, width, self.height())


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
        self._text = ""  # as it was last shown
        self._place = -1  # where the cursor shall be in what is shown next; −1: where it is
        self.field.textChanged.connect(self._typed)  # a program that types for somebody edits nothing, to Qt
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

    @property
    def shown(self) -> SentenceField | LinesField:
        """What takes the keyboard. No proxy of this widget: Qt would stop at that wherever this stands in the ring."""
        return self.lines if self.several else self.field

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
                    if not self.field.hasFocus():
                        self.field.show_beginning()
        if several != self.several:
            self._swap(several)
        if place >= 0:
            self._put_cursor(place)

    def edit_all(self) -> None:
        """Bring the keyboard here, with everything selected."""
        self.shown.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.shown.selectAll()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self.shown.sizeHint()

    def _swap(self, several: bool) -> None:
        old, new = (self.field, self.lines) if several else (self.lines, self.field)
        focused = old.hasFocus()
        new.show()
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
