"""A long run on screen while it is computed. The engine is a script, the rows are a real run's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.decoding.session import DecodingSession
from model.network.transformer import Keep
from model.record.trace import BY_HAND, Trace
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.handlers.test_engine_session import Talk
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.client import PROGRESS_MILLISECONDS
from viz_app.engine.messages import (
    DECODING,
    Cancel,
    Cancelled,
    Failed,
    OpenCheckpoint,
    Opened,
    Progress,
    Ready,
    RunDone,
    RunGrows,
    RunSentence,
)
from viz_app.handlers.run_request import RunRequest
from viz_app.handlers.runs import Running
from viz_app.handlers.undo import Undoing
from viz_app.state.intents import Redo, Select, Undo
from viz_app.state.state import Selection, Snapshot
from viz_app.state.zoom import Zoom


class LongTalk(Talk):
    """A window with an earlier run on screen, and a run of nine steps that comes in parts."""

    def __init__(self) -> None:
        super().__init__()
        self.running = Running(self.state, self.work, Undoing(self.state))
        self.ready()
        self.earlier = make_trace()
        self.state.update(trace=self.earlier, selection=Selection("cross", 1, 1, 2, key=1))
        checkpoint = make_checkpoint(3)
        self.decoding = DecodingSession(
            checkpoint, checkpoint.source("a b e c"), max_length=9, text="a b e c", keep=Keep.ACTIVATIONS
        )
        self.sent = 0
        self.told: list[Snapshot] = []

    def begin(self, **more: object) -> int:
        self.work.run(RunRequest("a b e c", **more))  # type: ignore[arg-type]
        return self.engine.sent[-1].ticket

    def grow(self, ticket: int, steps: int) -> None:
        """The engine computes so many more and sends them; then the window has its rest."""
        for _ in range(steps):
            self.decoding.advance()
        meta, arrays = self.decoding.rows(self.sent)
        first, self.sent = self.sent, len(self.decoding.steps)
        self.engine.received.emit(RunGrows(ticket, meta, first, arrays))
        wait_until(lambda: self.now.run is not None and self.now.run.steps == self.sent, "the rows")
        wait_until(lambda: not self.running._growing._resting, "the rest")

    def end(self, ticket: int) -> Trace:
        whole = self.decoding.run().trace()
        self.engine.received.emit(RunDone(ticket, whole, 1.5))
        return whole

    def do(self, intent: object) -> None:
        self.running.handlers[type(intent)](intent)

    def look(self, change: Select) -> None:
        from viz_app.state.state import select

        self.state.update(selection=select(self.now.selection, change))


@pytest.fixture
def talk(qapp: QApplication) -> Iterator[LongTalk]:
    talk = LongTalk()
    yield talk
    talk.work.stop()


def test_rows_are_shown_as_they_come_and_the_newest_is_followed(talk: LongTalk) -> None:
    ticket = talk.begin()
    assert talk.now.run is talk.earlier
    for count in (2, 3):
        talk.grow(ticket, count)
        assert talk.now.grows
        assert (talk.now.selection.step, talk.now.selection.key) == (talk.sent - 1, None)
        assert (talk.now.selection.layer, talk.now.selection.head) == (1, 1)
    assert talk.now.busy is not None
    assert talk.now.busy.cancellable
    whole = talk.end(ticket)
    assert not talk.now.grows
    assert talk.now.run is not None
    np.testing.assert_array_equal(talk.now.run.cross_attention, whole.cross_attention)
    assert talk.now.run.meta == whole.meta
    assert talk.now.busy is None
    assert talk.now.milliseconds_per_step == 1.5


def test_undo_goes_back_over_the_whole_run_at_once(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 2)
    assert not talk.now.undo
    talk.grow(ticket, 2)
    talk.end(ticket)
    assert "a b e c" in talk.now.undo
    talk.do(Undo())
    assert talk.now.run is talk.earlier
    assert talk.now.selection == Selection("cross", 1, 1, 2, key=1)
    assert not talk.now.undo
    talk.do(Redo())
    assert talk.now.run is not None
    assert talk.now.run.steps == 9


def test_who_steps_about_meanwhile_stays_there(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 4)
    talk.look(Select(step=1, key=2))
    talk.state.update(zoom=Zoom(0, 1, 3, 3))
    talk.grow(ticket, 2)
    assert (talk.now.selection.step, talk.now.selection.key) == (1, 2)
    assert talk.now.zoom == Zoom(0, 1, 3, 3)
    chosen = talk.now.selection
    talk.end(ticket)
    assert talk.now.selection == chosen
    assert talk.now.zoom == Zoom(0, 1, 3, 3)


def test_a_run_made_again_stands_where_it_was_looked_at_as_soon_as_that_is_there(talk: LongTalk) -> None:
    before = talk.decoding.run().trace()
    talk.decoding = DecodingSession(
        talk.decoding.checkpoint, talk.decoding.source, max_length=9, text="a b e c", forced=(5, 6)
    )
    talk.state.update(trace=before, selection=Selection("cross", 0, 0, 3))
    ticket = talk.begin(forced=(5, 6))
    talk.grow(ticket, 2)
    assert talk.now.selection.step == 1
    talk.grow(ticket, 4)
    assert talk.now.selection.step == 3
    talk.end(ticket)
    assert talk.now.selection.step == 3


def test_what_was_computed_stays_where_the_run_is_cancelled(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 4)
    talk.work.cancel()
    assert talk.engine.sent[-1] == Cancel(ticket, keep=True)
    assert not talk.now.grows
    assert talk.now.busy is None
    assert talk.now.run is not None
    assert (talk.now.run.steps, talk.now.run.meta.stop_reason) == (4, BY_HAND)
    assert "4" in talk.now.message
    talk.engine.received.emit(Cancelled(ticket))
    assert talk.now.run.steps == 4
    talk.do(Undo())
    assert talk.now.run is talk.earlier


@pytest.mark.parametrize("meanwhile", ["nothing", "undo", "note"])
def test_what_explains_a_stopped_run_comes_and_moves_nothing(talk: LongTalk, meanwhile: str) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 4)
    talk.look(Select(step=2, key=1))
    talk.work.cancel()
    shown, stood, words = talk.now.run, talk.now.selection, talk.now.undo
    assert shown is not None
    assert not shown.activations
    if meanwhile == "undo":
        talk.do(Undo())
    talk.decoding.advance()  # the engine was one step ahead
    talk.decoding.stop()
    recorded = talk.decoding.trace()
    talk.engine.received.emit(RunDone(ticket, recorded, 1.5))
    if meanwhile == "undo":
        assert talk.now.run is talk.earlier
        talk.do(Redo())
    run = talk.now.run
    assert run is not None
    assert run.source_ids is shown.source_ids
    assert run.meta.stop_reason == BY_HAND
    assert run.steps == 5
    assert set(run.activations) == set(recorded.activations) != set()
    np.testing.assert_array_equal(run.cross_attention, recorded.cross_attention)
    assert (talk.now.selection.step, talk.now.selection.key) == (stood.step, stood.key)
    assert talk.now.undo == words
    if meanwhile == "nothing":
        assert "5" in talk.now.message


def test_the_next_run_does_not_take_what_explains_the_stopped_one(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 4)
    talk.work.run(RunRequest("b"))
    part = talk.now.run
    assert part is not None
    assert Cancel(ticket, keep=True) in talk.engine.sent
    talk.decoding.stop()
    talk.engine.received.emit(RunDone(ticket, talk.decoding.trace(), 1.5))
    run = talk.now.run
    assert run is not None
    assert run.activations
    assert run.source_ids is part.source_ids
    other = make_trace(seed=8)
    talk.engine.received.emit(RunDone(talk.engine.sent[-1].ticket, other, 1.5))
    assert talk.now.run is not None
    assert talk.now.run.source_ids is other.source_ids
    talk.do(Undo())
    assert talk.now.run is not None
    assert talk.now.run.activations


def test_before_its_first_rows_a_cancelled_run_leaves_everything(talk: LongTalk) -> None:
    talk.begin()
    talk.work.cancel()
    assert talk.now.run is talk.earlier
    assert not talk.now.message
    assert not talk.now.undo


def test_another_engine_catches_up_and_the_picture_waits_for_it(talk: LongTalk) -> None:
    ticket = talk.begin(forced=(5, 6))
    talk.grow(ticket, 4)
    before = talk.now
    talk.engine.die()
    assert talk.now.run is before.run
    assert talk.now.grows
    assert talk.now.busy is not None
    assert "a b e c" in talk.now.busy.text
    talk.engine.received.emit(Ready(()))
    talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))
    again = talk.engine.last(RunSentence)
    assert isinstance(again, RunSentence)
    assert (again.text, again.forced) == ("a b e c", (5, 6))
    talk.decoding = DecodingSession(talk.decoding.checkpoint, talk.decoding.source, max_length=9, text="a b e c")
    for first, last in ((0, 3), (3, 6)):
        while len(talk.decoding.steps) < last:
            talk.decoding.advance()
        meta, arrays = talk.decoding.rows(first)
        talk.engine.received.emit(RunGrows(again.ticket, meta, first, arrays))
        if last == 3:
            assert talk.now.run is before.run
            assert talk.now.selection == before.selection
    assert talk.now.run is not None
    assert talk.now.run.steps == 6
    assert before.run is not None
    assert talk.now.run.source_ids is before.run.source_ids
    talk.end(again.ticket)
    assert talk.now.run.source_ids is before.run.source_ids
    talk.do(Undo())
    assert talk.now.run is talk.earlier


@pytest.mark.parametrize("end", ["deaths", "failure", "another"])
def test_however_it_ends_early_what_is_there_is_a_run(talk: LongTalk, end: str) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 3)
    if end == "deaths":
        talk.engine.die()
        talk.engine.received.emit(Ready(()))
        talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))
        talk.engine.die()  # over the same run
    elif end == "failure":
        talk.engine.received.emit(Failed(ticket, "memory", "there is not enough", "Shorten it"))
        assert talk.now.problem is not None
    else:
        talk.work.run(RunRequest("b"))
    assert not talk.now.grows
    assert talk.now.run is not None
    assert talk.now.run.meta.stop_reason == BY_HAND
    talk.do(Undo())
    assert talk.now.run is talk.earlier


def test_undo_while_it_grows_stops_it_and_goes_back(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 3)
    talk.do(Undo())
    assert talk.now.run is talk.earlier
    assert talk.engine.sent[-1] == Cancel(ticket, keep=True)
    talk.do(Redo())
    assert talk.now.run is not None
    assert talk.now.run.steps == 3


def test_a_trace_that_is_opened_meanwhile_is_not_overwritten_by_rows(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.grow(ticket, 3)
    other = make_trace(seed=5)
    talk.state.update(trace=other)
    talk.decoding.advance()
    meta, arrays = talk.decoding.rows(3)
    talk.engine.received.emit(RunGrows(ticket, meta, 3, arrays))
    assert talk.now.run is other


def test_the_state_changes_once_for_a_part_and_parts_wait_for_the_window(talk: LongTalk) -> None:
    ticket = talk.begin()
    talk.state.changed.connect(talk.told.append)
    for first in (0, 2, 4):
        talk.decoding.advance()
        talk.decoding.advance()
        meta, arrays = talk.decoding.rows(first)
        talk.engine.received.emit(RunGrows(ticket, meta, first, arrays))
    assert len(talk.told) == 1  # the others wait until it has been painted
    wait_until(lambda: talk.now.run is not None and talk.now.run.steps == 6)
    assert len(talk.told) == 2


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (Progress(0, DECODING, 0.4, 37, 12.3), "Translating: step 37, about 12 s left"),
        (Progress(0, DECODING, 0.4, 37, 12.3, most=True), "Translating: step 37, at most 12 s left"),
        (Progress(0, DECODING, 0.4, 37, 250.0), "Translating: step 37, about 4 min left"),
        (Progress(0, DECODING, 0.4, 37, 0.2), "Translating: step 37"),
    ],
)
def test_the_status_line_says_how_far_it_is_and_how_long_it_takes(talk: LongTalk, news: Progress, said: str) -> None:

    ticket = talk.begin()
    talk.engine.received.emit(replace(news, ticket=ticket))
    wait_until(lambda: talk.now.busy is not None and talk.now.busy.text == said, said)
    assert PROGRESS_MILLISECONDS >= 100
