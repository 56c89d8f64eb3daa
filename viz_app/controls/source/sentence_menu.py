"""The button beside the samples: sentences that were translated before. Choosing one fills the box and runs it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from viz_app.controls.paint import IconButton
from viz_app.platform.text import in_menu, on_one_line, translate
from viz_app.state.intents import ChangeSettings, ForgetSentences, SetSource, Translate
from viz_app.state.state import Snapshot

AT_ONCE = 12  #: sentences that are listed at once; older ones are one step further
WIDTH = 480  #: pixels of a sentence in the menu


class SentenceMenu(IconButton):
    """Says SetSource and Translate; and what to keep."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("earlier", parent)
        self._shown: object = None
        self._list = QMenu(self)
        self.setMenu(self._list)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.describe(
            translate("SourceBox", "Earlier sentences"),
            translate("SourceBox", "Sentences translated before (Ctrl+↑ and Ctrl+↓ put them into the box)"),
        )
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """List the snapshot's sentences, the newest first."""
        sentences, keeps = snapshot.memory.sentences, snapshot.settings.remember_sentences
        if (sentences, keeps) == self._shown:
            return
        self._shown = (sentences, keeps)
        self._list.clear()
        self._add(self._list, sentences[:AT_ONCE])
        if len(sentences) > AT_ONCE:
            self._add(self._list.addMenu(translate("SourceBox", "Older sentences")), sentences[AT_ONCE:])
        if not sentences:
            self._list.addAction(translate("SourceBox", "No sentence has been translated yet")).setEnabled(False)
        self._list.addSeparator()
        keep = self._list.addAction(translate("SourceBox", "Keep sentences, on this computer only"))
        keep.setCheckable(True)
        keep.setChecked(keeps)
        keep.triggered.connect(lambda on: self.requested.emit(ChangeSettings({"remember_sentences": on})))
        forget = self._list.addAction(translate("SourceBox", "Forget these sentences"))
        forget.setEnabled(bool(sentences))
        forget.triggered.connect(lambda: self.requested.emit(ForgetSentences()))

    def _add(self, menu: QMenu, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            shown = on_one_line(sentence)
            action = menu.addAction(in_menu(self.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, WIDTH)))
            action.triggered.connect(lambda _=False, text=sentence: self._choose(text))

    def _choose(self, sentence: str) -> None:
        self.requested.emit(SetSource(sentence))
        self.requested.emit(Translate())
