"""The table sheet shows the candidates and the tokens too, goes with the step, and copies what it shows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.viz_app.sample_trace import TARGET, make_trace
from viz_app.dialogs.listing_table import ListingTable
from viz_app.dialogs.table import TableSheet
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.listings import Listing

NOW = Snapshot(trace=make_trace(), selection=Selection(step=2))


def test_the_sheet_lists_candidates_and_tokens(qtbot: QtBot) -> None:
    sheet = TableSheet()
    qtbot.addWidget(sheet)
    sheet.display(NOW)
    sheet.show()
    assert sheet.table.isVisible() and not sheet.list.isVisible()
    sheet.which.setCurrentIndex(2)
    sheet.which.activated.emit(2)
    assert sheet.list.isVisible() and not sheet.table.isVisible()
    row = sheet.list.currentIndex().row()
    assert sheet.lines.data(sheet.lines.index(row, 2)) == TARGET[2]
    sheet.display(replace(NOW, selection=Selection(step=4)))
    assert sheet.list.currentIndex().row() == row + 2
    sheet.copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == sheet.lines.rowCount() + 1 and lines[0].split("\t")[2] == "Token"
    sheet.which.setCurrentIndex(1)
    sheet.which.activated.emit(1)
    assert sheet.heading.text() == sheet.list.accessibleName() == "Candidates of step 5"


def test_a_listing_is_lines_under_headings() -> None:
    table = ListingTable()
    table.display(Listing("t", ("a", "b"), (("1", "x"), ("2", "y"))))
    assert (table.rowCount(), table.columnCount()) == (2, 2)
    assert table.headerData(1, Qt.Orientation.Horizontal) == "b" and table.headerData(1, Qt.Orientation.Vertical) == "2"
    assert table.data(table.index(1, 1)) == "y"
    assert table.text() == "a\tb\n1\tx\n2\ty\n"
