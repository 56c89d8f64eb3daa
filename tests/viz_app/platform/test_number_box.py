"""A number with decimals over whole ones: what is shown, typed and stepped."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from viz_app.platform.number_box import NumberBox


def box_of(qtbot: QtBot, places: int) -> NumberBox:
    box = NumberBox(places)
    qtbot.addWidget(box)
    box.setRange(0, 100)
    box.show()
    return box


@pytest.mark.parametrize(("value", "text"), [(0, "0.00"), (5, "0.05"), (50, "0.50"), (100, "1.00")])
def test_hundredths_are_read_as_weights(qtbot: QtBot, value: int, text: str) -> None:
    box = box_of(qtbot, 2)
    box.setValue(value)
    assert (box.text(), box.valueFromText(text)) == (text, value)


@pytest.mark.parametrize(
    ("typed", "value"), [("0.2", 20), ("0,07", 7), (".5", 50), ("1", 100), ("7", 5), ("-1", 5), ("x", 5), ("", 5)]
)
def test_what_is_typed_counts_where_it_is_a_number_of_the_range(qtbot: QtBot, typed: str, value: int) -> None:
    box = box_of(qtbot, 2)
    box.setValue(5)
    box.lineEdit().clear()
    QTest.keyClicks(box.lineEdit(), typed)
    QTest.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    assert box.value() == value


def test_an_arrow_goes_one_hundredth(qtbot: QtBot) -> None:
    box = box_of(qtbot, 2)
    box.setValue(5)
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert (box.value(), box.text()) == (6, "0.06")


def test_without_places_it_is_any_number_box(qtbot: QtBot) -> None:
    box = box_of(qtbot, 0)
    box.setKeyboardTracking(False)
    box.setSpecialValueText("all")
    box.setSuffix(" pt")
    assert box.text() == "all" and not box.typing
    box.setValue(7)
    assert box.text() == "7 pt"
    assert not box.typing
    box.lineEdit().clear()
    QTest.keyClicks(box.lineEdit(), "12")
    assert box.typing
    QTest.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    assert box.value() == 12 and not box.typing
