"""One noted place: a button that goes there, what was written, and a button that takes the note away."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QWidget

from model.record.notes import Note
from viz_app.controls.paint import IconButton
from viz_app.pictures.drawing.picture_texts import kind_name, place_name
from viz_app.platform.text import fill, in_menu, on_one_line, tooltip, translate
from viz_app.state.intents import ChangeNote, GoToNote
from viz_app.state.state import Snapshot


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
        self.line.textEdited.connect(lambda text: self.requested.emit(ChangeNote(index, text)))
        self.drop = IconButton("close")
        away = translate("Notes", "Take this note away")
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
            self.line.setText(note.text)


def short_place(note: Note) -> str:
    """``cross 2.3 · 4``: kind, layer and head, step."""
    kind = {
        "encoder": translate("Notes", "encoder"),
        "decoder": translate("Notes", "decoder"),
        "cross": translate("Notes", "cross"),
    }[note.kind]
    return f"{kind} {note.layer + 1}.{note.head + 1} · {note.step + 1}"


def long_place(note: Note) -> str:
    """``cross attention, layer 2, head 3, step 4, row 4, column 2``, counted as people do."""
    step = fill(translate("Notes", "step %1"), note.step + 1)
    parts = [kind_name(note.kind), place_name(None, note.kind, note.layer, note.head), step]
    if note.query is not None:
        parts.append(fill(translate("Notes", "row %1"), note.query + 1))
    if note.key is not None:
        parts.append(fill(translate("Notes", "column %1"), note.key + 1))
    return ", ".join(parts)
