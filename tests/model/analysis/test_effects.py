"""How weights and effects agree, compared with plain counting."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.analysis.effects import Effects, agreement, agreements, held_effects, holding, ranks
from tests.model.traces import make_trace

VALUES = st.lists(st.integers(0, 6), min_size=1, max_size=9)


@given(VALUES)
def test_equal_values_share_the_mean_of_their_ranks(values: list[int]) -> None:
    expected = []
    for value in values:
        below, equal = sum(other < value for other in values), values.count(value)
        expected.append(sum(range(below, below + equal)) / equal)
    assert ranks(np.array(values, dtype=np.float64)).tolist() == expected


def by_definition(first: list[float], second: list[float]) -> float:
    """Pearson's correlation of the ranks, in plain loops."""
    one, two = (ranks(np.array(side, dtype=np.float64)).tolist() for side in (first, second))
    means = sum(one) / len(one), sum(two) / len(two)
    shared = sum((a - means[0]) * (b - means[1]) for a, b in zip(one, two, strict=True))
    spreads = [math.sqrt(sum((v - mean) ** 2 for v in side)) for side, mean in zip((one, two), means, strict=True)]
    return float(shared / (spreads[0] * spreads[1]))


def test_the_size_of_an_effect_counts_not_its_sign() -> None:
    weights = np.array([[0.5, 0.1, 0.3], [0.1, 0.0, 0.9]], dtype=np.float32)
    change = np.array([[-2.0, 0.5, np.nan], [0.1, -0.2, 1.0]], dtype=np.float32)
    found = agreement(weights, change)
    assert found.pairs == 5
    expected = by_definition([0.5, 0.1, 0.1, 0.0, 0.9], [2.0, 0.5, 0.1, 0.2, 1.0])
    assert found.correlation == pytest.approx(expected, abs=1e-6)
    assert agreement(weights[0:1], np.array([[3.0, 1.0, -2.0]], dtype=np.float32)).correlation == pytest.approx(1.0)


@pytest.mark.parametrize("change", [[1.0, 2.0, np.nan], [2.0, -2.0, 2.0], [np.nan] * 3])
def test_too_few_pairs_and_equal_values_have_no_correlation(change: list[float]) -> None:
    found = agreement(np.array([0.2, 0.3, 0.5], dtype=np.float32), np.array(change, dtype=np.float32))
    assert math.isnan(found.correlation)
    assert found.pairs == sum(not math.isnan(value) for value in change)


def test_effects_travel_with_their_run() -> None:
    run = make_trace()
    change = np.array([[0.5, np.nan, -1.0, 0.0]] * 3, dtype=np.float32)
    travelled = holding(Effects(run, change, "padding", "<pad>"), run)
    found = held_effects(travelled)
    assert found is not None
    assert (found.replacement, found.token) == ("padding", "<pad>")
    assert found.trace is travelled
    np.testing.assert_array_equal(found.change, change)
    assert travelled.activations.keys() > run.activations.keys()
    assert held_effects(run) is None


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("change", np.zeros((3, 3), np.float32)), ("change", np.zeros((3, 4), np.int64)),
        ("said", np.array(["mood", "x"])), ("said", np.array(["padding"])), ("said", np.zeros(2, np.float32)),
        ("said", np.array("padding")),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_run_is_none(name: str, wrong: np.ndarray) -> None:
    run = make_trace()
    good = holding(Effects(run, np.zeros((3, 4), np.float32), "unknown", "<unk>"), run)
    assert held_effects(replace(good, activations={**good.activations, f"effects/{name}": wrong})) is None


def test_all_heads_at_once_are_each_by_itself() -> None:
    run, random = make_trace(), np.random.default_rng(5)
    assert run.cross_attention is not None
    layers, heads, steps, keys = run.cross_attention.shape
    weights = random.random((layers, heads, steps, keys), dtype=np.float32)
    change = random.normal(size=(steps, keys)).astype(np.float32)  # of both signs
    change[:, 0] = np.nan
    found = agreements(replace(run, cross_attention=weights), change)
    assert found is not None
    for layer in range(layers):
        for head in range(heads):
            alone = agreement(weights[layer, head], change).correlation
            assert found[layer, head] == pytest.approx(alone, abs=1e-6)
