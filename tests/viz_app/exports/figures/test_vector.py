"""Painting without pixels: what a painter of vectors makes of images, against what an ordinary one paints."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.exports.figures.vector import LONGEST_STRIP, MOST_CELLS, VectorPainter, placed
from viz_app.pictures.drawing.drawings import Drawing, put, upon
from viz_app.pictures.drawing.layout import Run

pytestmark = pytest.mark.usefixtures("qapp")


class Noting(VectorPainter):
    """Which way each image took."""

    def __init__(self, paper: QImage) -> None:
        super().__init__(paper)
        self.taken: list[str] = []

    def cells(self, target: QRectF, found: dict[int, list[Run]], source: QRect) -> None:
        self.taken.append("cells")
        super().cells(target, found, source)

    def pixels(self, target: QRectF, image: QImage, source: QRect) -> None:
        self.taken.append("pixels")
        super().pixels(target, image, source)


def paper() -> QImage:
    image = QImage(90, 70, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image


def stamp(rows: int, columns: int, alpha: bool = False) -> QImage:
    """An asymmetric image: no two cells of one row or column alike, some neighbours equal."""
    form = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    image = QImage(columns, rows, form)
    for row in range(rows):
        for column in range(columns):
            image.setPixelColor(column, row, QColor((row // 2) * 37 % 256, (column // 3) * 53 % 256, row * column % 7))
    return image


PLACES = [
    (3, 5, stamp(4, 7)),
    (QPoint(3, 5), stamp(4, 7)),
    (QPointF(3, 5), stamp(4, 7)),
    (QRect(2, 3, 42, 24), stamp(4, 7)),
    (QRectF(2, 3, 42, 24), stamp(4, 7)),
    (QRect(2, 3, 30, 24), stamp(6, 7), QRect(1, 2, 5, 4)),
    (4, 6, stamp(9, 8), 2, 3, 5, 4),
    (4, 6, stamp(9, 8), 2, 3),
]


@pytest.mark.parametrize("place", PLACES)
def test_an_image_lies_where_an_ordinary_painter_puts_it(place: tuple[object, ...]) -> None:
    ordinary, ours = paper(), paper()
    painter = QPainter(ordinary)
    painter.drawImage(*place)  # type: ignore[call-overload]
    painter.end()
    vectors = Noting(ours)
    vectors.drawImage(*place)
    vectors.end()
    assert vectors.taken == ["cells"]
    assert ours == ordinary


def test_a_large_image_and_one_that_shows_what_is_below_stay_pixels() -> None:
    for image in (stamp(MOST_CELLS + 1, 3), stamp(4, 4, alpha=True), stamp(1, LONGEST_STRIP + 1)):
        sheet = paper()
        painter = Noting(sheet)
        painter.drawImage(0, 0, image)
        painter.end()
        assert painter.taken == ["pixels"]


def strokes(painter: QPainter) -> None:
    painter.fillRect(QRect(0, 0, 20, 2), QColor("#cc0000"))
    painter.setBrush(QColor("#00aa00"))
    painter.drawRect(QRect(4, 4, 9, 5))
    painter.drawImage(QRect(14, 3, 14, 8), stamp(4, 7))


@pytest.mark.parametrize("place", [(5, 6), (5, 6, 2, 1, 17, 6)])
def test_a_drawing_draws_itself_again_where_it_is_put_and_no_further(place: tuple[int, ...]) -> None:
    ordinary, ours, drawing = paper(), paper(), Drawing(30, 12, strokes, "#eeeeff")
    painter = QPainter(ordinary)
    put(painter, *place[:2], drawing, *place[2:])
    painter.end()
    vectors = Noting(ours)
    vectors.setPen(QColor("#ff00ff"))  # nothing of the painter's own shows in it
    vectors.setBrush(QColor("#ffff00"))
    put(vectors, *place[:2], drawing, *place[2:])
    assert vectors.pen().color() == QColor("#ff00ff"), "nor anything of it in the painter"
    vectors.end()
    assert vectors.taken == ["cells"], "its own map, not its pixels"
    assert ours == ordinary


def test_no_pixels_of_a_drawing_are_made_for_a_painter_of_vectors() -> None:
    sheet, below = paper(), Drawing(30, 12, strokes, pixels=lambda: pytest.fail("of what lies below"))
    vectors = Noting(sheet)
    put(vectors, 1, 2, upon(below, lambda painter: put(painter, 3, 4, below)))
    vectors.end()
    assert vectors.taken == ["cells", "cells"]


def test_the_bar_of_colours_becomes_rectangles_too() -> None:
    sheet = paper()
    painter = Noting(sheet)
    painter.drawImage(0, 0, stamp(1, 512))
    painter.drawImage(0, 0, stamp(512, 1))
    painter.end()
    assert painter.taken == ["cells", "cells"]


def test_a_drawing_on_another_draws_both() -> None:
    ordinary, ours = paper(), paper()
    drawing = upon(Drawing(30, 12, strokes, "#eeeeff"), lambda painter: painter.fillRect(2, 1, 9, 4, QColor("#123456")))
    painter = QPainter(ordinary)
    put(painter, 5, 6, drawing)
    painter.end()
    vectors = Noting(ours)
    put(vectors, 5, 6, drawing)
    vectors.end()
    assert vectors.taken == ["cells"]
    assert ours == ordinary


def test_no_line_is_thinner_than_one_unit() -> None:
    sheet = paper()
    painter = Noting(sheet)
    painter.setPen(QPen(QColor("#cc0000"), 0))
    assert painter.pen().widthF() == 1
    painter.setPen(QPen(QColor("#cc0000"), 0.4))
    assert painter.pen().widthF() == 0.4
    painter.end()


def test_what_is_no_place_is_refused() -> None:
    with pytest.raises(TypeError, match="no way to place"):
        placed("here", stamp(2, 2))
