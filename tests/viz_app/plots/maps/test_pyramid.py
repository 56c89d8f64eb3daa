"""Levels of detail: no strong cell is lost in any of them, and colours are the views' own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.plots.maps.planted import asymmetric
from viz_app.pictures.drawing.cell_states import FUTURE, OPEN
from viz_app.pictures.drawing.picture import Style, style_for
from viz_app.platform.preferences import Scale
from viz_app.platform.theme import BLUES, LIGHT, SIGNED, level
from viz_app.plots.maps.pyramid import Pyramid, colours
from viz_app.state.state import Settings

STYLE = style_for(Settings(), dark=False, ratio=1.0)
below, above = SIGNED[LIGHT]
EITHER: Style = replace(STYLE, quantity="score", below=below, colour_map=above)


@pytest.mark.parametrize("cell", [(0, 0), (1000, 996), (503, 7), (8, 995)])
def test_a_single_cell_is_in_every_level_where_it_belongs(cell: tuple[int, int]) -> None:
    values = np.zeros((1001, 997), np.float32)
    values[cell] = 1.0
    pyramid = Pyramid(values, None, STYLE, hides=True)
    most = pyramid.deepest
    assert min(most) > 4
    for rows in range(most[0] + 1):
        for columns in range(most[1] + 1):
            found = np.argwhere(pyramid.values((rows, columns)) == 1.0).tolist()
            assert found == [[cell[0] >> rows, cell[1] >> columns]]


def test_a_block_has_the_largest_size_under_it_with_its_sign() -> None:
    values = (asymmetric(37, 23) - 0.5) * 8
    one, either = Pyramid(values, None, STYLE, hides=True), Pyramid(values, None, EITHER, hides=True)
    for down, across in ((0, 0), (1, 0), (0, 1), (1, 1)):
        high, wide = 1 << down, 1 << across
        for row in range(-(-37 // high)):
            for column in range(-(-23 // wide)):
                block = [
                    float(values[y, x])
                    for y in range(row * high, min(37, (row + 1) * high))
                    for x in range(column * wide, min(23, (column + 1) * wide))
                ]
                assert one.values((down, across))[row, column] == max(block)
                assert either.values((down, across))[row, column] == max(block, key=abs)


def test_a_block_is_blocked_only_where_all_of_it_is_and_hides_what_a_mask_hides() -> None:
    states = np.full((32, 40), FUTURE, np.uint8)
    states[np.tri(32, 40, dtype=bool)] = OPEN
    values = np.where(states == OPEN, 0.25, 0.75).astype(np.float32)
    closed = Pyramid(values, states, STYLE, hides=True)
    for row in range(16):
        for column in range(20):
            free = any(x <= y for y in (2 * row, 2 * row + 1) for x in (2 * column, 2 * column + 1))
            assert closed.values((1, 1))[row, column] == (0.25 if free else 0)
            assert (closed.image((1, 1)).pixelColor(column, row).alpha() == 0) is not free
    leaking = Pyramid(values, states, STYLE, hides=False)
    assert leaking.values((0, 0))[0, 39] == 0.75
    assert leaking.closed((0, 0)) is None


def test_what_is_no_number_hides_no_other() -> None:
    values = np.full((32, 32), np.nan, np.float32)
    values[3, 4] = 0.5
    assert Pyramid(values, None, STYLE, hides=True).values((1, 1))[1, 2] == 0.5


@pytest.mark.parametrize("scale", ["linear", "sqrt"])
def test_colours_are_those_of_the_views(scale: Scale) -> None:
    style = replace(STYLE, scale=scale)
    values = np.array([[0.0, 0.01, 0.5, 1.0, 2.0]], np.float32)
    expected = [int(BLUES.words[int(level(min(value, 1.0), style.scale))]) for value in values[0].tolist()]
    assert colours(values, (0.0, 1.0), style)[0].tolist() == expected
    assert colours(values, (0.5, 2.0), style)[0].tolist()[0] == int(BLUES.words[0])
    assert colours(values, (0.0, 0.5), style)[0].tolist()[2] == int(BLUES.words[255])
    low, high = colours(np.array([[-3.0, 3.0]], np.float32), (0.0, 3.0), replace(EITHER, scale=style.scale))[0].tolist()
    assert (low, high) == (int(below.words[255]), int(above.words[255]))


def test_other_levels_have_other_colours() -> None:
    pyramid = Pyramid(asymmetric(20, 20), None, STYLE, hides=True)
    pyramid.show((0.0, 1.0))
    before = pyramid.image((0, 0)).pixel(3, 4)
    pyramid.show((0.0, 0.01))
    assert pyramid.image((0, 0)).pixel(3, 4) != before
