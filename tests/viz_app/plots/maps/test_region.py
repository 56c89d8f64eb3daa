"""A rectangle of the map: marked by Shift and the mouse or by keys; the curves are its means, and it is told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.plots.maps.planted import asymmetric, at, chosen, drag, opened_canvas, plot_of
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.region import region_of
from viz_app.state.intents import Select

VALUES = asymmetric(40, 30)
Key, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def made(qapp: QApplication) -> Iterator[MapCanvas]:
    yield from opened_canvas()


@pytest.fixture
def canvas(made: MapCanvas) -> Iterator[MapCanvas]:
    """What is asked for is selected at once, as the window does."""

    def answer(select: Select) -> None:
        assert made.plot is not None
        made.show_plot(chosen(made.plot, select.query, select.key), keep=True)

    made.show_plot(plot_of(VALUES, query=11, key=4))
    made.requested.connect(answer)
    QApplication.processEvents()
    yield made
    made.requested.disconnect(answer)


def means(canvas: MapCanvas, rows: range, columns: range) -> None:
    """The curves are means of the rectangle, over its columns and rows and nowhere else."""
    for numbers, axis in ((canvas.below.numbers, 1), (canvas.beside.numbers, 0)):
        along, across = (columns, rows) if axis else (rows, columns)
        for place, number in enumerate(numbers.tolist()):
            cells = [VALUES[one, place] if axis else VALUES[place, one] for one in across]
            expected = sum(map(float, cells)) / len(cells)
            assert np.isnan(number) if place not in along else number == pytest.approx(expected)


def test_dragging_with_shift_marks_and_does_not_move(canvas: MapCanvas) -> None:
    before = canvas.map.viewRange()
    start = at(canvas, (20, 5))
    drag(canvas.viewport(), start, at(canvas, (28, 17)) - start, SHIFT)
    assert canvas.map.viewRange() == before
    rows, columns = range(20, 29), range(5, 18)
    assert canvas.region == canvas.region_mark.part == (rows, columns)
    means(canvas, rows, columns)
    part = VALUES[20:29, 5:18]
    row, column = np.unravel_index(int(part.argmax()), part.shape)
    assert canvas.told_now == (
        f"rectangle: queries 20 … 28, keys 5 … 17 · mean {part.astype(float).mean():.4f} · "
        f"largest {part.max():.4f} at “q{20 + row}”, “k{5 + column}”"
    )
    drag(canvas.viewport(), at(canvas, (30, 20)), QPoint(-60, -40))
    assert canvas.region == (rows, columns)


def test_keys_mark_one_from_the_selected_cell_on_and_let_it_go(canvas: MapCanvas) -> None:
    QTest.keyClick(canvas, Key.Key_R)
    assert canvas.region == (range(11, 12), range(4, 5))
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Left):
        QTest.keyClick(canvas, key)
    assert canvas.region == (range(11, 14), range(3, 5))
    means(canvas, range(11, 14), range(3, 5))
    QTest.keyClick(canvas, Key.Key_R)
    QTest.keyClick(canvas, Key.Key_Right)
    assert canvas.region == (range(11, 14), range(3, 5)), "it stays, and the arrows go on"
    QTest.keyClick(canvas, Key.Key_Escape)
    assert canvas.region is None and canvas.region_mark.part is None
    assert canvas.below.numbers.tolist() == pytest.approx(VALUES[13].tolist())


def test_another_head_keeps_it_and_another_map_does_not(canvas: MapCanvas) -> None:
    canvas.mark_region((range(3), range(4)))
    canvas.show_plot(plot_of(1 - VALUES, query=11, key=4), keep=True)
    assert canvas.region == (range(3), range(4))
    canvas.show_plot(plot_of(asymmetric(12, 9)))
    assert canvas.region is None


@pytest.mark.parametrize(
    ("start", "end", "part"),
    [
        ((4.2, 7.9), (1.5, 3.0), (range(3, 8), range(1, 5))),
        ((-5, -5), (0.5, 0.5), (range(1), range(1))),
        ((28.5, 39.5), (99, 99), (range(39, 40), range(28, 30))),
        ((-5, -5), (-1, -1), None),
    ],
)
def test_all_cells_that_it_touches_are_in_it(
    start: tuple[float, float], end: tuple[float, float], part: tuple[range, range] | None
) -> None:
    assert region_of(QPointF(*start), QPointF(*end), (40, 30)) == part
