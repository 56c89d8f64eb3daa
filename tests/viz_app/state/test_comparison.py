"""What a run is compared with: what is pinned, else what it was before its changes."""

from __future__ import annotations

from dataclasses import replace

from model.analysis.baseline import holding_baseline
from tests.viz_app.sample_trace import make_trace
from viz_app.state.comparison import compared_with, is_compared, is_pinned_itself
from viz_app.state.state import Snapshot


def test_a_pinned_run_counts_before_the_run_before_a_change() -> None:
    first, other, pinned = make_trace(), make_trace(seed=2), make_trace(seed=3)
    assert compared_with(Snapshot()) is None
    assert compared_with(Snapshot(trace=first)) is None
    changed = holding_baseline(other, first)
    found = compared_with(Snapshot(trace=changed))
    assert found is not None
    assert found.cross_attention is first.cross_attention
    assert compared_with(Snapshot(trace=changed, pinned=pinned)) is pinned


def test_a_run_that_has_got_its_activations_is_still_itself() -> None:
    run = make_trace()
    assert is_pinned_itself(Snapshot(trace=replace(run, activations={}), pinned=run))
    assert not is_pinned_itself(Snapshot(trace=make_trace(), pinned=run))
    assert not is_pinned_itself(Snapshot(trace=run))
    assert is_compared(Snapshot(view="compare"))
    assert not is_compared(Snapshot(trace=run))
