"""The answer sheet: one question and its answer over the views, as wide as they are; nothing outside it moves.

An answer is made when it is first asked for, and told what is true while it is on screen.
"""

from __future__ import annotations

from importlib import import_module

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from viz_app.controls.inspector.key_strip import KeyStrip
from viz_app.controls.inspector.read_out import read_out
from viz_app.controls.inspector.section import Section, heading_font, plain_label, quieten, say
from viz_app.controls.widgets import FittedLabel, IconButton, scaled, text_pixels
from viz_app.platform.keys import is_kept, is_plain
from viz_app.platform.text import fill, quoted, translate
from viz_app.platform.theme import colours
from viz_app.state.intents import ChangeSettings
from viz_app.state.questions import AskedQuestion, asked_step, opened, opening, questions
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_key, current_row, produced

#: Question → the module beside this one and the class that answers it.
ANSWERS = {
    "computation": ("computation", "Computation"),
    "effects": ("effects", "EffectsPart"),
    "early_guesses": ("logit_lens", "EarlyPart"),
    "head_facts": ("heads.head_facts", "HeadPart"),
    "best_heads": ("heads.best_heads", "BestHeadsPart"),
    "prediction": ("prediction", "PredictionAnswer"),
    "projections": ("projections", "ProjectionsAnswer"),
    "masking": ("masking", "MaskingAnswer"),
    "first_input": ("first_input", "FirstInputAnswer"),
    "feed_forward": ("projections", "FeedForwardAnswer"),
    "logits": ("prediction", "LogitsAnswer"),
    "norm_order": ("network.norm_order", "NormOrderAnswer"),
    "training": ("training", "TrainingAnswer"),
    "parameters": ("network.parameters", "ParametersAnswer"),
    "cost": ("network.cost", "CostAnswer"),
}
#: Heights of a sheet, in heights of its text, from which place and cells of the row have room above the answer.
LOW, LOWEST = 18, 9
INSET = 8  #: pixels between the answer's words and the ring around it


class AnswerSheet(QFrame):
    """``requested`` carries what an answer asks for, another key of the row, and that the sheet is to close."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked: AskedQuestion | None = None  #: the question that is open
        self.answers: dict[str, Section] = {}
        self.title, self.subtitle, self.cannot = plain_label(), FittedLabel(), plain_label()
        self.subtitle.setProperty("quiet", True)
        self.close_button = IconButton("close")
        self.close_button.describe(
            translate("AnswerSheet", "Close the answer"), translate("AnswerSheet", "Close the answer (Esc)")
        )
        self.keys = KeyStrip()
        self.area = QScrollArea()
        self._back: QWidget | None = None  # where the keyboard was
        self._words = questions()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._arrange()
        self._style()
        self.close_button.clicked.connect(self._close)
        self.keys.chosen.connect(self.requested)
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """Open, closed, or another answer; and what it says of the run on screen."""
        name = opened(snapshot.settings)
        self._turn(self._words.get(name) if snapshot.trace is not None else None)
        if self.asked is None:
            return
        beside = self.asked.name != "effects" or snapshot.selection.kind == "cross"  # else its bars are of other tokens
        row = current_row(snapshot) if self.asked.of_cell and beside else None
        key = None if row is None else current_key(row, snapshot.selection)
        self.keys.show_row(row, key)
        self.title.setText(self.asked.title)
        self.subtitle.set_wordings(self._place(snapshot))
        self._make_room()
        able = self.asked.can(snapshot)
        say(self.cannot, "" if able else translate("AnswerSheet", "This run does not hold what that takes."))
        answer = self.answer(name)
        answer.setVisible(able)
        if able:
            answer.display(snapshot)

    def answer(self, name: str) -> Section:
        """The answer to a question, made when it is first wanted."""
        if name not in self.answers:
            module, made = ANSWERS[name]
            answer: Section = getattr(import_module(f"{__package__}.{module}"), made)()
            self.answers[name] = answer
            answer.hide()
            self._content.insertWidget(self._content.count() - 1, answer)
            answer.requested.connect(self.requested)
            answer.reached.connect(self._reach)
            quieten(answer)
        return self.answers[name]

    # --- the keyboard ---

    def event(self, event: QEvent) -> bool:
        """Esc closes, whatever in the sheet has the keyboard."""
        return is_kept(event, _leaves) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if _leaves(event):
            self._close()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """A low sheet has less above its answer."""
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font or palette changes headings and quiet texts."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._style()

    def _make_room(self) -> None:
        """The answer itself comes first: what stands above it goes where little room is left."""
        lines = self.height() / text_pixels(self)
        self.subtitle.setVisible(bool(self.subtitle.wordings[0]) and lines >= LOW)
        self.keys.setVisible(self.keys.row is not None and lines >= LOWEST)

    def _close(self) -> None:
        self.requested.emit(ChangeSettings(opening("")))

    def _turn(self, asked: AskedQuestion | None) -> None:
        """Show this question's answer; the keyboard comes in with the first and goes back with the last."""
        before, self.asked = self.asked, asked
        if before is not None and (asked is None or before.name != asked.name):
            self.answer(before.name).hide()
            self.area.verticalScrollBar().setValue(0)
        if asked is not None and before is None:
            self._back = QApplication.focusWidget()
            self.show()
            self.raise_()
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)
        elif asked is None and before is not None:
            focused = QApplication.focusWidget()
            inside = focused is None or focused is self or self.isAncestorOf(focused)
            self.hide()
            if inside:
                self._give_back()

    def _give_back(self) -> None:
        """The keyboard to where it was; to the window where that has gone."""
        window = self.window()
        try:
            there = self._back is not None and self._back.isVisibleTo(window) and self._back.isEnabled()
            (self._back if there and self._back is not None else window).setFocus(Qt.FocusReason.OtherFocusReason)
        except RuntimeError:  # Qt has deleted it
            window.setFocus(Qt.FocusReason.OtherFocusReason)
        self._back = None

    # --- placing ---

    def _place(self, snapshot: Snapshot) -> tuple[str, ...]:
        """What the answer is about, in full and shorter; for an answer about the whole run nothing."""
        assert self.asked is not None, "it is open"
        cell = read_out(snapshot)
        if self.asked.name == "head_facts":
            return (cell.title,)
        if self.asked.name == "effects":  # about a step's token, whichever head is on screen
            return _step_told(snapshot, cell.title)
        if not self.asked.of_cell:
            return ("",)
        full = translate("AnswerSheet", "%1 · query %2 · key %3 · %4 %5")
        parts = (cell.title, cell.query, cell.key, cell.quantity, cell.weight)
        return (fill(full, *parts) if cell.weight else cell.title, cell.title)

    def _arrange(self) -> None:
        head, above = QHBoxLayout(), QVBoxLayout()
        head.addWidget(self.title, 1)  # all the width, else Qt breaks its line in the middle of a sheet
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        content = QWidget()
        self._content = QVBoxLayout(content)
        self._content.setContentsMargins(INSET, 7, 8, 8)
        self._content.addWidget(self.cannot)
        self._content.addStretch(1)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(content)
        self.area.setAccessibleName(translate("AnswerSheet", "answer"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14 - INSET, 8, 8, 4)
        outer.setSpacing(6)
        above.setContentsMargins(INSET, 0, 0, 0)
        above.setSpacing(6)
        above.addLayout(head)
        above.addWidget(self.subtitle)
        above.addWidget(self.keys)
        outer.addLayout(above)
        outer.addWidget(self.area, 1)

    def _style(self) -> None:
        self.title.setFont(heading_font(scaled(self.font(), 1.2)))
        paper = QColor(colours().paper)
        if self.palette().color(QPalette.ColorRole.Window) != paper:
            own = QPalette(self.palette())
            own.setColor(QPalette.ColorRole.Window, paper)
            self.setPalette(own)
        quieten(self)

    def _reach(self, widget: QWidget, place: QRect) -> None:
        """Scroll to the place that the keyboard has come to."""
        content = self.area.widget()
        if content is not None:
            where = QRect(widget.mapTo(content, place.topLeft()), place.size())
            self.area.ensureVisible(where.center().x(), where.center().y(), 0, where.height() // 2 + 8)


def _step_told(now: Snapshot, head: str) -> tuple[str, ...]:
    """The step and its next token; and the ``head`` whose weights stand beside the effects, where they are there."""
    run, place = now.run, now.run_selection
    if run is None or not run.steps:
        return ("",)
    step = min(asked_step(place), run.steps - 1)
    token = produced(run, step)
    told = fill(translate("AnswerSheet", "Step %1, next token %2"), step + 1, quoted(token or ""))
    if place.kind != "cross":
        return (told,)
    return fill(translate("AnswerSheet", "%1 · weights: %2"), told, head), told


def _leaves(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and is_plain(event)
