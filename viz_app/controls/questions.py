"""Three questions about the step on screen, beside the stepper: why this token, what without that one, what is masked.

Each is one press away from its answer: the candidates and the source words of the step, what the translation loses
without the source token that has most weight, and the masks of the block on screen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace
from model.transforms.places import Place, in_reading
from viz_app.controls.widgets import text_pixels
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, in_menu, quoted, tooltip, translate
from viz_app.state import questions as answers
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select, SetView
from viz_app.state.questions import asked_step, has_candidates, opening
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_row, produced

WIDE = 40  #: heights of a letter that the three take where there is room for them
SHARES = (24, 40, 30)  #: of the width, button by button: no token makes one wider
FRAME = 18  #: pixels of a button around its text


class AskButton(QPushButton):
    """Shows the first of several wordings that fits; the last one is cut with … where even that does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wordings: tuple[str, ...] = ("",)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def ask(self, wordings: Sequence[str], tips: Sequence[str]) -> None:
        """The question, longest wording first, and what its answer will be."""
        self._wordings = tuple(wordings)
        self.setAccessibleName(wordings[0])
        self.setToolTip(tooltip(wordings[0], *tips))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), self.width() - FRAME
        fitting = (wording for wording in self._wordings if metrics.horizontalAdvance(wording) <= room)
        shown = next(fitting, metrics.elidedText(self._wordings[-1], Qt.TextElideMode.ElideRight, room))
        self.setText(in_menu(shown))


class Questions(QWidget):
    """What they say follows the step; where they stand does not."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot, self._tip = Snapshot(), answers.questions()["prediction"].tip
        self.why, self.without, self.masked = AskButton(self), AskButton(self), AskButton(self)
        self.why.clicked.connect(self._explain)
        self.without.clicked.connect(self._leave_out)
        self.masked.clicked.connect(lambda: self.requested.emit(SetView("masks")))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button, share in zip((self.why, self.without, self.masked), SHARES, strict=True):
            layout.addWidget(button, share)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Ask about the snapshot's step."""
        self._snapshot = snapshot
        self._ask_why()
        self._ask_without()
        self.masked.ask(
            (translate("Questions", "What is masked here?"), translate("Questions", "Masked?")),
            (translate("Questions", "Shows the masks of this attention on this sentence."),),
        )
        self.masked.setEnabled(snapshot.trace is not None)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide enough for usual words; which ones are asked about changes nothing."""
        return QSize(round(text_pixels(self) * WIDE), self.why.sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(round(text_pixels(self) * WIDE / 2), self.sizeHint().height())

    def _ask_why(self) -> None:
        now = self._snapshot
        token = None if now.trace is None or not now.trace.steps else produced(now.trace, asked_step(now.selection))
        if token is not None and has_candidates(now):
            self.why.ask((fill(translate("Questions", "Why %1?"), quoted(token)),), (self._tip,))
            self.why.setEnabled(True)
            return
        tip = translate("Questions", "How the number of the selected cell is computed, step by step, with the model’s "
                        "own numbers.")  # fmt: skip
        nothing = "" if now.trace is not None else translate("Questions", "There is no run yet.")
        self.why.ask((translate("Questions", "Why this number?"),), (tip, nothing))
        self.why.setEnabled(current_row(now) is not None)

    def _ask_without(self) -> None:
        run, key = self._snapshot.run, heaviest(self._snapshot)
        can = run is not None and run.meta.vocabulary_head and run.produced_ids is not None
        if run is None or key is None:
            wordings = (translate("Questions", "What if a word were missing?"), translate("Questions", "Without?"))
        else:
            token = quoted(tokens_of(run).source[key].text)
            long, short = translate("Questions", "What if %1 were missing?"), translate("Questions", "Without %1?")
            wordings = (fill(long, token), fill(short, token))
        lacking = translate("Questions", "This run holds no next tokens that could change.")
        tip = translate("Questions", "Runs the sentence without each source token in turn and compares: an effect, "
                        "where a weight is only a weight.")  # fmt: skip
        self.without.ask(wordings, (tip, "" if can else lacking))
        self.without.setEnabled(can)

    def _explain(self) -> None:
        """Of the word; where a run says no words, of the cell that is selected or has most weight in its row."""
        asked = "prediction" if has_candidates(self._snapshot) else "computation"
        self.requested.emit(ChangeSettings({**opening(asked), "inspector_shown": True}))

    def _leave_out(self) -> None:
        """The token with most weight is marked among the others; they are measured where nobody has yet."""
        now = self._snapshot
        self.requested.emit(ChangeSettings({"effects": True, "inspector_shown": True}))
        if now.effects is None and now.busy is None:
            self.requested.emit(MeasureEffects())
        key, done = heaviest(now), None if now.trace is None else now.trace.meta.reading
        if key is not None:
            column = key if done is None else in_reading(done, "cross", Place(0, key=key)).key
            self.requested.emit(Select(kind="cross", key=column))


def heaviest(now: Snapshot) -> int | None:
    """The source token, in the run, with most weight at the step on screen, of those that can be left out.

    In the head on screen where that is one of cross attention, else on the average of its last layer. None where
    no token can.
    """
    run, place = now.run, now.run_selection
    cross = None if run is None else run.cross_attention
    if run is None or cross is None or not run.steps:
        return None
    step = asked_step(place)
    head = cross[place.layer, place.head] if place.kind == "cross" else cross[-1].mean(axis=0)
    plain = _replaceable(run)
    return int(np.where(plain, head[min(step, run.steps - 1)], -1.0).argmax()) if plain.any() else None


@kept_by_run(8)
def _replaceable(run: Trace) -> NDArray[np.bool_]:
    return np.array([token.role == "plain" for token in tokens_of(run).source], dtype=bool)
