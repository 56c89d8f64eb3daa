"""Runs of any length and any number of heads, for looking at: nothing in them comes from a model.

Weights have one peak in each row; vectors are those of a short run over and over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from model.record.trace import KINDS, Trace


def planted(tokens: int, grid: tuple[int, int], like: Trace) -> Trace:
    """A run of that size with one peak in each row, which no two heads have at one place."""
    layers, heads = grid
    target = round(1.1 * tokens)
    chance = np.random.default_rng(tokens)
    shapes = {"encoder": (tokens, tokens), "decoder": (target, target), "cross": (target, tokens)}
    arrays: dict[str, Any] = {}
    activations: dict[str, Any] = {}
    for kind in KINDS:
        queries, keys = shapes[kind]
        scores = 0.7 * chance.standard_normal((layers, heads, queries, keys), dtype=np.float32)
        for head in range(heads):
            at = (np.arange(queries) * keys // queries + head) % keys
            scores[:, head, np.arange(queries), at] += 5
        mask = np.tri(queries, dtype=bool) if kind == "decoder" else np.ones((queries, keys), dtype=bool)
        weights = np.where(mask, np.exp(scores), 0)
        arrays[f"{kind}_attention"] = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
        arrays[f"{kind}_mask"] = mask
        activations[f"{kind}_scores"] = (
            scores if kind != "decoder" else np.where(mask, scores, np.nan).astype(np.float32)
        )
    words = np.array(["Straße", "und", "der", "·n", "Wissenschaft", "ging", "a", "durch"])
    sources, consumed = (np.resize(words, count) for count in (tokens, target))
    for name in ("candidate_ids", "candidate_tokens", "candidate_probabilities"):
        listed = getattr(like, name)
        arrays[name] = np.resize(listed, (target, listed.shape[1]))
    return replace(
        like,
        meta=replace(like.meta, source_text=" ".join(sources), translation=" ".join(consumed), source_spelling=()),
        source_ids=np.arange(tokens) + 10, source_tokens=sources,
        consumed_ids=np.arange(target) + 10, consumed_tokens=consumed,
        produced_ids=np.arange(target) + 11, produced_tokens=np.roll(consumed, -1),
        produced_probability=np.full(target, 0.5, np.float32), origin=np.array(["greedy"] * target),
        padding_mask=np.ones(tokens, bool), look_ahead_mask=np.tri(target, dtype=bool),
        target_mask=np.tri(target, dtype=bool), candidate_entropy=None, activations=activations, **arrays,
    )  # fmt: skip


def longer(activations: Mapping[str, Any], trace: Trace, tokens: int, target: int) -> dict[str, Any]:
    """Vectors for so many positions: those of a shorter run over and over."""
    counts = {trace.source_length: tokens, trace.steps: target}
    found = {}
    for name, array in activations.items():
        found[name] = array
        for axis, size in enumerate(array.shape):
            if size in counts and not name.endswith(("_table", "gamma", "beta")):
                found[name] = np.take(found[name], np.arange(counts[size]) % size, axis=axis)
    return found
