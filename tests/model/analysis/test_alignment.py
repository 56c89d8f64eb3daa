"""Which head aligns best: against plain loops, and maps whose answer is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.alignment import two_way_focus
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace


def named(trace: Trace) -> Trace:
    """With the ids of its special tokens: those in angle brackets."""
    sides: dict[str, Any] = {
        "source": (trace.source_tokens, trace.source_ids),
        "target": (trace.produced_tokens, trace.produced_ids),
    }
    ids = {
        side: tuple({int(number) for token, number in zip(tokens, numbers, strict=True) if str(token).startswith("<")})
        for side, (tokens, numbers) in sides.items()
    }
    return replace(trace, meta=replace(trace.meta, special_ids=ids))


def by_loops(trace: Trace, layer: int, head: int) -> float:
    weights: Any = trace.cross_attention[layer, head]  # type: ignore[index]  # it has
    rows = [row for row, token in enumerate(trace.produced_tokens.tolist()) if token != "</s>"]  # type: ignore[union-attr]
    columns = [key for key, token in enumerate(trace.source_tokens.tolist()) if token not in ("</s>", "<pad>")]
    forth = sum(max(float(weights[row, key]) for key in columns) for row in rows) / len(rows)
    back = sum(max(float(weights[row, key]) for row in rows) for key in columns) / len(columns)
    return 2 * forth * back / (forth + back)


def test_every_head_as_in_plain_loops() -> None:
    trace = named(make_trace(padding=2))
    found = two_way_focus(trace)
    assert found is not None
    assert found.shape == (3, 4)
    for layer in range(3):
        for head in range(4):
            assert found[layer, head] == pytest.approx(by_loops(trace, layer, head), abs=1e-6)


def planted(*maps: Any) -> Trace:
    """Heads over the source a b </s>, writing A B </s>."""
    trace = named(make_trace(layers=1, heads=len(maps), source=["a", "b"], target=["A", "B"]))
    return replace(trace, cross_attention=np.array([maps], dtype=np.float32))


def test_a_head_that_always_points_at_the_same_word_aligns_nothing() -> None:
    one_to_one = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
    turned = [[0.0, 1, 0], [1, 0, 0], [0, 0, 1]]
    stuck = [[1.0, 0, 0], [1, 0, 0], [1, 0, 0]]
    at_the_end = [[0.0, 0, 1], [0, 0, 1], [0, 0, 1]]
    spread = [[1 / 3, 1 / 3, 1 / 3]] * 3
    found = two_way_focus(planted(one_to_one, turned, stuck, at_the_end, spread))
    assert found is not None
    assert found[0].tolist() == pytest.approx([1.0, 1.0, 2 / 3, 0.0, 1 / 3])


def test_what_has_nothing_to_align() -> None:
    trace = named(make_trace())
    assert two_way_focus(replace(trace, cross_attention=None, cross_mask=None)) is None
    everything = {"source": tuple(trace.source_ids.tolist())}
    assert two_way_focus(replace(trace, meta=replace(trace.meta, special_ids=everything))) is None
    without = two_way_focus(replace(trace, produced_ids=None))
    assert without is not None, "a network without a vocabulary head has rows all the same"
    assert np.isfinite(without).all()
