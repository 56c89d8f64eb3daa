"""A planted run of sub-word pieces: every row sums to 1, and no two numbers are equal by chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from model.record.trace import Meta, Trace

#        0      1         2      3   4       5
SOURCE = ("▁Der", "▁Schnee", "ball", ".", "</s>", "<pad>")
WORDS = ((0,), (1, 2), (3,), (4,), (5,))
#          0      1      2      3      4       5     6    (7: </s>, produced only)
CONSUMED = ("<s>", "▁The", "▁sn", "ow", "ball", "▁fl", "ew")
PRODUCED = (*CONSUMED[1:], "</s>")
CONSUMED_WORDS = ((0,), (1,), (2, 3, 4), (5, 6))
PRODUCED_WORDS = ((0,), (1, 2, 3), (4, 5), (6,))
PROBABILITY = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
S, T, LAYERS, HEADS, D, M = len(SOURCE), len(CONSUMED), 2, 3, 4, 5
IDS = {"</s>": 1, "<pad>": 2, "<s>": 3}
META = Meta(
    checkpoint="pieces", checkpoint_sha256="cd" * 32, family="Headscope", device="cpu", decoding={},
    stop_reason="end token", translation="The snowball flew", program_version="9", source_text="Der Schneeball.",
    source_spelling=SOURCE, special_ids={"source": (1, 2), "target": (1, 2, 3)}, unknown_ids={"source": (0,)},
    word_marks={"source": "▁", "target": "▁"},
)  # fmt: skip


def weights(seed: int, mask: Any, layers: int = LAYERS, heads: int = HEADS) -> Any:
    """[L,H,Q,K] float32: rows that sum to 1 over what ``mask`` allows."""
    raw = np.random.default_rng(seed).uniform(0.05, 1, (layers, heads, *mask.shape)) * mask
    return (raw / raw.sum(axis=-1, keepdims=True)).astype(np.float32)


def make_run(activations: bool = False, **changes: Any) -> Trace:
    """Six source tokens with one ``<pad>``, seven steps; ``changes`` replace arrays or meta."""
    seen = np.array([True] * (S - 1) + [False])
    masks = {"encoder": np.tile(seen, (S, 1)), "decoder": np.tri(T, dtype=bool), "cross": np.tile(seen, (T, 1))}
    values: dict[str, Any] = {
        "meta": META,
        "source_ids": ids(SOURCE),
        "source_tokens": np.array(SOURCE),
        "consumed_ids": ids(CONSUMED),
        "consumed_tokens": np.array(CONSUMED),
        "produced_ids": ids(PRODUCED),
        "produced_tokens": np.array(PRODUCED),
        "produced_probability": np.array(PROBABILITY, dtype=np.float32),
        "origin": np.array(["greedy", "greedy", "forced", "greedy", "greedy", "greedy", "greedy"]),
        "padding_mask": seen,
        "look_ahead_mask": masks["decoder"].copy(),
        "target_mask": masks["decoder"].copy(),
        "candidate_ids": np.arange(T * 3).reshape(T, 3),
        "candidate_tokens": np.array([[f"▁c{t}.{k}" for k in range(3)] for t in range(T)]),
        "candidate_probabilities": np.random.default_rng(9).uniform(size=(T, 3)).astype(np.float32),
        "candidate_entropy": np.arange(1, T + 1, dtype=np.float32) / 4,
        "activations": vectors(masks) if activations else {},
    }
    for seed, (kind, mask) in enumerate(masks.items()):
        values |= {f"{kind}_attention": weights(seed, mask), f"{kind}_mask": mask}
    return Trace(**{**values, **changes})


def vectors(masks: Any) -> dict[str, Any]:
    """Scores, values and W_O of every kind; a decoder score of the future is not-a-number."""
    random, found = np.random.default_rng(5), {}
    for kind, mask in masks.items():
        scores = random.normal(size=(LAYERS, HEADS, *mask.shape)).astype(np.float32)
        found[f"{kind}_scores"] = np.where(mask, scores, np.nan).astype(np.float32) if kind == "decoder" else scores
        found[f"{kind}_value"] = random.normal(size=(LAYERS, HEADS, mask.shape[1], D)).astype(np.float32)
        found[f"{kind}_w_o"] = random.normal(size=(LAYERS, M, HEADS * D)).astype(np.float32)
    return found


def ids(tokens: Any) -> Any:
    """Special tokens have the ids of ``META``, the others are counted on from 10."""
    return np.array([IDS.get(token, 10 + place) for place, token in enumerate(tokens)])
