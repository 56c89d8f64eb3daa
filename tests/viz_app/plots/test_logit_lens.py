"""The logit lens as a curve over layers: of the selected step, and the mean over all."""

from __future__ import annotations

import numpy as np

from model.analysis.logit_lens import GUESSES, EarlyGuesses
from tests.viz_app.sample_trace import make_trace
from viz_app.plots.logit_lens import options, plot
from viz_app.plots.shared.plot import Lacking, Plot
from viz_app.state.state import Selection, Snapshot

TRACE = make_trace(layers=2)
LAYERS = 3
SHARES = (np.arange(1, LAYERS * TRACE.steps + 1).reshape(LAYERS, TRACE.steps) / 100).astype(np.float32)
LISTED = (LAYERS, TRACE.steps, GUESSES)
FOUND = EarlyGuesses(TRACE, np.zeros(LISTED, np.int64), np.full(LISTED, "a"), np.zeros(LISTED, np.float32), SHARES)


def test_a_layer_has_the_probability_at_the_selected_step() -> None:
    drawn = plot(Snapshot(trace=TRACE, early_guesses=FOUND, selection=Selection(step=4)), {})
    assert isinstance(drawn, Plot)
    one, mean = drawn.panels[0].curves
    for layer in range(LAYERS):
        row = [float(value) for value in SHARES[layer]]
        assert one.x[layer] == layer + 1
        assert one.y[layer] == row[4]
        assert abs(mean.y[layer] - sum(row) / len(row)) < 1e-12
        assert one.selects[layer].layer == layer
    assert "5" in one.name


def test_before_it_is_measured_it_says_where_that_is_done() -> None:
    assert isinstance(plot(Snapshot(trace=TRACE), {}), Lacking)
    assert options(Snapshot()) == ()
