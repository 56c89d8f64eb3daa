"""Places of the explorer: nothing overlaps, curves stand at their map, and the map keeps its room however little."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.maps.planted import asymmetric, plot_of
from viz_app.plots.maps.canvas import MapCanvas


@pytest.fixture
def canvas(qapp: QApplication) -> Iterator[MapCanvas]:
    usual = QFont(qapp.font())
    canvas = MapCanvas()
    yield canvas
    canvas.close()
    delete(canvas)
    qapp.setFont(usual)


@pytest.mark.parametrize("points", [9, 18])
@pytest.mark.parametrize("size", [(1000, 330), (420, 640), (960, 560), (1900, 1100)])
def test_parts_stand_beside_each_other_and_the_map_has_the_most(
    canvas: MapCanvas, size: tuple[int, int], points: int
) -> None:
    larger = QFont(QApplication.font())
    larger.setPointSize(points)
    QApplication.setFont(larger)
    canvas.resize(*size)
    canvas.show_plot(plot_of(asymmetric(60, 50), query=3, key=4))
    canvas.show()
    QApplication.processEvents()
    parts = (canvas.heading, canvas.map, canvas.below_name, canvas.below, canvas.beside, canvas.beside_name, canvas.bar)
    places = [part.sceneBoundingRect() for part in parts if part.isVisible()]
    whole = QRectF(canvas.rect()).adjusted(-1, -1, 1, 1)
    assert all(whole.contains(place) for place in places)
    for number, one in enumerate(places):
        assert not any(one.adjusted(1, 1, -1, -1).intersects(other) for other in places[:number])
    box = canvas.map.getViewBox().sceneBoundingRect()
    assert box.height() >= 0.32 * size[1]
    assert box.width() >= 0.5 * size[0]
    if canvas.beside.isVisible():
        beside = canvas.beside.getViewBox().sceneBoundingRect()
        assert (beside.top(), beside.bottom()) == pytest.approx((box.top(), box.bottom()), abs=1.5)
    if canvas.below.isVisible():
        below = canvas.below.getViewBox().sceneBoundingRect()
        assert (below.left(), below.right()) == pytest.approx((box.left(), box.right()), abs=1.5)
    assert canvas.bar.isVisible() == (canvas.beside.isVisible() and canvas.below.isVisible())
    assert canvas.bar.isVisible() or size != (1900, 1100)
