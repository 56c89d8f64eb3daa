"""The drawn cells: each has its own colour in its own place, and from afar no strong one vanishes."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

import numpy as np
import pytest
from pypdf import PdfReader
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.viz_app.plots.maps.planted import asymmetric, opened_canvas, plot_of
from viz_app.platform.theme import BLUES, LIGHT, level
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.shared.files import made

FULL, BLANK = int(BLUES.words[255]), int(BLUES.words[0])


@pytest.fixture(scope="module")
def canvas(qapp: QApplication) -> Iterator[MapCanvas]:
    yield from opened_canvas()


def painted(canvas: MapCanvas, ratio: float = 1.0) -> QImage:
    image = QImage(canvas.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    canvas.render(painter, QRectF(canvas.rect()), canvas.rect())
    painter.end()
    return image


def inside(canvas: MapCanvas, image: QImage) -> np.ndarray:
    """[y,x] words of the pixels of the map alone."""
    box, ratio = canvas.map.getViewBox().sceneBoundingRect(), image.devicePixelRatio()
    words = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    top, left = math.ceil(box.top() * ratio) + 1, math.ceil(box.left() * ratio) + 1
    return words[top : int(box.bottom() * ratio) - 1, left : int(box.right() * ratio) - 1]


def shown(canvas: MapCanvas, low: tuple[float, float], size: tuple[float, float]) -> None:
    """``size`` rows and columns from ``low`` on."""
    canvas.map.setRange(xRange=(low[1], low[1] + size[1]), yRange=(low[0], low[0] + size[0]), padding=0)
    QApplication.processEvents()


@pytest.mark.parametrize("cell", [(0, 0), (999, 999), (617, 122)])
def test_one_strong_cell_of_a_million_is_seen_at_every_zoom(canvas: MapCanvas, cell: tuple[int, int]) -> None:
    values = np.zeros((1000, 1000), np.float32)
    values[cell] = 1.0
    canvas.show_plot(plot_of(values, "encoder"))
    canvas.show_all()
    QApplication.processEvents()
    for number in range(22):
        seen = 1000.0 * 0.79**number
        if number:
            size = (seen, 0.93 * seen)
            row, column = (max(-3.0, min(at - 0.37 * each, 1003 - each)) for at, each in zip(cell, size, strict=True))
            shown(canvas, (row, column), size)
        image = painted(canvas, 1.0 if number % 3 else 1.5)
        found = np.argwhere(inside(canvas, image) == FULL | 0xFF000000)
        assert len(found), f"{seen} rows in view"
        corner = canvas.map.getViewBox().sceneBoundingRect().topLeft()
        at, ratio = canvas.place_of(cell) - corner, image.devicePixelRatio()
        (left, right), _ = canvas.map.viewRange()
        reach = 2.5 + canvas.map.getViewBox().width() / (right - left) * ratio  # of a cell, or of a block
        near = np.abs(found - [at.y() * ratio, at.x() * ratio]).max()
        assert near <= reach + 2


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_near_each_cell_has_its_own_colour_in_its_own_place(canvas: MapCanvas, ratio: float) -> None:
    values = asymmetric(31, 23)
    canvas.show_plot(plot_of(values, "encoder" if ratio == 1 else "cross"))
    shown(canvas, (4.3, 9.6), (11.0, 13.0))
    for line in canvas.lines:
        line.hide()
    QApplication.processEvents()
    image = painted(canvas, ratio)
    box = canvas.map.getViewBox().sceneBoundingRect()
    for row in range(5, 15):
        for column in range(10, 22):
            x = box.left() + (column + 0.5 - 9.6) / 13.0 * box.width()  # as a person would measure it
            y = box.top() + (row + 0.5 - 4.3) / 11.0 * box.height()
            expected = BLUES.words[int(level(float(values[row, column]), "linear"))]
            assert image.pixel(int(x * ratio), int(y * ratio)) == int(expected), (row, column)
    assert canvas.cell_at(QPointF(box.left() + 1, box.top() + 1)) == (4, 9)


def test_blocked_cells_have_their_patterns_and_no_colour(canvas: MapCanvas) -> None:
    mask = np.tri(12, dtype=bool)
    mask[:, 2] = False
    values = np.where(mask, 0.5, 0).astype(np.float32)
    canvas.show_plot(plot_of(values, "decoder", mask))
    canvas.show_all()
    for line in canvas.lines:
        line.hide()
    image, middle = painted(canvas), canvas.map.getViewBox().width() / 12
    found = {}
    for name, cell in (("future", (3, 9)), ("padding", (9, 2)), ("open", (9, 5))):
        at = canvas.place_of(cell)
        places = [QPoint(int(at.x()) + x, int(at.y()) + y) for x in range(-int(middle / 3), 9) for y in (-3, 0, 4)]
        found[name] = {QColor(image.pixel(place)).name() for place in places}
    assert found["future"] == {LIGHT.blocked, LIGHT.hatch}
    assert found["padding"] <= {LIGHT.blocked, LIGHT.dots}
    assert LIGHT.blocked in found["padding"]
    assert found["open"] == {QColor(int(BLUES.words[int(level(0.5, "linear"))])).name()}
    assert [name for _, name in canvas.heading.entries] == ["blocked: future", "blocked: padding"]


def test_files_have_texts_as_texts_and_cells_as_sharp_pixels(canvas: MapCanvas) -> None:
    canvas.show_plot(plot_of(asymmetric(6, 4), query=2, key=3))
    canvas.show_all()
    svg = made(canvas, ".svg").decode()
    assert ">q2<" in svg
    assert 'image-rendering="optimizeSpeed"' in svg
    (page,) = PdfReader(io.BytesIO(made(canvas, ".pdf"))).pages
    assert round(page.mediabox.width) == 525  # points of 700 pixels at 96 dpi
    found = [image.image.convert("RGB") for image in page.images if image.image is not None]
    pixels = max(found, key=lambda image: image.size)
    wide, high = pixels.size
    for row in range(6):
        for column in range(4):
            place = int((column + 0.5) * wide / 4), int((row + 0.3) * high / 6)
            red_green_blue = BLUES.table[int(level(float(asymmetric(6, 4)[row, column]), "linear"))].tolist()
            assert pixels.getpixel(place) == tuple(red_green_blue)
