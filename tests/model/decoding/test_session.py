"""One token at a time equals running the whole network again for every token, by the plain-loop reference."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, Special
from model.common.problems import Problem
from model.decoding.capture import next_token
from model.decoding.session import END_TOKEN, GIVEN_TARGET, START, DecodingSession, default_limit
from model.decoding.teacher_forcing import one_pass
from model.network.config import PaddingBlocks
from model.network.transformer import Keep
from model.record.trace import KINDS
from tests import oracle
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import PAIRS, SPECIAL, make_checkpoint, tiny

SENTENCE = "a b e zzz c"


def decode(checkpoint: Checkpoint, text: str = SENTENCE, pad_to: int = 0, **options: Any) -> Any:
    """A whole run → its trace; Any, since every array of a trace may be None and none is here."""
    return DecodingSession(checkpoint, checkpoint.source(text, pad_to), text=text, **options).run().trace()


def ids(array: Any) -> list[int]:
    return [int(value) for value in array]


def reference(checkpoint: Checkpoint, seed: int, source: list[int], limit: int) -> tuple[list[int], oracle.Answer]:
    """Greedy decoding that starts again for every token → consumed tokens and the last answer."""
    config = checkpoint.transformer.config
    weights = make_weights(config, seed)
    consumed = [checkpoint.special.start]
    while True:
        answer = oracle.run(config, weights, source, consumed, PAD)
        produced = int(answer.logits[-1].argmax())
        if produced in checkpoint.special.ends or len(consumed) == limit:
            return consumed, answer
        consumed.append(produced)


@pytest.mark.parametrize("seed", range(8))
def test_greedy_equals_the_reference_token_by_token(seed: int) -> None:
    """Tokens, probabilities, candidates and every map."""
    switches = {"norm_order": "pre", "final_norm": True} if seed % 2 else {"mask_fill": -1e10, "positions": "learned"}
    checkpoint = make_checkpoint(seed, changes=switches)
    trace = decode(checkpoint, pad_to=8 if seed > 3 else 0, max_length=7)
    consumed, answer = reference(checkpoint, seed, ids(trace.source_ids), 7)
    assert ids(trace.consumed_ids) == consumed
    for kind in KINDS:
        np.testing.assert_allclose(trace.attention(kind), answer.weights[kind], rtol=1e-5, atol=1e-5)
    powers = np.exp(answer.logits - answer.logits.max(axis=1, keepdims=True))
    probabilities = powers / powers.sum(axis=1, keepdims=True)
    best = np.argsort(-probabilities, axis=1)
    np.testing.assert_array_equal(trace.candidate_ids, best)
    np.testing.assert_array_equal(trace.produced_ids, best[:, 0])
    np.testing.assert_allclose(
        trace.candidate_probabilities, np.take_along_axis(probabilities, best, axis=1), rtol=1e-4, atol=1e-6
    )
    np.testing.assert_array_equal(trace.produced_probability, trace.candidate_probabilities[:, 0])
    np.testing.assert_allclose(trace.candidate_entropy, [bits(row) for row in probabilities], rtol=1e-4, atol=1e-5)


def bits(probabilities: Any) -> float:
    """−Σ p·log₂ p, one after the other."""
    return -math.fsum(float(p) * math.log2(p) for p in probabilities if p > 0)


@pytest.mark.parametrize("forced", [(), (9, 4)])
def test_the_entropy_is_that_of_the_whole_vocabulary_not_of_the_candidates(forced: tuple[int, ...]) -> None:
    """From the logits of one pass over what was consumed, in a vocabulary of more tokens than candidates."""
    checkpoint = tiny()
    trace = decode(checkpoint, PAIRS[0][0], forced=forced)
    source, consumed = checkpoint.source(PAIRS[0][0], 0), tuple(ids(trace.consumed_ids))
    with torch.inference_mode():
        _, decoding = one_pass(checkpoint, [source], [consumed], Keep.WEIGHTS)
        logits = checkpoint.transformer.predict(decoding.hidden[0]).tolist()
    assert len(logits[0]) > trace.candidate_ids.shape[1]
    for row, found, listed in zip(logits, trace.candidate_entropy, trace.candidate_probabilities, strict=True):
        powers = [math.exp(value - max(row)) for value in row]
        expected = bits([power / math.fsum(powers) for power in powers])
        assert found == pytest.approx(expected, abs=1e-4)
        assert bits([*listed, max(0.0, 1 - float(listed.sum()))]) <= found + 1e-5, "as one they are less"


def test_a_token_without_probability_adds_nothing() -> None:
    """Some families suppress a token by a bias of −∞."""
    even, certain = ([0.0, -math.inf, 0.0], [5.0, -math.inf, -math.inf])
    assert next_token(torch.tensor(even), 0).entropy == pytest.approx(1.0)
    assert next_token(torch.tensor(even), 1).probability == 0.0
    assert next_token(torch.tensor(certain), 0).entropy == 0.0
    assert math.copysign(1, next_token(torch.tensor(certain), 0).entropy) == 1, "no −0.00"


@pytest.mark.parametrize(
    "changes",
    [
        {"mask_fill": -1.5},  # blocked cells keep weight, so a later token changes earlier rows
        {"mask_fill": -1e9, "padding_blocks": PaddingBlocks(decoder="queries")},
        {"mask_fill": -1e9, "padding_blocks": PaddingBlocks("both", "both", "both")},
    ],
    ids=["leaky", "rows of padding", "both sides of padding"],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_row_is_what_the_whole_network_computes_for_its_prefix(seed: int, changes: dict[str, Any]) -> None:
    """A cache would be wrong here: earlier rows change. Padding in the target on purpose."""
    checkpoint = make_checkpoint(seed, changes=changes)
    trace = decode(checkpoint, pad_to=7, forced=(5, PAD, 6, PAD, 4), max_length=6)
    weights, consumed = make_weights(checkpoint.transformer.config, seed), ids(trace.consumed_ids)
    assert consumed == [2, 5, PAD, 6, PAD, 4]
    for step in range(len(consumed)):
        prefix = consumed[: step + 1]
        answer = oracle.run(checkpoint.transformer.config, weights, ids(trace.source_ids), prefix, PAD)
        for kind, keys in (("decoder", step + 1), ("cross", trace.source_length)):
            found = trace.attention(kind)[:, :, step, :keys]
            np.testing.assert_allclose(found, answer.weights[kind][:, :, step], rtol=1e-5, atol=1e-5)
        assert trace.produced_probability[step] == pytest.approx(
            softmax(answer.logits[-1])[trace.produced_ids[step]], rel=1e-4
        )


def softmax(logits: Any) -> Any:
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()


def test_the_masks_of_a_trace_follow_the_family() -> None:
    changes = {"mask_fill": -1e9, "padding_blocks": PaddingBlocks(encoder="both", decoder="queries", cross="both")}
    trace = decode(make_checkpoint(1, changes=changes), pad_to=7, forced=(5, PAD, 6), max_length=3)
    source = trace.source_ids != PAD
    target = np.array([True, True, False])
    np.testing.assert_array_equal(trace.encoder_mask, source[:, None] & source)
    np.testing.assert_array_equal(trace.decoder_mask, np.tril(np.ones((3, 3), dtype=bool)) & target[:, None])
    np.testing.assert_array_equal(trace.cross_mask, target[:, None] & source)
    assert trace.meta.fully_masked_rows == {"encoder": (6,), "decoder": (2,), "cross": (2,)}


def test_without_a_vocabulary_head_there_is_no_next_token() -> None:
    checkpoint = make_checkpoint(1, changes={"vocabulary_head": False})
    with pytest.raises(Problem, match="it has no vocabulary head, so there is no next token"):
        decode(checkpoint)


def assert_contract(trace: Any, checkpoint: Checkpoint) -> None:
    """Everything that the trace file promises about its numbers."""
    sizes, config = (len(trace.source_ids), trace.steps), checkpoint.transformer.config
    s, t = sizes
    shapes = {
        "encoder": (config.encoder.layers, config.encoder.heads, s, s),
        "decoder": (config.decoder.layers, config.decoder.heads, t, t),
        "cross": (config.decoder.layers, config.decoder.heads, t, s),
    }
    padding = trace.source_ids != checkpoint.special.source_padding
    np.testing.assert_array_equal(trace.padding_mask, padding)
    look_ahead = np.tril(np.ones((t, t), dtype=bool))
    visible = trace.consumed_ids != checkpoint.special.target_padding
    visible[0] = True
    masks = {
        "encoder": np.broadcast_to(padding, (s, s)),
        "decoder": look_ahead & visible,
        "cross": np.broadcast_to(padding, (t, s)),
    }
    np.testing.assert_array_equal(trace.look_ahead_mask, look_ahead)
    np.testing.assert_array_equal(trace.target_mask, masks["decoder"])
    for kind in KINDS:
        weights, mask = trace.attention(kind), trace.mask(kind)
        assert (weights.shape, weights.dtype) == (shapes[kind], np.float32)
        np.testing.assert_array_equal(mask, masks[kind])
        np.testing.assert_allclose(weights.sum(axis=-1), 1.0, atol=1e-5)
        assert (weights[..., ~masks[kind]] == 0.0).all()
    assert trace.candidate_ids.shape == (t, min(config.target_vocabulary, 10))
    assert (np.diff(trace.candidate_probabilities, axis=1) <= 0).all()
    assert (trace.candidate_probabilities.sum(axis=1) <= 1 + 1e-5).all()
    assert ids(trace.consumed_ids[1:]) == ids(trace.produced_ids[:-1])
    for row, produced in enumerate(ids(trace.produced_ids)):
        where = ids(trace.candidate_ids[row]).index(produced)
        assert trace.candidate_probabilities[row, where] == trace.produced_probability[row]
    for name in ("consumed", "produced", "candidate"):
        tokens = getattr(trace, f"{name}_tokens")
        expected = [checkpoint.target_tokenizer.token(index) for index in ids(getattr(trace, f"{name}_ids").flat)]
        assert list(tokens.flat) == expected
    assert not trace.meta.leaky_mask
    assert trace.meta.fully_masked_rows == {}


@pytest.mark.parametrize("pad_to", [0, 12])
def test_a_trained_model_keeps_the_contract(pad_to: int) -> None:
    checkpoint = tiny()
    for source, target in PAIRS[::8]:
        trace = decode(checkpoint, source, pad_to)
        assert_contract(trace, checkpoint)
        assert trace.meta.translation == target
        assert trace.meta.stop_reason == END_TOKEN
        assert trace.meta.source_text == source
        assert ids(trace.produced_ids)[-1] == 3
        assert set(trace.origin) == {"greedy"}
        assert trace.candidate_probabilities.shape[1] == 10
        assert (trace.candidate_probabilities.sum(axis=1) < 1).all()  # 36 words have the rest


def test_a_small_vocabulary_has_all_its_candidates() -> None:
    trace = decode(make_checkpoint())
    assert_contract(trace, make_checkpoint())
    assert trace.candidate_probabilities.shape[1] == 9
    np.testing.assert_allclose(trace.candidate_probabilities.sum(axis=1), 1.0, atol=1e-5)


def test_padding_changes_no_visible_value() -> None:
    checkpoint = make_checkpoint(3)
    plain, padded = decode(checkpoint, max_length=6), decode(checkpoint, pad_to=11, max_length=6)
    length = len(plain.source_ids)
    assert ids(padded.source_ids) == ids(plain.source_ids) + [1] * (11 - length)
    assert ids(padded.produced_ids) == ids(plain.produced_ids)
    np.testing.assert_allclose(padded.produced_probability, plain.produced_probability, rtol=1e-5)
    for kind in KINDS:
        expected, found = plain.attention(kind), padded.attention(kind)
        np.testing.assert_allclose(found[:, :, : expected.shape[2], : expected.shape[3]], expected, atol=1e-6)
    assert padded.cross_attention is not None
    assert (padded.cross_attention[..., length:] == 0.0).all()


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_a_stated_limit_stops_the_run_and_is_named(limit: int) -> None:
    checkpoint = never_ending()
    trace = decode(checkpoint, max_length=limit)
    assert trace.steps == limit
    assert trace.meta.stop_reason == f"limit of {limit} tokens"
    assert trace.meta.decoding["max_length"] == limit


def test_without_a_limit_the_positions_or_twice_the_source_end_it() -> None:
    checkpoint = never_ending()  # positions for 16
    assert decode(checkpoint).steps == 16
    assert decode(checkpoint, max_length=1000).steps == 16
    assert default_limit(6, 100) == 32
    assert default_limit(60, 100) == 100


def never_ending() -> Checkpoint:
    return make_checkpoint(special=replace(SPECIAL, suppressed=(1, 3)))


def test_a_trace_says_which_ids_are_no_text() -> None:
    checkpoint = make_checkpoint(3)
    special = checkpoint.special
    meta = decode(checkpoint, max_length=2).meta
    tokenizers = {"source": checkpoint.source_tokenizer, "target": checkpoint.target_tokenizer}
    assert meta.word_marks == {side: each.word_mark for side, each in tokenizers.items()}
    assert set(meta.special_ids["source"]) == {special.source_padding, *special.source_prefix, *special.source_suffix}
    assert set(meta.special_ids["target"]) == {special.target_padding, special.start, *special.ends}
    assert meta.unknown_ids == {
        "source": (checkpoint.source_tokenizer.unknown_id,),
        "target": (checkpoint.target_tokenizer.unknown_id,),
    }


def test_suppressed_tokens_are_never_produced_and_keep_their_probability() -> None:
    suppressed = tuple(range(1, 9))
    trace = decode(make_checkpoint(special=replace(SPECIAL, suppressed=suppressed)), max_length=4)
    assert ids(trace.produced_ids) == [0] * 4
    np.testing.assert_allclose(trace.candidate_probabilities.sum(axis=1), 1.0, atol=1e-5)
    where = list(trace.candidate_ids[0]).index(0)
    assert trace.produced_probability[0] == trace.candidate_probabilities[0, where]


def test_forced_tokens_come_first_and_greedy_goes_on() -> None:
    checkpoint = make_checkpoint(2, special=replace(SPECIAL, suppressed=(3,)))
    trace = decode(checkpoint, forced=(7, 5), max_length=5)
    assert list(trace.origin) == ["forced", "forced", "greedy", "greedy", "greedy"]
    assert ids(trace.produced_ids)[:2] == [7, 5]
    assert ids(trace.consumed_ids)[:3] == [2, 7, 5]
    assert trace.meta.decoding["forced"] == [7, 5]
    answer = oracle.run(
        checkpoint.transformer.config, make_weights(checkpoint.transformer.config, 2), ids(trace.source_ids),
        ids(trace.consumed_ids), PAD,
    )  # fmt: skip
    chosen = np.exp(answer.logits[0] - answer.logits[0].max())
    assert math.isclose(trace.produced_probability[0], chosen[7] / chosen.sum(), rel_tol=1e-4)
    np.testing.assert_allclose(trace.decoder_attention, answer.weights["decoder"], rtol=1e-5, atol=1e-5)


def test_the_rules_of_a_model_force_before_a_person_does() -> None:
    checkpoint = make_checkpoint(special=replace(SPECIAL, forced=(8,), suppressed=(3,)))
    assert ids(decode(checkpoint, max_length=3).produced_ids)[0] == 8
    assert ids(decode(checkpoint, forced=(6,), max_length=3).produced_ids)[:2] == [8, 6]
    again = decode(checkpoint, forced=(8, 6), max_length=3)  # as a window asks after a run: with the forced ones
    assert ids(again.produced_ids)[:2] == [8, 6]


def test_a_given_target_is_followed_to_its_end() -> None:
    given = (4, 6, 8, 4, 5)
    trace = decode(make_checkpoint(), forced=given, origin="teacher")
    assert tuple(ids(trace.produced_ids)) == given
    assert set(trace.origin) == {"teacher"}
    assert trace.meta.stop_reason == GIVEN_TARGET
    ended = decode(make_checkpoint(), forced=(4, 6, 3), origin="teacher")
    assert ended.meta.stop_reason == END_TOKEN


def test_padding_in_a_given_target_is_blocked_for_later_rows() -> None:
    checkpoint = make_checkpoint(5)
    trace = decode(checkpoint, forced=(4, PAD, 6, 7), origin="teacher")
    assert_contract(trace, checkpoint)
    assert trace.decoder_mask[:, 2].tolist() == [False] * 4
    config = checkpoint.transformer.config
    answer = oracle.run(config, make_weights(config, 5), ids(trace.source_ids), ids(trace.consumed_ids), PAD)
    np.testing.assert_allclose(trace.decoder_attention, answer.weights["decoder"], rtol=1e-5, atol=1e-5)


def test_a_start_token_that_is_padding_can_be_seen() -> None:
    """Some families begin with ``<pad>``; then only later padding is blocked."""
    special = Special(1, 1, 1, (3,), source_suffix=(3,), suppressed=(1, 3))
    trace = decode(make_checkpoint(special=special), max_length=3)
    assert trace.decoder_mask.tolist() == np.tril(np.ones((3, 3), dtype=bool)).tolist()
    np.testing.assert_allclose(trace.decoder_attention.sum(axis=-1), 1.0, atol=1e-5)


@pytest.mark.parametrize("forced", [(9,), (-1,), (4, 10**9)])
def test_a_forced_token_must_exist(forced: tuple[int, ...]) -> None:
    with pytest.raises(Problem, match=str(forced[-1])):
        decode(make_checkpoint(), forced=forced)


def test_stepping_by_hand() -> None:
    checkpoint = tiny()
    session = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde spielen im Schnee."))
    first = session.advance()
    assert first is not None
    assert (first.consumed_id, first.own.shape, first.cross.shape) == (2, (2, 4, 1), (2, 4, 7))
    assert (first.own == 1.0).all()
    assert session.trace().steps == 1
    assert session.trace().meta.stop_reason == ""
    while (step := session.advance()) is not None:
        assert step.own.shape[-1] == len(session.steps)
    assert session.stop_reason == END_TOKEN
    assert session.advance() is None
    assert session.trace().steps == len(session.steps) == 9
    assert " ".join(session.trace().rows("cross")) == "Two dogs are playing in the snow . <eos>"
    assert " ".join(session.trace().rows("decoder")) == "<sos> Two dogs are playing in the snow ."


def test_activations_explain_every_weight() -> None:
    """Queries and keys give the weights, and each sub-layer's input plus output the next input."""
    checkpoint = make_checkpoint(6, changes={"norm_order": "pre"})
    trace = decode(checkpoint, pad_to=8, keep=Keep.ACTIVATIONS, max_length=5)
    found = trace.activations
    for kind, query, key in (("encoder",) * 3, ("decoder",) * 3, ("cross", "cross", "cross")):
        scores = np.einsum("lhqd,lhkd->lhqk", found[f"{query}_query"], found[f"{key}_key"])
        scores /= math.sqrt(found[f"{query}_query"].shape[-1])
        mask = trace.mask(kind)
        powers = np.exp(scores) * mask
        expected = powers / powers.sum(axis=-1, keepdims=True)
        np.testing.assert_allclose(trace.attention(kind), expected, rtol=1e-4, atol=1e-5)
        assert found[f"{kind}_value"].shape == found[f"{kind}_key"].shape
    for stack, first, last, parts in (
        ("encoder", "source_embedded", "memory", 2),
        ("decoder", "target_embedded", "hidden", 3),
    ):
        inputs, outputs = found[f"{stack}_inputs"], found[f"{stack}_outputs"]
        stream = found[first]
        for layer in range(inputs.shape[0]):
            for part in range(parts):
                np.testing.assert_allclose(inputs[layer, part], stream, rtol=1e-4, atol=1e-4)
                stream = inputs[layer, part] + outputs[layer, part]
        np.testing.assert_allclose(found[last], stream, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("start", "label"), [(PAD, START), (3, START), (2, "")])
def test_a_start_token_with_another_role_is_drawn_as_start(start: int, label: str) -> None:
    trace = decode(make_checkpoint(special=replace(SPECIAL, start=start)), max_length=3)
    assert trace.meta.start_label == label
    assert trace.rows("decoder")[0] == trace.columns("decoder")[0] == (label or "<sos>")
    assert trace.rows("decoder")[1:] == tuple(map(str, trace.consumed_tokens[1:]))
    assert trace.consumed_ids[0] == start
    assert trace.consumed_tokens[0] == ("<unk>", "<pad>", "<sos>", "<eos>")[start]


def test_a_model_may_say_what_its_last_token_is() -> None:
    free = decode(make_checkpoint(), max_length=4)
    trace = decode(make_checkpoint(special=replace(SPECIAL, last=(3,))), max_length=4)
    assert ids(trace.produced_ids) == [*ids(free.produced_ids)[:3], 3]
    assert list(trace.origin) == ["greedy"] * 3 + ["forced"]
    assert trace.meta.stop_reason == "limit of 4 tokens"
