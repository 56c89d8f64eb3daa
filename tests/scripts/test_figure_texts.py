"""What is planted on a paper is found: small letters, what is cut off, what lies on something else, what is hidden."""

from __future__ import annotations

from collections.abc import Callable

import figure_texts
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.exports.figures.figure import Figure
from viz_app.platform.theme import font

pytestmark = pytest.mark.usefixtures("qapp")
PAPER = Figure(200, 100)


def read(draw: Callable[[QPainter], None]) -> list[figure_texts.Words]:
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    painter = figure_texts.Reader(image)
    painter.setFont(font(16))
    draw(painter)
    painter.end()
    return painter.found


def test_letters_have_the_size_that_they_have_on_paper() -> None:
    def draw(painter: QPainter) -> None:
        painter.scale(0.5, 0.5)
        painter.drawText(QPointF(20, 60), "half")

    (words,) = read(draw)
    assert words.points == pytest.approx(16 * 0.5 * 72 / 96)
    assert 10 <= words.box.left() <= 12
    assert words.box.bottom() <= 31


@pytest.mark.parametrize(("x", "cut"), [(20, False), (190, True), (-10, True)])
def test_what_the_papers_edge_cuts_is_found(x: int, cut: bool) -> None:
    found = read(lambda painter: painter.drawText(QPointF(x, 50), "words"))
    assert [words.text for words in figure_texts.outside(found, PAPER)] == ["words"] * cut


def test_what_its_own_clip_cuts_is_found() -> None:
    def draw(painter: QPainter) -> None:
        painter.setClipRect(QRectF(0, 0, 45, 100))
        painter.drawText(QPointF(10, 50), "words")

    assert figure_texts.outside(read(draw), PAPER)


def test_turned_texts_side_by_side_do_not_lie_on_each_other() -> None:
    def turned(apart: float) -> Callable[[QPainter], None]:
        def draw(painter: QPainter) -> None:
            for number in range(2):
                painter.save()
                painter.translate(20 + apart * number, 90)
                painter.rotate(-50)
                painter.drawText(QPointF(0, 0), "letters")
                painter.restore()

        return draw

    assert list(figure_texts.overlapping(read(turned(26)))) == [], "their boxes overlap, they do not"
    assert len(list(figure_texts.overlapping(read(turned(6))))) == 1


def test_what_a_plate_hides_is_not_there() -> None:
    def draw(painter: QPainter) -> None:
        painter.drawText(QPointF(20, 50), "under")
        painter.fillRect(QRectF(0, 0, 200, 100), QColor("white"))
        painter.drawText(QPointF(20, 50), "over")

    assert [words.text for words in read(draw)] == ["over"]
