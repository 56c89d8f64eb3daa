"""The bar of colours: counts every cell once, its marks are dragged, and a place on it is one number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.maps.planted import asymmetric, drag, plot_of
from viz_app.pictures.drawing.picture import style_for
from viz_app.platform.preferences import Scale
from viz_app.platform.theme import LIGHT, SIGNED
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.level_bar import LevelBar
from viz_app.state.state import Settings


@pytest.fixture(scope="module")
def canvas(qapp: QApplication) -> Iterator[MapCanvas]:
    canvas = MapCanvas()
    canvas.resize(700, 560)
    canvas.show_plot(plot_of(asymmetric(20, 30)))
    canvas.show()
    QApplication.processEvents()
    yield canvas
    canvas.close()
    delete(canvas)


@pytest.mark.parametrize("scale", ["linear", "sqrt"])
@pytest.mark.parametrize("either", [False, True])
def test_a_place_is_one_number(canvas: MapCanvas, scale: Scale, either: bool) -> None:
    bar = canvas.bar
    style = replace(style_for(Settings(), dark=False, ratio=1.0), scale=scale)
    if either:
        style = replace(style, below=SIGNED[LIGHT][0])
    bar.show_numbers(np.array([[-3.0, 1.0, 4.0]], np.float32), 4.0, "n", style)
    places = [bar.place_of(value) for value in ((-4.0, -1.0) if either else ()) + (0.0, 0.5, 4.0)]
    assert places == sorted(set(places))
    for value in ((-2.5,) if either else ()) + (0.25, 1.0, 3.9):
        assert abs(bar.value_at(bar.place_of(value)) - value) < 1e-3


def test_every_cell_is_counted_at_its_number(canvas: MapCanvas) -> None:
    style = style_for(Settings(), dark=False, ratio=1.0)
    values = np.array([[0.0] * 5 + [1.0] * 2 + [0.5]], np.float32)
    canvas.bar.show_numbers(values, 1.0, "weight", replace(style, scale="linear"))
    counts = np.expm1(canvas.bar.counts)
    assert round(float(counts[0])) == 5
    assert round(float(counts[-1])) == 2
    assert round(float(counts.sum())) == 8


def test_a_mark_is_dragged_and_the_colours_follow(canvas: MapCanvas) -> None:
    canvas.show_plot(plot_of(asymmetric(20, 30)))
    canvas.set_levels(None)
    told: list[tuple[float, float]] = []
    canvas.levels_shown.connect(lambda low, high: told.append((low, high)))
    bar, before = canvas.bar, canvas.cells.colour_of((3, 4))
    for mark, value in ((1, 0.4), (0, 0.1)):
        start = scene(canvas, bar, canvas.levels[mark])
        drag(canvas.viewport(), start, scene(canvas, bar, value) - start)
    assert told[-1] == pytest.approx((0.1, 0.4), abs=0.02)
    assert canvas.levels == told[-1]
    assert canvas.cells.colour_of((3, 4)) != before
    canvas.set_levels(None)
    assert canvas.levels == (0.0, 1.0)
    assert canvas.cells.colour_of((3, 4)) == before


def test_marks_do_not_pass_each_other(canvas: MapCanvas) -> None:
    canvas.set_levels((0.0, 0.5))
    start = scene(canvas, canvas.bar, 0.5)
    drag(canvas.viewport(), start, QPoint(-200, 0))
    low, high = canvas.levels
    assert low == 0
    assert 0 < high < 0.1
    canvas.set_levels(None)


def scene(canvas: MapCanvas, bar: LevelBar, value: float) -> QPoint:
    """Where the mark of a number is taken hold of."""
    return QPoint(canvas.mapFromScene(bar.mapToScene(QPointF(bar.place_of(value), bar.ramp.bottom() + 3))))
