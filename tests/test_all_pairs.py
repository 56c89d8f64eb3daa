"""The cases that :func:`all_pairs` chooses: each two values meet, in few cases, each time the same."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.all_pairs import all_pairs


@pytest.mark.parametrize("sizes", [(2, 3), (3, 4, 4, 2), (7, 19, 2), (2, 2, 2, 2, 2)], ids=str)
def test_each_two_values_meet_and_few_cases_are_enough(sizes: tuple[int, ...]) -> None:
    values = [[f"{place}{number}" for number in range(size)] for place, size in enumerate(sizes)]
    cases = all_pairs(*values)
    for one, other in combinations(range(len(sizes)), 2):
        assert {(case[one], case[other]) for case in cases} == set(product(values[one], values[other]))
    assert {case[0] for case in cases} == set(values[0])
    most = sorted(sizes)[-2:]
    assert len(cases) <= 1.5 * most[0] * most[-1]
    assert cases == all_pairs(*values)
