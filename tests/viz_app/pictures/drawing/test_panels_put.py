"""Every pixel of a map shows the cell under its middle, of a part as of the whole, whatever the painter rounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.panels import Form, Panel, put

GROUND = 0x123456
HEADS = 3
WIDE, HIGH = 1600, 460


def under_the_middle(count: int, length: int) -> list[int]:
    """The cell of each pixel; a middle between two cells is the first one's."""
    return [ceil((pixel + Fraction(1, 2)) * count / length) - 1 for pixel in range(length)]


def told(rows: Sequence[int], columns: Sequence[int]) -> NDArray[np.uint32]:
    """Cells that say where they are."""
    words: NDArray[np.uint32] = np.add.outer(np.array(rows) * 256, np.array(columns)).astype(np.uint32)
    return words | np.uint32(0xFF000000)


def painted(panel: Panel, step: int, source: tuple[QImage, int], page: QImage, ratio: float) -> NDArray[np.uint32]:
    """[HIGH,WIDE] 0xrrggbb."""
    page.fill(0xFF000000 | GROUND)
    painter = QPainter(page)
    painter.scale(ratio, ratio)
    painter.scale(1 / ratio, 1 / ratio)
    put(painter, [(panel, panel.form.shown(step))], [source], 0)
    painter.end()
    return np.frombuffer(page.constBits(), np.uint32).reshape(HIGH, WIDE) & np.uint32(0xFFFFFF)


RGB, ARGB = QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied


@pytest.mark.usefixtures("qapp")
@given(
    counts=st.tuples(st.integers(1, 130), st.integers(1, 60)),
    sides=st.tuples(st.integers(1, 1500), st.integers(1, 400)),
    head=st.integers(0, HEADS - 1),
    corner=st.tuples(st.integers(0, 50), st.integers(0, 50)),
    share=st.floats(0, 1),
    ratio=st.sampled_from([1, 1.25, 1.5, 1.75, 2, 3]),
    form=st.sampled_from([RGB, ARGB]),
)
@example(counts=(64, 32), sides=(190, 272), head=1, corner=(3, 5), share=0.6, ratio=1.5, form=RGB)  # middles between
@example(
    counts=(20, 20), sides=(1500, 380), head=0, corner=(0, 0), share=1, ratio=1, form=RGB
)  # the painter's steps fall behind
@example(counts=(20, 32), sides=(1500, 272), head=2, corner=(0, 9), share=0.4, ratio=1.25, form=ARGB)  # both
def test_every_pixel_shows_the_cell_under_its_middle(
    counts: tuple[int, int], sides: tuple[int, int], head: int, corner: tuple[int, int], share: float, ratio: float,
    form: QImage.Format,
) -> None:  # fmt: skip
    (columns, rows), (wide, high) = counts, sides
    x, y = Axis(0, columns, max(wide, columns)), Axis(0, rows, max(high, rows))
    across, down = under_the_middle(columns, x.length), under_the_middle(rows, y.length)
    assert (x.blocks.tolist(), y.blocks.tolist()) == (across, down)
    own_columns = range(columns) if x.stretched else across
    own_rows = range(rows) if y.stretched else down
    words = told([head * rows + row for head in range(HEADS) for row in own_rows], own_columns)
    image = QImage(words.data, x.pixels, HEADS * y.pixels, 4 * x.pixels, QImage.Format.Format_RGB32)
    step = round(share * (max(columns, rows) - 1))
    panel = Panel("decoder", 0, head, *corner, Form(x, y, stepwise_rows=True, stepwise_columns=True))
    page = painted(panel, step, (image, head * y.pixels), QImage(WIDE, HIGH, form), ratio)
    there = sum(cell <= step for cell in down), sum(cell <= step for cell in across)
    want = np.full((HIGH, WIDE), GROUND, dtype=np.uint32)
    shown = told([head * rows + row for row in down], across) & np.uint32(0xFFFFFF)
    left, top = corner
    want[top : top + there[0], left : left + there[1]] = shown[: there[0], : there[1]]
    assert np.array_equal(page, want)


@pytest.mark.usefixtures("qapp")
def test_a_row_of_pixels_that_is_partly_decoded_is_put_beside_large_cells_too() -> None:
    x, y = Axis(0, 5, 1500), Axis(0, 60, 45)
    words = told(range(y.length), range(x.count))
    image = QImage(words.data, x.count, y.length, 4 * x.count, RGB)
    panel, page = Panel("cross", 0, 0, 0, 0, Form(x, y)), QImage(WIDE, HIGH, RGB)
    page.fill(0xFF000000 | GROUND)
    shown = panel.form.shown(29)
    assert shown.in_parts and 0 < shown.high < y.length
    painter = QPainter(page)
    put(painter, [(panel, shown)], [(image, 0)], 1)
    painter.end()
    column = np.frombuffer(page.constBits(), np.uint32).reshape(HIGH, WIDE)[:, 700] & np.uint32(0xFFFFFF)
    rows = np.arange(shown.high + 1) * 256 + under_the_middle(5, 1500)[700]
    assert column[: shown.high + 1].tolist() == rows.tolist() and (column[shown.high + 1 :] == GROUND).all()


def test_an_image_has_a_cell_or_a_pixel_in_one_pixel() -> None:
    assert Axis(0, 64, 190).stretched
    assert Axis(0, 20, 300).at_once == 20
    assert Axis(0, 20, 1500).at_once == 5, "cells of 75 pixels: further on one would begin a pixel late"
    assert Axis(0, 3, 3000).at_once == 1
    assert not Axis(0, 64, 100).stretched, "an image of its pixels is hardly larger"
    assert not Axis(0, 64, 40).stretched, "a pixel stands for several"
