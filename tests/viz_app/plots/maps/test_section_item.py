"""Curves of one row and one column: over each cell stands its own number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.maps.planted import asymmetric, chosen, plot_of
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.section_item import SectionItem
from viz_app.plots.shared.axes import small_face

VALUES = asymmetric(40, 30)


@pytest.fixture(scope="module")
def canvas(qapp: QApplication) -> Iterator[MapCanvas]:
    canvas = MapCanvas()
    canvas.resize(700, 560)
    canvas.show_plot(plot_of(VALUES, query=11, key=4))
    canvas.show()
    QApplication.processEvents()
    yield canvas
    canvas.close()
    delete(canvas)


def drawn(section: SectionItem) -> dict[int, float]:
    """Cell → number, read from the line itself."""
    places, numbers = section.stairs.getData()[::-1] if section.upright else section.stairs.getData()
    found: dict[int, float] = {}
    for start in range(0, len(places), 2):
        assert numbers[start] == numbers[start + 1] or np.isnan(numbers[start])
        found[int((places[start] + places[start + 1]) // 2)] = float(numbers[start])
    return found


def test_curves_are_the_selected_row_and_column(canvas: MapCanvas) -> None:
    canvas.show_all()
    assert drawn(canvas.below) == dict(enumerate(VALUES[11].tolist()))
    assert drawn(canvas.beside) == dict(enumerate(VALUES[:, 4].tolist()))
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, 2, 29), keep=True)
    assert drawn(canvas.below) == dict(enumerate(VALUES[2].tolist()))
    assert drawn(canvas.beside) == dict(enumerate(VALUES[:, 29].tolist()))
    assert "q2" in canvas.below_name.text
    assert "k29" in canvas.beside_name.text


def test_curves_lie_under_and_beside_their_cells(canvas: MapCanvas) -> None:
    canvas.map.setRange(xRange=(7.5, 20.25), yRange=(3.25, 30.5), padding=0)
    QApplication.processEvents()
    for cell in ((4, 8), (17, 19), (29, 13)):
        place = canvas.place_of(cell)
        below = canvas.below.getViewBox().mapSceneToView(place)
        beside = canvas.beside.getViewBox().mapSceneToView(place)
        assert abs(below.x() - cell[1] - 0.5) < 0.05
        assert abs(beside.y() - cell[0] - 0.5) < 0.1
    assert min(drawn(canvas.below)) == 7
    assert max(drawn(canvas.below)) == 20


def test_means_are_of_what_is_in_view(canvas: MapCanvas) -> None:
    canvas.set_averages(True)
    canvas.map.setRange(xRange=(5, 15), yRange=(10, 30), padding=0)
    expected = {key: sum(float(VALUES[query, key]) for query in range(10, 30)) / 20 for key in range(5, 15)}
    assert drawn(canvas.below) == pytest.approx(expected)
    assert "10 … 29" in canvas.below_name.text
    canvas.set_averages(False)


def test_without_a_key_the_column_is_that_of_the_largest_in_the_row(canvas: MapCanvas) -> None:
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, 2, None), keep=True)
    largest = int(np.argmax(VALUES[2]))
    shown = {row: value for row, value in drawn(canvas.beside).items() if not np.isnan(value)}
    assert shown == pytest.approx({row: float(VALUES[row, largest]) for row in shown})
    assert len(shown) > 1
    assert f"{largest}" in canvas.beside_name.text


def test_where_there_is_no_number_there_is_a_gap(canvas: MapCanvas) -> None:
    canvas.show_all()
    canvas.below.show_numbers(np.array([0.5, np.nan, -2.0]))
    low, high = canvas.below.viewRange()[1]
    assert low < -2
    assert 0.5 < high < 1
    assert np.isnan(drawn(canvas.below)[1])


@pytest.mark.parametrize("numbers", [[0.0, 0.003, 0.0181], [-0.04, 0.0, 7.2], [-3.0, 2.0], [0.0, 0.0]])
def test_the_axis_has_0_and_round_numbers_that_do_not_stand_on_each_other(
    canvas: MapCanvas, numbers: list[float]
) -> None:
    canvas.beside.show_numbers(np.array(numbers))
    low, high = canvas.beside.viewRange()[0]
    (ticks,) = canvas.beside.getAxis("bottom")._tickLevels
    places = [place for place, _ in ticks]
    assert 0.0 in places
    assert all(low <= place <= high for place in places)
    assert all(other - one > 0.12 * (high - low) for one, other in pairwise(places))
    assert all(float(text.replace("−", "-")) == pytest.approx(place) for place, text in ticks)


def test_the_lowest_number_stands_whole_under_its_line(canvas: MapCanvas) -> None:
    """Half of it lies below the end of the axis, where the page ends."""
    assert canvas.plot is not None
    canvas.show_plot(chosen(canvas.plot, 2, 3))
    canvas.show_all()
    QApplication.processEvents()
    axis = canvas.below.getAxis("left")
    end = axis.mapRectToScene(axis.rect()).bottom()
    assert canvas.height() - end >= QFontMetricsF(small_face()).height() / 2
