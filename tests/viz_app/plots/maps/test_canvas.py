"""The explorer under hands: zoom about the pointer, pan, click, keys, lines; and what is selected elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.plots.maps.planted import asymmetric, at, chosen, click, drag, opened_canvas, plot_of, wheel
from viz_app.plots.maps.canvas import EDGE, MapCanvas
from viz_app.state.intents import Select

ROWS, COLUMNS = 120, 80
VALUES = asymmetric(ROWS, COLUMNS)
Key, SHIFT, CTRL = Qt.Key, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="module")
def made(qapp: QApplication) -> Iterator[MapCanvas]:
    yield from opened_canvas()


@pytest.fixture
def canvas(made: MapCanvas) -> MapCanvas:
    made.show_plot(plot_of(VALUES, query=40, key=30))
    made.show_all()
    QApplication.processEvents()
    return made


@pytest.fixture
def asked(canvas: MapCanvas) -> Iterator[list[tuple[int | None, int | None]]]:
    """Cells that were asked for; each is selected at once, as the window does."""
    found: list[tuple[int | None, int | None]] = []

    def answer(select: Select) -> None:
        found.append((select.query, select.key))
        assert canvas.plot is not None
        canvas.show_plot(chosen(canvas.plot, select.query, select.key), keep=True)

    canvas.requested.connect(answer)
    yield found
    canvas.requested.disconnect(answer)


def test_the_whole_map_is_in_view_with_row_0_on_top_and_column_0_at_the_left(canvas: MapCanvas) -> None:
    (left, right), (top, bottom) = canvas.map.viewRange()
    assert (left, right) == pytest.approx((-EDGE * COLUMNS, (1 + EDGE) * COLUMNS))
    assert (top, bottom) == pytest.approx((-EDGE * ROWS, (1 + EDGE) * ROWS))
    assert canvas.place_of((0, 0)).y() < canvas.place_of((1, 0)).y() < canvas.place_of((ROWS - 1, 0)).y()
    assert canvas.place_of((0, 0)).x() < canvas.place_of((0, 1)).x()
    assert canvas.part == (range(ROWS), range(COLUMNS))


def test_the_wheel_zooms_about_the_pointer(canvas: MapCanvas) -> None:
    place = at(canvas, (70, 20))
    box = canvas.map.getViewBox()
    before, seen = box.mapSceneToView(canvas.mapToScene(place)), canvas.map.viewRange()
    for _ in range(3):
        wheel(canvas.viewport(), place, 1)
    after, now = box.mapSceneToView(canvas.mapToScene(place)), canvas.map.viewRange()
    assert abs(after.x() - before.x()) < 0.02
    assert abs(after.y() - before.y()) < 0.02
    assert now[0][1] - now[0][0] < 0.6 * (seen[0][1] - seen[0][0])
    for _ in range(40):
        wheel(canvas.viewport(), place, -1)
    assert canvas.part == (range(ROWS), range(COLUMNS))  # and no further


def test_a_drag_moves_the_map_with_the_pointer(canvas: MapCanvas) -> None:
    canvas.map.setRange(xRange=(20, 50), yRange=(50, 90), padding=0)
    QApplication.processEvents()
    held = canvas.cell_at(canvas.mapToScene(QPoint(300, 250)))
    drag(canvas.viewport(), QPoint(300, 250), QPoint(-80, 40))
    assert held is not None
    assert canvas.cell_at(canvas.mapToScene(QPoint(220, 290))) == held
    assert canvas.map.viewRange()[0][1] - canvas.map.viewRange()[0][0] == pytest.approx(30)


def test_a_click_selects_the_cell_that_is_there(canvas: MapCanvas, asked: list[tuple[int, int]]) -> None:
    click(canvas.viewport(), at(canvas, (99, 7)))
    assert asked == [(99, 7)]
    assert canvas.mark.cell == (99, 7)
    assert [line.value() for line in canvas.lines] == [99.5, 7.5]
    click(canvas.viewport(), QPoint(3, 3))
    assert len(asked) == 1


def test_what_the_pointer_is_on_is_told_and_then_what_is_selected(canvas: MapCanvas) -> None:
    told: list[str] = []
    canvas.pointed.connect(told.append)
    canvas.look(canvas.place_of((3, 77)))
    assert told[-1] == f"query: “c3” → “q3”, position 3 · key: “k77”, position 77 · weight: {VALUES[3, 77]:.4f}"
    assert all(line.isVisible() for line in canvas.crosshair)
    canvas.look(QPointF(1, 1))
    assert f"{VALUES[40, 30]:.4f}" in told[-1]
    assert not any(line.isVisible() for line in canvas.crosshair)


def test_a_selection_from_elsewhere_comes_into_view_and_another_stays(canvas: MapCanvas) -> None:
    canvas.map.setRange(xRange=(20, 40), yRange=(30, 60), padding=0)
    seen = canvas.map.viewRange()
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, 45, 22), keep=True)
    assert canvas.map.viewRange() == seen
    canvas.show_plot(chosen(canvas.plot, 110, 2), keep=True)
    rows, columns = canvas.part
    assert 110 in rows
    assert 2 in columns
    assert canvas.map.viewRange()[0][1] - canvas.map.viewRange()[0][0] == pytest.approx(20)
    canvas.show_plot(plot_of(asymmetric(9, 9)), keep=True)  # another map
    assert canvas.part == (range(9), range(9))


@pytest.mark.parametrize(
    ("key", "held", "cell"),
    [
        (Key.Key_Right, None, (40, 31)), (Key.Key_Left, None, (40, 29)), (Key.Key_Up, None, (39, 30)),
        (Key.Key_Down, None, (41, 30)), (Key.Key_Down, SHIFT, (50, 30)), (Key.Key_Home, None, (40, 0)),
        (Key.Key_End, None, (40, COLUMNS - 1)), (Key.Key_Home, CTRL, (0, 30)), (Key.Key_End, CTRL, (ROWS - 1, 30)),
        (Key.Key_PageDown, None, (ROWS - 1, 30)), (Key.Key_PageUp, None, (0, 30)),
    ],
)  # fmt: skip
def test_keys_move_the_cell(
    canvas: MapCanvas, asked: list[tuple[int, int]], key: Qt.Key, held: Qt.KeyboardModifier | None,
    cell: tuple[int, int],
) -> None:  # fmt: skip
    QTest.keyClick(canvas, key, held or Qt.KeyboardModifier.NoModifier)
    assert asked == [cell]


def test_without_a_key_the_first_arrow_goes_to_the_strongest_of_the_row(
    canvas: MapCanvas, asked: list[tuple[int, int]]
) -> None:
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, 17, None), keep=True)
    QTest.keyClick(canvas, Key.Key_Right)
    row = VALUES[17].tolist()
    assert asked == [(17, row.index(max(row)))]


def test_plus_and_minus_zoom_about_the_selected_cell_and_0_shows_all(canvas: MapCanvas) -> None:
    before, seen = canvas.place_of((40, 30)), canvas.map.viewRange()
    QTest.keyClick(canvas, Key.Key_Plus)
    assert (canvas.place_of((40, 30)) - before).manhattanLength() < 1.5
    now = canvas.map.viewRange()
    assert now[1][1] - now[1][0] == pytest.approx((seen[1][1] - seen[1][0]) / 1.5)
    QTest.keyClick(canvas, Key.Key_Minus)
    assert canvas.map.viewRange()[1] == pytest.approx(seen[1])
    QTest.keyClick(canvas, Key.Key_Plus)
    QTest.keyClick(canvas, Key.Key_0)
    assert canvas.part == (range(ROWS), range(COLUMNS))


def test_a_line_is_dragged_from_row_to_row(canvas: MapCanvas, asked: list[tuple[int, int]]) -> None:
    start, goal = at(canvas, (40, 60)), at(canvas, (71, 60))
    drag(canvas.viewport(), start, goal - start)
    assert asked[-1] == (71, 30)
    assert all(key == 30 for _, key in asked)
    assert canvas.lines[0].value() == 71.5
    assert canvas.part == (range(ROWS), range(COLUMNS))  # the map stayed


def test_own_levels_end_with_another_quantity_and_not_with_another_cell(canvas: MapCanvas) -> None:
    canvas.set_levels((0.1, 0.5))
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, 1, 1), keep=True)
    assert canvas.levels == (0.1, 0.5)
    canvas.set_levels(None)
    assert canvas.levels == (0.0, 1.0)
