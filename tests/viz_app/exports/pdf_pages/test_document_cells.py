"""A map on a page: every cell in its colour, in the program that draws it too, and no paper between cells."""

from __future__ import annotations

import re

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.exports.pdf_pages.about import About
from viz_app.exports.pdf_pages.document import document, operators
from viz_app.platform.theme import font

pytestmark = pytest.mark.usefixtures("qapp")

BOX = (3.25, 7.5, 61.0, 40.0)


def some(shape: tuple[int, int], darkest: int = 0, lightest: int = 256) -> NDArray[np.uint32]:
    """Colours of which some neighbours are equal."""
    random = np.random.default_rng(sum(shape))
    parts = random.integers(darkest, lightest, (3, 5)).astype(np.uint32)
    chosen = parts[:, random.integers(0, 5, shape)]
    words: NDArray[np.uint32] = np.uint32(0xFF000000) | chosen[0] << 16 | chosen[1] << 8 | chosen[2]
    return words


def image_of(words: NDArray[np.uint32]) -> QImage:
    image = QImage(words.shape[1], words.shape[0], QImage.Format.Format_RGB32)
    for row in range(words.shape[0]):
        for column in range(words.shape[1]):
            image.setPixel(QPoint(column, row), int(words[row, column]))
    return image


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (7, 1), (5, 6), (64, 64)])
def test_painted_in_order_every_cell_ends_in_its_colour(shape: tuple[int, int]) -> None:
    words = some(shape)
    parts, colour = np.full((2 * shape[0], 2 * shape[1], 3), -1), [0, 0, 0]
    for line in operators(BOX, words).splitlines():
        *numbers, name = line.split()
        if name == "rg":
            colour = [round(255 * float(number)) for number in numbers]
        elif name == "f":
            x, y, wide, high = (round(2 * float(number)) for number in numbers[:4])  # in halves of cells
            assert x + wide <= parts.shape[1] and y + high <= parts.shape[0], "nothing beside the map"
            parts[y : y + high, x : x + wide] = colour
    wanted = np.stack([words >> shift & 255 for shift in (16, 8, 0)], axis=-1).repeat(2, axis=0).repeat(2, axis=1)
    np.testing.assert_array_equal(parts, wanted)


def test_the_box_is_where_it_was_asked_for() -> None:
    matrix = next(line for line in operators(BOX, some((4, 5))).splitlines() if line.endswith("cm"))
    numbers = [float(number) for number in re.findall(r"[-\d.]+", matrix)]
    assert numbers == pytest.approx([61 / 5, 0, 0, 10, 3.25, 7.5])


@pytest.mark.parametrize("size", [(17, 13), (70, 70)], ids=["rectangles", "an image"])
@pytest.mark.parametrize("scale", [0.97, 1.37, 2.61])
def test_no_paper_shows_between_cells(size: tuple[int, int], scale: float) -> None:
    words = some(size, 0, 90)

    def page(painter: QPainter) -> None:
        painter.drawImage(QRectF(20.3, 30.6, 301.7, 203.9), image_of(words))

    with pypdfium2.PdfDocument(document([page], 400, 300, About("x"))) as file:
        drawn = np.asarray(file[0].render(scale=scale).to_pil().convert("RGB"))
    inside = np.s_[round(25.5 * scale) : round(173 * scale), round(18 * scale) : round(238 * scale)]
    assert drawn[inside].max() <= 92
    assert drawn[: round(20 * scale)].min() == 255


def test_what_is_covered_is_not_there_though_texts_are_drawn_last() -> None:
    def page(painter: QPainter) -> None:
        painter.setFont(font(12))
        for number, name in enumerate(("seen", "filled", "plated", "veiled")):
            painter.drawText(QRectF(10, 10 + 30 * number, 100, 20), Qt.AlignmentFlag.AlignVCenter, name)
        painter.fillRect(QRectF(5, 38, 90, 24), QColor("white"))
        painter.setBrush(QColor("white"))
        painter.drawRoundedRect(QRectF(5, 68, 90, 24), 3, 3)
        painter.fillRect(QRectF(5, 98, 90, 24), QColor(255, 255, 255, 120))
        painter.drawText(QRectF(10, 40, 100, 20), Qt.AlignmentFlag.AlignVCenter, "after")

    with pypdfium2.PdfDocument(document([page], 200, 150, About("t"))) as file:
        assert file[0].get_textpage().get_text_bounded().split() == ["seen", "after", "veiled"]
