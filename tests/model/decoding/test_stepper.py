"""The short way of a step equals the readable network: every number, for every switch, and taking turns with it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from model.decoding.session import DecodingSession
from model.decoding.stepper import StepDecoder
from model.network.config import TransformerConfig
from model.network.transformer import Attended, Cache, Decoding, Encoding, Keep, Transformer
from tests import oracle
from tests.model.networks import BASE, PAD, assert_close, make_network, make_weights, random_config
from tests.model.sample_checkpoints import make_checkpoint

TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-6}
STEPS = 7
#: One switch at a time, each away from BASE.
SWITCHES: tuple[dict[str, Any], ...] = (
    {}, {"norm_order": "pre"}, {"final_norm": True}, {"norm": "rms"}, {"norm": "unbiased"}, {"embedding_norm": True},
    {"positions": "learned"}, {"positions": "stored"}, {"positions": "relative"}, {"scale_embeddings": False},
    {"positions": "learned", "padding_position": True}, {"activation": "gelu"}, {"activation": "gelu_tanh"},
    {"activation": "silu"}, {"gated": True}, {"mask_fill": -1e10}, {"share_embeddings": True, "tie_output": True},
    {"scale_scores": False}, {"scale_logits": True}, {"attention_bias": False}, {"feed_forward_bias": False},
    {"output_bias": False}, {"norm_eps": 0.1}, {"decoder": replace(BASE.decoder, value_width=3)},
    {"positions": "relative", "relative_buckets": 4, "relative_distance": 3},
)  # fmt: skip


def encoded(network: Transformer, length: int = 5) -> Encoding:
    source = torch.arange(2, 2 + length)[None] % network.config.source_vocabulary
    return network.encode(source, torch.ones_like(source, dtype=torch.bool))


def readable(network: Transformer, encoding: Encoding, token: int, cache: Cache, keep: Keep) -> Decoding:
    mask = torch.ones(1, 1, cache.length + 1, dtype=torch.bool)
    return network.decode(torch.tensor([[token]]), encoding, mask, cache, keep)


def numbers(decoding: Decoding) -> list[Tensor]:
    """Everything in it, in one order."""
    found = [decoding.hidden, decoding.embedded]
    for layer in decoding.layers:
        for attended in (layer.own, layer.cross):
            assert isinstance(attended, Attended)
            found += [value for item in fields(Attended) if (value := getattr(attended, item.name)) is not None]
        found += [*layer.inputs, *layer.outputs]
    return found


def assert_same(actual: Decoding, expected: Decoding, tolerance: float) -> None:
    ours, theirs = numbers(actual), numbers(expected)
    for mine, other in zip(ours, theirs, strict=True):
        assert_close(mine, other, tolerance)


def assert_steps(config: TransformerConfig, seed: int, dtype: torch.dtype) -> None:
    """The same cache, step by step; then a second one that both ways extend in turn."""
    network = make_network(config, make_weights(config, seed), dtype)
    tokens = np.random.default_rng(seed).integers(2, config.target_vocabulary, size=STEPS).tolist()
    with torch.inference_mode():
        encoding = encoded(network)
        stepper = StepDecoder.of(network, encoding)
        assert stepper is not None
        theirs, ours, shared = Cache(), Cache(), Cache()
        for position, token in enumerate(tokens):
            expected = readable(network, encoding, token, theirs, Keep.ACTIVATIONS)
            assert_same(stepper.decode(token, ours, Keep.ACTIVATIONS), expected, TOLERANCE[dtype])
            if position % 3:
                turn = stepper.decode(token, shared, Keep.ACTIVATIONS)
            else:
                turn = readable(network, encoding, token, shared, Keep.ACTIVATIONS)
            assert_same(turn, expected, TOLERANCE[dtype])
        assert ours.length == shared.length == STEPS
        for mine, other in zip(ours.own + ours.cross, theirs.own + theirs.cross, strict=True):
            assert_close(torch.cat(mine, -1), torch.cat(other, -1), TOLERANCE[dtype])


#: Each in double precision, and every fifth in single: BASE, a norm, stored positions, silu, no scale.
CASES = [
    *((changes, torch.float64) for changes in SWITCHES),
    *((changes, torch.float32) for changes in SWITCHES[::5]),
]


@pytest.mark.parametrize(("changes", "dtype"), CASES, ids=str)
def test_every_switch(changes: dict[str, Any], dtype: torch.dtype) -> None:
    assert_steps(replace(BASE, **changes), 3, dtype)


@pytest.mark.parametrize("seed", range(12))
def test_random_combinations(seed: int) -> None:
    config = random_config(seed)
    assert_steps(replace(config, mask_fill=-1e4 if config.revises else config.mask_fill), seed, torch.float64)


def test_matrices_laid_out_by_columns() -> None:
    """As every opened checkpoint has them."""
    network = make_network(BASE, make_weights(BASE, 4), torch.float64)
    with torch.inference_mode():
        encoding, cache, other = encoded(network), Cache(), Cache()
        before = [readable(network, encoding, token, cache, Keep.ACTIVATIONS) for token in (2, 5, 4)]
    network.store_by_columns()
    with torch.inference_mode():
        stepper = StepDecoder.of(network, encoding)
        assert stepper is not None
        for token, expected in zip((2, 5, 4), before, strict=True):
            assert_same(stepper.decode(token, other, Keep.ACTIVATIONS), expected, 1e-12)


@pytest.mark.parametrize("keep", list(Keep))
def test_each_level_keeps_what_the_network_keeps(keep: Keep) -> None:
    network = make_network(BASE, make_weights(BASE, 5))
    with torch.inference_mode():
        encoding = encoded(network)
        stepper = StepDecoder.of(network, encoding)
        assert stepper is not None
        assert_same(stepper.decode(2, Cache(), keep), readable(network, encoding, 2, Cache(), keep), 1e-12)


def test_what_it_does_not_cover() -> None:
    """Batches, padding, training, and networks in which a later token changes an earlier row."""
    network = make_network(BASE, make_weights(BASE, 6))
    leaky = make_network(replace(BASE, mask_fill=-1.5), make_weights(BASE, 6))
    with torch.inference_mode():
        encoding = encoded(network)
        assert StepDecoder.of(network, encoding) is not None
        assert StepDecoder.of(leaky, encoding) is None
        two = replace(encoding, memory=encoding.memory.repeat(2, 1, 1), mask=encoding.mask.repeat(2, 1))
        assert StepDecoder.of(network, two) is None
        assert StepDecoder.of(network, replace(encoding, mask=torch.tensor([[True] * 4 + [False]]))) is None
        assert StepDecoder.of(network.train(), encoding) is None


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_positions_end_where_the_table_ends(positions: Any) -> None:
    config = replace(BASE, positions=positions, target_max_length=2)
    network = make_network(config, make_weights(config, 7))
    with torch.inference_mode():
        stepper, cache = StepDecoder.of(network, encoded(network)), Cache()
        assert stepper is not None
        stepper.decode(2, cache)
        stepper.decode(3, cache)
        with pytest.raises(IndexError, match="position 2 is beyond the 2"):
            stepper.decode(4, cache)


@pytest.mark.parametrize("keep", [Keep.WEIGHTS, Keep.ACTIVATIONS])
def test_padding_that_is_produced_in_between(keep: Keep) -> None:
    """The short way until a token is hidden, the readable one from there: still the reference, row by row."""
    checkpoint = make_checkpoint(8)
    config = checkpoint.transformer.config
    session = DecodingSession(checkpoint, checkpoint.source("a b e"), forced=(5, 6, PAD, 4, 7), max_length=6, keep=keep)
    trace: Any = session.run().trace()
    consumed = trace.consumed_ids.tolist()
    assert consumed == [2, 5, 6, PAD, 4, 7]
    answer = oracle.run(config, make_weights(config, 8), trace.source_ids.tolist(), consumed, PAD)
    for kind in ("decoder", "cross"):
        np.testing.assert_allclose(trace.attention(kind), answer.weights[kind], rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(trace.candidate_ids, np.argsort(-answer.logits, axis=1))


@pytest.mark.parametrize("changes", [{}, {"positions": "relative", "norm": "rms", "norm_order": "pre"}])
def test_a_trace_does_not_tell_which_way_it_was_made(changes: dict[str, Any]) -> None:
    """Padding the source takes the readable way; what it adds is blocked, so that all else is the same."""
    checkpoint = make_checkpoint(9, changes=changes)
    short, padded = (
        DecodingSession(checkpoint, checkpoint.source("a b e", pad), max_length=6, keep=Keep.ACTIVATIONS).run().trace()
        for pad in (0, 5)
    )
    assert short.activations.keys() == padded.activations.keys()
    for name in ("consumed_ids", "produced_ids", "candidate_ids"):
        np.testing.assert_array_equal(getattr(short, name), getattr(padded, name))
    for name, value in short.activations.items():
        assert value.dtype == padded.activations[name].dtype
        within = tuple(slice(0, size) for size in value.shape)
        np.testing.assert_allclose(value, padded.activations[name][within], rtol=1e-4, atol=1e-5, err_msg=name)
