"""The row of readings: each box and switch asks for its part, shows only what is so, and says what is on screen."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from pytestqt.qtbot import QtBot

from model.record.trace import Quantity
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import PLAIN, ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import Heard, ready
from viz_app.controls.display_bar import DisplayBar
from viz_app.state.intents import SetReading
from viz_app.state.state import Snapshot

RUN = make_run(activations=True)


def shown(reading: ViewTransform) -> Snapshot:
    """As the state shows it."""
    done = read(RUN, reading)
    return replace(ready(done), reading=reading, unread=None if done is RUN else RUN)


@pytest.fixture
def bar(qtbot: QtBot) -> DisplayBar:
    made = DisplayBar()
    qtbot.addWidget(made)
    made.resize(900, 40)
    made.show()
    made.display(shown(PLAIN))
    return made


def test_every_choice_is_offered(bar: DisplayBar) -> None:
    values = {choice.field: tuple(value for value, _ in choice.values) for choice in bar.choices}
    assert values == {"aggregate": get_args(Aggregate), "aside": get_args(Aside), "quantity": get_args(Quantity)}


@pytest.mark.parametrize(
    ("field", "index", "wish"),
    [
        ("aggregate", 1, ViewTransform(aggregate="heads")),
        ("aggregate", 4, ViewTransform(aggregate="rollout")),
        ("aside", 2, ViewTransform(aside="punctuation")),
        ("quantity", 1, ViewTransform(quantity="score")),
    ],
)
def test_a_box_asks_and_goes_on_showing_what_is(bar: DisplayBar, field: str, index: int, wish: ViewTransform) -> None:
    heard = Heard(bar)
    bar.boxes[field].setCurrentIndex(index)
    bar.boxes[field].activated.emit(index)
    assert heard == [SetReading(wish)]
    assert bar.boxes[field].currentIndex() == 0
    bar.display(shown(wish))
    assert bar.boxes[field].currentIndex() == index


def test_switches_ask_and_go_on_showing_what_is(bar: DisplayBar) -> None:
    heard = Heard(bar)
    bar.switches["words"].click()
    assert heard == [SetReading(ViewTransform(words=True))]
    assert not bar.switches["words"].isChecked()
    assert bar.switches["renormalise"].isHidden()
    bar.display(shown(ViewTransform(aside="specials")))
    bar.switches["renormalise"].click()
    assert heard[-1] == SetReading(ViewTransform(aside="specials", renormalise=True))


def test_what_is_shown_is_said_with_a_way_back(bar: DisplayBar) -> None:
    assert bar.back.isHidden()
    bar.display(shown(ViewTransform(aggregate="heads", aside="specials", renormalise=True)))
    said = bar.shown.wordings[0]
    assert "mean of 3 heads, without special tokens, renormalised" in said
    heard = Heard(bar)
    bar.back.click()
    assert heard == [SetReading(PLAIN)]


def test_what_a_run_lacks_is_said(bar: DisplayBar) -> None:
    bare = replace(ready(make_run()), reading=ViewTransform(quantity="score"))
    bar.display(bare)
    assert "lacks the numbers for scores" in bar.shown.wordings[0]
    bar.display(replace(bare, reading=ViewTransform(aggregate="rollout"), trace=make_run(encoder_attention=None)))
    assert "lacks the numbers for a rollout" in bar.shown.wordings[0]
    assert "plain weights" in bar.shown.wordings[0]


def test_nothing_can_be_read_without_a_run(bar: DisplayBar) -> None:
    bar.display(Snapshot())
    assert not any(box.isEnabled() for box in bar.boxes.values())
    assert not any(switch.isEnabled() for switch in bar.switches.values())
    assert bar.shown.wordings == ("",)
