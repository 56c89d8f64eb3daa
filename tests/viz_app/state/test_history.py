"""Undo and redo of moments."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.state.history import LENGTH, RUNS, History, Moment, changed_settings, moment_of, other_run
from viz_app.state.state import Selection, Settings, Snapshot

RUN = make_trace(1, 1)


def moment(number: int, run: Trace | None = RUN, **settings: Any) -> Moment:
    return Moment(run, float(number), Selection(step=number % 3), Settings(**settings))


def test_back_and_forth() -> None:
    history, (first, second, third) = History(), (moment(1), moment(2), moment(3))
    history.leave(first, second)
    history.leave(second, third)
    assert history.undo(third) is second
    assert history.undo(second) is first
    assert history.before is None
    assert history.redo(first) is second
    assert history.redo(second) is third
    assert history.after is None


def test_a_new_change_forgets_the_future() -> None:
    history = History()
    history.leave(moment(1), moment(2))
    history.undo(moment(2))
    history.leave(moment(3), moment(4))
    assert history.after is None


def test_it_stays_short_and_keeps_the_newest() -> None:
    history = History()
    for number in range(LENGTH + 5):
        history.leave(moment(number), moment(number + 1))
    seen = []
    while history.before is not None:
        seen.append(history.undo(moment(999)).milliseconds_per_step)
    assert seen == [float(number) for number in range(LENGTH + 4, 4, -1)]


def test_few_different_runs_are_kept_alive() -> None:
    history = History()
    runs = [make_trace(1, 1, seed=number) for number in range(RUNS + 3)]
    for number, run in enumerate(runs):
        history.leave(moment(number, run), moment(number + 1, run, dots=False))
        history.leave(moment(number, run, dots=False), moment(number + 1, make_trace(1, 1)))
    kept = []
    while history.before is not None:
        kept.append(history.undo(moment(0)).run)
    assert {id(run) for run in kept} == {id(run) for run in runs[3:]}


def test_a_number_turned_on_and_on_is_one_change_and_a_switch_is_not() -> None:
    history = History()
    sizes = [moment(0, text_size=size) for size in range(5)]
    for now, then in pairwise(sizes):
        history.leave(now, then)
    switched = [moment(0, text_size=4, dots=on) for on in (True, False, True)]
    history.leave(switched[0], switched[1])
    history.leave(switched[1], switched[2])
    assert history.undo(switched[2]) is switched[1]
    assert history.undo(switched[1]) is switched[0]
    assert history.undo(switched[0]) is sizes[0]
    assert history.before is None


def test_after_a_step_back_a_number_is_a_new_change() -> None:
    history = History()
    sizes = [moment(0, text_size=size) for size in range(4)]
    history.leave(sizes[0], sizes[1])
    history.leave(sizes[1], sizes[2])
    history.undo(sizes[2])
    history.leave(sizes[0], sizes[3])
    assert history.before is sizes[0]
    assert history.after is None


def test_the_first_run_of_all_stays() -> None:
    history = History()
    history.leave(moment(0, None), moment(1))
    assert history.before is None


def test_the_same_run_with_its_activations_added_is_no_other() -> None:
    richer = replace(RUN, meta=replace(RUN.meta, device="cuda"))
    assert not other_run(moment(1, RUN), moment(1, richer))
    assert other_run(moment(1, RUN), moment(1, make_trace(1, 1)))
    assert not other_run(moment(1, None), moment(1, RUN))


def test_another_sentence_of_the_same_batch_is_no_other_run() -> None:
    one, two, three = (make_trace(1, 1, seed=number) for number in range(3))
    first = replace(moment(1, one), batch=(one, two))
    assert not other_run(first, replace(moment(1, two), batch=(one, two)))
    assert other_run(first, replace(moment(1, one), batch=(one, two, three)))
    assert other_run(first, replace(moment(1, one), batch=(one, three)))
    assert other_run(first, moment(1, one))


def test_a_moment_holds_what_can_be_brought_back() -> None:
    now = Snapshot(trace=RUN, milliseconds_per_step=3.0, selection=Selection(step=2), settings=Settings(dots=False))
    made = moment_of(now)
    assert (made.run, made.milliseconds_per_step, made.selection) == (RUN, 3.0, Selection(step=2))
    assert changed_settings(Settings(), made.settings) == ("dots",)


def test_an_empty_past_and_future_say_so() -> None:
    with pytest.raises(IndexError):
        History().undo(moment(1))
    with pytest.raises(IndexError):
        History().redo(moment(1))
