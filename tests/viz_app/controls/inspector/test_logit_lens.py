"""Early guesses in the inspector: the right layer and step, and how to ask for them."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.measured import early, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.logit_lens import EarlyPart
from viz_app.state.intents import MeasureEarlyGuesses
from viz_app.state.state import Selection


@pytest.fixture
def part(qtbot: QtBot) -> EarlyPart:
    widget = EarlyPart()
    qtbot.addWidget(widget)
    widget.show()
    widget.display(shown(Selection("encoder", 0, 0, 4), early_guesses=early()))
    return widget


def test_every_layer_of_the_step(part: EarlyPart) -> None:
    found = part.bars.table
    assert [(line.name, *line.texts) for line in found.lines] == [
        ("layer 1", "w040", "0.14", "0.07"), ("layer 2", "w140", "0.24", "0.12"), ("layer 3", "w240", "0.34", "0.17"),
    ]  # fmt: skip
    assert found.columns[2].title == "p(“the”)"
    assert found.lines[1].tip() == ("“w140” 0.2400", "“w141” 0.1200", "“w142” 0.0800", "“w143” 0.0600", "“w144” 0.0480")
    assert "only the last was trained for it" in part.base.text()


def test_how_to_ask(part: EarlyPart) -> None:
    heard = Heard(part)
    part.display(shown())
    assert not part.bars.isVisible()
    part.measure.click()
    part.display(shown(early_guesses=early()))
    assert not part.measure.isVisible()
    assert heard == [MeasureEarlyGuesses()]
