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
    return [picker.box.itemText(index) for index in range(picker.box.count())]


def test_all_are_listed_with_their_reasons(picker: DevicePicker) -> None:
    assert texts(picker) == ["Automatic (CPU)", "CPU (2 cores)", "NVIDIA GPU – no driver <found>", "Apple GPU"]
    enabled = [picker.items.item(index).isEnabled() for index in range(4)]
    assert enabled == [True, True, False, True]
    assert picker.items.item(2).toolTip() == "<qt>no driver &lt;found&gt;</qt>"


def test_it_shows_the_chosen_device(picker: DevicePicker) -> None:
    picker.display(Snapshot(devices=DEVICES, device="mps"))
    assert picker.box.currentText() == "Apple GPU"
    picker.display(Snapshot(devices=DEVICES))
    assert picker.box.currentText() == "Automatic"


def test_an_unknown_device_falls_back_to_automatic(picker: DevicePicker) -> None:
    picker.display(Snapshot(devices=DEVICES, device="tpu"))
    assert picker.box.currentIndex() == 0


def test_choosing_by_key_asks_and_waits_for_the_state(picker: DevicePicker) -> None:
    heard = Heard(picker)
    QTest.keyClick(picker.box, Qt.Key.Key_Down)
    assert heard == [SetDevice("cpu")]
    assert picker.box.currentText() == "Automatic (CPU)"  # the state has not said otherwise


def test_keys_skip_what_cannot_be_used(picker: DevicePicker) -> None:
    heard = Heard(picker)
    picker.display(Snapshot(devices=DEVICES, device="cpu"))
    QTest.keyClick(picker.box, Qt.Key.Key_Down)
    assert heard == [SetDevice("mps")]


#: The offscreen platform says so whenever a list pops up.
popup = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")


def click(picker: DevicePicker, row: int) -> None:
    picker.box.showPopup()
    view = picker.box.view()
    place = view.visualRect(picker.items.index(row, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@popup
def test_choosing_by_mouse(picker: DevicePicker) -> None:
    heard = Heard(picker)
    click(picker, 3)
    assert heard == [SetDevice("mps")]


@popup
def test_a_click_on_what_cannot_be_used_asks_for_nothing(picker: DevicePicker) -> None:
    heard = Heard(picker)
    click(picker, 2)
    assert heard == []
