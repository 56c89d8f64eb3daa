"""The questions that a lecturer asks of a finished run, each by at most three actions of a person.

An action is a key, a click, a choice in a list, or a typed sentence. What is done here is compared with the model in
``test_questions*.py``, and asked of a fresh start by ``scripts/tasks_lecturer.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea, QWidget

from model.record.trace import Trace
from tests.e2e.screen import CTRL, NONE, SHIFT, Key, Screen
from viz_app.controls.inspector.candidates import CandidateButton
from viz_app.controls.inspector.computation import Computation
from viz_app.pictures.embeddings_layers.texts import TOPICS
from viz_app.views.all_layers import ORDERS, AllLayersView
from viz_app.views.embeddings_layers import EmbeddingsLayersView
from viz_app.views.masks import MasksView

MOST = 3  #: actions


class Hands:
    """Does what a person does, and counts."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.actions = 0

    def press(self, key: Qt.Key | str, modifier: Qt.KeyboardModifier = NONE) -> None:
        self.count()
        self.screen.press(key, modifier)
        self.settle()

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        self.count()
        self.screen.click(widget, place)
        self.settle()

    def tab(self, name: str) -> None:
        self.count()
        self.screen.choose_tab(name)
        self.settle()

    def choose(self, box: QComboBox, index: int) -> None:
        """An entry of a list: as many arrows as it takes are one choice."""
        self.count()
        box.setFocus()
        QTest.keyClick(box, Key.Key_Home)
        for _ in range(index):
            QTest.keyClick(box, Key.Key_Down)
        self.settle()

    def write(self, text: str) -> None:
        """Where the keyboard is."""
        self.count()
        field = QApplication.focusWidget()
        assert field is not None
        QTest.keyClicks(field, text)
        self.settle()

    def scroll(self, part: QWidget) -> None:
        """Turn the wheel over the answer until ``part`` is in view."""
        self.count()
        area = self.screen.window.answer_sheet.area
        area.ensureWidgetVisible(part, 0, 0)
        self.settle()

    def cell(self, query: int | None, key: int | None, **wanted: object) -> None:
        """Click into the visible picture."""
        self.click(self.screen.view.canvas, self.screen.place_of(query, key, **wanted))

    @property
    def run(self) -> Trace:
        assert self.screen.now.run is not None
        return self.screen.now.run

    def count(self) -> None:
        self.actions += 1
        assert self.actions <= MOST, "that takes too many actions"

    def settle(self) -> None:
        """Whatever it started is finished."""
        QApplication.processEvents()
        self.screen.until("not busy")
        QApplication.processEvents()


def inspector_area(screen: Screen) -> QScrollArea:
    """What the inspector scrolls in."""
    area = screen.window.inspector.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    return area


@dataclass(frozen=True)
class Question:
    """``ask`` does it."""

    name: str
    words: str
    ask: Callable[[Hands], None]


def _largest(hands: Hands) -> int:
    """The key that the current row gives most weight to."""
    now, run = hands.screen.now.selection, hands.run
    attention = run.attention(now.kind)
    assert attention is not None
    return int(np.argmax(attention[now.layer, now.head, now.step]))


def _effects(hands: Hands) -> None:
    chips = hands.screen.window.token_strip.target
    hands.click(chips, chips.chip_rect(4).center().toPoint())
    hands.press("E")


def _head(hands: Hands) -> None:
    hands.tab("all_layers")
    hands.click(hands.screen.view.canvas, hands.screen.place_of(layer=1, head=2))
    hands.press("F")


def _previous(hands: Hands) -> None:
    hands.press("2")
    hands.tab("all_layers")
    view = hands.screen.view
    assert isinstance(view, AllLayersView)
    hands.choose(view.order_box, ORDERS.index("previous"))


def _aligned(hands: Hands) -> None:
    hands.press("B")


def _padding_mask(hands: Hands) -> None:
    hands.tab("masks")
    view = hands.screen.view
    assert isinstance(view, MasksView)
    hands.click(view.add)


def _look_ahead_mask(hands: Hands) -> None:
    hands.tab("masks")


def _why_zero(hands: Hands) -> None:
    hands.press("2")
    hands.cell(1, 3)
    hands.press("H")


def _computed(hands: Hands) -> None:
    now = hands.screen.now.selection
    hands.cell(now.step, _largest(hands))
    hands.press("H")


def _divided(hands: Hands) -> None:
    _computed(hands)
    boxes = hands.screen.answer(Computation).boxes
    hands.scroll(next(box for box in boxes if box.isVisible() and "√d_k" in box.title.text()))


def _scores(hands: Hands) -> None:
    hands.press("S")
    hands.cell(hands.screen.now.selection.step, 0)


def _alternatives(hands: Hands) -> None:
    hands.press(Key.Key_Left)


def _another_word(hands: Hands) -> None:
    hands.press(Key.Key_Home)
    hands.press(Key.Key_Right)
    hands.click(candidates(hands.screen)[1])


def candidates(screen: Screen) -> list[CandidateButton]:
    """The rows of the inspector that are on screen, from the likeliest."""
    rows = screen.window.inspector.findChildren(CandidateButton)
    return [row for row in rows if row.isVisible() and row.candidate is not None]


def _stop(hands: Hands) -> None:
    hands.press(Key.Key_End)


def _positions(hands: Hands) -> None:
    hands.tab("embeddings_layers")
    view = hands.screen.view
    assert isinstance(view, EmbeddingsLayersView)
    hands.click(view.topics, view.topics.tabRect(TOPICS.index("position")).center())


def _similar(hands: Hands) -> None:
    hands.press("F")
    hands.tab("all_layers")
    view = hands.screen.view
    assert isinstance(view, AllLayersView)
    hands.choose(view.order_box, ORDERS.index("similar"))


def _layers(hands: Hands) -> None:
    hands.press("G")


def _nothing_to_say(hands: Hands) -> None:
    hands.press("1")
    hands.press("X")
    hands.press("T")


def my_translation(text: str) -> Callable[[Hands], None]:
    """Type it as the whole target."""

    def ask(hands: Hands) -> None:
        hands.press("t", CTRL | SHIFT)
        hands.write(text)
        hands.press(Key.Key_Return)

    return ask


def _batch(hands: Hands) -> None:
    hands.tab("masks")
    view = hands.screen.view
    assert isinstance(view, MasksView)
    hands.click(view.shorter)


def _words(hands: Hands) -> None:
    hands.press("W")


def all_questions(target: str) -> dict[str, Question]:
    """By name. ``target`` is a translation of the sentence on screen."""
    listed = (
        ("effects", "What happens to this word's probability without each source word?", _effects),
        ("head", "What does head 3 of layer 2 do on this sentence?", _head),
        ("previous", "Which heads point at the previous token?", _previous),
        ("aligned", "Which head aligns best, and by what measure?", _aligned),
        ("padding", "What does the padding mask hide?", _padding_mask),
        ("look-ahead", "What does the look-ahead mask hide?", _look_ahead_mask),
        ("zero", "Why is this weight 0?", _why_zero),
        ("computed", "How is this number computed?", _computed),
        ("scores", "What were the scores before softmax?", _scores),
        ("dividing", "What does dividing by √d_k change?", _divided),
        ("alternatives", "What were the alternatives, and how sure was the model?", _alternatives),
        ("another", "What if it had written this other word?", _another_word),
        ("stop", "How does the model know to stop?", _stop),
        ("positions", "What does the positional encoding look like?", _positions),
        ("similar", "Are two heads doing the same here?", _similar),
        ("layers", "What does the last layer do that the first does not?", _layers),
        ("nothing", "Where does weight go when there is nothing to say?", _nothing_to_say),
        ("translation", "How probable is my translation?", my_translation(target)),
        ("batch", "What does a batch of unequal sentences look like?", _batch),
        ("words", "What would this sub-word model look like in words?", _words),
    )
    return {name: Question(name, words, ask) for name, words, ask in listed}
