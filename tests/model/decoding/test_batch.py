"""Sentences of unequal lengths, decoded together: each has the numbers of its run alone, and of the plain loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.decoding.batch import BatchSession
from model.decoding.session import DecodingSession
from model.network.config import PaddingBlocks
from model.network.transformer import Keep
from model.record.trace import KINDS, Trace
from tests import oracle
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import make_checkpoint, make_subword_checkpoint, tiny

LINES = ("Zwei Hunde spielen im Schnee.", "Ein Mann.", "Eine Frau liest im Garten ein Buch über Hunde.")


def alone(checkpoint: Any, text: str, **options: Any) -> Any:
    return DecodingSession(checkpoint, checkpoint.source(text), text=text, **options).run().trace()


def together(checkpoint: Any, texts: tuple[str, ...], **options: Any) -> tuple[Any, ...]:
    sources = [checkpoint.source(text) for text in texts]
    return BatchSession(checkpoint, sources, texts=texts, **options).run().traces()


def assert_same(batched: Any, single: Any) -> None:
    """Every number that can be seen: the single run is the upper left part of each map."""
    s, t = single.source_length, single.steps
    for name in ("consumed_ids", "produced_ids", "origin", "candidate_ids", "candidate_tokens"):
        np.testing.assert_array_equal(getattr(batched, name), getattr(single, name))
    for name in ("produced_probability", "candidate_probabilities"):
        np.testing.assert_allclose(getattr(batched, name), getattr(single, name), atol=2e-5)
    sides = {"encoder": (s, s), "decoder": (t, t), "cross": (t, s)}
    for kind, (rows, columns) in sides.items():
        np.testing.assert_allclose(
            batched.attention(kind)[:, :, :rows, :columns], single.attention(kind), rtol=0, atol=2e-5
        )
        np.testing.assert_array_equal(batched.mask(kind)[:rows, :columns], single.mask(kind))
        assert not batched.attention(kind)[..., :rows, columns:].any()
    assert batched.padding_mask.tolist() == [True] * s + [False] * (batched.source_length - s)
    assert (batched.meta.translation, batched.meta.stop_reason) == (single.meta.translation, single.meta.stop_reason)
    assert batched.meta.source_text == single.meta.source_text


def test_a_trained_network_says_the_same_in_a_batch() -> None:
    traces = together(tiny(), LINES)
    assert {trace.source_length for trace in traces} == {max(alone(tiny(), text).source_length for text in LINES)}
    assert len({trace.steps for trace in traces}) > 1
    for trace, text in zip(traces, LINES, strict=True):
        assert_same(trace, alone(tiny(), text))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "changes",
    [
        {"mask_fill": -1e10, "positions": "learned"},
        {"positions": "relative", "norm": "rms", "scale_scores": False},
        {"mask_fill": -1e9, "padding_blocks": PaddingBlocks(decoder="both")},
    ],
    ids=["learned", "relative", "rows of padding"],
)
def test_any_network_says_the_same_in_a_batch(seed: int, changes: dict[str, Any]) -> None:
    checkpoint = make_checkpoint(seed, changes=changes)
    texts, forced = ("a b c d e", "c", "zzz b"), ((4,), (), (6, PAD, 5))
    traces = together(checkpoint, texts, max_length=6, forced=forced, keep=Keep.ACTIVATIONS)
    weights = make_weights(checkpoint.transformer.config, seed)
    for trace, text, first in zip(traces, texts, forced, strict=True):
        single = alone(checkpoint, text, max_length=6, forced=first, keep=Keep.ACTIVATIONS)
        assert_same(trace, single)
        assert trace.activations.keys() == single.activations.keys()
        np.testing.assert_allclose(trace.activations["hidden"], single.activations["hidden"], rtol=1e-3, atol=1e-4)
        source, consumed = trace.source_ids.tolist(), trace.consumed_ids.tolist()
        if PAD in consumed:
            continue  # a produced <pad> counts for some families, and the loops block it
        answer = oracle.run(checkpoint.transformer.config, weights, source, consumed, PAD)
        for kind in KINDS:
            np.testing.assert_allclose(trace.attention(kind), answer.weights[kind], rtol=1e-4, atol=1e-4)


def test_pieces_of_words() -> None:
    checkpoint = make_subword_checkpoint()
    for trace, text in zip(together(checkpoint, LINES[:2], max_length=4), LINES, strict=False):
        assert_same(trace, alone(checkpoint, text, max_length=4))


def test_more_padding_than_the_longest_needs() -> None:
    traces = together(tiny(), LINES[:2], pad_to=14)
    assert [trace.source_length for trace in traces] == [14, 14]
    assert [trace.meta.translation for trace in traces] == [alone(tiny(), text).meta.translation for text in LINES[:2]]


def test_a_sentence_that_has_ended_waits_for_the_others() -> None:
    checkpoint = tiny()
    session = BatchSession(checkpoint, [checkpoint.source(text) for text in LINES])
    active = []
    while count := session.advance():
        active.append(count)
    assert active[0] == 3
    assert active == sorted(active, reverse=True)
    assert active[-1] < 3
    assert len(active) == max(trace.steps for trace in session.traces()) <= session.limit


def test_one_sentence_is_a_batch_too() -> None:
    traces: tuple[Trace, ...] = together(tiny(), LINES[:1])
    assert_same(traces[0], alone(tiny(), LINES[0]))


def test_a_network_without_a_head_produces_nothing() -> None:
    checkpoint = make_checkpoint(changes={"vocabulary_head": False})
    with pytest.raises(Problem, match="no vocabulary head"):
        BatchSession(checkpoint, [checkpoint.source("a")])
