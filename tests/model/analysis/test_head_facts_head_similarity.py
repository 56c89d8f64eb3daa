"""Do two heads do the same? Against a plain loop over planted maps, and against numbers known by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from model.analysis.head_facts import divergences
from model.record.trace import KINDS, Kind, Trace
from model.transforms.aggregates import Aggregate
from model.transforms.view_transform import ViewTransform, read
from tests.viz_app.sample_trace import make_trace

TRACE = make_trace(layers=2, heads=4, padding=2, seed=13)


def plain(trace: Trace, kind: Kind, one: tuple[int, int], other: tuple[int, int]) -> float:
    """The mean divergence of two heads, one cell after the other."""
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None
    assert mask is not None
    assert trace.padding_mask is not None
    found = []
    for query in range(attention.shape[2]):
        if sum(mask[query].tolist()) < 2 or (kind == "encoder" and not trace.padding_mask[query]):
            continue
        apart = 0.0
        for key in range(attention.shape[3]):
            p, q = (float(attention[place][query, key]) for place in (one, other))
            middle = (p + q) / 2
            apart += sum(share * math.log2(share / middle) / 2 for share in (p, q) if share > 0)
        found.append(apart)
    return sum(found) / len(found)


@pytest.mark.parametrize("kind", KINDS)
def test_every_head_against_the_plain_loop(kind: Kind) -> None:
    for one in ((0, 1), (1, 3)):
        found = divergences(TRACE, kind, *one)
        assert found is not None
        assert found.shape == (2, 4)
        assert found[one] == 0
        for place in np.ndindex(2, 4):
            assert found[place] == pytest.approx(plain(TRACE, kind, one, place), abs=2e-6)


def planted(*heads: list[list[float]]) -> Trace:
    """Encoder maps by hand, one layer."""
    weights = np.array([heads], dtype=np.float32)
    size = weights.shape[-1]
    base = make_trace(1, len(heads), [f"w{number}" for number in range(size - 1)])
    return replace(base, encoder_attention=weights)


def test_numbers_known_by_hand() -> None:
    """The same: 0. Nothing in common: 1. One key against two: 0.3113 bits."""
    one, two = [[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]
    half = [[0.5, 0.5], [0.5, 0.5]]
    found = divergences(planted(one, one, two, half), "encoder", 0, 0)
    assert found is not None
    by_hand = 0.5 * math.log2(1 / 0.75) + 0.5 * (0.5 * math.log2(0.5 / 0.75) + 0.5 * math.log2(0.5 / 0.25))
    assert found[0] == pytest.approx([0, 0, 1, by_hand], abs=1e-6)


def test_rows_count_alike_whatever_is_left_of_them() -> None:
    whole = planted([[0.4, 0.6], [0.1, 0.9]], [[0.7, 0.3], [0.5, 0.5]])
    assert whole.encoder_attention is not None
    part = replace(whole, encoder_attention=whole.encoder_attention * np.array([[[[0.5], [0.25]]]], dtype=np.float32))
    found, again = divergences(whole, "encoder", 0, 0), divergences(part, "encoder", 0, 0)
    assert found is not None
    assert again is not None
    np.testing.assert_allclose(again, found, atol=1e-6)
    empty = planted([[0.4, 0.6], [0.0, 0.0]], [[0.4, 0.6], [0.5, 0.5]], [[0.0, 0.0], [0.0, 0.0]])
    apart = divergences(empty, "encoder", 0, 0)
    assert apart is not None
    assert apart[0, :2].tolist() == [0, 0]
    assert np.isnan(apart[0, 2])


def test_what_has_no_maps_of_weights_has_no_answer() -> None:
    assert divergences(replace(TRACE, cross_attention=None), "cross", 0, 0) is None
    joined = read(TRACE, ViewTransform(aggregate="heads"))
    assert joined.meta.reading is not None
    scores = replace(joined, meta=replace(joined.meta, reading=replace(joined.meta.reading, quantity="score")))
    assert divergences(scores, "cross", 0, 0) is None
    with pytest.raises(IndexError):
        divergences(TRACE, "cross", 2, 0)


@pytest.mark.parametrize(("aggregate", "shape"), [("heads", (2, 1)), ("layers", (1, 4))])
def test_joined_heads_are_compared_as_they_are_read(aggregate: Aggregate, shape: tuple[int, int]) -> None:
    found = divergences(read(TRACE, ViewTransform(aggregate=aggregate)), "cross", 0, 0)
    assert found is not None
    assert found.shape == shape
