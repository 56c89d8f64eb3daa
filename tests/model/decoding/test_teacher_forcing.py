"""One pass over a given target is what consuming it token by token computes, and what plain loops compute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints.checkpoint import Special
from model.common.problems import Problem
from model.decoding.session import GIVEN_TARGET, DecodingSession
from model.decoding.teacher_forcing import teach
from model.network.transformer import Keep
from model.record.trace import KINDS
from tests import oracle
from tests.model.networks import PAD, make_weights, random_config
from tests.model.sample_checkpoints import make_checkpoint, tiny

END = 3
WORDS = st.lists(st.sampled_from([4, 5, 6, 7, 8, 0]), min_size=1, max_size=9).map(tuple)


def stepwise(checkpoint: Any, source: Any, target: tuple[int, ...]) -> Any:
    session = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, forced=(*target, END), origin="teacher")
    return session.run().trace()


def softmax(logits: Any) -> Any:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@given(target=WORDS, seed=st.integers(0, 3), padding=st.integers(0, 3))
@settings(max_examples=8, deadline=None)
def test_one_pass_equals_step_by_step(target: tuple[int, ...], seed: int, padding: int) -> None:
    changes = {} if seed % 2 else {"mask_fill": -1e10, "positions": "learned", "norm_order": "pre"}
    checkpoint = make_checkpoint(seed, changes=changes)
    checkpoint.transformer.double()  # so that what is left to see is the computation's own difference
    source = checkpoint.source("a b zzz c", 5 + padding)
    expected: Any = stepwise(checkpoint, source, target)
    trace: Any = teach(checkpoint, [source], [target], keep=Keep.ACTIVATIONS)[0]
    for name in ("consumed_ids", "produced_ids", "consumed_tokens", "produced_tokens", "origin", "candidate_ids"):
        np.testing.assert_array_equal(getattr(trace, name), getattr(expected, name))
    maps = [f"{kind}_{what}" for kind in KINDS for what in ("attention", "mask")]
    for name in (
        *maps,
        "produced_probability",
        "candidate_probabilities",
        "candidate_entropy",
        "target_mask",
        "padding_mask",
    ):
        np.testing.assert_allclose(getattr(trace, name), getattr(expected, name), rtol=0, atol=1e-6)
    assert trace.meta.translation == expected.meta.translation
    assert trace.meta.stop_reason == GIVEN_TARGET


@pytest.mark.parametrize("seed", range(6))
def test_a_batch_of_unequal_lengths_equals_the_plain_loops(seed: int) -> None:
    """Any network, with mask fills that leak and rows of padding that see nothing: in one pass they are exact too."""
    config = random_config(seed)
    changes = {
        name: getattr(config, name)
        for name in ("mask_fill", "positions", "norm", "norm_order", "padding_blocks", "scale_scores", "final_norm")
    }
    checkpoint = make_checkpoint(seed, changes=changes)
    texts, targets = ("a b c d", "e"), ((4,), (8, 5, 0, 6))
    traces: Any = teach(checkpoint, [checkpoint.source(text) for text in texts], targets, texts=texts)
    weights = make_weights(checkpoint.transformer.config, seed)
    for trace, target, text in zip(traces, targets, texts, strict=True):
        row = [2, *target, END, PAD, PAD, PAD][:6]
        assert trace.consumed_ids.tolist() == row[:-1]
        assert trace.produced_ids.tolist() == row[1:]
        assert (trace.meta.decoding["given"], trace.meta.source_text) == (len(target) + 1, text)
        assert trace.source_length == 5
        answer = oracle.run(checkpoint.transformer.config, weights, trace.source_ids.tolist(), row[:-1], PAD)
        for kind in KINDS:
            np.testing.assert_allclose(trace.attention(kind), answer.weights[kind], rtol=1e-4, atol=1e-5)
        wanted = softmax(answer.logits)
        labels = wanted[np.arange(5), trace.produced_ids]
        np.testing.assert_allclose(trace.produced_probability, labels, rtol=1e-3, atol=1e-6)
        np.testing.assert_array_equal(trace.candidate_ids[:, 0], wanted.argmax(axis=1))
        bits = -(wanted * np.log2(wanted)).sum(axis=1)
        np.testing.assert_allclose(trace.candidate_entropy, bits, rtol=1e-3, atol=1e-5)


def test_a_padded_target_changes_no_number_that_counts() -> None:
    """What a real network says of each sentence alone, it says of it in the batch."""
    texts = ("Zwei Hunde spielen im Schnee.", "Zwei Kinder schlafen.")
    wanted = ("Two dogs are playing in the snow.", "Two children are sleeping.")
    checkpoint = tiny()
    targets = [checkpoint.target_tokenizer.encode(text).ids for text in wanted]
    sources = [checkpoint.source(text) for text in texts]
    together: Any = teach(checkpoint, sources, targets)
    for index, batched in enumerate(together):
        alone: Any = teach(checkpoint, [sources[index]], [targets[index]])[0]
        t, s = alone.steps, alone.source_length
        assert (batched.steps, batched.source_length) == (together[0].steps, together[0].source_length)
        np.testing.assert_allclose(batched.produced_probability[:t], alone.produced_probability, atol=1e-5)
        np.testing.assert_allclose(batched.cross_attention[:, :, :t, :s], alone.cross_attention, atol=1e-5)
        np.testing.assert_allclose(batched.decoder_attention[:, :, :t, :t], alone.decoder_attention, atol=1e-5)
        np.testing.assert_allclose(batched.encoder_attention[:, :, :s, :s], alone.encoder_attention, atol=1e-5)
        assert not batched.target_mask[:, t + 1 :].any()
        assert batched.meta.translation == wanted[index]


def test_tokens_that_a_model_forces_itself_come_first_and_once() -> None:
    special = Special(1, 1, 2, (3,), source_suffix=(3,), forced=(8,))
    checkpoint = make_checkpoint(special=special)
    source = checkpoint.source("a b")
    for target in ((5, 6), (8, 5, 6)):
        trace: Any = teach(checkpoint, [source], [target])[0]
        assert trace.consumed_ids.tolist() == [2, 8, 5, 6]
        assert trace.produced_ids.tolist() == [8, 5, 6, 3]


def test_what_cannot_be_consumed_is_said() -> None:
    checkpoint = make_checkpoint()
    source = checkpoint.source("a b")
    with pytest.raises(Problem, match="with its start it has 17 tokens and random has positions for 16"):
        teach(checkpoint, [source], [(5,) * 16])
    with pytest.raises(Problem, match="the vocabulary has no token 9"):
        teach(checkpoint, [source], [(9,)])
    with pytest.raises(Problem, match="no vocabulary head"):
        teach(make_checkpoint(changes={"vocabulary_head": False}), [source], [(5,)])
