"""Sums over many sentences that are the same whoever adds them up, and in whatever order. numpy only.

A number becomes a whole multiple of 2⁻³² (:data:`UNIT`), and whole numbers add up exactly: one process, two and a
cluster give the same bytes. A total is a table from names to arrays of Python's own integers, which know no overflow:
``cross/focus/n``, ``…/sum`` and ``…/squares`` [L,H] for a measure, other counts under names of their own. To add is to
add what has one name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

UNIT = 2**32  #: of a number's whole multiples
LARGEST = 2.0**20  #: a number is cut to this: its square is still a multiple that a float holds to 53 bits
MOST_NUMBERS = 4_000_000  #: in a table that a file holds

Totals = dict[str, NDArray[Any]]  #: arrays of Python integers


def whole(numbers: Any) -> NDArray[Any]:
    """Numbers as multiples of the unit, rounded; not-a-number as 0."""
    cut = np.clip(np.nan_to_num(np.asarray(numbers, dtype=np.float64), nan=0.0), -(LARGEST**2), LARGEST**2)
    return _integers(np.rint(cut * UNIT))


def counts(numbers: Any) -> NDArray[Any]:
    """Whole numbers as Python's own."""
    return _integers(np.asarray(numbers))


def _integers(numbers: NDArray[Any]) -> NDArray[Any]:
    result = np.empty(numbers.size, dtype=object)
    result[:] = [int(number) for number in numbers.ravel().tolist()]
    return result.reshape(numbers.shape)


def of_sentence(name: str, numbers: NDArray[np.float64]) -> Totals:
    """What one sentence adds to a measure ``name``: [L,H] numbers, not-a-number where it has none."""
    known = np.isfinite(numbers)
    kept = np.clip(np.where(known, numbers, 0.0), -LARGEST, LARGEST)
    return {
        f"{name}/n": counts(known.astype(np.int64)),
        f"{name}/sum": whole(kept),
        f"{name}/squares": whole(kept * kept),
    }


def add(into: Totals, more: Mapping[str, NDArray[Any]]) -> None:
    """Add ``more`` in place. Raises ValueError where arrays of one name have two shapes."""
    for name, array in more.items():
        held = into.get(name)
        if held is not None and held.shape != array.shape:
            raise ValueError(f"{name}: {held.shape} and {array.shape}")
        into[name] = array if held is None else np.asarray(held + array, dtype=object)  # of no axes too


def mean(totals: Mapping[str, NDArray[Any]], name: str) -> NDArray[np.float64]:
    """[L,H] over the sentences that have the number; not-a-number where none has."""
    return _each(lambda n, total, _: total / UNIT / n, totals, name)


def spread(totals: Mapping[str, NDArray[Any]], name: str) -> NDArray[np.float64]:
    """[L,H] the standard deviation between sentences, over n − 1; not-a-number for fewer than two."""

    def deviation(n: int, total: int, squares: int) -> float:
        return math.sqrt(max(0, n * squares * UNIT - total * total) / (n * (n - 1))) / UNIT if n > 1 else math.nan

    return _each(deviation, totals, name)


def _each(formula: Any, totals: Mapping[str, NDArray[Any]], name: str) -> NDArray[np.float64]:
    parts = [totals[f"{name}/{part}"] for part in ("n", "sum", "squares")]
    result = np.full(parts[0].shape, np.nan)
    for place in np.ndindex(result.shape):
        n, total, squares = (int(part[place]) for part in parts)
        if n:
            result[place] = formula(n, total, squares)
    return result


def to_json(totals: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Nested lists of whole numbers, by name."""
    return {name: array.tolist() for name, array in sorted(totals.items())}


def from_json(said: Any) -> Totals:
    """The totals that a file or another machine holds. Raises ValueError for anything else."""
    if not isinstance(said, dict):
        raise ValueError("no table")
    result = Totals()
    for name, value in said.items():
        array = np.array(value, dtype=object)
        flat = array.ravel().tolist()
        if len(flat) > MOST_NUMBERS or not all(type(number) is int for number in flat):
            raise ValueError(f"{str(name)[:40]} holds what is no whole number")
        result[str(name)] = array
    return result
