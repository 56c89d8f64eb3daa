"""The positional encoding: a curve is a column of the model's own table."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.plots.positions import CURVES, options, plot
from viz_app.plots.shared.plot import Lacking, Plot, chosen_of
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

WIDTH = 12
TRACE = with_vectors(make_trace(), width=WIDTH)


def drawn(dimension: int = 0, **wanted: str) -> Plot:
    now = Snapshot(trace=TRACE, selection=Selection(dimension=dimension))
    found = plot(now, chosen_of(options(now), wanted))
    assert isinstance(found, Plot)
    return found


def test_the_curves_are_the_sines_and_cosines_of_the_paper() -> None:
    curves = drawn(5, dimensions="next", side="target").panels[0].curves
    assert [curve.selects[0] for curve in curves] == [Select(dimension=at) for at in (5, 6, 7, 8)]
    for dimension, curve in zip((5, 6, 7, 8), curves, strict=True):
        for place in (0, 1, 7, 127):
            angle = place / 10000 ** ((dimension - dimension % 2) / WIDTH)
            wave = math.cos(angle) if dimension % 2 else math.sin(angle)
            assert curve.x[place] == place
            assert math.isclose(curve.y[place], wave, abs_tol=1e-6)


def test_between_two_positions_the_formula_goes_on_and_a_learnt_table_is_joined() -> None:
    for dimension, curve in zip((0, 1), drawn(0, dimensions="next").panels[0].curves, strict=False):
        assert curve.line is not None
        for place in (0.5, 2.25, 126.75):
            at = int(np.argmin(np.abs(curve.line[0] - place)))
            assert curve.line[0][at] == place
            assert math.isclose(curve.line[1][at], (math.sin, math.cos)[dimension](place), abs_tol=1e-6)
    held = {name: np.random.default_rng(1).random(values.shape, np.float32) if "position" in name else values
            for name, values in TRACE.activations.items()}  # fmt: skip
    now = Snapshot(trace=replace(TRACE, activations=held))
    found = plot(now, chosen_of(options(now), {}))
    assert isinstance(found, Plot)
    assert all(curve.line is None for curve in found.panels[0].curves)


def test_dimensions_end_with_the_vector_and_are_spread_over_it() -> None:
    assert len(drawn(WIDTH - 1, dimensions="next").panels[0].curves) == 1
    spread = [curve.selects[0].dimension for curve in drawn(3).panels[0].curves]
    assert (len(spread), spread[0], spread[-1]) == (CURVES, 0, WIDTH - 1)


def test_without_a_table_it_says_so() -> None:
    now = Snapshot(trace=make_trace())
    assert isinstance(plot(now, chosen_of(options(now), {})), Lacking)
