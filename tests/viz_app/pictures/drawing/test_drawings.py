"""A drawing is the image that its strokes make, and can make them again."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.pictures.drawing.drawings import Drawing, upon

pytestmark = pytest.mark.usefixtures("qapp")


def stroke(painter: QPainter) -> None:
    painter.fillRect(1, 2, 3, 1, QColor("#ff8800"))


@pytest.mark.parametrize(("ground", "elsewhere"), [(None, (0, 0, 0, 0)), ("#102030", (16, 32, 48, 255))])
def test_it_is_the_image_that_its_strokes_make(ground: str | None, elsewhere: tuple[int, int, int, int]) -> None:
    drawing = Drawing(6, 5, stroke, ground)
    assert (drawing.width(), drawing.height()) == (6, 5)
    inside = {(x, y) for x in (1, 2, 3) for y in (2,)}
    for x in range(6):
        for y in range(5):
            expected = (255, 136, 0, 255) if (x, y) in inside else elsewhere
            assert drawing.pixels.pixelColor(x, y).getRgb() == expected, (x, y)


def test_it_can_be_drawn_again_elsewhere() -> None:
    drawing = Drawing(6, 5, stroke, "#102030")
    again = QImage(6, 5, QImage.Format.Format_RGB32)
    again.fill(QColor("#102030"))
    painter = QPainter(again)
    drawing.draw(painter)
    painter.end()
    assert again == drawing.pixels


def test_a_fault_in_the_strokes_leaves_no_open_painter() -> None:
    def fail(painter: QPainter) -> None:
        raise RuntimeError("planted")

    with pytest.raises(RuntimeError, match="planted"):  # Qt would complain of a painter that outlives its image
        _ = Drawing(4, 4, fail).pixels


def test_nothing_is_too_small() -> None:
    assert (Drawing(0, -3, lambda painter: None).width(), Drawing(0, -3, lambda painter: None).height()) == (1, 1)


def test_more_on_a_drawing_leaves_that_as_it_was() -> None:
    below = Drawing(6, 5, stroke, "#102030")
    before = below.pixels.copy()
    drawing = upon(below, lambda painter: painter.fillRect(0, 0, 2, 2, QColor("#00ff00")))
    assert below.pixels == before
    assert drawing.ground is below
    assert drawing.pixels.pixelColor(0, 0) == QColor("#00ff00") and drawing.pixels.pixelColor(3, 2) == QColor("#ff8800")


def test_pixels_that_are_there_already_are_taken_and_not_drawn() -> None:
    pixels = QImage(3, 2, QImage.Format.Format_RGB32)
    pixels.fill(QColor("#123456"))
    drawing = Drawing(3, 2, lambda painter: pytest.fail("drawn"), pixels=lambda: pixels)
    assert drawing.pixels == pixels
