"""What was measured on a run is there again when one comes back to it, and only then; and goes with it."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from model.analysis.effects import Effects, agreements
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.state.results_by_run import Measured, Suggestions
from viz_app.state.state import MEASURED, State


def effects(run: Trace, value: float = 0.5) -> Effects:
    change = np.full((run.steps, run.source_length), value, dtype=np.float32)
    return Effects(run, change, "unknown", "<unk>", agreements(run, change))


@pytest.fixture
def state(qapp: object) -> State:
    return State()


def test_coming_back_shows_it_again(state: State) -> None:
    """As undo and the sentences of a batch come back: with the same object."""
    one, other = make_trace(seed=1), make_trace(seed=2)
    state.update(trace=one)
    state.update(effects=effects(one, 0.25))
    state.update(trace=other)
    assert state.snapshot.effects is None
    state.update(effects=effects(other, 0.75))
    state.update(trace=one)
    shown = state.snapshot.effects
    assert shown is not None
    assert shown.trace is one
    assert (shown.change == 0.25).all()
    assert (shown.replacement, shown.token) == ("unknown", "<unk>")
    state.update(trace=other)
    assert state.snapshot.effects is not None
    assert (state.snapshot.effects.change == 0.75).all()


def test_the_newest_of_a_run_counts(state: State) -> None:
    one, other = make_trace(seed=1), make_trace(seed=2)
    state.update(trace=one, effects=effects(one, 0.1))
    state.update(effects=effects(one, 0.2))
    state.update(trace=other)
    state.update(trace=one)
    assert state.snapshot.effects is not None
    assert (state.snapshot.effects.change == np.float32(0.2)).all()


def test_an_equal_run_is_another_run(state: State) -> None:
    one, twin = make_trace(seed=1), make_trace(seed=1)
    state.update(trace=one, effects=effects(one))
    state.update(trace=twin)
    assert state.snapshot.effects is None


def test_every_kind_of_result_is_kept(state: State) -> None:
    one, other = make_trace(seed=1), make_trace(seed=2)
    state.update(trace=one, suggestions=Suggestions(one, {"Xyl": ("Xylem",)}, 8000, True))
    state.update(trace=other)
    state.update(trace=one)
    assert state.snapshot.suggestions is not None
    assert state.snapshot.suggestions.words == {"Xyl": ("Xylem",)}


def test_nothing_keeps_a_run_alive() -> None:
    memory, run = Measured(), make_trace()
    nothing = dict.fromkeys(MEASURED)
    assert memory.changes(run, nothing | {"effects": effects(run)}) == {}
    gone = weakref.ref(run)
    del run
    gc.collect()
    assert gone() is None
    assert memory.changes(None, nothing) == {}
