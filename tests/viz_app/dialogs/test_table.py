"""The table beside the window: its current cell is the selected one, both ways; ranges are copied."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace, taught
from viz_app.dialogs.table import TableSheet, heading
from viz_app.state.intents import Intent, Select
from viz_app.state.state import Selection, Snapshot, State, select

TRACE = make_trace(layers=2, heads=3)


class Desk:
    """A sheet, the state it shows, and what it asked for."""

    def __init__(self) -> None:
        self.state = State(Snapshot(trace=TRACE, selection=Selection("cross", 1, 2, 5, 2, 3)))
        self.sheet = TableSheet()
        self.asked: list[Intent] = []
        self.sheet.requested.connect(self.hear)
        self.state.changed.connect(self.sheet.display)
        self.sheet.display(self.state.snapshot)
        self.sheet.show()
        QApplication.processEvents()

    def hear(self, intent: Intent) -> None:
        self.asked.append(intent)
        assert isinstance(intent, Select)
        self.state.update(selection=select(self.state.snapshot.selection, intent))

    @property
    def current(self) -> tuple[int, int]:
        index = self.sheet.table.currentIndex()
        return index.row(), index.column()


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.sheet.close()
    desk.sheet.deleteLater()


def test_the_selected_cell_is_the_current_one(desk: Desk) -> None:
    assert desk.current == (2, 3)
    desk.state.update(selection=Selection("cross", 1, 2, 5, 4, 1))
    assert desk.current == (4, 1)
    assert desk.asked == []


def test_where_nothing_is_selected_the_table_goes_to_the_strongest_of_the_step_and_selects_nothing(desk: Desk) -> None:
    assert TRACE.cross_attention is not None
    for step in (3, 6):
        desk.state.update(selection=Selection("cross", 1, 2, step))
        assert desk.current == (step, int(TRACE.cross_attention[1, 2, step].argmax()))
    desk.sheet.copy.setFocus()
    desk.sheet.table.setFocus()
    assert desk.asked == []


def test_arrows_in_the_table_select(desk: Desk) -> None:
    QTest.keyClick(desk.sheet.table, Qt.Key.Key_Down)
    QTest.keyClick(desk.sheet.table, Qt.Key.Key_Right)
    assert desk.asked == [Select(query=3, key=3), Select(query=3, key=4)]
    assert desk.current == (3, 4)


def test_a_cell_that_is_not_decoded_can_be_visited_and_selects_nothing(desk: Desk) -> None:
    desk.state.update(selection=Selection("cross", 1, 2, 5, 5, 3))
    QTest.keyClick(desk.sheet.table, Qt.Key.Key_Down)
    assert desk.current == (6, 3)
    assert desk.asked == []
    desk.state.update(message="something else")
    assert desk.current == (6, 3)


def test_in_one_pass_every_cell_is_there(desk: Desk) -> None:
    desk.state.update(trace=taught(TRACE), selection=Selection("decoder", 1, 2, 2))
    model = desk.sheet.model
    said = {model.text(query, key) for query in range(TRACE.steps) for key in range(TRACE.steps) if key > query}
    assert said == {"blocked: future"}
    desk.state.update(trace=TRACE)
    assert model.text(1, 2) == "blocked: future"
    assert model.text(1, 3) == model.text(5, 2) == "later steps"


def test_a_range_is_copied_and_outlives_its_own_selection(desk: Desk) -> None:
    QTest.keyClick(desk.sheet.table, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(desk.sheet.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert desk.asked[-1] == Select(query=3, key=4)
    QTest.keyClick(desk.sheet.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == desk.sheet.model.copied(range(2, 4), range(3, 5))
    assert copied.count("\n") == 3


def test_what_lies_apart_is_copied_as_the_range_around_it(desk: Desk) -> None:
    model, chosen = desk.sheet.model, desk.sheet.table.selectionModel()
    for place in ((0, 1), (2, 4)):
        index = model.index(*place)
        chosen.select(QItemSelection(index, index), QItemSelectionModel.SelectionFlag.Select)
    desk.sheet.copy.click()
    assert QGuiApplication.clipboard().text() == model.copied(range(3), range(1, 5))
    chosen.clearSelection()
    desk.sheet.copy.click()
    assert QGuiApplication.clipboard().text() == model.copied(range(8), range(7))


def test_a_large_table_is_copied_in_parts_as_it_was_when_it_was_asked_for(desk: Desk) -> None:
    """The window has its turn in between; what is shown may change there."""
    large = make_trace(layers=1, heads=2, source=[f"s{index}" for index in range(199)], target=["t"] * 150)
    desk.state.update(trace=large, selection=Selection("cross", 0, 1, 150))
    wanted = desk.sheet.model.copied(range(151), range(200))
    desk.sheet.table.selectionModel().clearSelection()
    QGuiApplication.clipboard().setText("before")
    desk.sheet.copy.click()
    assert QGuiApplication.clipboard().text() == "before"
    desk.state.update(selection=Selection("cross", 0, 0, 3))
    wait_until(lambda: QGuiApplication.clipboard().text() != "before", "the last line")
    assert QGuiApplication.clipboard().text() == wanted


def test_a_screen_reader_hears_the_cell(desk: Desk) -> None:
    table = QAccessible.queryAccessibleInterface(desk.sheet.table)
    assert table is not None
    assert TRACE.cross_attention is not None
    cell = table.child((2 + 1) * (7 + 1) + 3 + 1)  # headers are children too
    assert cell is not None
    weight = TRACE.cross_attention[1, 2, 2, 3]
    assert cell.text(QAccessible.Text.Name) == f"row 3, play; column 4, im: {weight:.6f}"
    assert table.text(QAccessible.Text.Name) == heading(desk.state.snapshot)


def test_the_heading_goes_with_what_is_shown(desk: Desk) -> None:
    assert desk.sheet.heading.text().startswith("Cross attention · Layer 2 · Head 3 · step 6 / 8\n")
    desk.state.update(selection=Selection("encoder", 0, 1, 5))
    assert desk.sheet.heading.text() == (
        "Encoder self-attention · Layer 1 · Head 2\n"
        "Rows: query: source token. Columns: key: source token. Numbers: weight."
    )
    desk.state.update(trace=None)
    assert not desk.sheet.copy.isEnabled()
