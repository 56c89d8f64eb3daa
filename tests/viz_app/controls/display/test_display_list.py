"""The list of the Display line holds what has no room in the line: the same boxes, whole, and back in their order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from model.transforms.view_transform import PLAIN, ViewTransform
from tests.viz_app.controls.display.test_display_bar import shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.display.display_bar import DisplayBar
from viz_app.controls.display.display_list import DisplayBox
from viz_app.state.intents import SetReading


@pytest.fixture
def bar(qtbot: QtBot) -> DisplayBar:
    made = DisplayBar()
    qtbot.addWidget(made)
    made.resize(1400, 40)
    made.show()
    made.display(shown(PLAIN))
    return made


def settle(bar: DisplayBar, width: int, pixels: int = 0) -> list[QWidget]:
    """At a width and a size of letters: the controls that stand in the line, from left to right."""
    if pixels:
        letters = QFont(bar.font())
        letters.setPixelSize(pixels)
        bar.setFont(letters)
    bar.resize(width, bar.sizeHint().height())
    QApplication.processEvents()
    in_line = [control for control in bar.controls if control.parent() is bar and control.isVisible()]
    return sorted(in_line, key=lambda control: control.x())


def is_whole(box: DisplayBox) -> bool:
    """Has its longest entry room?"""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    widest = max(box.fontMetrics().horizontalAdvance(box.itemText(index)) for index in range(box.count()))
    return part.width() >= widest


@pytest.mark.parametrize("pixels", [12, 24])
@pytest.mark.parametrize("width", [1400, 720, 553, 400])
def test_nothing_is_cut_and_nothing_is_lost(bar: DisplayBar, width: int, pixels: int) -> None:
    in_line = settle(bar, width, pixels)
    assert in_line == [control for control in bar.controls if control in in_line], "in their usual order"
    ends = [control.geometry().right() for control in in_line]
    starts = [control.geometry().left() for control in in_line]
    assert all(start > end for start, end in zip(starts[1:], ends, strict=False))
    assert max(ends) < width
    for box in (*bar.boxes.values(), bar.scale):
        assert is_whole(box), box.accessibleName()
        assert box in in_line or box.parent() is bar.more.list
    for switch in bar.switches.values():
        assert switch.width() >= switch.sizeHint().width() or switch.parent() is bar.more.list


def test_the_way_back_is_the_way_there(bar: DisplayBar) -> None:
    before = [(control, control.geometry()) for control in settle(bar, 1400)]
    for width in (900, 600, 400, 553, 720, 480):
        settle(bar, width)
    assert [(control, control.geometry()) for control in settle(bar, 1400)] == before
    assert not bar.more.list.findChildren(QLabel), "names go with what they name"


def test_what_is_in_the_list_asks_as_it_did_in_the_line(bar: DisplayBar) -> None:
    settle(bar, 400)
    box, heard = bar.boxes["aside"], Heard(bar)
    assert box.parent() is bar.more.list
    assert bar.more.button.isVisible()
    assert not bar.name.isVisible(), "the button says it"
    bar.more.list.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)  # its platform grabs no keyboard
    QTest.mouseClick(bar.more.button, Qt.MouseButton.LeftButton)
    assert bar.more.list.isVisible()
    assert box.isVisible()
    assert box.isEnabled()
    assert bar.more.list.focusWidget() is box
    assert bar.more.list.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange), "with its frame"
    box.activated.emit(1)
    assert heard == [SetReading(ViewTransform(aside="specials"))]
    bar.more.list.close()
