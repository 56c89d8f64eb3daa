"""The sentence of a batch that every view shows. Hidden where there is only one."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from model.record.trace import Trace
from viz_app.controls.widgets import IconButton
from viz_app.platform.text import fill, tooltip, translate
from viz_app.platform.theme import visible
from viz_app.state.intents import SelectSentence
from viz_app.state.sentences import padding_of
from viz_app.state.state import Snapshot

LEAST = 70  #: pixels of the list, where the row has no more room
WIDTH = 26  #: characters of a sentence that are shown


class SentencePicker(QWidget):
    """‹ a list of the sentences ›. People count them from 1."""

    requested = Signal(object)
    shows = ("batch", "selection.sentence")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.previous, self.next = IconButton("previous", self), IconButton("next", self)
        self.list = QComboBox(self)
        self.list.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.list.setMinimumContentsLength(WIDTH)
        self.list.setMinimumWidth(LEAST)
        self.list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.list.setAccessibleName(translate("SentencePicker", "Sentence of the batch"))
        back, forward = translate("SentencePicker", "Previous sentence"), translate("SentencePicker", "Next sentence")
        self.previous.describe(back, f"{back} (Ctrl+PgUp)")
        self.next.describe(forward, f"{forward} (Ctrl+PgDown)")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for part in (self.previous, self.list, self.next):
            layout.addWidget(part)
        self.previous.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.list.activated.connect(lambda index: self.requested.emit(SelectSentence(index)))
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """List the sentences of the batch and mark the one on screen."""
        if snapshot.batch != self._snapshot.batch:
            with QSignalBlocker(self.list):
                self.list.clear()
                self.list.addItems([_entry(number, run) for number, run in enumerate(snapshot.batch, 1)])
        self._snapshot = Snapshot(batch=snapshot.batch, selection=snapshot.selection)
        count, chosen = len(snapshot.batch), snapshot.selection.sentence
        if self.list.currentIndex() != chosen:
            self.list.setCurrentIndex(chosen)
        self.previous.setEnabled(chosen > 0)
        self.next.setEnabled(chosen < count - 1)
        self.list.setToolTip(_about(snapshot) if count else "")
        self.setVisible(count > 1)

    def _go(self, by: int) -> None:
        self.requested.emit(SelectSentence(self._snapshot.selection.sentence + by))


def _entry(number: int, run: Trace) -> str:
    text = " ".join(visible(word) for word in run.meta.source_text.split())
    return f"{number}  {text}" if len(text) <= WIDTH else f"{number}  {text[: WIDTH - 1]}…"


def _about(snapshot: Snapshot) -> str:
    """How long the batch is, and how much of this sentence is padding."""
    run = snapshot.batch[min(snapshot.selection.sentence, len(snapshot.batch) - 1)]
    length, padding = run.source_length, padding_of(run)
    return tooltip(
        fill(translate("SentencePicker", "One padded batch of %1 sentences, S = %2"), len(snapshot.batch), length),
        fill(translate("SentencePicker", "this one: %1 tokens and %2 of padding"), length - padding, padding),
    )
