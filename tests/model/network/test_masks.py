"""Exact truth tables of the four masks: rows are queries, columns keys, True = may attend."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from model.network.masks import combine, look_ahead_mask, padding_mask, target_mask

PAD = 1


def table(*rows: str) -> list[list[bool]]:
    """``■`` may attend, ``·`` blocked."""
    return [[sign == "■" for sign in row.split()] for row in rows]


def test_padding_mask_hides_only_the_padding_id() -> None:
    ids = torch.tensor([[5, 1, 7, 0], [1, 1, 1, 1], [3, 4, 5, 6]])
    expected = table("■ · ■ ■", "· · · ·", "■ ■ ■ ■")
    assert padding_mask(ids, PAD).tolist() == expected
    assert padding_mask(ids, 0).tolist() == table("■ ■ ■ ·", "■ ■ ■ ■", "■ ■ ■ ■")


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (1, table("■")),
        (2, table("■ ·", "■ ■")),
        (4, table("■ · · ·", "■ ■ · ·", "■ ■ ■ ·", "■ ■ ■ ■")),
    ],
)
def test_look_ahead_mask_is_lower_triangular_with_its_diagonal(length: int, expected: list[list[bool]]) -> None:
    assert look_ahead_mask(length).tolist() == expected


def test_target_mask_blocks_the_future_and_columns_of_padding() -> None:
    ids = torch.tensor([[2, 5, 6, 1], [2, 1, 1, 1], [1, 5, 1, 6]])
    expected = [
        table("■ · · ·", "■ ■ · ·", "■ ■ ■ ·", "■ ■ ■ ·"),
        table("■ · · ·", "■ · · ·", "■ · · ·", "■ · · ·"),
        table("· · · ·", "· ■ · ·", "· ■ · ·", "· ■ · ■"),  # padding first: its row sees nothing
    ]
    assert target_mask(ids, PAD).tolist() == expected


def test_target_mask_is_the_product_of_the_other_two() -> None:
    ids = torch.tensor([[2, 5, 1, 6, 1]])
    both = look_ahead_mask(5) & padding_mask(ids, PAD)[0][None, :]
    assert target_mask(ids, PAD)[0].tolist() == both.tolist()


def test_padding_may_block_columns_rows_or_both() -> None:
    queries, keys = torch.tensor([[True, False, True]]), torch.tensor([[True, True, False, True]])
    assert combine(queries, keys, "keys")[0].expand(3, -1).tolist() == table(*["■ ■ · ■"] * 3)
    assert combine(queries, keys, "queries")[0].tolist() == table("■ ■ ■ ■", "· · · ·", "■ ■ ■ ■")
    assert combine(queries, keys, "both")[0].tolist() == table("■ ■ · ■", "· · · ·", "■ ■ · ■")
    assert combine(queries, keys, "none")[0].expand(3, -1).tolist() == table(*["■ ■ ■ ■"] * 3)


def test_target_mask_by_every_rule() -> None:
    ids = torch.tensor([[2, 1, 6, 1]])
    assert target_mask(ids, PAD, "queries")[0].tolist() == table("■ · · ·", "· · · ·", "■ ■ ■ ·", "· · · ·")
    assert target_mask(ids, PAD, "both")[0].tolist() == table("■ · · ·", "· · · ·", "■ · ■ ·", "· · · ·")


@pytest.mark.parametrize("ids", [torch.zeros(2, 0, dtype=torch.int64), torch.full((1, 1), PAD)])
def test_edges_keep_their_shapes(ids: Tensor) -> None:
    batch, length = ids.shape
    assert padding_mask(ids, PAD).shape == (batch, length)
    assert target_mask(ids, PAD).shape == (batch, length, length)
    assert {padding_mask(ids, PAD).dtype, target_mask(ids, PAD).dtype, look_ahead_mask(3).dtype} == {torch.bool}
