"""Notices that wait: the newest covers the others, closing it shows the one before, new work clears all."""

from __future__ import annotations

from tests.viz_app.sample_trace import make_trace
from viz_app.state.notices import without_notice
from viz_app.state.state import Notice, State

ONE, TWO, THREE = (Notice(name, "it is odd", "") for name in ("one", "two", "three"))


def test_the_newest_covers_the_others_and_they_come_back_one_by_one() -> None:
    state = State()
    for notice in (ONE, TWO, THREE):
        state.update(problem=notice)
    assert (state.snapshot.problem, state.snapshot.waiting) == (THREE, (TWO, ONE))
    seen = []
    while state.snapshot.problem is not None:
        seen.append(state.snapshot.problem)
        state.update(**without_notice(state.snapshot, ""))
    assert seen == [THREE, TWO, ONE]


def test_the_same_notice_twice_is_one() -> None:
    state = State()
    for notice in (ONE, TWO, ONE):
        state.update(problem=notice)
    assert (state.snapshot.problem, state.snapshot.waiting) == (ONE, (TWO,))


def test_of_one_thing_only_what_is_true_now_is_left() -> None:
    state = State()
    for notice in (ONE, TWO, Notice("one", "it is odder", "")):
        state.update(problem=notice)
    assert state.snapshot.waiting == (TWO,)


def test_new_work_clears_all() -> None:
    state = State()
    for notice in (ONE, TWO):
        state.update(problem=notice)
    state.update(problem=None)
    assert state.snapshot.waiting == ()
    state.update(view="links")
    assert state.snapshot.problem is None


def test_a_remark_stays_closed_for_its_run_alone() -> None:
    state = State()
    state.update(trace=make_trace())
    state.update(**without_notice(state.snapshot, "unknown"))
    state.update(view="masks")
    assert state.snapshot.closed == {"unknown"}
    state.update(trace=make_trace(seed=1))
    assert state.snapshot.closed == frozenset()
