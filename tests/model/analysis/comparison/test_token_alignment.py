"""Alignments have the fewest edits of all ways, and ties fall as it is said."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from model.analysis.comparison.token_alignment import ALONE, align


def fewest_edits(first: str, second: str) -> int:
    """By definition: the fewest of all ways, tried one by one."""

    @cache
    def left(one: str, two: str) -> int:
        if not one or not two:
            return len(one) + len(two)
        return min(left(one[1:], two[1:]) + (one[0] != two[0]), left(one[1:], two) + 1, left(one, two[1:]) + 1)

    return left(first, second)


@pytest.mark.parametrize("length", range(5))
def test_an_alignment_has_the_fewest_edits_and_every_token_once_in_order(length: int) -> None:
    for first in ("", "ab", "abba", "aabcb"):
        for second in map("".join, product("abc", repeat=length)):
            found = align(first, second)
            assert [at for at in found.first if at != ALONE] == list(range(len(first)))
            assert [at for at in found.second if at != ALONE] == list(range(len(second)))
            pairs = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
            edits = sum(ALONE in pair or first[pair[0]] != second[pair[1]] for pair in pairs)
            assert edits == fewest_edits(first, second), (first, second, pairs)
            assert found.same.tolist() == [ALONE not in pair and first[pair[0]] == second[pair[1]] for pair in pairs]


def test_ties_are_decided_as_it_says() -> None:
    both = align(["the", "cat"], ["the", "the", "cat"])
    assert list(zip(both.first, both.second, strict=True)) == [(0, 0), (ALONE, 1), (1, 2)], "the start first"
    both = align(["x", "a"], ["b", "y"])
    assert list(zip(both.first, both.second, strict=True)) == [(0, 0), (1, 1)], "pairs before tokens alone"
    assert both.place_of(1) == 1
    assert both.place_of(None) is None
