"""A large run is described in a thread; the window hears of it, unless another run is on screen by then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from model.analysis.comparison import two_runs
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.background import Background
from viz_app.handlers.head_facts import Describing
from viz_app.pictures.drawing import head_orders
from viz_app.state.state import Selection, Settings, State


@pytest.fixture
def state(qapp: QApplication) -> Iterator[State]:
    state, files = State(), Background()
    describing = Describing(state, files)
    yield state
    files.stop()
    describing.deleteLater()


def test_a_small_run_needs_no_thread(state: State) -> None:
    state.update(trace=make_trace())
    assert state.snapshot.described is None


def test_a_large_run_is_described_and_told(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_orders, "QUICK", 10)
    first, second = make_trace(), make_trace(seed=1)
    state.update(trace=first)
    state.update(message="once")
    state.update(trace=second)
    wait_until(lambda: state.snapshot.described is second)
    assert head_orders.facts_of(state.snapshot, "encoder") is not None
    state.update(trace=first)  # back again
    wait_until(lambda: state.snapshot.described is first)


@pytest.mark.parametrize(
    "seen",
    [{"settings": Settings(head_facts=True)}, {"settings": Settings(head_order="similar"), "view": "all_layers"}],
)
def test_the_selected_head_is_compared_where_somebody_sees_it(
    state: State, monkeypatch: pytest.MonkeyPatch, seen: dict[str, Any]
) -> None:
    monkeypatch.setattr(head_orders, "QUICK", 10)
    trace = make_trace()
    state.update(trace=trace)
    wait_until(lambda: state.snapshot.described is trace)
    assert state.snapshot.compared is None
    state.update(**seen, selection=Selection("cross", 1, 2))
    state.update(selection=Selection("encoder", 2, 3))  # at once: the newest has its turn as well
    wait_until(lambda: state.snapshot.compared == (trace, "encoder", 2, 3))
    found = head_orders.divergences_of(state.snapshot)
    assert found is not None
    assert found[2, 3] == 0
    assert (found > 0).sum() == found.size - 1


def test_a_run_that_has_gone_is_not_told_of(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_orders, "QUICK", 10)
    told: list[object] = []
    state.update(trace=make_trace())
    state.changed.connect(lambda now: told.append(now.described))
    state.update(trace=None)
    last = make_trace(seed=2)
    state.update(trace=last)
    wait_until(lambda: state.snapshot.described is last)
    assert set(map(id, told)) == {id(None), id(last)}


def test_two_large_runs_are_ranked_in_a_thread_one_pair_after_the_other(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(two_runs, "AT_ONCE", 10)
    before, after, other = (make_trace(seed=seed) for seed in (1, 2, 3))
    state.update(trace=after, pinned=before)
    assert not state.snapshot.ranking, "nobody looks at it"
    state.update(view="compare")
    assert state.snapshot.ranking
    state.update(trace=other)  # before the first is done
    wait_until(lambda: not state.snapshot.ranking)
    assert two_runs.compare(before, after).is_ranked and two_runs.compare(before, other).is_ranked
    assert not two_runs.compare(other, after).is_ranked


def test_two_runs_that_cannot_be_compared_are_left_alone(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_runs, "AT_ONCE", 10)
    nothing: dict[str, Any] = {f"{kind}_attention": None for kind in ("encoder", "decoder", "cross")}
    state.update(trace=replace(make_trace(), **nothing), pinned=make_trace(seed=4), view="compare")
    assert not state.snapshot.ranking
