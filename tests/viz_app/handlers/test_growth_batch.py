"""A batch on screen while it is computed: all its sentences, or one beside the others; and a run in parts alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.decoding.batch import BatchSession
from model.record.trace import BY_HAND
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.handlers.test_growth import LongTalk
from tests.viz_app.running import wait_until
from viz_app.engine.messages import RunDone, RunGrown, RunGrows
from viz_app.handlers.run_request import RunRequest
from viz_app.state.intents import SelectSentence, Undo
from viz_app.state.state import Selection


class BatchTalk(LongTalk):
    """The same with three sentences, of which the second ends early and the third is the shortest."""

    LINES = ("a b e c", "b", "c a")

    def __init__(self) -> None:
        super().__init__()
        self.checkpoint = make_checkpoint(3)
        self.batch = self.session()
        self.sents = [0, 0, 0]

    def session(self) -> BatchSession:
        sources = [self.checkpoint.source(line) for line in self.LINES]
        session = BatchSession(self.checkpoint, sources, max_length=9, texts=self.LINES)
        session.sessions[1].limit = 2
        return session

    def begin(self, **more: object) -> int:
        self.work.run(RunRequest("\n".join(self.LINES), **more))  # type: ignore[arg-type]
        return self.engine.sent[-1].ticket

    def grow(self, ticket: int, steps: int) -> None:
        for _ in range(steps):
            self.batch.advance()
        parts = [at for at, one in enumerate(self.batch.sessions) if len(one.steps) > self.sents[at]]
        for at in parts:
            meta, arrays = self.batch.sessions[at].rows(self.sents[at])
            first, self.sents[at] = self.sents[at], len(self.batch.sessions[at].steps)
            self.engine.received.emit(RunGrows(ticket, meta, first, arrays, at, more=at != parts[-1]))
        wait_until(lambda: [run.steps for run in self.now.batch] == self.sents, "the rows")
        wait_until(lambda: not self.running._growing._resting, "the rest")


@pytest.fixture
def lines(qapp: QApplication) -> Iterator[BatchTalk]:
    talk = BatchTalk()
    yield talk
    talk.work.stop()


def test_a_batch_grows_with_all_its_sentences(lines: BatchTalk) -> None:
    ticket = lines.begin(shown=2)
    lines.state.changed.connect(lines.told.append)
    lines.grow(ticket, 2)
    assert len([now for now in lines.told if len(now.batch) not in (0, 3)]) == 0
    assert lines.now.grows
    assert lines.now.selection.sentence == 2
    lines.grow(ticket, 3)
    assert lines.now.selection.step == 4
    assert [run.steps for run in lines.now.batch] == [5, 2, 5]
    lines.do(SelectSentence(1))
    assert lines.now.grows
    assert lines.now.run is lines.now.batch[1]
    lines.grow(ticket, 1)
    assert lines.now.run is lines.now.batch[1]
    chosen, ids = lines.now.selection, [run.source_ids for run in lines.now.batch]
    first, *others = lines.batch.run().traces()
    lines.engine.received.emit(RunDone(ticket, first, 1.5, (first, *others)))
    assert not lines.now.grows
    assert lines.now.selection == chosen
    assert all(run.source_ids is before for run, before in zip(lines.now.batch, ids, strict=True))
    for run, whole in zip(lines.now.batch, (first, *others), strict=True):
        np.testing.assert_array_equal(run.cross_attention, whole.cross_attention)
    lines.do(Undo())
    assert lines.now.run is lines.earlier
    assert lines.now.batch == ()


def test_a_stopped_batch_keeps_all_its_sentences(lines: BatchTalk) -> None:
    ticket = lines.begin()
    lines.grow(ticket, 4)
    lines.work.cancel()
    assert [run.steps for run in lines.now.batch] == [4, 2, 4]
    assert [run.meta.stop_reason == BY_HAND for run in lines.now.batch] == [True, False, True]
    for session in lines.batch.sessions:
        session.stop()
    first, *others = lines.batch.traces()
    lines.engine.received.emit(RunDone(ticket, first, 1.5, (first, *others)))
    assert [run.steps for run in lines.now.batch] == [4, 2, 4]
    lines.do(Undo())
    assert lines.now.run is lines.earlier


def test_one_sentence_of_a_batch_grows_beside_the_others(lines: BatchTalk) -> None:
    first, *others = lines.session().run().traces()
    lines.state.update(trace=first, batch=(first, *others), selection=Selection("cross", 0, 0, 1))
    talk = LongTalk.begin(lines, sentence=0, forced=(5,))
    meta, arrays = (lines.batch.advance(), lines.batch.sessions[0].rows(0))[1]
    lines.engine.received.emit(RunGrows(talk, meta, 0, arrays))
    assert lines.now.grows
    assert [run.steps for run in lines.now.batch] == [1, *(run.steps for run in others)]
    assert all(now is before for now, before in zip(lines.now.batch[1:], others, strict=True))
    lines.work.cancel()
    assert lines.now.batch[0].meta.stop_reason == BY_HAND
    assert [run.meta.stop_reason for run in lines.now.batch[1:]] == [run.meta.stop_reason for run in others]


@pytest.fixture
def long(qapp: QApplication) -> Iterator[LongTalk]:
    talk = LongTalk()
    yield talk
    talk.work.stop()


def test_a_run_that_comes_in_parts_alone_is_the_whole_run(long: LongTalk) -> None:
    talk = long
    ticket = talk.begin()
    talk.grow(ticket, 3)
    shown = talk.now.run
    whole = talk.decoding.run().trace()
    meta, arrays = talk.decoding.rows(talk.sent)
    talk.engine.received.emit(RunGrows(ticket, meta, talk.sent, arrays))
    talk.engine.received.emit(RunGrown(ticket, 2.5))
    run = talk.now.run
    assert run is not None
    assert shown is not None
    assert not talk.now.grows
    assert talk.now.busy is None
    assert run.source_ids is shown.source_ids
    np.testing.assert_array_equal(run.decoder_attention, whole.decoder_attention)
    assert run.meta == whole.meta
    assert talk.now.milliseconds_per_step == 2.5
    assert not talk.running._growing._held
    talk.do(Undo())
    assert talk.now.run is talk.earlier
