"""Maps as PNG images inside an SVG file: every pixel exact, and larger than one."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.viz_app.pictures.reading import array_of
from viz_app.exports.svg_pages.markup import LARGEST, MOST, enlarged, png

pytestmark = pytest.mark.usefixtures("qapp")


def noise(rows: int, columns: int, colours: int, alpha: bool = False) -> QImage:
    words = np.random.default_rng(rows).integers(0, 0xFFFFFF, colours, dtype=np.uint32) | np.uint32(0xFF000000)
    picked = np.random.default_rng(columns).choice(words, (rows, columns))
    form = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    return QImage(picked.tobytes(), columns, rows, 4 * columns, form).copy()


@pytest.mark.parametrize("colours", [2, 200, 3000])
@pytest.mark.parametrize("part", [QRect(0, 0, 71, 90), QRect(3, 5, 66, 80)])
def test_every_pixel_is_a_square_of_its_colour(colours: int, part: QRect) -> None:
    image = noise(90, 71, colours)
    with Image.open(io.BytesIO(png(enlarged(image, part)))) as read:
        assert (read.mode == "P") == (colours <= 256), "a byte for each pixel is enough"
        pixels = np.asarray(read.convert("RGB"))
    expected = array_of(image.copy(part)).repeat(MOST, axis=0).repeat(MOST, axis=1)
    np.testing.assert_array_equal(pixels, expected)


def test_a_very_large_map_is_not_made_larger_than_it_can_be() -> None:
    data = png(enlarged(noise(1500, 1200, 200), QRect(0, 0, 1200, 1500)))
    with Image.open(io.BytesIO(data)) as read:
        assert read.size == (1200, 1500) and read.width * read.height <= LARGEST


def test_what_can_be_seen_through_stays_so() -> None:
    image = noise(70, 70, 4, alpha=True)
    image.setPixel(2, 1, 0)
    with Image.open(io.BytesIO(png(enlarged(image, image.rect())))) as read:
        assert read.mode == "RGBA" and read.getpixel((2 * MOST + 1, MOST + 1)) == (0, 0, 0, 0)
