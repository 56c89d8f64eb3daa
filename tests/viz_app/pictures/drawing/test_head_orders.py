"""The order of heads: by planted facts, largest or smallest first, told in words."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from model.analysis.head_facts import divergences
from model.record.trace import KINDS, Kind, Trace
from tests.model.corpus.planted import planted as planted_heads
from tests.viz_app.pictures.reading import snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import head_orders
from viz_app.pictures.drawing import head_orders as head_orderss
from viz_app.platform.preferences import HeadOrder
from viz_app.platform.settings_table import rows
from viz_app.state.state import Settings

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
    found = ordered(TRACE, "encoder", order)
    assert found is not None
    assert found.heads == (first, second)


def test_what_heads_are_sorted_by_is_told_by_their_own_numbers() -> None:
    entropy, previous = (ordered(TRACE, "encoder", order) for order in ("entropy", "previous"))
    assert entropy is not None
    assert previous is not None
    assert entropy.values[0][:3] == ("2.00", "0.00", "0.00")
    assert previous.values[0][:3] == ("0.25", "0.33", "0.00")
    assert previous.heads[0][:2] == (1, 0)
    cross = ordered(TRACE, "cross", "previous")
    assert cross is not None
    assert cross.heads[0] == (0, 1, 2, 3), "no head of cross attention has it"


def ordered(trace: Trace, kind: Kind, order: HeadOrder, layer: int = 0, head: int = 0) -> head_orders.Sorted | None:
    shown = snapshot_of(trace, kind, layer, head)
    return head_orders.heads(replace(shown, settings=Settings(head_order=order)))


def test_the_most_similar_come_first_whoever_is_selected() -> None:
    """Head 3 of layer 1 and head 1 of layer 2 are the same; each layer has its own order."""
    for layer, head in ((0, 2), (1, 0)):
        found, apart = ordered(TRACE, "encoder", "similar", layer, head), divergences(TRACE, "encoder", layer, head)
        assert found is not None
        assert apart is not None
        assert found.heads == tuple(tuple(np.argsort(row, kind="stable").tolist()) for row in apart)
        assert found.heads[layer][0] == head
        assert found.values[layer][head] == "0.00"
        assert found.values == tuple(tuple(f"{value:.2f}" for value in row) for row in apart.tolist())


def test_heads_that_are_not_compared_yet_stand_as_the_model_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_orderss, "QUICK", 1)
    shown = replace(snapshot_of(TRACE, "encoder", 1, 2), settings=Settings(head_order="similar"))
    assert head_orders.heads(shown) is None
    assert head_orders.heads(replace(shown, compared=(TRACE, "encoder", 1, 1))) is None
    assert head_orders.heads(replace(shown, compared=(TRACE, "encoder", 1, 2))) is not None


def test_the_models_own_order_is_no_order() -> None:
    assert ordered(TRACE, "encoder", "model") is None
    assert head_orders.told(snapshot_of(TRACE, "encoder")) == ""


def test_a_head_without_a_fact_stands_last() -> None:
    trace = planted([np.full((4, 4), np.nan, dtype=np.float32), EVEN, EYE])
    orders: tuple[HeadOrder, ...] = ("entropy", "focus", "distance", "diagonal")
    for order in orders:
        found = ordered(trace, "encoder", order)
        assert found is not None
        assert found.heads == ((2, 1, 0),)
        assert found.values[0][0] == "–"


def test_the_order_is_told_with_its_base() -> None:
    for order in get_args(HeadOrder)[1:]:
        told = head_orders.told(replace(snapshot_of(TRACE, "encoder"), settings=Settings(head_order=order)))
        assert order in told
        assert "n = 1" in told
        assert "whole run" in told
    assert len({head_orders.name(order) for order in get_args(HeadOrder)}) == 7


def test_the_command_line_and_the_settings_know_the_same_orders() -> None:
    assert get_args(HeadOrder) == tuple(dict(rows()["head_order"].choices))


def test_with_a_table_over_a_file_its_means_count_and_its_base_is_told() -> None:
    """Layer 1 grows from head to head in the table; the run's own numbers stand otherwise."""
    shape = TRACE.layers("encoder"), TRACE.heads("encoder")
    shapes: dict[Kind, tuple[int, int]] = {kind: (TRACE.layers(kind), TRACE.heads(kind)) for kind in KINDS}
    table = planted_heads(shapes, TRACE.meta.checkpoint_sha256, "pairs.tsv")
    shown = replace(snapshot_of(TRACE, "encoder"), settings=Settings(head_order="focus"), file_heads=table)
    found, focus = head_orders.heads(shown), table.kinds["encoder"]["focus"].mean
    assert found is not None
    assert found.heads == (tuple(reversed(range(shape[1]))),) * shape[0]
    assert found.values == tuple(tuple(f"{value:.2f}" for value in row) for row in focus.tolist())
    assert head_orders.told(shown).endswith("highest first (mean over 200 sentences of pairs.tsv)")
    assert "over 200 sentences of pairs.tsv" in head_orders.base(shown)
    for other in (
        replace(shown, settings=Settings(head_order="distance")),  # which the table does not have
        replace(shown, file_heads=planted_heads(shapes, "another")),
    ):
        assert head_orders.heads(other) == head_orders.heads(replace(other, file_heads=None))
        assert "n = 1" in head_orders.told(other)
    assert "n = 1" in head_orders.base(replace(shown, file_heads=planted_heads(shapes, "another")))
