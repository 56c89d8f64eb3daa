"""The device picker: every device listed, those that cannot be used with the reason and out of reach."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import Heard, info
from viz_app.controls.device_picker import DevicePicker
from viz_app.engine.messages import Device
from viz_app.state.intents import SetDevice
from viz_app.state.state import Snapshot

DEVICES = (
    Device("cpu", "CPU (2 cores)", True),
    Device("cuda", "NVIDIA GPU", False, "no driver <found>"),
    Device("mps", "Apple GPU", True),
)


@pytest.fixture
def picker(qtbot: QtBot) -> DevicePicker:
    widget = DevicePicker()
    qtbot.addWidget(widget)
    widget.show()
    widget.display(Snapshot(checkpoint=info(), devices=DEVICES))
    return widget


def texts(picker: DevicePicker) -> list[str]:
    return [action.text() for action in picker.list.actions()]


def chosen(picker: DevicePicker) -> list[str]:
    return [action.text() for action in picker.list.actions() if action.isChecked()]


def test_all_are_listed_with_their_reasons(picker: DevicePicker) -> None:
    assert texts(picker) == ["Automatic (CPU)", "CPU (2 cores)", "NVIDIA GPU – no driver <found>", "Apple GPU"]
    assert [action.isEnabled() for action in picker.list.actions()] == [True, True, False, True]
    assert picker.list.actions()[2].toolTip() == "<qt>no driver &lt;found&gt;</qt>"


def test_it_names_the_device_that_is_used_and_marks_the_chosen_one(picker: DevicePicker) -> None:
    assert (picker.text(), chosen(picker)) == ("CPU (2 cores)", ["Automatic (CPU)"])
    assert picker.accessibleName() == "Device: CPU (2 cores)"
    picker.display(Snapshot(devices=DEVICES, device="mps"))
    assert (picker.text(), chosen(picker)) == ("Apple GPU", ["Apple GPU"])
    picker.display(Snapshot(devices=DEVICES))
    assert (picker.text(), chosen(picker)) == ("Device", ["Automatic"])


def test_an_unknown_device_falls_back_to_automatic(picker: DevicePicker) -> None:
    picker.display(Snapshot(devices=DEVICES, device="tpu"))
    assert chosen(picker) == ["Automatic"]


#: The offscreen platform says so whenever a list pops up.
popup = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")


@popup
def test_choosing_by_key_asks_and_waits_for_the_state(picker: DevicePicker) -> None:
    heard = Heard(picker)
    picker.ask()
    QTest.keyClick(picker.list, Qt.Key.Key_Down)
    QTest.keyClick(picker.list, Qt.Key.Key_Return)
    assert heard == [SetDevice("cpu")]
    assert chosen(picker) == ["Automatic (CPU)"]  # the state has not said otherwise


@popup
def test_keys_skip_what_cannot_be_used(picker: DevicePicker) -> None:
    heard = Heard(picker)
    picker.display(Snapshot(devices=DEVICES, device="cpu"))
    picker.ask()
    QTest.keyClick(picker.list, Qt.Key.Key_Down)
    QTest.keyClick(picker.list, Qt.Key.Key_Return)
    assert heard == [SetDevice("mps")]


@popup
@pytest.mark.parametrize(("row", "asked"), [(3, [SetDevice("mps")]), (2, [])])
def test_choosing_by_mouse(picker: DevicePicker, row: int, asked: list[object]) -> None:
    heard = Heard(picker)
    picker.ask()
    place = picker.list.actionGeometry(picker.list.actions()[row]).center()
    QTest.mouseClick(picker.list, Qt.MouseButton.LeftButton, pos=place)
    picker.list.close()
    assert heard == asked
