"""The row of readings: each box and switch asks for its part, shows only what is so, and says what is on screen."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any, get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.analysis.baseline import holding_baseline
from model.record.trace import Quantity
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import PLAIN, ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import Heard, ready
from viz_app.controls.display.display_bar import DisplayBar
from viz_app.pictures import picture_modules, titles
from viz_app.pictures.drawing.picture import Picture, style_for
from viz_app.platform.preferences import Scale, Settings
from viz_app.state.intents import ChangeSettings, SetReading
from viz_app.state.state import Snapshot

RUN = make_run(activations=True)
RUN = holding_baseline(RUN, RUN)


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
    assert not bar.switches["renormalise"].isEnabled()
    assert "No column is set aside" in bar.switches["renormalise"].toolTip()
    bar.display(shown(ViewTransform(aside="specials")))
    bar.switches["renormalise"].click()
    assert heard[-1] == SetReading(ViewTransform(aside="specials", renormalise=True))


def test_what_is_shown_is_said_with_a_way_back(bar: DisplayBar) -> None:
    assert not bar.back.isEnabled()
    bar.display(shown(ViewTransform(aggregate="heads", aside="specials", renormalise=True)))
    said = bar.shown.wordings[0]
    assert "mean of 3 heads, without special tokens, renormalised" in said
    heard = Heard(bar)
    bar.back.click()
    assert heard == [SetReading(PLAIN)]
    bar.display(shown(ViewTransform(aggregate="rollout")))
    assert bar.boxes["quantity"].currentText() == "Shares"
    bar.display(shown(PLAIN))
    assert bar.boxes["quantity"].currentText() == "Weights"


@pytest.mark.parametrize(
    ("reading", "end"),
    [
        ({}, "0 … 1"),
        ({"aggregate": "heads"}, "0 … 1"),
        ({"aggregate": "rollout"}, "to max"),
        ({"quantity": "score"}, "to max"),
    ],
)
def test_the_scale_does_not_say_1_of_numbers_that_end_elsewhere(bar: DisplayBar, reading: Any, end: str) -> None:
    bar.display(shown(ViewTransform(**reading)))
    assert bar.scale.currentText() == f"Scale {end}"
    bar.display(shown(PLAIN))
    assert bar.scale.currentText() == "Scale 0 … 1"


@pytest.mark.parametrize(
    ("index", "wanted"), [(0, ("linear", False)), (1, ("sqrt", False)), (2, ("linear", True)), (3, ("sqrt", True))]
)
def test_the_scale_is_a_choice_of_the_two_settings(bar: DisplayBar, index: int, wanted: tuple[Scale, bool]) -> None:
    heard = Heard(bar)
    bar.scale.setCurrentIndex(index)
    bar.scale.activated.emit(index)
    assert heard == [ChangeSettings({"scale": wanted[0], "per_map_scale": wanted[1]})]
    assert bar.scale.currentIndex() == 0, "until the state says so"
    bar.display(replace(shown(PLAIN), settings=Settings(scale=wanted[0], per_map_scale=wanted[1])))
    assert bar.scale.currentIndex() == index


@pytest.mark.parametrize("view", list(titles()))
def test_what_does_nothing_in_a_view_is_disabled_with_a_reason(bar: DisplayBar, view: str) -> None:
    """Whether it does something is asked of the picture: with another wish it looks otherwise, or it does not."""
    now = replace(shown(PLAIN), view=view)
    wish = ViewTransform(aggregate="heads", words=True)
    other = replace(now, reading=wish, trace=read(RUN, wish), unread=RUN)
    picture = import_module(picture_modules()[view])
    style = style_for(now.settings, False, 1.0, 10.0, on_screen=True)
    alike = rendered(picture.picture(now, 900, 600, style)) == rendered(picture.picture(other, 900, 600, style))
    bar.display(now)
    for control in (*bar.boxes.values(), bar.switches["words"]):
        assert control.isEnabled() != alike
        assert ("This view shows the run as it was computed" in control.toolTip()) == alike
    if picture.picture(now, 900, 600, style).alt.startswith("This run was recorded"):
        return  # it shows nothing of a run without vectors
    squares = style_for(replace(now.settings, scale="sqrt"), False, 1.0, 10.0, on_screen=True)
    root = rendered(picture.picture(replace(now, settings=Settings(scale="sqrt")), 900, 600, squares))
    assert bar.scale.isEnabled() == (root != rendered(picture.picture(now, 900, 600, style)))


@pytest.mark.parametrize("width", [545, 720, 1000])
def test_no_choice_moves_a_control(bar: DisplayBar, qapp: QApplication, width: int) -> None:
    for _ in range(2):  # once polished it may ask for another height
        bar.resize(width, bar.sizeHint().height())
        qapp.processEvents()

    def places() -> list[tuple[int, int, int]]:
        """Left, top and width: layouts of one height are rounded a pixel higher or lower."""
        qapp.processEvents()
        in_line = [control for control in bar.controls if control.parent() is bar and control.isVisible()]
        assert all(bar.rect().contains(control.geometry()) for control in in_line)
        found = [control.geometry() for control in bar.controls]
        return [(place.x(), place.y(), place.width()) for place in found]

    before = places()
    chosen: Any = ViewTransform
    wishes = [chosen(**{choice.field: value}) for choice in bar.choices for value, _ in choice.values]
    for wish in (*wishes, ViewTransform(words=True, aside="punctuation", renormalise=True)):
        bar.display(shown(wish))
        assert places() == before, wish
    for view in titles():
        bar.display(replace(shown(PLAIN), view=view))
        assert places() == before, view
    bar.display(Snapshot())
    assert places() == before


def test_the_tab_key_goes_through_every_control(bar: DisplayBar, qapp: QApplication) -> None:
    bar.resize(1200, 40)
    bar.display(shown(ViewTransform(aside="specials")))
    bar.activateWindow()
    bar.boxes["aggregate"].setFocus()
    seen = []
    for _ in range(len(bar.controls) - 1):
        focused = qapp.focusWidget()
        seen.append(focused)
        QTest.keyClick(focused or bar, Qt.Key.Key_Tab)
    assert seen == list(bar.controls[1:])


def rendered(picture: Picture) -> bytes:
    image = QImage(900, 600, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    picture.paint(painter)
    painter.end()
    return bytes(image.constBits())


def test_nothing_can_be_read_without_a_run(bar: DisplayBar) -> None:
    bar.display(Snapshot())
    assert not any(box.isEnabled() for box in bar.boxes.values())
    assert not any(switch.isEnabled() for switch in bar.switches.values())
    assert bar.shown.wordings[0] == ""
    assert all("There is no run yet" in box.toolTip() for box in (*bar.boxes.values(), bar.scale))
