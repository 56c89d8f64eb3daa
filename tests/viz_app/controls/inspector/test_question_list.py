"""The list of questions: what each asks for, which is open, and which this run can be asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.measured import RUN, effects, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.question_list import QuestionList
from viz_app.state.intents import ChangeSettings, MeasureEffects
from viz_app.state.questions import SWITCHES, opening, questions
from viz_app.state.state import Settings, Snapshot

CLOSED = replace(shown(), settings=Settings())


@pytest.fixture
def listed(qtbot: QtBot) -> QuestionList:
    widget = QuestionList()
    qtbot.addWidget(widget)
    widget.resize(300, 160)
    widget.show()
    widget.display(CLOSED)
    return widget


def test_one_line_each_and_the_others_in_a_menu(listed: QuestionList) -> None:
    assert list(listed.buttons) == list(SWITCHES)
    assert {*listed.buttons, *listed.actions_further} == set(questions())
    heights = {button.height() for button in listed.buttons.values()}
    assert max(heights) <= 1.8 * listed.fontMetrics().height()
    assert [action.text() for action in listed.menu.actions()][:2] == [
        "Why this word?",
        "Where do q, k and v come from?",
    ]


def test_a_press_opens_and_asks_and_closes(listed: QuestionList) -> None:
    heard = Heard(listed)
    listed.buttons["effects"].click()
    assert heard == [ChangeSettings(opening("effects")), MeasureEffects()]
    listed.display(replace(CLOSED, effects=effects()))
    listed.buttons["effects"].click()
    assert heard[2:] == [ChangeSettings(opening("effects"))]
    listed.display(replace(CLOSED, settings=Settings(effects=True)))
    assert listed.buttons["effects"].isChecked()
    listed.buttons["effects"].click()
    listed.actions_further["cost"].trigger()
    assert heard[3:] == [ChangeSettings(opening("")), ChangeSettings(opening("cost"))]


def test_what_this_run_cannot_answer_is_not_asked(listed: QuestionList) -> None:
    bare = replace(RUN, cross_attention=None, cross_mask=None, meta=replace(RUN.meta, vocabulary_head=False))
    listed.display(replace(CLOSED, trace=bare, selection=replace(CLOSED.selection, kind="encoder")))
    seen = [name for name, button in listed.buttons.items() if button.isVisible()]
    assert seen == ["computation", "head_facts"]
    listed.display(Snapshot())
    assert not listed.further.isVisible()


def test_a_narrow_list_says_it_shorter(listed: QuestionList) -> None:
    whole = listed.buttons["effects"].text()
    listed.resize(150, 160)
    QApplication.processEvents()
    assert listed.buttons["effects"].text() == "Without each word?" != whole


def test_no_empty_box_stands_before_a_question_in_the_menu(listed: QuestionList) -> None:
    assert not any(action.isCheckable() for action in listed.menu.actions())
    listed.display(replace(CLOSED, settings=Settings(answer="cost")))
    ticked = [name for name, action in listed.actions_further.items() if action.isCheckable() and action.isChecked()]
    assert ticked == ["cost"]
    listed.display(CLOSED)
    assert not any(action.isCheckable() for action in listed.menu.actions())
