"""The mark stays large enough to be seen, and a line of text stays in its place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from viz_app.platform.theme import LIGHT, text_width
from viz_app.plots.maps.surroundings import SMALLEST, Caption, cell_line, framed
from viz_app.plots.shared.axes import small_face


@pytest.mark.parametrize("size", [(0.3, 0.2), (4.0, 40.0), (30.0, 20.0)])
def test_the_mark_is_the_cell_or_around_it(size: tuple[float, float]) -> None:
    cell = QRectF(100, 50, *size)
    found = framed(cell)
    assert found.contains(cell)
    assert abs(found.center().x() - cell.center().x()) < 1e-9
    assert (found.width(), found.height()) == (max(SMALLEST, size[0]), max(SMALLEST, size[1]))


def test_a_caption_is_shortened_to_its_place(qapp: QApplication) -> None:
    caption = Caption()
    caption.say("a very long line of words that has no room at all", LIGHT.ink)
    caption.resize(60, caption.size().height())
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    caption.paint(painter)
    painter.end()
    inked = [x for x in range(200) for y in range(40) if image.pixel(x, y) != 0xFFFFFFFF]
    assert 20 < max(inked) < 60


def test_a_caption_says_less_rather_than_half(qapp: QApplication) -> None:
    caption = Caption()
    caption.say("key: überquerte, position 2", LIGHT.ink, "überquerte")
    inked = []
    for wide in (400, 90):
        caption.resize(wide, caption.size().height())
        image = QImage(400, 40, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        caption.paint(painter)
        painter.end()
        inked.append(max(x for x in range(400) for y in range(40) if image.pixel(x, y) != 0xFFFFFFFF))
    face = small_face()
    assert inked[0] == pytest.approx(text_width("key: überquerte, position 2", face), abs=3)
    assert inked[1] == pytest.approx(text_width("überquerte", face), abs=3)


def test_lines_are_through_a_row_or_a_column(qapp: QApplication) -> None:
    assert cell_line(upright=True, movable=True).angle == 90
    assert cell_line(upright=False, movable=False).angle == 0
