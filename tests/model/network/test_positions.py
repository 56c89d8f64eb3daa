"""Where tokens stand: the tables, padding's own row, and T5's buckets against a walk through the distances."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from model.network.positions import Positions, RelativeBias, sinusoids
from tests.model.networks import BASE, assert_close


def test_the_formula_is_interleaved() -> None:
    table = sinusoids(5, 6)
    for position in range(5):
        for pair in range(3):
            angle = position / 10000 ** (2 * pair / 6)
            assert table[position, 2 * pair] == pytest.approx(math.sin(angle), abs=1e-12)
            assert table[position, 2 * pair + 1] == pytest.approx(math.cos(angle), abs=1e-12)


@pytest.mark.parametrize("kind", ["sinusoidal", "learned", "stored"])
def test_positions_count_from_the_first_and_end_at_the_limit(kind: str) -> None:
    positions = Positions(replace(BASE, positions=kind), 7)  # type: ignore[arg-type]
    token = torch.zeros(2, 3, BASE.width)
    if positions.table is not None:
        torch.nn.init.normal_(positions.table)
    with torch.no_grad():
        assert_close(positions(4, token), positions(0, torch.zeros(2, 7, BASE.width))[4:7], 1e-6)
        with pytest.raises(IndexError, match="position 7 is beyond the 7"):
            positions(5, token)


def test_padding_reads_its_own_row_wherever_it_stands() -> None:
    positions = Positions(replace(BASE, positions="stored", padding_position=True), 9)
    assert positions.table is not None
    assert positions.padding is not None
    with torch.no_grad():
        positions.table.copy_(torch.arange(9.0)[:, None].expand(9, BASE.width))
        positions.padding.fill_(-5.0)
    visible = torch.tensor([[True, False, True], [True, True, False]])
    rows = positions(3, torch.zeros(2, 3, BASE.width), visible)
    assert rows[..., 0].tolist() == [[3.0, -5.0, 5.0], [3.0, 4.0, -5.0]]
    assert positions(3, torch.zeros(2, 3, BASE.width))[..., 0].tolist() == [3.0, 4.0, 5.0]


def test_only_learned_tables_are_trained() -> None:
    trained = {
        kind: [parameter.requires_grad for parameter in Positions(replace(BASE, positions=kind), 4).parameters()]
        for kind in ("sinusoidal", "learned", "stored")
    }
    assert trained == {"sinusoidal": [], "learned": [True], "stored": [False]}


def buckets_by_walking(buckets: int, farthest: int, both_ways: bool, distance: int) -> int:
    """One distance at a time, in Python's own numbers."""
    offset = 0
    if both_ways:
        buckets //= 2
        offset = buckets if distance > 0 else 0
        distance = abs(distance)
    else:
        distance = max(0, -distance)
    exact = buckets // 2
    if distance < exact:
        return offset + distance
    return offset + min(
        buckets - 1, exact + int(math.log(distance / exact) / math.log(farthest / exact) * (buckets - exact))
    )


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize(("buckets", "farthest"), [(32, 128), (8, 20), (16, 33)])
def test_buckets(buckets: int, farthest: int, both_ways: bool) -> None:
    bias = RelativeBias(3, buckets, farthest, both_ways)
    distances = list(range(-300, 301))
    expected = [buckets_by_walking(buckets, farthest, both_ways, distance) for distance in distances]
    found = bias.bucket(torch.tensor(distances)).tolist()
    # On a boundary the published models' float32 may fall on either side of the exact value.
    assert sum(a != b for a, b in zip(found, expected, strict=True)) <= 2
    assert all(abs(a - b) <= 1 for a, b in zip(found, expected, strict=True))
    assert (min(found), max(found)) == (0, buckets - 1)


def test_a_bias_belongs_to_its_head_query_and_key() -> None:
    bias = RelativeBias(2, 8, 20, both_ways=False)
    with torch.no_grad():
        bias.table.copy_(torch.arange(16.0).view(8, 2))
        whole, newest = bias(0, 5, 5), bias(4, 1, 5)
    assert whole.shape == (1, 2, 5, 5)
    assert_close(newest[:, :, 0], whole[:, :, 4])
    assert whole[0, 1, 3].tolist() == [7.0, 5.0, 3.0, 1.0, 1.0]  # 3, 2, 1, 0 back, and the future as 0
