"""The other maps of *Masks* and *Compare* in the table beside the window: chosen, moved in, heard, copied."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.dialogs.grid_table import GridTable
from viz_app.dialogs.table import TableSheet
from viz_app.state.intents import Intent, Select
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.map_grids import grids_of

RUN = with_scores(make_trace(padding=1))
NOW = Snapshot(trace=RUN, view="masks", selection=Selection("cross", 1, 2, 7, 3, 4))


@pytest.fixture
def sheet(qtbot: QtBot) -> TableSheet:
    made = TableSheet()
    qtbot.addWidget(made)
    made.display(NOW)
    made.show()
    return made


def names(sheet: TableSheet) -> list[str]:
    return [sheet.which.itemText(at) for at in range(sheet.which.count())]


def test_the_maps_of_the_view_come_first_and_go_with_it(sheet: TableSheet) -> None:
    always = ["Weights of the map", "Candidates", "Tokens"]
    assert names(sheet) == ["Padding mask", "Scores before", "Without mask", *always]
    assert sheet.grid.isVisible() and not sheet.table.isVisible() and not sheet.list.isVisible()
    assert sheet.heading.text().startswith("Padding mask: ")
    sheet.display(replace(NOW, view="one_head"))
    assert names(sheet) == always and sheet.table.isVisible() and not sheet.grid.isVisible()


def test_arrows_select_the_cell_of_the_run_below_the_row_of_padding(sheet: TableSheet) -> None:
    asked: list[Intent] = []
    sheet.requested.connect(asked.append)
    assert (sheet.grid.currentIndex().row(), sheet.grid.currentIndex().column()) == (4, 4)
    QTest.keyClick(sheet.grid, Qt.Key.Key_Down)
    assert asked == [Select(query=4, key=4)]
    sheet.which.setCurrentIndex(1)
    sheet.display(NOW)
    assert (sheet.grid.currentIndex().row(), sheet.grid.currentIndex().column()) == (3, 4), "scores have no such row"


def test_a_screen_reader_hears_the_cell_and_a_range_is_copied(sheet: TableSheet) -> None:
    sheet.which.setCurrentIndex(1)
    sheet.display(NOW)
    score = RUN.activations["cross_scores"][1, 2, 3, 4]
    said = sheet.cells.data(sheet.cells.index(3, 4), Qt.ItemDataRole.AccessibleTextRole)
    assert isinstance(said, str) and said.startswith("row 4, in; column 5, Schnee: ")
    assert float(said.rpartition(" ")[2].replace("−", "-")) == pytest.approx(score, abs=1e-5)
    QTest.keyClick(sheet.grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(sheet.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, line = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t") == ["", "Schnee", "."] and float(line.split("\t")[1]) == pytest.approx(score, abs=1e-5)


def test_the_same_rows_and_columns_are_read_anew_without_a_reset(qtbot: QtBot) -> None:
    table, scores = GridTable(), grids_of(NOW)[1]
    table.display(scores)
    with qtbot.waitSignal(table.dataChanged, timeout=100), qtbot.assertNotEmitted(table.modelReset):
        table.display(grids_of(replace(NOW, selection=Selection("cross", 0, 1, 7)))[1])
    assert table.grid is not scores
