"""The arrangements fill the window, and no part lies over another."""

from __future__ import annotations

from itertools import combinations

import pytest
import sketches


@pytest.mark.parametrize("name", sketches.ARRANGEMENTS)
@pytest.mark.parametrize("size", sketches.SIZES)
def test_parts_fill_the_window_without_overlap(name: str, size: tuple[int, int]) -> None:
    places = sketches.ARRANGEMENTS[name](*size)
    assert sum(place.wide * place.high for place in places) == pytest.approx(size[0] * size[1])
    for one, other in combinations(places, 2):
        apart = (
            one.left + one.wide <= other.left + 1e-6 or other.left + other.wide <= one.left + 1e-6
            or one.top + one.high <= other.top + 1e-6 or other.top + other.high <= one.top + 1e-6
        )  # fmt: skip
        assert apart, (one, other)
    assert all(place.wide > 0 and place.high > 0 for place in places)


def test_a_sketch_escapes_its_words() -> None:
    assert "a &lt; b" in sketches.svg([sketches.Place("a < b", 0, 0, 100, 30)], 100, 30)
