"""Names beside rows and above columns: at the right ones, as many as have room, never over each other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.maps.planted import asymmetric, chosen, plot_of
from viz_app.pictures.drawing.token_labels import ANGLE
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.shared.axes import small_face

ROWS, COLUMNS = 300, 170


@pytest.fixture(scope="module")
def canvas(qapp: QApplication) -> Iterator[MapCanvas]:
    canvas = MapCanvas()
    canvas.resize(700, 560)
    canvas.show_plot(plot_of(asymmetric(ROWS, COLUMNS)))
    canvas.show()
    QApplication.processEvents()
    yield canvas
    canvas.close()
    delete(canvas)


@pytest.mark.parametrize("seen", [1.0, 0.41, 0.13, 0.05])
@pytest.mark.parametrize("cell", [(None, None), (151, 86), (152, 87), (153, 88), (154, 89)])
def test_names_are_at_their_cells_and_do_not_touch(
    canvas: MapCanvas, seen: float, cell: tuple[int | None, int | None]
) -> None:
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, *cell))
    first = (0.47 * ROWS, 0.47 * COLUMNS) if seen < 1 else (0, 0)
    canvas.map.setRange(
        yRange=(first[0], first[0] + seen * ROWS), xRange=(first[1], first[1] + seen * COLUMNS), padding=0
    )  # fmt: skip
    QApplication.processEvents()
    line = QFontMetricsF(small_face()).height()
    for axis, letter, selected, slant in (
        (canvas.rows, "q", canvas.plot.current[0], 1.0),
        (canvas.columns, "k", cell[1], math.sin(math.radians(ANGLE))),
    ):
        names = axis.placed()
        assert len(names) >= 3
        for name in names:
            if axis is canvas.rows:
                middle = canvas.place_of((name.index, round(first[1]) + 1))
                assert abs(axis.mapToScene(0, name.place).y() - middle.y()) < 0.6
            else:
                middle = canvas.place_of((round(first[0]) + 1, name.index))
                assert abs(axis.mapToScene(name.place, 0).x() - middle.x()) < 0.6
            assert canvas.cell_at(middle) is not None
            assert name.text == f"{letter}{name.index}"
        for one, other in pairwise(names):
            assert (other.place - one.place) * slant >= line
        if selected is not None and first[0] <= selected <= first[0] + seen * ROWS and seen > 0.1:
            assert selected in [name.index for name in names]


def test_panning_changes_no_name(canvas: MapCanvas) -> None:
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, None, None), keep=True)
    canvas.map.setRange(yRange=(40, 140), xRange=(20, 90), padding=0)
    before = {name.index for name in canvas.columns.placed()}
    canvas.map.setRange(yRange=(40, 140), xRange=(27, 97), padding=0)
    after = {name.index for name in canvas.columns.placed()}
    assert {index for index in before if index >= 27} == {index for index in after if index < 90}


def test_as_many_names_as_have_room(canvas: MapCanvas) -> None:
    canvas.map.setRange(yRange=(100, 112), xRange=(50, 60), padding=0)
    assert [name.index for name in canvas.rows.placed()] == list(range(100, 112))
    assert [name.index for name in canvas.columns.placed()] == list(range(50, 60))


def test_the_title_of_the_columns_stands_above_the_first_name_of_a_row(canvas: MapCanvas) -> None:
    canvas.show_all()
    title = canvas.columns.mapRectToScene(canvas.columns.title_place)
    first = canvas.rows.mapToScene(0, canvas.rows.placed()[0].place).y() - QFontMetricsF(small_face()).height() / 2
    assert title.bottom() <= first + 1
    assert title.right() < canvas.map.getViewBox().sceneBoundingRect().left()
    assert title.left() >= 0
    assert title.top() >= canvas.heading.sceneBoundingRect().bottom() - 1
