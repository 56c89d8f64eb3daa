"""A few cases of many parameters in which each two values meet: what one of them or two together break is noticed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any


def all_pairs(*parameters: Iterable[Any]) -> list[tuple[Any, ...]]:
    """For each two parameters all their combinations, in as few cases as a greedy choice finds; always the same ones.

    Where three values break only together, the whole product must be asked.
    """
    values = [list(parameter) for parameter in parameters]
    left = {case: _pairs(case) for case in product(*(range(len(each)) for each in values))}
    open_pairs = set().union(*left.values())
    chosen = []
    while open_pairs:
        best = max(left, key=lambda case: len(left[case] & open_pairs))  # the first of equal ones
        open_pairs -= left.pop(best)
        chosen.append(best)
    return [tuple(each[index] for each, index in zip(values, case, strict=True)) for case in sorted(chosen)]


def _pairs(case: tuple[int, ...]) -> set[tuple[tuple[int, int], ...]]:
    return set(combinations(enumerate(case), 2))
