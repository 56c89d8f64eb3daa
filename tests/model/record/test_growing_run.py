"""Rows that come in parts against the same run recorded at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.decoding.sampling import Sampling
from model.decoding.session import DecodingSession
from model.record.growing_run import GrowingRun, check_rows
from model.record.trace import ARRAYS
from tests.model.sample_checkpoints import make_checkpoint

SENTENCE = "a b e zzz c"


def session() -> DecodingSession:
    checkpoint = make_checkpoint(3)
    return DecodingSession(checkpoint, checkpoint.source(SENTENCE, 8), max_length=9, sampling=Sampling(3))


@pytest.mark.parametrize("every", [1, 3, 100])
def test_the_parts_are_the_run(every: int) -> None:
    decoding, growing, sent = session(), GrowingRun(), 0
    while decoding.advance() is not None:
        if len(decoding.steps) % every == 0:
            growing.add(*_part(decoding, sent))
            sent = len(decoding.steps)
            assert growing.trace().steps == sent
    if sent < len(decoding.steps):
        growing.add(*_part(decoding, sent))
    whole, joined = decoding.trace(), growing.trace()
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(joined, name), getattr(whole, name), err_msg=name)
    assert joined.meta == whole.meta


def test_what_was_shown_stays_as_it_was_while_more_comes() -> None:
    decoding, growing = session(), GrowingRun()
    decoding.advance()
    growing.add(*_part(decoding, 0))
    first = growing.trace()
    before = {name: getattr(first, name).copy() for name in ARRAYS if getattr(first, name) is not None}
    sent = 1
    while decoding.advance() is not None:
        growing.add(*_part(decoding, sent))
        sent = len(decoding.steps)
    for name, values in before.items():
        np.testing.assert_array_equal(getattr(first, name), values)
        assert not getattr(growing.trace(), name).flags.writeable
    assert growing.trace().source_ids is first.source_ids


def test_every_row_is_sent_once() -> None:
    """All parts together are as many numbers as the run has, but for the blank future of their own rows."""
    decoding, sizes = session(), 0
    while decoding.advance() is not None:
        count = len(decoding.steps)
        _, arrays = decoding.rows(count - 1)
        sizes += arrays["cross_attention"].size
    whole = decoding.trace().cross_attention
    assert whole is not None
    assert sizes == whole.size


def test_room_is_made_again_for_a_run_longer_than_was_thought() -> None:
    growing, steps, source = GrowingRun(), 300, 3
    cross = np.random.default_rng(1).random((1, 2, steps, source)).astype(np.float32)
    own = np.tril(np.random.default_rng(2).random((1, 2, steps, steps))).astype(np.float32)
    tokens = np.array([f"t{'o' * (step % 17)}{step}" for step in range(steps)])
    meta, first = session().run().trace().meta, 0
    for last in (1, 2, 63, 64, 65, 200, 300):
        arrays = {
            "consumed_ids": np.arange(first, last), "consumed_tokens": np.array(tokens[first:last].tolist()),
            "cross_attention": cross[:, :, first:last], "decoder_attention": own[:, :, first:last, :last],
        }  # fmt: skip
        if first == 0:
            arrays |= {"source_ids": np.arange(source), "source_tokens": np.array(["a", "b", "c"])}
        growing.add(meta, first, arrays)
        first = last
    trace = growing.trace()
    np.testing.assert_array_equal(trace.cross_attention, cross)
    np.testing.assert_array_equal(trace.decoder_attention, own)
    np.testing.assert_array_equal(trace.consumed_tokens, tokens)


def test_a_run_whose_limit_is_known_is_never_copied_for_room() -> None:
    decoding, growing, rooms = session(), GrowingRun(), set()
    sent = 0
    while decoding.advance() is not None:
        growing.add(*_part(decoding, sent))
        sent = len(decoding.steps)
        held = growing._held["decoder_attention"]
        rooms.add((id(held), held.shape[-2:]))
    assert len(rooms) == 1
    assert rooms.pop()[1] == (9, 9)


def test_a_part_that_does_not_follow_is_refused() -> None:
    decoding, growing = session(), GrowingRun()
    decoding.advance()
    decoding.advance()
    with pytest.raises(Problem, match="missing"):
        growing.add(*_part(decoding, 1))
    growing.add(*_part(decoding, 0))
    with pytest.raises(Problem, match="missing"):
        growing.add(*_part(decoding, 0))


def test_rows_that_do_not_fit_each_other_are_refused() -> None:
    rows: dict[str, Any] = {"consumed_ids": np.arange(2), "cross_attention": np.zeros((1, 1, 2, 3), np.float32)}
    assert check_rows(4, rows) == 2
    for name, wrong in (
        ("cross_attention", np.zeros((1, 1, 3, 3), np.float32)), ("cross_attention", np.zeros((2, 3), np.float32)),
        ("consumed_ids", np.zeros(2)), ("activations", np.zeros(2)),
        ("decoder_attention", np.zeros((1, 1, 2, 2), np.float32)),
    ):  # fmt: skip
        with pytest.raises(Problem):
            check_rows(4, rows | {name: wrong})
    with pytest.raises(Problem):
        check_rows(-1, rows)
    with pytest.raises(Problem):
        check_rows(0, {})


def _part(decoding: DecodingSession, first: int) -> tuple:  # type: ignore[type-arg]
    meta, arrays = decoding.rows(first)
    return meta, first, arrays
