"""The numbers of a seed: the published algorithm, and nothing that looks like a pattern."""

from __future__ import annotations

import numpy as np

from model.common.seeded_numbers import drawn, mixed
from tests.what_if_oracle import number


def test_the_mixing_is_splitmix64() -> None:
    """The first outputs of its reference code for the seed 1234567."""
    state, step = 1234567, 0x9E3779B97F4A7C15
    found = [mixed((state + index * step) % 2**64) for index in range(3)]
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_numbers_of_neighbours_are_strangers() -> None:
    """Even, and without correlation between one step and the next or one seed and the next; within 5 deviations."""
    table = np.array([[drawn(seed, step) for step in range(60)] for seed in range(60)])
    counts = np.histogram(table, bins=10, range=(0, 1))[0]
    assert ((counts - 360) ** 2 / 360).sum() < 9 + 5 * np.sqrt(18)
    for one, other in ((table[1:], table[:-1]), (table[:, 1:], table[:, :-1])):
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 5 / np.sqrt(one.size)


def test_they_follow_from_seed_and_coordinates() -> None:
    for coordinates in ((0,), (2**53 - 1, 7), (3, 0, 99)):
        assert drawn(*coordinates) == number(coordinates)
