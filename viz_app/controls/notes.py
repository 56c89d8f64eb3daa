"""The notes: one text about everything, and one line for each place that was noted, with a button that goes there.

A text field has its own undo; what is typed goes into the state at once. Text is plain, whatever it looks like.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from model.record.notes import Notes as Written
from viz_app.controls.note_row import NoteRow
from viz_app.platform.text import in_menu, tooltip, translate
from viz_app.state.intents import NotePlace, SetNotes
from viz_app.state.state import Snapshot

LEAST_HEIGHT = 120


class Notes(QWidget):
    """Says SetNotes, NotePlace, ChangeNote and GoToNote; shows what the snapshot holds."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = translate("Notes", "Notes")
        self.title = QLabel(title)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        bold = QFont(self.title.font())
        bold.setBold(True)
        self.title.setFont(bold)
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(title)
        self.text.setPlaceholderText(translate("Notes", "What is worth remembering; saved with the session (Ctrl+S)"))
        self.text.setToolTip(tooltip(translate("Notes", "Plain text about the whole session; Ctrl+Z takes it back.")))
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
            self.text.blockSignals(True)
            self.text.setPlainText(notes.text)
            self.text.blockSignals(False)
        self.add.setEnabled(snapshot.run is not None)
        grown = self._show_rows(notes, snapshot)
        if grown and self.isVisible() and self.rows and not notes.places[-1].text:
            self.rows[-1].line.setFocus()

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
