"""Where a row's largest weight is: with ties, blocked cells, numbers that are none. Is a number read on every cell?"""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.reading import Pixels, array_of, plain_style
from viz_app.pictures.drawing.cell_states import FUTURE, OPEN, PADDING
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import INKS, decimals, marks, maxima
from viz_app.platform.colours import BLUES, DARK, LIGHT, SEA, SIGNED, ColourMap


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def places(rows: list[list[float]], states: list[list[int]] | None = None, leaky: bool = False) -> list[list[int]]:
    """For each row, the columns that get a dot."""
    weights = np.array(rows, dtype=np.float32)
    given = np.zeros(weights.shape, dtype=np.uint8) if states is None else np.array(states, dtype=np.uint8)
    return [np.flatnonzero(row).tolist() for row in maxima(weights, given, leaky)]


def on_paper(image: QImage) -> Pixels:
    """What is drawn on transparency, seen on white: black and nothing differ only there."""
    paper = QImage(image.size(), QImage.Format.Format_RGB32)
    paper.fill(0xFFFFFFFF)
    with QPainter(paper) as painter:
        painter.drawImage(0, 0, image)
    return array_of(paper)


def test_every_row_has_its_own() -> None:
    assert places([[0.1, 0.7, 0.2], [0.5, 0.1, 0.4]]) == [[1], [0]]


def test_equal_weights_are_equally_the_largest() -> None:
    assert places([[0.4, 0.2, 0.4], [0.25, 0.25, 0.25]]) == [[0, 2], [0, 1, 2]]


def test_what_a_pattern_hides_is_no_maximum_unless_the_mask_leaks() -> None:
    rows, states = [[0.2, 0.5, 0.3], [0.5, 0.3, 0.2]], [[OPEN, FUTURE, OPEN], [PADDING, PADDING, PADDING]]
    assert places(rows, states) == [[2], []]
    assert places(rows, states, leaky=True) == [[1], [0]]


def test_a_row_of_zeros_or_of_no_numbers_has_none() -> None:
    nan, infinite = float("nan"), float("inf")
    assert places([[0, 0, 0], [nan, nan, nan], [nan, 0.9, 0.1], [0.1, infinite, 0.2]]) == [[], [], [], [1]]


def test_dots_are_drawn_at_the_top_right_of_their_cells() -> None:
    style = plain_style()
    weights = np.array([[0.1, 0.4, 0.4], [0, 0, 0]], dtype=np.float32)
    x, y = Axis(7, 3, 60), Axis(9, 2, 40)
    plain = on_paper(marks(weights, None, x, y, 1.0, False, plain_style(dots=False)).pixels)
    dotted = on_paper(marks(weights, None, x, y, 1.0, False, style).pixels)
    differs = (plain != dotted).any(axis=-1)
    cells = differs.reshape(2, 20, 3, 20).any(axis=(1, 3))
    assert cells.tolist() == [[False, True, True], [False, False, False]]
    rows, columns = np.nonzero(differs[:20, 20:40])
    assert rows.mean() < 8
    assert columns.mean() > 11


def test_decimals_grow_with_the_cell() -> None:
    style = plain_style(ratio=2.0)
    assert [decimals(Axis(0, 1, wide), style) for wide in (60, 127, 128, 175, 176, 300)] == [2, 2, 3, 3, 4, 4]


def luminance(colour: str) -> float:
    """WCAG 2, term by term."""
    parts = [value / 255 for value in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour_map", [BLUES, SEA, SIGNED[LIGHT][0], *SIGNED[DARK]], ids=lambda one: one.name)
def test_a_number_is_read_on_every_colour_that_a_cell_may_have(colour_map: ColourMap) -> None:
    for level, colour in enumerate(colour_map.table.tolist()):
        ink, ground = luminance(INKS[int(colour_map.dark[level])]), luminance(bytes(colour).hex())
        assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 4.5, f"level {level} of {colour_map.name}"
