"""The order of heads: by planted facts, largest or smallest first, told in words."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from model.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.cli.export import ORDERS
from viz_app.pictures import _head_order
from viz_app.settings import CHOICES
from viz_app.state import HeadOrder

EYE = np.eye(4, dtype=np.float32)
BACK = np.eye(4, dtype=np.float32)[::-1]
EVEN = np.full((4, 4), 0.25, dtype=np.float32)
HALF = np.asarray((EYE + EVEN) / 2, dtype=np.float32)


def planted(*layers: list[NDArray[np.float32]]) -> Trace:
    """Encoder maps of four tokens."""
    trace = make_trace(layers=len(layers), heads=len(layers[0]), source=["a", "b", "c"])
    return replace(trace, encoder_attention=np.array(layers))


TRACE = planted([EVEN, BACK, EYE, HALF], [HALF, EYE, EVEN, BACK])


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [
        ("entropy", (1, 2, 3, 0), (1, 3, 0, 2)),
        ("focus", (1, 2, 3, 0), (1, 3, 0, 2)),
        ("distance", (2, 3, 0, 1), (1, 0, 2, 3)),
        ("diagonal", (2, 3, 0, 1), (1, 0, 2, 3)),
    ],
)
def test_heads_are_sorted_within_their_layer(order: HeadOrder, first: tuple[int, ...], second: tuple[int, ...]) -> None:
    found = _head_order.heads(TRACE, "encoder", order)
    assert found is not None
    assert found.heads == (first, second)


def test_what_heads_are_sorted_by_is_told_by_their_own_numbers() -> None:
    entropy, previous = (_head_order.heads(TRACE, "encoder", order) for order in get_args(HeadOrder)[1::4])
    assert entropy is not None
    assert previous is not None
    assert entropy.values[0][:3] == ("2.00", "0.00", "0.00")
    assert previous.values[0][:3] == ("0.25", "0.33", "0.00")
    assert previous.heads[0][:2] == (1, 0)
    cross = _head_order.heads(TRACE, "cross", "previous")
    assert cross is not None
    assert cross.heads[0] == (0, 1, 2, 3), "no head of cross attention has it"


def test_the_models_own_order_is_no_order() -> None:
    assert _head_order.heads(TRACE, "encoder", "model") is None
    assert _head_order.told("model") == ""


def test_a_head_without_a_fact_stands_last() -> None:
    trace = planted([np.full((4, 4), np.nan, dtype=np.float32), EVEN, EYE])
    orders: tuple[HeadOrder, ...] = ("entropy", "focus", "distance", "diagonal")
    for order in orders:
        found = _head_order.heads(trace, "encoder", order)
        assert found is not None
        assert found.heads == ((2, 1, 0),)
        assert found.values[0][0] == "–"


def test_the_order_is_told_with_its_base() -> None:
    for order in get_args(HeadOrder)[1:]:
        assert order in _head_order.told(order)
        assert "n = 1" in _head_order.told(order)
        assert "whole run" in _head_order.told(order)
    assert len({_head_order.name(order) for order in get_args(HeadOrder)}) == 6


def test_the_command_line_and_the_settings_know_the_same_orders() -> None:
    assert get_args(HeadOrder) == ORDERS == CHOICES["head_order"]
