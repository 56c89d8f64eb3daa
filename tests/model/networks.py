"""Small networks with weights that leave nothing to chance: every gain, shift and bias is non-trivial.

Xavier weights and zero biases would hide a forgotten bias or gain; these cannot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.network.config import Dropout, PaddingBlocks, PaddingRule, StackConfig, TransformerConfig
from model.network.masks import padding_mask, target_mask
from model.network.transformer import Decoding, Encoding, Keep, Transformer

Array = NDArray[np.float64]
PAD = 1

#: Layers, heads, widths and vocabularies all differ, and M is neither H·D nor F.
BASE = TransformerConfig(
    source_vocabulary=9,
    target_vocabulary=9,
    width=8,
    encoder=StackConfig(layers=2, heads=3, head_width=2, feed_forward_width=7),
    decoder=StackConfig(layers=3, heads=2, head_width=5, feed_forward_width=6),
    max_length=12,
)

#: The switches that add weights, all on.
EVERYTHING: dict[str, Any] = {
    "norm": "layer", "final_norm": True, "embedding_norm": True, "gated": True, "padding_position": True,
    "attention_bias": True, "feed_forward_bias": True, "output_bias": True, "vocabulary_head": True, "classes": 3,
    "share_embeddings": False, "tie_output": False, "target_token_norm": False, "head_layer": False,
}  # fmt: skip


def make_weights(config: TransformerConfig, seed: int, faint: bool = False) -> dict[str, Array]:
    """Weights for ``config`` and for every sibling that differs only in its switches.

    ``faint`` makes tables and sub-layer outputs so small that a LayerNorm's eps outweighs the
    variance of what it reads (with learned positions).
    """
    return {name: value.copy() for name, value in _weights(config, seed, faint).items()}


@cache
def _weights(config: TransformerConfig, seed: int, faint: bool) -> dict[str, Array]:
    rng = np.random.default_rng(seed)
    result: dict[str, Array] = {}
    bert = {"target_token_norm": True, "head_layer": True}
    for further in ({"positions": "learned"}, {"positions": "relative"}, bert):
        for name, parameter in Transformer(replace(config, **EVERYTHING | further)).named_parameters():
            if name in result:
                continue
            values = rng.normal(scale=0.5, size=tuple(parameter.shape))
            if "norm" in name and name.endswith("weight"):
                values = 1.0 + 0.6 * values
            elif faint and any(part in name for part in ("embedding", ".output.", ".contract.")):
                values *= 1e-3
            result[name] = values.astype(np.float32).astype(np.float64)  # exact in both precisions
    return result


def make_network(
    config: TransformerConfig, weights: Mapping[str, Array], dtype: torch.dtype = torch.float64
) -> Transformer:
    """A network in evaluation mode that holds ``weights``."""
    network = Transformer(config).to(dtype).eval()
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            parameter.copy_(torch.from_numpy(weights[name]))
    return network


def run_network(
    network: Transformer, source: Tensor, target: Tensor, keep: Keep = Keep.WEIGHTS
) -> tuple[Encoding, Decoding, Tensor]:
    """Teacher forcing without gradients → encoding, decoding, logits [B,T,V]."""
    with torch.no_grad():
        encoding = network.encode(source, padding_mask(source, PAD), keep)
        mask = target_mask(target, PAD, network.config.padding_blocks.decoder)
        decoding = network.decode(target, encoding, mask, keep=keep, visible=padding_mask(target, PAD))
        return encoding, decoding, network.predict(decoding.hidden)


def maps(encoding: Encoding, decoding: Decoding, name: str = "weights") -> dict[str, Tensor]:
    """Kind → [B,L,H,Q,K] of ``weights`` or ``scores``."""
    cross = [record.cross for record in decoding.layers if record.cross is not None]
    kinds = {
        "encoder": [record.own for record in encoding.layers],
        "decoder": [record.own for record in decoding.layers],
        "cross": cross,
    }
    return {kind: torch.stack([getattr(one, name) for one in found], dim=1) for kind, found in kinds.items()}


def assert_close(actual: Tensor, expected: Tensor, tolerance: float = 1e-9) -> None:
    """Equal in shape, dtype and, to ``tolerance`` + ``tolerance``·|x|, in value."""
    torch.testing.assert_close(actual, expected, rtol=tolerance, atol=tolerance)


def make_batch(
    seed: int, config: TransformerConfig, sources: tuple[int, ...] = (5, 3, 0), targets: tuple[int, ...] = (4, 6, 2)
) -> tuple[Tensor, Tensor]:
    """Random ids [B,S] and [B,T], padded on the right; a length of 0 is a source of padding only."""
    rng = np.random.default_rng(seed)

    def rows(lengths: tuple[int, ...], vocabulary: int) -> Tensor:
        longest = max(*lengths, 1)
        drawn = rng.integers(2, vocabulary, size=(len(lengths), longest))
        for row, length in enumerate(lengths):
            drawn[row, length:] = PAD
        return torch.from_numpy(drawn)

    return rows(sources, config.source_vocabulary), rows(targets, config.target_vocabulary)


def random_config(seed: int) -> TransformerConfig:
    """Every switch and every size drawn at random; by turns one kind of attention has no padding mask."""
    rng = np.random.default_rng(seed)

    def one_of(*choices: Any) -> Any:
        return choices[int(rng.integers(len(choices)))]

    def stack() -> StackConfig:
        layers, heads, width, inner = (int(rng.integers(1, high)) for high in (4, 4, 5, 9))
        return StackConfig(layers, heads, width, inner, one_of(None, 1, 3))

    def rule(place: int) -> PaddingRule:
        drawn: PaddingRule = one_of("keys", "queries", "both")
        return "none" if seed % 6 == place else drawn

    share = bool(rng.integers(2))
    vocabulary = int(rng.integers(4, 12))
    return TransformerConfig(
        source_vocabulary=vocabulary,
        target_vocabulary=vocabulary if share else vocabulary + 3,
        width=2 * int(rng.integers(2, 6)),
        encoder=stack(),
        decoder=stack(),
        max_length=int(rng.integers(8, 20)),
        target_max_length=one_of(None, 8, 21),
        positions=one_of("sinusoidal", "learned", "stored", "relative"),
        padding_position=one_of(True, False),
        relative_buckets=one_of(4, 8),
        relative_distance=one_of(3, 6, 128),
        scale_embeddings=one_of(True, False),
        norm_order=one_of("post", "pre"),
        final_norm=one_of(True, False),
        norm_eps=one_of(1e-12, 1e-5, 1e-2),
        norm=one_of("layer", "rms", "unbiased"),
        embedding_norm=one_of(True, False),
        activation=one_of("relu", "gelu", "gelu_tanh", "silu"),
        gated=one_of(True, False),
        mask_fill=one_of(-math.inf, -1e10, -1e4, -1.5),
        share_embeddings=share,
        tie_output=one_of(True, False),
        scale_scores=one_of(True, False),
        scale_logits=one_of(True, False),
        attention_bias=one_of(True, False),
        feed_forward_bias=one_of(True, False),
        output_bias=one_of(True, False),
        classes=one_of(0, 3),
        padding_blocks=PaddingBlocks(*map(rule, range(3))),
    )


def paper(source_vocabulary: int, target_vocabulary: int) -> TransformerConfig:
    """The base model of "Attention Is All You Need", table 3."""
    stack = StackConfig(layers=6, heads=8, head_width=64, feed_forward_width=2048)
    return TransformerConfig(
        source_vocabulary, target_vocabulary, 512, stack, stack, max_length=512, tie_output=True,
        share_embeddings=source_vocabulary == target_vocabulary, dropout=Dropout(embedding=0.1, residual=0.1),
    )  # fmt: skip


def tut6(source_vocabulary: int, target_vocabulary: int) -> TransformerConfig:
    """bentrevett/pytorch-seq2seq 6 as published."""
    stack = StackConfig(layers=3, heads=8, head_width=32, feed_forward_width=512)
    return TransformerConfig(
        source_vocabulary, target_vocabulary, 256, stack, stack, max_length=100, positions="learned", mask_fill=-1e10,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )  # fmt: skip
