"""A large run is described in a thread; the window hears of it, unless another run is on screen by then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

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
