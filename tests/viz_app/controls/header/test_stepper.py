"""The stepper: buttons, slider and keys ask for exactly the step they name."""

from __future__ import annotations

import html

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.decoding.session import DecodingSession
from tests.model.sample_checkpoints import tiny
from tests.viz_app.controls.parts import Heard, painted, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.commands import all_commands, all_menus
from viz_app.controls.header.stepper import Stepper
from viz_app.controls.token_strip.strip_chips import target_tokens
from viz_app.state.intents import Play, Select
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import wordings

TRACE = make_trace()  # 8 steps


@pytest.fixture
def stepper(qtbot: QtBot) -> Stepper:
    widget = Stepper()
    qtbot.addWidget(widget)
    widget.resize(500, 30)
    widget.show()
    widget.display(ready(TRACE, selection=Selection(step=3)))
    return widget


def test_steps_are_shown_from_one(stepper: Stepper) -> None:
    assert painted(stepper) == ["4 / 8"]
    assert stepper.count.accessibleName() == "Step 4 of 8"
    assert (stepper.slider.minimum(), stepper.slider.maximum(), stepper.slider.value()) == (0, 7, 3)


SAID = "At step n the decoder has read tokens 0 … n − 1 and predicts token n"


def test_what_a_step_is_said_to_do_is_what_it_does(stepper: Stepper) -> None:
    """In the counting that the stepper shows; the tokens as the strip numbers them, the start token being 0."""
    assert SAID in html.unescape(stepper.slider.toolTip())
    hint = next(command.hint for command in all_commands(all_menus(())) if command.name == "step.next")
    assert hint == f"{SAID}."
    checkpoint = tiny()
    run = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde spielen im Schnee.", 0)).run().trace()
    assert run.decoder_mask is not None
    tokens = [token.text for token in target_tokens(run)]
    for step in range(run.steps):
        stepper.display(ready(run, selection=Selection("decoder", step=step)))
        n = int(stepper.count.text().split(" / ")[0])
        row = wordings(stepper._snapshot)[0]
        assert [int(key) for key in np.flatnonzero(run.decoder_mask[step])] == list(range(n)), "read: 0 … n − 1"
        assert row.startswith(f"step {n} / {run.steps}: input “{tokens[n - 1]}” → next token “{tokens[n]}”")


@pytest.mark.parametrize(("name", "step"), [("first", 0), ("previous", 2), ("next", 4), ("last", 7)])
def test_buttons_by_mouse_and_key(stepper: Stepper, qtbot: QtBot, name: str, step: int) -> None:
    heard, button = Heard(stepper), getattr(stepper, name)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert heard == [Select(step=step), Select(step=step)]
    assert painted(stepper) == ["4 / 8"]


def test_the_slider_asks_once_per_step_and_waits_for_the_state(stepper: Stepper, qtbot: QtBot) -> None:
    heard = Heard(stepper)
    qtbot.keyClick(stepper.slider, Qt.Key.Key_Right)
    qtbot.keyClick(stepper.slider, Qt.Key.Key_End)
    assert heard == [Select(step=4), Select(step=7)]
    assert stepper.slider.value() == 3


def test_what_leads_nowhere_is_disabled(stepper: Stepper) -> None:
    stepper.display(ready(TRACE, selection=Selection(step=0)))
    assert [b.isEnabled() for b in (stepper.first, stepper.previous, stepper.next, stepper.last)] == [0, 0, 1, 1]
    stepper.display(ready(TRACE, selection=Selection(step=7)))
    assert [b.isEnabled() for b in (stepper.first, stepper.previous, stepper.next, stepper.last)] == [1, 1, 0, 0]
    stepper.display(Snapshot(selection=Selection(step=7)))
    buttons = (stepper.first, stepper.previous, stepper.next, stepper.last, stepper.play, stepper.slider)
    assert not any(button.isEnabled() for button in buttons)
    assert painted(stepper) == ["–"]


def test_focus_does_not_jump_to_a_button_that_the_next_space_would_press(stepper: Stepper, qtbot: QtBot) -> None:
    stepper.activateWindow()
    stepper.next.setFocus()
    qtbot.waitUntil(stepper.next.hasFocus)
    stepper.display(ready(TRACE, selection=Selection(step=7)))
    assert stepper.slider.hasFocus()


def test_play_and_pause(stepper: Stepper, qtbot: QtBot) -> None:
    heard = Heard(stepper)
    qtbot.mouseClick(stepper.play, Qt.MouseButton.LeftButton)
    stepper.display(ready(TRACE, selection=Selection(step=3), playing=True))
    assert (stepper.play.icon_name, stepper.play.accessibleName()) == ("pause", "Pause")
    qtbot.mouseClick(stepper.play, Qt.MouseButton.LeftButton)
    assert heard == [Play(True), Play(False)]


def test_tooltips_name_the_keys(stepper: Stepper) -> None:
    tips = [b.toolTip() for b in (stepper.first, stepper.previous, stepper.next, stepper.last, stepper.play)]
    for tip, key in zip(tips, ("Home", "←", "→", "End", "Space"), strict=True):
        assert key in tip


def test_the_sliders_focus_is_seen_all_around(stepper: Stepper) -> None:
    """At least two pixels on every side, in another colour than without."""
    slider = stepper.slider
    stepper.activateWindow()
    stepper.next.setFocus()
    before = slider.grab().toImage()
    slider.setFocus()
    assert slider.hasFocus()
    after = slider.grab().toImage()
    wide, high = before.width(), before.height()
    sides = (
        [(wide // 3, row) for row in range(high)], [(wide // 3, row) for row in reversed(range(high))],
        [(column, high // 2) for column in range(9)], [(wide - 1 - column, high // 2) for column in range(9)],
    )  # fmt: skip
    for side in sides:
        changed = [before.pixelColor(*place) != after.pixelColor(*place) for place in side]
        assert sum(changed[: high // 2]) >= 2


@pytest.mark.parametrize("target", [("a",), ("a",) * 150])
def test_no_length_of_a_run_moves_a_button(stepper: Stepper, qapp: QApplication, target: tuple[str, ...]) -> None:
    buttons = (stepper.first, stepper.previous, stepper.next, stepper.last, stepper.play, stepper.slider)
    before = [button.pos() for button in buttons]
    stepper.display(ready(make_trace(target=target), selection=Selection(step=1)))
    qapp.processEvents()
    assert [button.pos() for button in buttons] == before
