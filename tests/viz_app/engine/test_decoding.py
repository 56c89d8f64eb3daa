"""Steps with their rows: of batches, of runs too large to be sent twice, and of runs that are stopped by hand."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import teach
from model.record.growing_run import GrowingRun
from model.record.trace import ARRAYS, BY_HAND, Trace
from tests.viz_app.engine.checkpoints import SENTENCE, TINY
from viz_app.engine import batch, jobs
from viz_app.engine.jobs import Engine
from viz_app.engine.messages import ALONG, Item, OpenCheckpoint, Progress, RunDone, RunGrown, RunGrows, RunSentence
from viz_app.engine.pace import Pace

LINES = ("Zwei Hunde spielen im Schnee.", "Ein Mann.", "Eine Frau liest ein Buch im Park.")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """With the trained fixture open; each step takes a second by its clock."""
    engine, ticks = Engine(), itertools.count()
    list(engine.run(OpenCheckpoint(1, str(TINY), "cpu")))
    monkeypatch.setattr(engine, "pace", lambda _, most: Pace(1000, most, lambda: next(ticks) * 1.0))
    return engine


def grown(items: list[Item]) -> list[Trace]:
    """The sentences, each from its own rows."""
    runs: dict[int, GrowingRun] = {}
    for item in items:
        if isinstance(item, RunGrows):
            runs.setdefault(item.sentence, GrowingRun()).add(item.meta, item.first, item.arrays)
    return [runs[at].trace() for at in sorted(runs)]


def same(one: Trace, other: Trace) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    assert one.meta == other.meta


def test_every_sentence_of_a_batch_sends_its_rows_once(engine: Engine) -> None:
    *items, done = engine.run(RunSentence(4, "\n".join(LINES)))
    assert isinstance(done, RunDone)
    parts = [item for item in items if isinstance(item, RunGrows)]
    assert {part.sentence for part in parts} == {0, 1, 2}
    assert [part.sentence for part in parts[:3]] == [0, 1, 2]  # all of them from the first part on
    assert [part.more for part in parts[:3]] == [True, True, False]
    for seen, whole in zip(grown(items), done.batch, strict=True):
        assert 0 < seen.steps <= whole.steps
        np.testing.assert_array_equal(seen.cross_attention, whole.cross_attention[:, :, : seen.steps])  # type: ignore[index]
        assert seen.padding_mask.tolist() == whole.padding_mask.tolist()  # type: ignore[union-attr]
    assert all(item.seconds >= 0 for item in items if isinstance(item, Progress) and item.step)


@pytest.mark.parametrize("text", [SENTENCE, "\n".join(LINES)], ids=["one", "batch"])
def test_a_large_run_is_handed_over_in_parts_alone_and_held_by_nobody_else(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    whole = list(engine.run(RunSentence(3, text)))[-1]
    assert isinstance(whole, RunDone)
    for module in (jobs, batch):
        monkeypatch.setattr(module, "in_parts", lambda *_: True)
    held: list[int] = []
    forget = DecodingSession.forget_rows

    def watched(session: DecodingSession) -> None:
        forget(session)
        held.append(sum(step.own.nbytes + step.cross.nbytes for step in session.steps) + len(session.encoding.layers))

    monkeypatch.setattr(DecodingSession, "forget_rows", watched)
    items = list(engine.run(RunSentence(4, text)))
    assert isinstance(items[-1], RunGrown)
    assert not any(isinstance(item, RunDone) for item in items)
    for seen, wanted in zip(grown(items), whole.batch or (whole.trace,), strict=True):
        same(seen, wanted)
    assert held
    assert set(held) == {0}


@pytest.mark.parametrize("text", [SENTENCE, "\n".join(LINES)], ids=["one", "batch"])
def test_a_run_that_is_ended_by_hand_has_what_explains_it(engine: Engine, text: str) -> None:
    whole = list(engine.run(RunSentence(3, text)))[-1]
    assert isinstance(whole, RunDone)
    items: Any = engine.run(RunSentence(4, text))
    item = next(items)
    while not (isinstance(item, Progress) and item.step == 4):
        item = next(items)
    left = [items.send(True), *items]
    done = left[-1]
    assert isinstance(done, RunDone)
    for run, all_of_it in zip(done.batch or (done.trace,), whole.batch or (whole.trace,), strict=True):
        assert run.steps == min(4, all_of_it.steps)
        ended = all_of_it.steps <= 4
        assert run.meta.stop_reason == (all_of_it.meta.stop_reason if ended else BY_HAND)
        for name in ("decoder_query", "cross_scores"):
            np.testing.assert_array_equal(run.activations[name], all_of_it.activations[name][:, :, : run.steps])


def test_a_run_without_vectors_ends_without_an_answer_when_it_is_stopped(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viz_app.engine.retention.RUN_BYTES", 0)
    items: Any = engine.run(RunSentence(4, SENTENCE))
    while not (isinstance(item := next(items), Progress) and item.step == 4):
        continue
    with pytest.raises(StopIteration):
        items.send(True)


def test_a_given_target_says_how_much_of_its_one_pass_is_left(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Event

    seen = Event()
    monkeypatch.setattr(batch, "TICK", 0.001)
    monkeypatch.setattr("viz_app.engine.batch.cost_of", lambda *_, **__: type("Cost", (), {"seconds": 40.0}))
    monkeypatch.setattr("viz_app.engine.batch.teach", lambda *given, **named: (seen.wait(), teach(*given, **named))[1])
    items = engine.run(RunSentence(5, LINES[0], targets=("Two dogs play.",), given=True))
    told = [next(items) for _ in range(4)][1:]
    seen.set()
    done = list(items)[-1]
    assert isinstance(done, RunDone)
    assert done.trace.at_once
    for item in told:
        assert isinstance(item, Progress)
        assert item.text == ALONG
        assert 30 < item.seconds < 40
        assert 0 <= item.fraction < 0.25
