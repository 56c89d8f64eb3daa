"""One sentence as somebody asked for it: each wish ends in the run that its own part of the model makes."""

from __future__ import annotations

import numpy as np
import pytest

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.problems import Problem
from model.decoding.beam import beam_search
from model.decoding.run import run_sentence
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import teach
from model.record.trace import KINDS, Trace
from tests.source_tree import PROJECT

SENTENCE = "Zwei Hunde spielen im Schnee."


@pytest.fixture(scope="module")
def checkpoint() -> Checkpoint:
    return open_checkpoint(PROJECT / "tests" / "fixtures" / "tiny")


def assert_same(one: Trace, other: Trace) -> None:
    assert one.rows("cross") == other.rows("cross")
    assert one.meta.decoding == other.meta.decoding
    for kind in KINDS:
        np.testing.assert_array_equal(one.attention(kind), other.attention(kind))


def test_greedy_with_padding_and_a_limit(checkpoint: Checkpoint) -> None:
    session = DecodingSession(checkpoint, checkpoint.source(SENTENCE, 12), max_length=3)
    run = run_sentence(checkpoint, SENTENCE, pad_to=12, max_length=3)
    assert_same(run, session.run().trace())
    assert (run.source_length, run.steps) == (12, 3)


def test_after_a_beginning(checkpoint: Checkpoint) -> None:
    forced = checkpoint.target_tokenizer.encode("the cat").ids
    run = run_sentence(checkpoint, SENTENCE, prefix="the cat")
    assert_same(run, DecodingSession(checkpoint, checkpoint.source(SENTENCE), forced=forced).run().trace())
    assert len(forced) == 2


def test_along_a_given_target(checkpoint: Checkpoint) -> None:
    given = checkpoint.target_tokenizer.encode("a cat sits").ids
    run = run_sentence(checkpoint, SENTENCE, target="a cat sits")
    assert_same(run, teach(checkpoint, [checkpoint.source(SENTENCE)], [given])[0])


def test_the_best_of_a_beam(checkpoint: Checkpoint) -> None:
    best = beam_search(checkpoint, [checkpoint.source(SENTENCE)], 3)[0]
    run = run_sentence(checkpoint, SENTENCE, beam=3)
    assert run.produced_ids is not None
    assert tuple(run.produced_ids.tolist()) == tuple(best.ids)
    assert run.meta.decoding["method"] == "beam"


@pytest.mark.parametrize(("wish", "why"), [({"target": "  "}, "it has no words")])
def test_what_cannot_be(checkpoint: Checkpoint, wish: dict[str, object], why: str) -> None:
    with pytest.raises(Problem, match=why):
        run_sentence(checkpoint, SENTENCE, **wish)  # type: ignore[arg-type]
