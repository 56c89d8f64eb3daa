"""Three questions about the step on screen, beside the stepper: why this token, what without that one, what is masked.

Each is one press away from its answer: the candidates and the source words of the step, what the translation loses
without the source token that has most weight, and the masks of the block on screen. The first two are questions of
:mod:`viz_app.state.questions`; their buttons are pressed while that answer is open, and close it then.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from viz_app.controls.widgets import text_pixels
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.appearance import PressButton
from viz_app.platform.text import fill, in_menu, quoted, tooltip, translate
from viz_app.state.intents import Intent, SetView
from viz_app.state.questions import asked_step, asking, has_candidates, opened
from viz_app.state.questions import questions as all_questions
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_row, heaviest, produced

WIDE = 40  #: heights of a letter that the three take where there is room for them
SHARES = (24, 40, 30)  #: of the width, button by button: no token makes one wider
FRAME = 18  #: pixels of a button around its text


class AskButton(PressButton):
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
        self._snapshot = Snapshot()
        self._asked = all_questions()
        self.why, self.without, self.masked = AskButton(self), AskButton(self), AskButton(self)
        for button in (self.why, self.without):
            button.setCheckable(True)
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
        now, asked = self._snapshot, self._asked[self._about]
        token = None if now.trace is None or not now.trace.steps else produced(now.trace, asked_step(now.selection))
        about_word = token is not None and asked.name == "prediction"
        wording = translate("Questions", "Why this number?")
        if token is not None and about_word:
            wording = fill(translate("Questions", "Why %1?"), quoted(token))
        lacking = "" if now.trace is not None else translate("Questions", "There is no run yet.")
        self.why.ask((wording, translate("Questions", "Why?")), (asked.tip, lacking))
        self.why.setEnabled(asked.can(now) and (about_word or current_row(now) is not None))
        self.why.setChecked(opened(now.settings) == asked.name)

    @property
    def _about(self) -> str:
        """The word; where a run says no words, the number of the selected cell, or of the one with most weight."""
        return "prediction" if has_candidates(self._snapshot) else "computation"

    def _ask_without(self) -> None:
        now, asked, key = self._snapshot, self._asked["effects"], heaviest(self._snapshot)
        run, can, bare = now.run, asked.can(now), translate("Questions", "Without?")
        if run is None or key is None:
            wordings: tuple[str, ...] = (translate("Questions", "What if a word were missing?"), bare)
        else:
            token = quoted(tokens_of(run).source[key].text)
            long, short = translate("Questions", "What if %1 were missing?"), translate("Questions", "Without %1?")
            wordings = (fill(long, token), fill(short, token), bare)
        lacking = "" if can else translate("Questions", "This run holds no next tokens that could change.")
        self.without.ask(wordings, (asked.tip, lacking))
        self.without.setEnabled(can)
        self.without.setChecked(self._is_marked())

    def _is_marked(self) -> bool:
        """The answer is open, and the token with most weight is the one that it marks."""
        if opened(self._snapshot.settings) != "effects":
            return False
        from viz_app.tables.parts.left_out import is_marked  # no first picture has an answer open

        return is_marked(self._snapshot)

    def _explain(self) -> None:
        self._request(*asking(self._about, self._snapshot))

    def _leave_out(self) -> None:
        """The token with most weight is marked among the others, in the answer that is open already or opens now."""
        from viz_app.tables.parts.left_out import left_out

        now, place = self._snapshot, left_out(self._snapshot)
        if self._is_marked():
            self._request(*asking("effects", now))
            return
        if opened(now.settings) != "effects":
            self._request(*asking("effects", now))
        if place is not None:
            self._request(place)

    def _request(self, *intents: Intent) -> None:
        for intent in intents:
            self.requested.emit(intent)
        self.display(self._snapshot)  # a press turns a button; whether an answer is open, the snapshot says
