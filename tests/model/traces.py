"""A trace in which every number says where it stands."""

from __future__ import annotations

from typing import Any

import numpy as np

from model.record.trace import Meta, Trace

S, T, K = 4, 3, 5  # source and target lengths and candidates
ENCODER, DECODER = (2, 3), (3, 2)  # layers, heads
META = Meta(
    checkpoint="planted",
    checkpoint_sha256="ab" * 32,
    family="Headscope",
    device="cpu",
    decoding={"method": "greedy", "max_length": 30, "forced": [5, 6]},
    stop_reason="end token",
    translation='Two dogs "play" …',
    program_version="9.9",
    source_text="Zwei  HUNDE",
    source_spelling=("Zwei", "HUNDE", "</s>", "<pad>"),
    fully_masked_rows={"decoder": (0, 2)},
    special_ids={"source": (3, 0), "target": (2,)},
    unknown_ids={"target": (1,)},
)


def planted(layers: int, heads: int, queries: int, keys: int) -> Any:
    """[L,H,Q,K]: l.hqk as decimal digits, so that no two cells are equal."""
    layer, head, query, key = np.indices((layers, heads, queries, keys))
    return (layer + head / 10 + query / 100 + key / 1000).astype(np.float32)


def planted_mask(queries: int, keys: int, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 2, size=(queries, keys)).astype(bool)


def make_trace(**changes: Any) -> Trace:
    """A run of four source tokens and three steps; ``changes`` replace arrays (None leaves one out)."""
    values: dict[str, Any] = {
        "source_ids": np.array([4, 5, 3, 1]),
        "source_tokens": np.array(["zwei", "<unk>", "</s>", "<pad>"]),
        "consumed_ids": np.array([2, 7, 8]),
        "consumed_tokens": np.array(["<s>", "Two", "dogs"]),
        "produced_ids": np.array([7, 8, 3]),
        "produced_tokens": np.array(["Two", "dogs", "</s>"]),
        "produced_probability": np.array([0.5, 0.25, 0.125], dtype=np.float32),
        "origin": np.array(["greedy", "forced", "greedy"]),
        "encoder_attention": planted(*ENCODER, S, S),
        "decoder_attention": planted(*DECODER, T, T),
        "cross_attention": planted(*DECODER, T, S),
        "padding_mask": np.array([True, True, True, False]),
        "look_ahead_mask": np.tril(np.ones((T, T), dtype=bool)),
        "target_mask": planted_mask(T, T, 1),
        "encoder_mask": planted_mask(S, S, 2),
        "decoder_mask": planted_mask(T, T, 3),
        "cross_mask": planted_mask(T, S, 4),
        "candidate_ids": np.arange(T * K).reshape(T, K),
        "candidate_tokens": np.array([[f"word {t}.{k}" for k in range(K)] for t in range(T)]),
        "candidate_probabilities": planted(1, 1, T, K)[0, 0],
        "candidate_entropy": np.array([1.5, 0.25, 3.125], dtype=np.float32),
        "drawn_probability": np.array([0.75, 0.625, 0.375], dtype=np.float32),
        "candidate_drawn": planted(2, 1, T, K)[1, 0],
        "decoder_revised": planted(1, DECODER[0], T, T)[0],
        "cross_revised": planted(2, DECODER[0], T, T)[1],
        "activations": {"decoder_query": planted(*DECODER, T, 5), "memory": planted(1, 1, S, 8)[0, 0]},
    }
    meta = changes.pop("meta", META)
    return Trace(meta, **{**values, **changes})
