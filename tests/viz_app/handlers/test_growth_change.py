"""Changes that are asked for while a long run comes: beside which run, and when. The engine is a script."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.baseline import baseline_of, has_vectors
from model.decoding.session import DecodingSession
from model.network.interventions import HeadAblated, Intervention
from model.network.transformer import Keep
from model.network.what_if import changed
from model.record.trace import BY_HAND
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.handlers.test_growth import LongTalk
from tests.viz_app.handlers.test_growth import talk as talk  # noqa: PLC0414 (a fixture)
from viz_app.engine.messages import RunDone, RunSentence
from viz_app.state.what_if import AskedChanges, FlipChange, SetChanges


def _of(text: str, *changes: Intervention) -> DecodingSession:
    checkpoint = make_checkpoint(3)
    twin = replace(checkpoint, transformer=changed(checkpoint.transformer, changes), sha256=INFO.sha256)
    return DecodingSession(twin, twin.source(text), max_length=9, text=text, keep=Keep.ACTIVATIONS)


def test_a_second_change_while_a_long_changed_run_comes_is_beside_the_run_before_any(talk: LongTalk) -> None:
    original = _of("a b e c").run().trace()
    assert original.produced_ids is not None
    talk.state.update(trace=original, checkpoint=INFO)
    first, second = HeadAblated("cross", 0, 0), HeadAblated("cross", 1, 1)
    asked = AskedChanges(original_words=True)
    talk.decoding = _of("a b e c", first)
    talk.do(SetChanges(asked.adding(first)))
    ticket = talk.engine.sent[-1].ticket
    for count in (2, 2):
        talk.grow(ticket, count)
        part = talk.now.run
        assert part is not None and part.steps == talk.sent
        before = baseline_of(part)
        assert before is not None, "it is compared as it comes"
        np.testing.assert_array_equal(before.maps("cross"), original.maps("cross"))
        assert not has_vectors(part)
    talk.do(SetChanges(asked.adding(first).adding(second)))
    sent = talk.engine.sent[-1]
    assert isinstance(sent, RunSentence) and len(sent.what_if) == 2
    assert sent.forced == tuple(original.produced_ids.tolist()), "the words of the run before any change"
    stopped = talk.now.run
    assert stopped is not None and stopped.meta.stop_reason == BY_HAND and baseline_of(stopped) is not None
    talk.decoding.stop()
    talk.engine.received.emit(RunDone(ticket, talk.decoding.trace(), 1.5))
    explained = talk.now.run
    assert explained is not None and has_vectors(explained) and baseline_of(explained) is not None
    talk.decoding, talk.sent = _of("a b e c", first, second), 0
    talk.end(sent.ticket)
    run = talk.now.run
    assert run is not None and len(run.meta.interventions) == 2
    before = baseline_of(run)
    assert before is not None and before.produced_ids is not None
    assert before.produced_ids.tolist() == original.produced_ids.tolist()
    np.testing.assert_array_equal(before.maps("cross"), original.maps("cross"))


@pytest.mark.parametrize("stopped", [False, True])
def test_a_change_waits_for_the_whole_run_that_it_changes(talk: LongTalk, stopped: bool) -> None:
    """Clicked while the unchanged run still comes, or on a part of it that somebody stopped."""
    first, second = HeadAblated("cross", 0, 0), HeadAblated("cross", 1, 1)
    talk.state.update(checkpoint=INFO)
    talk.decoding = _of("a b e c")
    ticket = talk.begin()
    talk.grow(ticket, 3)
    if stopped:
        talk.work.cancel()
        assert talk.now.run is not None and talk.now.run.meta.stop_reason == BY_HAND
        talk.do(FlipChange(first))
        talk.decoding, talk.sent = _of("a b e c"), 0
        ticket = talk.engine.sent[-1].ticket
        talk.grow(ticket, 3)
    else:
        talk.do(FlipChange(first))
    talk.do(FlipChange(second))  # they count on top of each other
    asked = talk.engine.sent[-1]
    assert isinstance(asked, RunSentence) and not asked.what_if and asked.ticket == ticket, "it goes on as it is"
    assert [(one.change, one.on) for one in talk.now.what_if.changes] == [(first, False), (second, False)]
    original = talk.end(ticket)
    sent = talk.engine.sent[-1]
    assert isinstance(sent, RunSentence) and [each["what"] for each in sent.what_if] == ["head"] * 2
    talk.decoding, talk.sent = _of("a b e c", first, second), 0
    talk.end(sent.ticket)
    run = talk.now.run
    assert run is not None and len(run.meta.interventions) == 2 == len(talk.now.what_if.active)
    before = baseline_of(run)
    assert before is not None and before.steps == original.steps == 9
    np.testing.assert_array_equal(before.maps("cross"), original.maps("cross"))


def test_a_change_that_waits_can_be_taken_back_and_does_not_outlive_its_run(talk: LongTalk) -> None:
    talk.state.update(checkpoint=INFO)
    talk.decoding, change = _of("a b e c"), HeadAblated("cross", 0, 0)
    for end in ("taken back", "given up"):
        talk.decoding, talk.sent = _of("a b e c"), 0
        ticket = talk.begin()
        talk.grow(ticket, 2)
        talk.do(FlipChange(change))
        if end == "taken back":
            talk.do(FlipChange(change))
        else:
            talk.work.cancel()
            talk.decoding, talk.sent = _of("a b e c"), 0
            ticket = talk.begin()
        count = len(talk.engine.sent)
        talk.end(ticket)
        assert len(talk.engine.sent) == count and not talk.now.what_if.active, end


def test_a_changed_run_that_was_stopped_has_its_whole_baseline_and_waits_for_nothing(talk: LongTalk) -> None:
    first, second = HeadAblated("cross", 0, 0), HeadAblated("cross", 1, 1)
    talk.state.update(trace=_of("a b e c").run().trace(), checkpoint=INFO)
    talk.do(FlipChange(first))
    talk.decoding = _of("a b e c", first)
    talk.grow(talk.engine.sent[-1].ticket, 3)
    talk.work.cancel()
    assert talk.now.run is not None and talk.now.run.meta.stop_reason == BY_HAND
    assert talk.now.what_if.active == (first,), "the list says what the run on screen is"
    talk.do(FlipChange(second))
    asked = talk.engine.sent[-1]
    assert isinstance(asked, RunSentence) and len(asked.what_if) == 2
