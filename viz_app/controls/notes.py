"""The notes: one text about everything, and a line for each noted place: a button that goes there, a text, a remover.

A text field has its own undo; what is typed goes into the state at once. Text is plain, whatever it looks like.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.record.notes import Note
from model.record.notes import RunNotes as Written
from viz_app.controls.widgets import IconButton, WrappedField
from viz_app.pictures.drawing.picture_texts import kind_name, place_name
from viz_app.platform.text import fill, in_menu, on_one_line, tooltip, translate
from viz_app.state.intents import ChangeNote, GoToNote, NotePlace, SetNotes
from viz_app.state.state import Snapshot

NO_LIMIT_OF_QT = 2**31 - 1


class NoteRow(QWidget):
    """Says GoToNote and ChangeNote for the note at ``index``."""

    requested = Signal(object)

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index
        self.go = QPushButton()
        self.go.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.go.clicked.connect(lambda: self.requested.emit(GoToNote(index)))
        self.line = QLineEdit()
        self.line.setMaxLength(NO_LIMIT_OF_QT)  # it cuts without a word
        self.line.textChanged.connect(self._write)
        self.drop = IconButton("close")
        away = translate("Notes", "Delete note")
        self.drop.describe(away, tooltip(away))
        self.drop.clicked.connect(lambda: self.requested.emit(ChangeNote(index, None)))
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        for part in (self.go, self.line, self.drop):
            box.addWidget(part, 1 if part is self.line else 0)

    def show_note(self, note: Note, snapshot: Snapshot) -> None:
        """The note, and whether its run is on screen."""
        runs = snapshot.batch or (() if snapshot.run is None else (snapshot.run,))
        here = any(note.sentence == (run.meta.source_text or " ".join(run.source_labels)) for run in runs)
        self.go.setText(in_menu(short_place(note)))
        self.go.setEnabled(here)
        sentence = on_one_line(note.sentence)
        tip = translate("Notes", "Go there: %1") if here else translate("Notes", "It is about another run: %1")
        self.go.setToolTip(tooltip(long_place(note), fill(tip, sentence)))
        self.go.setAccessibleName(fill(translate("Notes", "Go to %1"), long_place(note)))
        self.line.setAccessibleName(fill(translate("Notes", "Note about %1"), long_place(note)))
        self.line.setToolTip(tooltip(long_place(note)))
        if self.line.text() != note.text:
            with QSignalBlocker(self.line):
                self.line.setText(note.text)

    def _write(self, text: str) -> None:
        """By a person, or by a program that types for one."""
        self.requested.emit(ChangeNote(self._index, text))


def short_place(note: Note) -> str:
    """``cross 2.3 · 4``: kind, layer and head, step."""
    kind = {
        "encoder": translate("Notes", "encoder"),
        "decoder": translate("Notes", "decoder"),
        "cross": translate("Notes", "cross"),
    }[note.kind]
    return f"{kind} {note.layer + 1}.{note.head + 1} · {note.step + 1}"


def long_place(note: Note) -> str:
    """``cross attention, layer 2, head 3, step 4, query position 3, key position 1``, as in the inspector."""
    step = fill(translate("Notes", "step %1"), note.step + 1)
    parts = [kind_name(note.kind), place_name(None, note.kind, note.layer, note.head), step]
    if note.query is not None:
        parts.append(fill(translate("Notes", "query position %1"), note.query))
    if note.key is not None:
        parts.append(fill(translate("Notes", "key position %1"), note.key))
    return ", ".join(parts)


LEAST_HEIGHT = 120


class Notes(QWidget):
    """Says SetNotes, NotePlace, ChangeNote and GoToNote; shows what the snapshot holds."""

    requested = Signal(object)
    shows = ("notes", "run", "batch")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = translate("Notes", "Notes")
        self.title = QLabel(title)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        bold = QFont(self.title.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(bold)
        self.text = WrappedField()
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(title)
        self.text.setPlaceholderText(translate("Notes", "What is worth remembering; saved with the session (Ctrl+S)"))
        self.text.setToolTip(tooltip(translate("Notes", "Plain text about the whole session; Ctrl+Z undoes typing.")))
        self.text.textChanged.connect(self._write)
        self.add = QPushButton(in_menu(translate("Notes", "Note this place")))
        self.add.setToolTip(
            tooltip(translate("Notes", "A line about what is selected now, with a button that comes back to it."))
        )
        self.add.clicked.connect(lambda: self.requested.emit(NotePlace()))
        self.rows: list[NoteRow] = []
        self._list = QVBoxLayout()
        self._arrange()

    def display(self, snapshot: Snapshot) -> None:
        """Show the snapshot's notes; a field that says the same already keeps its cursor and its undo."""
        notes = snapshot.notes
        if self.text.toPlainText() != notes.text:
            self.text.show_text(notes.text)
        self.add.setEnabled(snapshot.run is not None)
        grown = self._show_rows(notes, snapshot)
        if grown and self.isVisible() and self.rows and not notes.places[-1].text:
            self.rows[-1].line.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The name makes way for the button that needs its room; the field below says what it is."""
        super().resizeEvent(event)
        words = self.title.sizeHint().width() + self.add.sizeHint().width()
        self.title.setVisible(words + 2 * self.layout().contentsMargins().left() < self.width())  # type: ignore[union-attr]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(300, 220)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(220, LEAST_HEIGHT)

    def _show_rows(self, notes: Written, snapshot: Snapshot) -> bool:
        """One row for each place; True where one has been added."""
        grown = len(notes.places) == len(self.rows) + 1
        while len(self.rows) > len(notes.places):
            row = self.rows.pop()
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(notes.places):
            row = NoteRow(len(self.rows))
            row.requested.connect(self.requested)
            self._list.addWidget(row)
            self.rows.append(row)
        for row, note in zip(self.rows, notes.places, strict=True):
            row.show_note(note, snapshot)
        return grown

    def _write(self) -> None:
        self.requested.emit(SetNotes(self.text.toPlainText()))

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.add)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(2)
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.text, 1)
        box.addLayout(self._list)
        self.text.setMinimumHeight(48)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(10, 6, 10, 8)
        outer.addLayout(head)
        outer.addWidget(scroll, 1)
