"""Undo and redo of runs."""

from __future__ import annotations

import pytest

from tests.viz_app.sample_trace import make_trace
from viz_app.history import LENGTH, History, Run
from viz_app.state import Selection


def run(number: int) -> Run:
    return Run(make_trace(1, 1, seed=number), float(number), Selection(step=number % 3))


def test_back_and_forth() -> None:
    history, (first, second, third) = History(), (run(1), run(2), run(3))
    history.leave(first)
    history.leave(second)
    assert history.undo(third) is second
    assert history.undo(second) is first
    assert not history.can_undo
    assert history.redo(first) is second
    assert history.redo(second) is third
    assert not history.can_redo


def test_a_new_run_forgets_the_future() -> None:
    history = History()
    history.leave(run(1))
    history.undo(run(2))
    history.leave(run(3))
    assert not history.can_redo


def test_it_stays_short_and_keeps_the_newest() -> None:
    history = History()
    for number in range(LENGTH + 5):
        history.leave(run(number))
    seen = []
    current = run(99)
    while history.can_undo:
        current = history.undo(current)
        seen.append(current.milliseconds_per_step)
    assert seen == [float(number) for number in range(LENGTH + 4, 4, -1)]


def test_an_empty_past_and_future_say_so() -> None:
    with pytest.raises(IndexError):
        History().undo(run(1))
    with pytest.raises(IndexError):
        History().redo(run(1))
