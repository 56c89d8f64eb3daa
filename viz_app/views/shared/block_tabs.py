"""Three buttons above a picture, one for each attention block: what its mask hides, and the way there."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QLayout, QWidget

from model.analysis.hidden_keys import HiddenKeys, hidden_keys
from model.common.text import fill
from model.record.changed_places import flipped_cells
from model.record.trace import KINDS, Kind, Trace
from viz_app.pictures.drawing import picture_texts
from viz_app.platform.appearance import PressButton
from viz_app.platform.text import plain_tooltip
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot
from viz_app.views.shared.view import translate

EDGE, GAP = 8, 6  #: logical pixels


class BlockTabs(QWidget):
    """The block on screen is down. Each says in as many words as all have room for what is hidden there.

    As in every group of which one is down, Tab reaches that one and the arrow keys go on to the others. Where only the
    names have room, which the switch of the window has too, the view leaves the row out.
    """

    requested = Signal(object)  #: an Intent

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {kind: PressButton() for kind in KINDS}
        self.place = QLabel()
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self._wordings: list[dict[Kind, str]] = []
        self._unchanged: dict[Kind, str] = {}  #: as before any change by hand; no wording but the first is longer
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, EDGE // 2, EDGE, 0)
        self._row.setSpacing(GAP)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._group = QButtonGroup(self)
        for kind, button in self.buttons.items():
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, kind=kind: self.requested.emit(Select(kind=kind)))
            self._group.addButton(button)
            self._row.addWidget(button)
        self._row.addStretch(1)
        self._row.addWidget(self.place)

    def add(self, widget: QWidget) -> None:
        """At the right end."""
        self._row.addWidget(widget)

    def display(self, now: Snapshot) -> None:
        """Which block is on screen, and what each hides in this run."""
        trace, chosen = now.trace, now.selection
        hidden = {kind: "" if trace is None else said(trace, kind) for kind in KINDS}
        for kind, button in self.buttons.items():
            button.setEnabled(bool(hidden[kind]))
            button.setChecked(trace is not None and kind == chosen.kind)
            button.setToolTip(plain_tooltip(f"{picture_texts.kind_name(kind)}: {hidden[kind]}".rstrip(": ")))
        self._word(trace, hidden)
        done = None if trace is None else trace.meta.reading
        parts = () if trace is None else (
            picture_texts.layer_of(done, chosen.kind, chosen.layer),
            picture_texts.head_of(done, chosen.kind, chosen.head), picture_texts.step_of(trace, chosen),
        )  # fmt: skip
        self.place.setText(" · ".join(part for part in parts if part))
        self.fit()

    def _word(self, trace: Trace | None, hidden: dict[Kind, str]) -> None:
        names = {kind: short_name(kind) for kind in KINDS}

        def told(words: dict[Kind, str]) -> dict[Kind, str]:
            return {kind: " · ".join(filter(None, (names[kind], words[kind]))) for kind in KINDS}

        brief = hidden if trace is None else {kind: said(trace, kind, brief=True) for kind in KINDS}
        self._wordings = [told(hidden), told(brief), names]
        self._unchanged = told(hidden if trace is None else {kind: _hidden(hidden_keys(trace, kind)) for kind in KINDS})

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width will do."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """The longest wording that has room; where one stands comes after what is hidden."""
        for level, words in enumerate(self._wordings):
            self._say(words)
            self.place.setVisible(True)
            if self._needed() <= self.width():
                return
            self.place.setVisible(False)
            if self._needed() <= self.width() or level == len(self._wordings) - 1:
                return

    def tells_in(self, width: int) -> bool:
        """Has what is hidden room beside the names, in so many pixels? What is changed by hand changes no answer."""
        shown = [button.text() for button in self.buttons.values()]
        placed = self.place.isVisibleTo(self)
        self._say(self._unchanged)
        self.place.setVisible(False)
        needed = self._needed()
        self.place.setVisible(placed)
        for button, text in zip(self.buttons.values(), shown, strict=True):
            button.setText(text)
        return needed <= width

    def _say(self, wording: dict[Kind, str]) -> None:
        for kind, words in wording.items():
            self.buttons[kind].setText(words.replace("&", "&&"))

    def _needed(self) -> int:
        self._row.invalidate()
        return self._row.sizeHint().width()


def short_name(kind: Kind) -> str:
    """As the other buttons of the window name the three."""
    return {
        "encoder": translate("BlockTabs", "Encoder"), "decoder": translate("BlockTabs", "Decoder"),
        "cross": translate("BlockTabs", "Cross"),
    }[kind]  # fmt: skip


def said(trace: Trace, kind: Kind, brief: bool = False) -> str:
    """What the mask of a kind hides, in two or three words; "" where the run has no such attention.

    That it was changed by hand is said too, if ``brief`` only where it hides nothing else.
    """
    found = hidden_keys(trace, kind)
    if found is None or not flipped_cells(trace, kind):
        return _hidden(found)
    hides = bool(found.future or found.padding)
    if brief:
        return _hidden(found) if hides else translate("BlockTabs", "changed")
    by_hand = translate("BlockTabs", "changed by hand")
    return f"{_hidden(found)} · {by_hand}" if hides else by_hand


def _hidden(found: HiddenKeys | None) -> str:
    if found is None:
        return ""
    if found.future:
        later = translate("BlockTabs", "later tokens hidden")
        return (
            fill(translate("BlockTabs", "later tokens and %1 <pad> hidden"), found.padding) if found.padding else later
        )
    if found.padding:
        return fill(translate("BlockTabs", "%1 <pad> hidden"), found.padding)
    return translate("BlockTabs", "nothing hidden")
