"""Rectangles of equal cells, against the cells one by one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from viz_app.pictures.drawing.layout import runs


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (7, 5), (64, 64)])
def test_runs_cover_every_cell_once_with_its_value(shape: tuple[int, int]) -> None:
    generator = np.random.default_rng(sum(shape))
    words: NDArray[np.uint32] = generator.integers(0, 3, shape).astype(np.uint32)
    again = np.full(shape, 99, dtype=np.uint32)
    for word, found in runs(words).items():
        for x, y, columns, rows in found:
            part = again[y : y + rows, x : x + columns]
            assert part.shape == (rows, columns) and (part == 99).all(), "inside, and nothing twice"
            part[:] = word
    np.testing.assert_array_equal(again, words)


def test_cells_of_one_value_are_one_run() -> None:
    assert runs(np.full((6, 4), 5, dtype=np.uint32)) == {5: [(0, 0, 4, 6)]}


def test_equal_stretches_are_joined_only_where_they_touch() -> None:
    cells = np.array([[1, 1, 2], [1, 1, 2], [2, 1, 1], [1, 1, 2]])
    assert runs(cells) == {
        1: [(0, 0, 2, 2), (1, 2, 2, 1), (0, 3, 2, 1)],
        2: [(2, 0, 1, 2), (0, 2, 1, 1), (2, 3, 1, 1)],
    }


def test_without_cells_there_is_nothing() -> None:
    assert runs(np.zeros((0, 3), dtype=np.int64)) == {} == runs(np.zeros((3, 0), dtype=np.int64))
