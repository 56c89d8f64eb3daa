"""The switch of three kinds: it asks, shows only what is so, and says why a kind cannot be chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from model.record.trace import KINDS, Kind
from tests.viz_app.controls.parts import Heard, ready, without
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.display.kind_switch import KindSwitch
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

TRACE = make_trace()


@pytest.fixture
def switch(qtbot: QtBot) -> KindSwitch:
    widget = KindSwitch()
    qtbot.addWidget(widget)
    widget.show()
    widget.display(ready(TRACE, selection=Selection("cross")))
    return widget


def checked(switch: KindSwitch) -> list[Kind]:
    return [kind for kind, button in switch.buttons.items() if button.isChecked()]


@pytest.mark.parametrize("kind", KINDS)
def test_a_press_asks_and_waits_for_the_state(switch: KindSwitch, qtbot: QtBot, kind: Kind) -> None:
    heard = Heard(switch)
    qtbot.mouseClick(switch.buttons[kind], Qt.MouseButton.LeftButton)
    qtbot.keyClick(switch.buttons[kind], Qt.Key.Key_Space)
    assert heard == [Select(kind=kind), Select(kind=kind)]
    assert checked(switch) == ["cross"]
    switch.display(ready(TRACE, selection=Selection(kind)))
    assert checked(switch) == [kind]


@pytest.mark.parametrize(("kind", "key"), [("encoder", "1"), ("decoder", "2"), ("cross", "3")])
def test_each_teaches_its_key(switch: KindSwitch, kind: Kind, key: str) -> None:
    assert f"({key})" in switch.buttons[kind].toolTip()


def test_a_kind_that_the_run_lacks_says_so(switch: KindSwitch) -> None:
    switch.display(ready(without(TRACE, "encoder_attention")))
    assert [button.isEnabled() for button in switch.buttons.values()] == [False, True, True]
    assert "holds no weights of this kind" in switch.buttons["encoder"].toolTip()
    switch.display(Snapshot())
    assert not any(button.isEnabled() for button in switch.buttons.values())
    assert all("There is no run yet" in button.toolTip() for button in switch.buttons.values())


def test_less_room_shortens_the_words_but_not_the_names(switch: KindSwitch) -> None:
    whole = switch.sizeHint().width()
    switch.give_room(whole + 20)
    assert [button.text() for button in switch.buttons.values()] == ["Encoder", "Decoder", "Cross"]
    switch.give_room(whole - 1)  # closer together, and still whole
    assert [button.text() for button in switch.buttons.values()] == ["Encoder", "Decoder", "Cross"]
    assert switch.sizeHint().width() < whole
    for button in switch.buttons.values():
        assert button.sizeHint().width() >= button.fontMetrics().horizontalAdvance(button.text()) + 4
    switch.give_room(switch.sizeHint().width() - 1)
    assert [button.text() for button in switch.buttons.values()] == ["Enc.", "Dec.", "Cross"]
    assert switch.sizeHint().width() < whole
    assert [button.accessibleName() for button in switch.buttons.values()] == ["Encoder", "Decoder", "Cross"]
