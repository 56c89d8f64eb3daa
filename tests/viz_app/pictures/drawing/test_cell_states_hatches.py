"""Patterns as lines lie where numpy has their pixels: both are painted, and compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.pictures.reading import array_of, plain_style
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.cell_states import ASIDE, FUTURE, OPEN, PADDING
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis
from viz_app.platform.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

MIXED = np.array([[OPEN, FUTURE, FUTURE, ASIDE], [PADDING, OPEN, FUTURE, ASIDE], [PADDING, OPEN, OPEN, ASIDE]])
CAUSAL = np.where(np.tri(9, dtype=bool), OPEN, FUTURE)


def both(states: NDArray[Any], cell: int, ratio: float, ground: bool) -> tuple[NDArray[Any], NDArray[Any]]:
    """[high, wide] how dark it is: from the words, and from the lines four times as large and then averaged."""
    style = plain_style(ratio=ratio)
    rows, columns = states.shape
    x, y = Axis(0, columns, columns * cell), Axis(0, rows, rows * cell)
    drawing = cell_states.patterns(states.astype(np.uint8), x, y, style, ground)
    return lightness(drawing, 1), lightness(drawing, 4)


def lightness(drawing: Drawing, times: int) -> NDArray[Any]:
    image = QImage(times * drawing.width(), times * drawing.height(), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    if times == 1:
        painter.drawImage(0, 0, drawing.pixels)
    else:
        painter.scale(times, times)
        drawing.draw(painter)
    painter.end()
    shades = array_of(image).astype(float).mean(axis=2)
    parts = shades.reshape(drawing.height(), times, drawing.width(), times)
    return np.asarray(parts.mean(axis=(1, 3)))


@pytest.mark.parametrize("ground", [False, True])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("cell", [5, 13, 24])
@pytest.mark.parametrize("states", [MIXED, CAUSAL])
def test_lines_are_where_the_pixels_are(states: NDArray[Any], cell: int, ratio: float, ground: bool) -> None:
    words, lines = both(states, cell, ratio, ground)
    of = states.repeat(cell, axis=0).repeat(cell, axis=1)
    inks = (shade(LIGHT.hatch), shade(LIGHT.dots))
    assert 255 - lines[of == OPEN].mean() < 0.02 * (255 - min(inks)), "no more than the ends of lines"
    for state in set(states.ravel().tolist()) - {OPEN}:
        here, marked = of == state, np.isin(words, inks)
        assert abs(words[here].mean() - lines[here].mean()) < 6
        assert lines[here & marked].mean() < lines[here & ~marked].mean() - 25, "they lie on each other"


def shade(colour: str) -> float:
    ink = QColor(colour)
    return (ink.red() + ink.green() + ink.blue()) / 3


def test_the_future_of_a_sentence_is_a_few_lines() -> None:
    """One line for each diagonal, however many cells it crosses."""
    states, side = np.where(np.tri(64, dtype=bool), OPEN, FUTURE).astype(np.uint8), Axis(0, 64, 64 * 12)
    drawing = cell_states.patterns(states, side, side, plain_style(), ground=True)
    counted: list[int] = []

    class Counting(QPainter):
        def drawLines(self, lines: Any) -> None:  # type: ignore[override] # noqa: N802 (Qt's name)
            counted.append(len(lines))

    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = Counting(image)
    drawing.draw(painter)
    painter.end()
    assert 0 < sum(counted) <= 2 * 64 * 12 / 6 + 1


def test_where_pixels_stand_for_several_cells_it_is_the_same() -> None:
    style, states = plain_style(), np.where(np.tri(60, dtype=bool), OPEN, FUTURE).astype(np.uint8)
    x, y = Axis(0, 60, 25), Axis(0, 60, 25)
    drawing = cell_states.patterns(states, x, y, style, ground=True)
    words, lines = lightness(drawing, 1), lightness(drawing, 4)
    assert (drawing.width(), drawing.height()) == (25, 25)
    assert abs(words.mean() - lines.mean()) < 4
