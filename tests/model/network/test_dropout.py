"""Seeded dropout: the numbers of the published algorithm, the same in any order, at the rate that is asked for."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from model.common.seeded_numbers import drawn, mixed
from model.network.dropout import SeededDropout, TrainingDropout, uniform
from tests.what_if_oracle import number


def test_each_number_depends_on_its_place_alone() -> None:
    state = mixed(mixed(5) ^ 77)
    table = uniform(state, torch.Size((3, 4, 6)), 2, torch.device("cpu"))
    for head in range(3):
        for row in range(4):
            for column in range(6):
                expected = number([5, 77, head, 2 + row, column])
                assert table[head, row, column].item() == expected == drawn(5, 77, head, 2 + row, column)


def test_rows_one_by_one_lose_what_they_lose_together() -> None:
    dropout = SeededDropout(0.4, 3, "decoder_layers.0.cross.dropout")
    x = torch.rand(2, 3, 7, 7) + 1.0
    whole = dropout(x)
    for row in range(7):
        assert torch.equal(dropout(x[:, :, row : row + 1, : row + 1], row), whole[:, :, row : row + 1, : row + 1])
    assert torch.equal(whole[0] == 0, whole[1] == 0), "every sentence of a batch as alone"
    torch.testing.assert_close(whole[whole != 0], (x / 0.6)[whole != 0])


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
def test_as_many_are_lost_as_the_rate_says(rate: float) -> None:
    """Within 5 standard deviations, over all, by row and by column: no place is favoured."""
    lost = np.stack([
        (SeededDropout(rate, seed, "a.dropout")(torch.ones(1, 40, 50))[0] == 0).double().numpy() for seed in range(20)
    ])  # fmt: skip
    for axes in ((0, 1, 2), (0, 1), (0, 2), (1, 2)):
        shares, count = lost.mean(axis=axes), np.prod([lost.shape[axis] for axis in axes])
        assert (np.abs(shares - rate) < 5 * np.sqrt(rate * (1 - rate) / count)).all()


def test_in_training_it_is_torchs_own() -> None:
    dropout, x = TrainingDropout(0.5), torch.ones(100)
    torch.manual_seed(1)
    found = dropout(x, 3)
    torch.manual_seed(1)
    assert torch.equal(found, torch.nn.functional.dropout(x, 0.5))
    assert dropout.active and not dropout.eval().active and torch.equal(dropout(x), x)
