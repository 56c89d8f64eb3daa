"""Rectangles as numbers: the pixels are those of Qt's own objects, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.pictures.drawing.panels import Boxes, fill, outline, repeated, underline

BOXES = ((0, 0, 9, 5), (6, 8, 1, 12))  #: left, top, wide, high
CORNERS = ((4, 3), (20, 7), (31, 15))
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


def _filled(kind: type[QPainter], places: Boxes) -> QImage:
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
    filled = _filled(painter, repeated(BOXES, CORNERS))
    assert filled == _one_by_one([QRect(x + left, y + top, w, h) for left, top in CORNERS for x, y, w, h in BOXES])
    assert filled != _sheet()
    assert _filled(painter, repeated(BOXES, CORNERS)[:0]) == _sheet(), "none of them"


def test_lines_lie_around_what_they_mark(qapp: object) -> None:
    box = left, top, wide, high = 12, 9, 20, 7
    around = _one_by_one([QRect(left - PEN, top - PEN, wide + 2 * PEN, high + 2 * PEN)])
    _cleared(around, box)
    assert _filled(QPainter, repeated(outline(*box, PEN), [(0, 0)])) == around
    below = _one_by_one([QRect(left - PEN, top + high, wide + 2 * PEN, PEN)])
    assert _filled(QPainter, repeated(underline(*box, PEN), [(0, 0)])) == below


def _cleared(image: QImage, place: tuple[int, int, int, int]) -> None:
    painter = QPainter(image)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(QRect(*place), QColor("white"))
    painter.end()
