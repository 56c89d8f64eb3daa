"""Facts of heads: at once where that is quick, and not before they are there where it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.alignment import two_way_focus
from model.analysis.head_facts import head_facts
from model.record.trace import Kind
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import head_orders
from viz_app.state.state import Selection, Snapshot


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_small_run_is_described_at_once(kind: Kind) -> None:
    trace = make_trace()
    now = Snapshot(trace=trace, selection=Selection("cross"))
    found, wanted = head_orders.facts_of(now, kind), head_facts(trace, kind)
    assert found is not None
    assert wanted is not None
    np.testing.assert_array_equal(found.entropy, wanted.entropy)
    assert head_orders.facts_of(now, kind) is found
    np.testing.assert_array_equal(head_orders.focus_of(now), two_way_focus(trace))


def test_a_large_run_is_described_when_that_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_orders, "QUICK", 10)
    trace = make_trace()
    now = Snapshot(trace=trace)
    assert not head_orders.is_known(now, "cross")
    assert (head_orders.facts_of(now, "cross"), head_orders.focus_of(now)) == (None, None)
    head_orders.learn(trace)
    done = replace(now, described=trace)
    assert head_orders.is_known(done, "cross")
    assert head_orders.facts_of(done, "cross") is head_orders.facts(trace, "cross")
    assert head_orders.focus_of(done) is not None
    assert not head_orders.is_known(replace(done, trace=make_trace()), "cross")


def test_nothing_is_known_of_no_run() -> None:
    assert (head_orders.facts_of(Snapshot(), "cross"), head_orders.focus_of(Snapshot())) == (None, None)
    bare = replace(make_trace(), cross_attention=None, cross_mask=None)
    assert head_orders.facts_of(Snapshot(trace=bare), "cross") is None
