"""Lengths of what sub-layers receive and add: each over its own layer, sub-layer and position."""

from __future__ import annotations

import math
from dataclasses import replace

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.plots.norms import options, plot
from viz_app.plots.shared.plot import Lacking, Plot, chosen_of
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

TRACE = with_vectors(make_trace(layers=2, heads=3))


def drawn(side: str, now: Snapshot) -> Plot:
    found = plot(now, chosen_of(options(now), {"side": side}))
    assert isinstance(found, Plot)
    return found


def test_lengths_are_root_of_the_sum_of_squares_of_the_right_vector() -> None:
    now = Snapshot(trace=TRACE, selection=Selection("encoder", step=3, query=1))
    for side, stack, parts, at in (("target", "decoder", 3, 3), ("source", "encoder", 2, 1)):
        found = drawn(side, now)
        for panel, name in zip(found.panels, ("inputs", "outputs"), strict=True):
            held = TRACE.activations[f"{stack}_{name}"].tolist()  # [L,P,N,M]
            one, mean = panel.curves
            assert len(one.y) == 2 * parts == len(found.ticks)
            for place in range(2 * parts):
                rows = held[place // parts][place % parts]
                lengths = [math.sqrt(sum(value * value for value in row)) for row in rows]
                assert math.isclose(one.y[place], lengths[at], rel_tol=1e-6)
                assert math.isclose(mean.y[place], sum(lengths) / len(lengths), rel_tol=1e-6)
                assert one.selects[place] == Select(layer=place // parts)
                assert found.ticks[place].startswith(str(place // parts + 1))


def test_without_vectors_or_with_those_of_another_run_it_says_so() -> None:
    bare = Snapshot(trace=make_trace())
    assert isinstance(plot(bare, chosen_of(options(bare), {})), Lacking)
    shorter = {name: array[:, :, :-1] for name, array in TRACE.activations.items() if array.ndim == 4}
    other = Snapshot(trace=replace(TRACE, activations=shorter))
    assert isinstance(plot(other, chosen_of(options(other), {})), Lacking)
