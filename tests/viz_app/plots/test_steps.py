"""Probability and entropy by step: the run's own numbers at the step that has them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.plots.shared.plot import Lacking, Plot
from viz_app.plots.steps import options, plot
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

TRACE = make_trace(layers=2, heads=3)
assert TRACE.produced_probability is not None
assert TRACE.candidate_entropy is not None
assert TRACE.produced_tokens is not None
BITS = TRACE.candidate_entropy
TOKENS = TRACE.produced_tokens


def drawn(snapshot: Snapshot) -> Plot:
    found = plot(snapshot, {})
    assert isinstance(found, Plot)
    return found


def test_each_step_has_its_own_numbers_and_counts_from_1() -> None:
    planted = replace(TRACE, produced_probability=np.linspace(0.9, 0.1, TRACE.steps, dtype=np.float32))
    found = drawn(Snapshot(trace=planted, selection=Selection(step=2)))
    likely, likeliest = found.panels[0].curves
    assert likely.x.tolist() == list(range(1, TRACE.steps + 1))
    assert planted.produced_probability is not None
    assert planted.candidate_probabilities is not None
    for step in range(TRACE.steps):
        assert likely.y[step] == float(planted.produced_probability[step])
        assert likeliest.y[step] == max(planted.candidate_probabilities[step].tolist())
        assert likely.selects[step] == Select(step=step)
    assert found.current == Select(step=2)
    assert found.ticks[2] == TOKENS[2]


def test_tokens_are_named_as_everywhere() -> None:
    raw = replace(TRACE, produced_tokens=np.array(["▁Two", "dog", *TOKENS[2:]]), consumed_tokens=np.array(
        ["<s>", "▁Two", *TOKENS[1:-1]]))  # fmt: skip
    assert drawn(Snapshot(trace=raw)).ticks == tuple(token.text for token in tokens_of(raw).produced)
    assert not any("▁" in name for name in drawn(Snapshot(trace=raw)).ticks)


def test_entropy_is_shown_where_it_is_exact() -> None:
    (bits,) = drawn(Snapshot(trace=TRACE)).panels[1].curves
    assert bits.y.tolist() == BITS.tolist()
    assert TRACE.candidate_probabilities is not None
    bounded = replace(TRACE, candidate_entropy=None, candidate_probabilities=TRACE.candidate_probabilities / 2)
    assert len(drawn(Snapshot(trace=bounded)).panels) == 1


def test_without_steps_it_says_so() -> None:
    assert isinstance(plot(Snapshot(), {}), Lacking)
    assert options(Snapshot()) == ()
