"""Facts of heads: at once where that is quick, and not before they are there where it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.alignment import two_way_focus
from model.analysis.head_facts import head_facts
from model.record.trace import Kind
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import known_facts
from viz_app.state.state import Selection, Snapshot


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_small_run_is_described_at_once(kind: Kind) -> None:
    trace = make_trace()
    now = Snapshot(trace=trace, selection=Selection("cross"))
    found, wanted = known_facts.facts_of(now, kind), head_facts(trace, kind)
    assert found is not None
    assert wanted is not None
    np.testing.assert_array_equal(found.entropy, wanted.entropy)
    assert known_facts.facts_of(now, kind) is found
    np.testing.assert_array_equal(known_facts.focus_of(now), two_way_focus(trace))


def test_a_large_run_is_described_when_that_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_facts, "QUICK", 10)
    trace = make_trace()
    now = Snapshot(trace=trace)
    assert not known_facts.is_known(now, "cross")
    assert (known_facts.facts_of(now, "cross"), known_facts.focus_of(now)) == (None, None)
    known_facts.learn(trace)
    done = replace(now, described=trace)
    assert known_facts.is_known(done, "cross")
    assert known_facts.facts_of(done, "cross") is known_facts.facts(trace, "cross")
    assert known_facts.focus_of(done) is not None
    assert not known_facts.is_known(replace(done, trace=make_trace()), "cross")


def test_nothing_is_known_of_no_run() -> None:
    assert (known_facts.facts_of(Snapshot(), "cross"), known_facts.focus_of(Snapshot())) == (None, None)
    bare = replace(make_trace(), cross_attention=None, cross_mask=None)
    assert known_facts.facts_of(Snapshot(trace=bare), "cross") is None
