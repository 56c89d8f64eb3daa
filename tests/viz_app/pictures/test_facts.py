"""Facts of heads: at once where that is quick, and not before they are there where it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.alignment import two_way_focus
from model.head_facts import head_facts
from model.trace import Kind
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures import _facts
from viz_app.state import Selection, Snapshot


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_small_run_is_described_at_once(kind: Kind) -> None:
    trace = make_trace()
    now = Snapshot(trace=trace, selection=Selection("cross"))
    found, wanted = _facts.facts_of(now, kind), head_facts(trace, kind)
    assert found is not None
    assert wanted is not None
    np.testing.assert_array_equal(found.entropy, wanted.entropy)
    assert _facts.facts_of(now, kind) is found
    np.testing.assert_array_equal(_facts.focus_of(now), two_way_focus(trace))


def test_a_large_run_is_described_when_that_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_facts, "QUICK", 10)
    trace = make_trace()
    now = Snapshot(trace=trace)
    assert not _facts.is_known(now, "cross")
    assert (_facts.facts_of(now, "cross"), _facts.focus_of(now)) == (None, None)
    _facts.learn(trace)
    done = replace(now, described=trace)
    assert _facts.is_known(done, "cross")
    assert _facts.facts_of(done, "cross") is _facts.facts(trace, "cross")
    assert _facts.focus_of(done) is not None
    assert not _facts.is_known(replace(done, trace=make_trace()), "cross")


def test_nothing_is_known_of_no_run() -> None:
    assert (_facts.facts_of(Snapshot(), "cross"), _facts.focus_of(Snapshot())) == (None, None)
    bare = replace(make_trace(), cross_attention=None, cross_mask=None)
    assert _facts.facts_of(Snapshot(trace=bare), "cross") is None
