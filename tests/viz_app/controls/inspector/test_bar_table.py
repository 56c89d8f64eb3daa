"""Bars on a common scale: where they stand, what is read and pressed, by mouse and by key."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import painted
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.platform.theme import colours

TABLE = BarRows(
    (BarColumn("weight", 0, 1, tip="of the row"), BarColumn("change", -2, 6), BarColumn("word")),
    (
        BarRow("Zwei", ("0.50", "−2.00", "a"), (0.5, -2.0, math.nan), tip=lambda: ("first",), answer="one"),
        BarRow("<b>", ("1.00", "+6.00", "b"), (1.0, 6.0, math.nan), marked=True),
        BarRow("Schnee", ("0.00", "–", "c"), (0.0, math.nan, math.nan), answer="three"),
    ),
    "planted",
)


@pytest.fixture
def bars(qtbot: QtBot) -> BarTable:
    widget = BarTable()
    qtbot.addWidget(widget)
    widget.show_table(TABLE)
    widget.resize(420, widget.sizeHint().height())
    widget.show()
    return widget


def runs(bars: BarTable, row: int, column: int) -> list[tuple[str, float]]:
    """Along the middle of a cell: which of our colours, and for how much of the cell's width."""
    image = bars.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    palette, (left, width) = colours(), bars.cells()[column + 1]
    names = {QColor(getattr(palette, name)).rgb(): name for name in ("accent", "selection", "grid")}
    y = round(bars.row(row).center().y())
    found = [names.get(image.pixel(x, y), "") for x in range(math.ceil(left), int(left + width))]
    return [(name, found.count(name)) for name in ("selection", "accent", "grid")]


def test_bars_are_as_long_as_their_values(bars: BarTable) -> None:
    half, whole, none = (dict(runs(bars, row, 0)) for row in range(3))
    ground = half["accent"] + half["grid"]
    assert half["accent"] == pytest.approx(ground / 2, abs=1.5)
    assert whole["accent"] == pytest.approx(ground, abs=1.5)
    assert none["accent"] == 0


def test_losses_and_gains_start_at_one_zero(bars: BarTable) -> None:
    loss, gain, none = (dict(runs(bars, row, 1)) for row in range(3))
    assert loss["accent"] == gain["selection"] == none["accent"] == none["selection"] == 0
    line = 1.5  # the line at zero takes so much of either
    assert (gain["accent"] + line) / (loss["selection"] + line) == pytest.approx(3, rel=0.1)


def test_numbers_stand_beside_the_bars_as_text(bars: BarTable) -> None:
    assert painted(bars) == [
        "weight", "change", "word",
        "Zwei", "0.50", "−2.00", "a", "<b>", "1.00", "+6.00", "b", "Schnee", "0.00", "–", "c",
    ]  # fmt: skip


def test_rows_are_read_and_pressed_by_key(bars: BarTable, qtbot: QtBot) -> None:
    pressed: list[object] = []
    bars.chosen.connect(pressed.append)
    assert bars.accessibleName() == "planted"
    for key, read in ((Qt.Key.Key_Down, 0), (Qt.Key.Key_Down, 1), (Qt.Key.Key_End, 2), (Qt.Key.Key_Up, 1)):
        qtbot.keyClick(bars, key)
        assert bars.index == read
    assert bars.accessibleName() == "planted, <b>, weight 1.00, change +6.00, word b"
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    assert pressed == [], "this row cannot be pressed"
    qtbot.keyClick(bars, Qt.Key.Key_Home)
    qtbot.keyClick(bars, Qt.Key.Key_Space)
    assert pressed == ["one"]


def test_a_click_presses_the_row_under_it(bars: BarTable, qtbot: QtBot) -> None:
    pressed: list[object] = []
    bars.chosen.connect(pressed.append)
    for row in range(3):
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row(row).center().toPoint())
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(5, 3))
    assert pressed == ["one", "three"]


def test_what_a_place_explains(bars: BarTable) -> None:
    middle = bars.row(0).center()
    assert bars.tip_at(middle.x(), middle.y()) == ("first",)
    weight = QPointF(bars.cells()[1][0] + 2, 4)
    assert bars.tip_at(weight.x(), weight.y()) == ("of the row",)
    assert bars.index_at(bars.height() + 50) is None


def test_the_table_can_be_copied(bars: BarTable) -> None:
    QTest.keySequence(bars, QKeySequence(QKeySequence.StandardKey.Copy))
    first, second, *_ = QGuiApplication.clipboard().text().split("\n")
    assert (first, second) == ("\tweight\tchange\tword", "Zwei\t0.50\t−2.00\ta")


def test_fewer_rows_forget_the_one_that_was_read(bars: BarTable, qtbot: QtBot) -> None:
    qtbot.keyClick(bars, Qt.Key.Key_End)
    bars.show_table(BarRows(TABLE.columns, TABLE.lines[:1], "planted"))
    assert bars.index is None
    bars.show_table(BarRows())
    assert bars.isHidden()


def test_a_very_wide_table_keeps_its_numbers_near_their_names(bars: BarTable) -> None:
    usual = bars.cells()
    assert sum(usual[-1]) > 400
    bars.resize(1445, bars.height())
    assert sum(bars.cells()[-1]) < 0.6 * bars.width()
