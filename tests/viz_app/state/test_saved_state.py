"""What counts as saved: the notes always, the runs once they are in a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from model.record.notes import RunNotes
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.state.saved_state import NOTHING_KEPT, Kept, same_runs

RUN, OTHER = make_trace(), make_trace(seed=1)
NOTES = RunNotes("a")


def test_without_a_file_only_notes_are_worth_keeping() -> None:
    assert NOTHING_KEPT.holds(RunNotes(), (RUN,))
    assert NOTHING_KEPT.holds(RunNotes(), (None,))
    assert not NOTHING_KEPT.holds(NOTES, (RUN,))


def test_with_a_file_another_run_is_too() -> None:
    kept = Kept(Path("a.headscope"), NOTES, (RUN,))
    assert kept.holds(NOTES, (RUN,))
    assert kept.holds(NOTES, (with_scores(RUN),))
    for notes, runs in ((RunNotes(), (RUN,)), (NOTES, (OTHER,)), (NOTES, (RUN, OTHER)), (NOTES, (None,)), (NOTES, ())):
        assert not kept.holds(notes, runs)


def test_runs_are_the_same_by_what_they_consumed_not_by_what_explains_them() -> None:
    assert same_runs((RUN, OTHER), (replace(RUN, activations={}), OTHER))
    assert not same_runs((RUN, OTHER), (OTHER, RUN))
    assert not same_runs((), (None,))
    assert same_runs((), ())
