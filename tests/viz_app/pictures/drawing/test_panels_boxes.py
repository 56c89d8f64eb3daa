"""Rectangles as numbers: the pixels are those of Qt's own objects, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.pictures.drawing.panels import boxes, fill, outline, underline

PLACES = [(4, 3, 9, 5), (30, 12, 1, 20), (17, 25, 8, 1)]  #: left, top, wide, high
COLOUR, PEN = "#2060a0", 2


class Told(QPainter):
    """A painter of its own kind, as painters of vectors are: it is told of rectangles one by one."""

    def drawRects(self, *given: object) -> None:  # noqa: N802 - Qt's name
        (rectangles,) = given
        assert isinstance(rectangles, list)
        super().drawRects(rectangles)


def _sheet() -> QImage:
    image = QImage(48, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    return image


def _filled(kind: type[QPainter], places: NDArray[np.intc]) -> QImage:
    image = _sheet()
    painter = kind(image)
    fill(painter, places, COLOUR)
    painter.end()
    return image


def _one_by_one(rectangles: Sequence[QRect]) -> QImage:
    image = _sheet()
    painter = QPainter(image)
    for rectangle in rectangles:
        painter.fillRect(rectangle, QColor(COLOUR))
    painter.end()
    return image


@pytest.mark.parametrize("painter", [QPainter, Told])
def test_all_are_filled_where_they_lie(qapp: object, painter: type[QPainter]) -> None:
    left, top, wide, high = np.array(PLACES, dtype=np.intc).T
    filled = _filled(painter, boxes(left, top, wide, high))
    assert filled == _one_by_one([QRect(*place) for place in PLACES])
    assert filled != _sheet()
    assert _filled(painter, boxes(left, top, wide, high)[:0]) == _sheet(), "none of them"


def test_lines_lie_around_what_they_mark(qapp: object) -> None:
    left, top, wide, high = np.array(PLACES, dtype=np.intc).T
    around = _one_by_one([QRect(x - PEN, y - PEN, w + 2 * PEN, h + 2 * PEN) for x, y, w, h in PLACES])
    for inner in PLACES:
        _cleared(around, inner)
    assert _filled(QPainter, outline(left, top, wide, high, PEN)) == around
    below = _one_by_one([QRect(x - PEN, y + h, w + 2 * PEN, PEN) for x, y, w, h in PLACES])
    assert _filled(QPainter, underline(left, top, wide, high, PEN)) == below


def test_one_box_needs_no_list(qapp: object) -> None:
    left, top, wide, high = np.array([[10], [11], [7], [6]], dtype=np.intc)
    assert _filled(QPainter, outline(10, 11, 7, 6, 1)) == _filled(Told, outline(left, top, wide, high, 1))


def _cleared(image: QImage, place: tuple[int, int, int, int]) -> None:
    painter = QPainter(image)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(QRect(*place), QColor("white"))
    painter.end()
