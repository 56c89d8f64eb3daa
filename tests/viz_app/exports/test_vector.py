"""Painting without pixels: what a painter of vectors makes of images, against what an ordinary one paints."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.exports._vector import MOST_CELLS, Run, VectorPainter, placed, runs
from viz_app.pictures._drawing import Drawing

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
    for image in (stamp(MOST_CELLS + 1, 3), stamp(4, 4, alpha=True)):
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
    painter.drawImage(*place[:2], drawing, *place[2:])  # type: ignore[call-overload]
    painter.end()
    vectors = Noting(ours)
    vectors.setPen(QColor("#ff00ff"))  # nothing of the painter's own shows in it
    vectors.setBrush(QColor("#ffff00"))
    vectors.drawImage(place[0], place[1], drawing, *place[2:])
    assert vectors.pen().color() == QColor("#ff00ff"), "nor anything of it in the painter"
    vectors.end()
    assert vectors.taken == ["cells"], "its own map, not its pixels"
    assert ours == ordinary


def test_what_is_no_place_is_refused() -> None:
    with pytest.raises(TypeError, match="no way to place"):
        placed("here", stamp(2, 2))


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (7, 5), (64, 64)])
def test_runs_cover_every_cell_once_in_its_colour(shape: tuple[int, int]) -> None:
    generator = np.random.default_rng(sum(shape))
    words: NDArray[np.uint32] = generator.integers(0, 3, shape).astype(np.uint32)
    again = np.full(shape, 99, dtype=np.uint32)
    for word, found in runs(words).items():
        for x, y, columns, rows in found:
            part = again[y : y + rows, x : x + columns]
            assert part.shape == (rows, columns) and (part == 99).all(), "inside, and nothing twice"
            part[:] = word
    np.testing.assert_array_equal(again, words)


def test_a_map_of_one_colour_is_one_run() -> None:
    assert runs(np.full((6, 4), 5, dtype=np.uint32)) == {5: [(0, 0, 4, 6)]}
