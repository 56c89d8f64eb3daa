"""Several sentences and given targets, asked of the engine: the answer, the journey of it, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from model.decoding.teacher_forcing import teach
from tests.model.sample_checkpoints import make_checkpoint, tiny
from tests.viz_app.engine.parts import there
from viz_app.engine import retention
from viz_app.engine.batch import MOST
from viz_app.engine.jobs import Engine
from viz_app.engine.messages import DECODING, Failed, Progress, RunDone, RunSentence

LINES = ("Zwei Hunde spielen im Schnee.", "Ein Mann.", "Zwei Kinder schlafen.")
TARGETS = ("Two dogs are playing in the snow.", "A man.", "Two children are sleeping.")


@pytest.fixture
def engine() -> Engine:
    """With the trained fixture open."""
    engine = Engine()
    engine.checkpoint = tiny()
    return engine


def run(engine: Engine, **request: Any) -> Any:
    *progress, last = engine.run(RunSentence(7, **request))
    assert all(isinstance(item, Progress) for item in progress)
    return last


def same(one: Any, other: Any) -> None:
    np.testing.assert_array_equal(one.produced_ids, other.produced_ids)
    np.testing.assert_allclose(one.produced_probability, other.produced_probability, atol=1e-5)
    s = other.source_length
    np.testing.assert_allclose(one.cross_attention[..., :s], other.cross_attention, atol=1e-5)


def test_lines_are_one_batch_and_each_says_what_it_says_alone(engine: Engine) -> None:
    done = run(engine, text="\n".join(LINES))
    assert isinstance(done, RunDone)
    assert done.trace is done.batch[0]
    assert len({trace.source_length for trace in done.batch}) == 1
    for trace, text in zip(done.batch, LINES, strict=True):
        assert trace.meta.source_text == text
        same(trace, run(engine, text=text).trace)


def test_a_batch_travels_and_sends_what_is_the_same_once(engine: Engine) -> None:
    done = run(engine, text="\n".join(LINES))
    weights = [name for name in done.trace.activations if name.endswith("_w_o")]
    assert weights
    arrived = there(done)
    for trace, sent in zip(arrived.batch, done.batch, strict=True):
        same(trace, sent)
        assert all(trace.activations[name] is arrived.batch[0].activations[name] for name in weights)


def test_it_can_be_given_up_between_two_steps(engine: Engine) -> None:
    items = engine.run(RunSentence(7, "\n".join(LINES)))
    assert any(isinstance(item, Progress) and item.text == DECODING for item in items)
    items.close()
    assert run(engine, text=LINES[1]).trace.meta.source_text == LINES[1]


def test_given_targets_in_one_pass(engine: Engine) -> None:
    done = run(engine, text="\n".join(LINES), targets=TARGETS, given=True)
    checkpoint = tiny()
    ids = [checkpoint.target_tokenizer.encode(text).ids for text in TARGETS]
    expected = teach(checkpoint, [checkpoint.source(text) for text in LINES], ids)
    for trace, wanted, text in zip(done.batch, expected, TARGETS, strict=True):
        np.testing.assert_array_equal(trace.produced_probability, wanted.produced_probability)
        assert trace.meta.translation == text
    alone = run(engine, text=LINES[0], targets=TARGETS[:1], given=True)
    assert alone.batch == ()
    same(done.batch[0], alone.trace)
    again = run(engine, text=LINES[0], prefixes=(tuple(alone.trace.produced_ids.tolist()),), given=True, pad_to=12)
    assert again.trace.source_length == 12
    np.testing.assert_array_equal(again.trace.produced_ids, alone.trace.produced_ids)


def test_a_typed_beginning_is_forced_and_greedy_goes_on(engine: Engine) -> None:
    trace = run(engine, text=LINES[0], targets=("A dog",)).trace
    assert trace.produced_tokens[:2].tolist() == ["A", "dog"]
    assert trace.origin[:3].tolist() == ["forced", "forced", "greedy"]
    assert trace.meta.stop_reason == "end token"
    batch = run(engine, text="\n".join(LINES[:2]), targets=("A dog", "")).batch
    assert [trace.origin[0] for trace in batch] == ["forced", "greedy"]


def test_forced_ids_for_each_sentence(engine: Engine) -> None:
    first = run(engine, text=LINES[0]).trace
    ids = tuple(first.candidate_ids[:2, 3].tolist())
    batch = run(engine, text="\n".join(LINES[:2]), prefixes=(ids, ())).batch
    assert batch[0].produced_ids[:2].tolist() == list(ids)
    assert batch[1].origin[0] == "greedy"


def test_without_a_vocabulary_head_a_given_target_shows_its_maps() -> None:
    engine = Engine()
    engine.checkpoint = make_checkpoint(changes={"vocabulary_head": False})
    done = run(engine, text="a b\nc", targets=("A B", "C D E"), given=True)
    assert [trace.steps for trace in done.batch] == [3, 4]
    assert done.trace.produced_ids is None
    assert isinstance(run(engine, text="a b\nc"), Failed)


@pytest.mark.parametrize(
    ("request_", "what", "why"),
    [
        ({"text": "Hund\n   \nHund"}, "sentence 2", "it has no words"),
        ({"text": "Hund\n" + "Hund " * 90}, "sentence 2", "positions for 64"),
        ({"text": "Hund\nHund", "targets": ("A dog",)}, "targets", "there are 1 for 2 source sentences"),
        ({"text": "Hund", "targets": ("  ",), "given": True}, "target sentence", "it has no words"),
        ({"text": "a\nb", "targets": ("A", ""), "given": True}, "target sentence 2", "it has no words"),
        ({"text": "Hund", "targets": ("dog " * 70,), "given": True}, "target sentence", "positions for 64"),
        ({"text": "Hund", "targets": ("dog " * 70,)}, "beginning of the target", "tiny has positions for 64"),
        ({"text": "\n".join(["Hund"] * (MOST + 1))}, "source sentences", f"Headscope runs {MOST} together"),
    ],
    ids=["empty line", "long line", "few targets", "no target", "no second", "long target", "long beginning", "many"],
)
def test_what_cannot_run_says_why(engine: Engine, request_: dict[str, Any], what: str, why: str) -> None:
    reply = run(engine, **request_)
    assert isinstance(reply, Failed)
    assert reply.what == what
    assert why in reply.why


def test_a_batch_that_nobody_could_hold_is_refused(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MAX_BODY", 1_000_000)
    assert isinstance(run(engine, text=LINES[0]), RunDone)
    reply = run(engine, text="\n".join([LINES[0]] * 60))
    assert isinstance(reply, Failed)
    assert reply.what == "60 sentences"
    assert "their attention maps could take" in reply.why
