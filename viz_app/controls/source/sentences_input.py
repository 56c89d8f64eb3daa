"""Where sentences are typed: one line, which becomes a small editor as soon as there are several.

What it shows is what it is told to show; the keyboard and the cursor stay where they were across the change.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from viz_app.controls.source.lines_field import LinesField
from viz_app.controls.source.sentence_field import SentenceField


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
