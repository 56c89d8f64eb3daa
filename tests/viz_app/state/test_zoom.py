"""Whole cells of a map, moved and resized, always inside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.state.zoom import Zoom, fitted, zoomed

SIDES = st.integers(1, 512)


def inside(zoom: Zoom, shape: tuple[int, int]) -> bool:
    down, across = shape
    return 0 <= zoom.row <= zoom.row + zoom.rows <= down and 0 <= zoom.column <= zoom.column + zoom.columns <= across


@given(SIDES, SIDES, st.floats(0, 1), st.floats(0, 1))
def test_zooming_in_and_out_stays_inside_and_comes_back(rows: int, columns: int, down: float, across: float) -> None:
    shape, zoom, seen = (rows, columns), None, 0
    for factor in [1.25] * 30 + [0.8] * 60:
        before = zoom
        zoom = zoomed(zoom, shape, factor, down * rows, across * columns)
        if zoom is not None:
            assert inside(zoom, shape)
            assert zoom != before or max(zoom.rows, zoom.columns) == 2
            seen += 1
    assert zoom is None
    assert seen > 0 or max(shape) <= 2


def test_the_point_under_the_hand_stays_there() -> None:
    zoom = zoomed(None, (100, 100), 2, 20.5, 60.5)
    assert zoom == Zoom(10, 30, 50, 50)  # a fifth from the top and three fifths from the left, as before
    again = zoomed(zoom, (100, 100), 2, 20.5, 60.5)
    assert again is not None
    assert (again.rows, again.columns) == (25, 25)
    assert abs((20.5 - again.row) / 25 - 0.21) < 0.03
    assert abs((60.5 - again.column) / 25 - 0.61) < 0.03


def test_a_long_map_becomes_square_first() -> None:
    zoom = zoomed(None, (128, 40), 2, 64, 20)
    assert zoom is not None
    assert (zoom.rows, zoom.columns) == (64, 40)
    zoom = zoomed(zoom, (128, 40), 2, 64, 20)
    assert zoom is not None
    assert (zoom.rows, zoom.columns) == (32, 32)


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (1, 2)])
def test_the_smallest_maps_have_no_parts(shape: tuple[int, int]) -> None:
    assert zoomed(None, shape, 1.25, 0.5, 0.5) is None


@given(st.integers(-600, 600), st.integers(-600, 600), SIDES, SIDES)
def test_a_part_never_leaves_its_map(row: int, column: int, rows: int, columns: int) -> None:
    zoom = fitted(Zoom(row, column, rows, columns), (64, 100))
    assert zoom is None or inside(zoom, (64, 100))
    assert (zoom is None) == (rows >= 64 and columns >= 100)


def test_nothing_is_a_part_of_no_map() -> None:
    assert fitted(Zoom(0, 0, 3, 3), (0, 0)) is None


def test_holding_moves_no_further_than_it_must() -> None:
    zoom = Zoom(10, 20, 5, 6)
    assert zoom.holding(12, 25) == zoom
    assert zoom.holding(15, None) == Zoom(11, 20, 5, 6)
    assert zoom.holding(None, 26) == Zoom(10, 21, 5, 6)
    assert zoom.holding(3, 4) == Zoom(3, 4, 5, 6)
    assert zoom.holds(14, 25)
    assert not zoom.holds(15, 25)
    assert not zoom.holds(14, 19)
