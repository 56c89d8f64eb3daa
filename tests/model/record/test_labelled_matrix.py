"""A map in Python: what is blocked never looks like a weight of 0, and a wrong place names the right ones."""

from __future__ import annotations

import numpy as np
import pytest

from model.record.labelled_matrix import LabelledMatrix, check_index


def planted(values: list[list[float]], mask: list[list[int]], aside: tuple[int, ...] = ()) -> LabelledMatrix:
    weights = np.array(values, dtype=np.float32)
    weights.flags.writeable = False
    allowed = np.array(mask, dtype=bool)
    rows, columns = (tuple(map(str, range(count))) for count in weights.shape)
    return LabelledMatrix(weights, allowed, rows, columns, "query: here", "key: there", aside)


def test_blocked_is_no_zero_and_a_zero_is_not_blocked() -> None:
    found = planted([[0.25, 0.0, 0.75, 0.0], [0.5, 0.5, 0.0, 0.125]], [[1, 1, 1, 0], [1, 1, 1, 0]])
    assert found.masked.tolist() == [[0.25, 0.0, 0.75, None], [0.5, 0.5, 0.0, 0.125]]  # the last one leaks
    assert "--" in repr(found)
    assert repr(found).count("--") == 2  # one cell, and the sentence that says what it is
    assert found.values.tolist()[0] == [0.25, 0.0, 0.75, 0.0]  # the run's own numbers stay
    assert found.mask.all(axis=0).tolist() == [True, True, True, False]


def test_columns_that_are_set_aside_have_no_number() -> None:
    found = planted([[0.0, 1.0, 0.0]], [[1, 1, 0]], aside=(0,))
    assert found.masked.tolist() == [[None, 1.0, None]]


@pytest.mark.parametrize(("index", "count"), [(-1, 3), (3, 3), (99, 3), ("2", 3), (1.0, 3), (True, 3), (None, 3)])
def test_a_place_that_is_not_there_names_those_that_are(index: object, count: int) -> None:
    with pytest.raises(IndexError, match=rf"step {index!r} is not there: this run has steps 0 to 2"):
        check_index("step", index, count)


@pytest.mark.parametrize(("count", "told"), [(0, "this run has no heads"), (1, "this run has one head, 0")])
def test_few_places_are_told_as_few(count: int, told: str) -> None:
    with pytest.raises(IndexError, match=told):
        check_index("head", 4, count)
    check_index("head", np.int64(0), 1)
