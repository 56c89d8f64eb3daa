"""A synthetic but plausible run, for tests and for looking at pictures: no model, no file.

Every map differs from every other one and none is symmetric, so that a swapped axis or an index one
off shows. Head 0 aligns, head 1 prefers the previous position, head 2 the first one, others spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.record.trace import KINDS, Meta, Trace

SOURCE = ("Zwei", "Hunde", "spielen", "im", "Schnee", ".")
TARGET = ("Two", "dogs", "play", "in", "the", "snow", ".")
CANDIDATES = 10


def make_trace(
    layers: int = 3,
    heads: int = 4,
    source: Sequence[str] = SOURCE,
    target: Sequence[str] = TARGET,
    padding: int = 0,
    seed: int = 0,
) -> Trace:
    """A run over ``source`` + ``</s>`` + ``padding`` × ``<pad>`` that writes ``target`` + ``</s>``.

    So S = len(source) + 1 + padding, T = len(target) + 1, and the first consumed token is ``<s>``.
    """
    made = _made(layers, heads, tuple(source), tuple(target), padding, seed)
    own: dict[str, Any] = {name: value.copy() for name, value in vars(made).items() if isinstance(value, np.ndarray)}
    return replace(made, meta=deepcopy(made.meta), **own)


@lru_cache(maxsize=64)
def _made(layers: int, heads: int, source: tuple[str, ...], target: tuple[str, ...], padding: int, seed: int) -> Trace:
    """Computed once for all tests of a process; each gets arrays of its own."""
    random = np.random.default_rng(seed)
    source_tokens = [*source, "</s>", *["<pad>"] * padding]
    consumed, produced = ["<s>", *target], [*target, "</s>"]
    visible = np.array([token != "<pad>" for token in source_tokens])
    look_ahead = np.tri(len(consumed), dtype=bool)
    encoder_mask = np.tile(visible, (len(visible), 1))
    cross_mask = np.tile(visible, (len(consumed), 1))
    candidate_tokens, candidate_probabilities = _candidates(produced, random)
    ids = {token: number for number, token in enumerate(sorted({*source_tokens, *consumed, *produced, *_OTHERS}))}
    return Trace(
        meta=_meta(source_tokens, target),
        source_ids=_ids(source_tokens, ids),
        source_tokens=np.array(source_tokens),
        consumed_ids=_ids(consumed, ids),
        consumed_tokens=np.array(consumed),
        produced_ids=_ids(produced, ids),
        produced_tokens=np.array(produced),
        produced_probability=candidate_probabilities[:, 0].copy(),
        origin=np.array(["greedy"] * len(produced)),
        encoder_attention=_attention(layers, heads, encoder_mask, random),
        decoder_attention=_attention(layers, heads, look_ahead, random),
        cross_attention=_attention(layers, heads, cross_mask, random),
        padding_mask=visible,
        look_ahead_mask=look_ahead,
        target_mask=look_ahead.copy(),
        encoder_mask=encoder_mask,
        decoder_mask=look_ahead.copy(),
        cross_mask=cross_mask,
        candidate_ids=np.array([[ids[str(token)] for token in row] for row in candidate_tokens], dtype=np.int64),
        candidate_tokens=candidate_tokens,
        candidate_probabilities=candidate_probabilities,
        candidate_entropy=np.arange(2, len(produced) + 2, dtype=np.float32) / 8,
    )


def taught(trace: Trace, wrong: tuple[int, ...] = ()) -> Trace:
    """The same target, given, in one pass; at ``wrong`` steps the model would have said the second candidate."""
    ids, tokens, shares = trace.candidate_ids, trace.candidate_tokens, trace.produced_probability
    assert ids is not None
    assert tokens is not None
    assert shares is not None
    ids, tokens, shares = ids.copy(), tokens.copy(), shares.copy()
    for step in wrong:
        ids[step, :2], tokens[step, :2] = ids[step, 1::-1].copy(), tokens[step, 1::-1].copy()
        shares[step] = 0.125
    origin, meta = np.array(["teacher"] * trace.steps), replace(trace.meta, decoding={"method": "teacher forcing"})
    return replace(
        trace, candidate_ids=ids, candidate_tokens=tokens, produced_probability=shares, origin=origin, meta=meta
    )


def with_scores(trace: Trace, seed: int = 3) -> Trace:
    """Scores of either sign, no two alike; those of keys that were not there yet are missing, as in a real run."""
    random = np.random.default_rng(seed)
    held: dict[str, Any] = {}
    for kind in KINDS:
        attention = trace.attention(kind)
        assert attention is not None
        held[f"{kind}_scores"] = random.normal(scale=3, size=attention.shape).astype(np.float32)
    assert trace.look_ahead_mask is not None
    held["decoder_scores"][..., ~trace.look_ahead_mask] = np.nan
    return replace(trace, activations=held)


_OTHERS = ("a", "is", "and", "on", "of", "to", "it", "was", "at", "we", "he")


def _meta(source_tokens: Sequence[str], target: Sequence[str]) -> Meta:
    return Meta(
        checkpoint="sample",
        checkpoint_sha256="0" * 64,
        family="tut6",
        device="cpu",
        decoding={"method": "greedy"},
        stop_reason="end token",
        translation=" ".join(target),
        program_version="0",
        source_text=" ".join(token for token in source_tokens if token not in ("</s>", "<pad>")),
    )


def _ids(tokens: Sequence[str], ids: dict[str, int]) -> NDArray[np.int64]:
    return np.array([ids[token] for token in tokens], dtype=np.int64)


def _attention(layers: int, heads: int, mask: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.float32]:
    """[L,H,Q,K]: softmax of random scores with a preference per head, exactly 0 where ``mask`` is False."""
    queries, keys = mask.shape
    scores = random.normal(scale=0.7, size=(layers, heads, queries, keys))
    last = max(int(mask[-1].sum()) - 1, 1)
    row, column = np.arange(queries)[:, None], np.arange(keys)[None, :]
    aligned = row * last / max(queries - 1, 1)
    preferences = (
        -2.5 * np.abs(column - aligned),
        -2.0 * np.abs(column - (row - 1)),
        np.where(column == 0, 2.0, 0.0) + 0.0 * row,
    )
    for head in range(heads):
        if head % 4 < len(preferences):
            scores[:, head] += preferences[head % 4]
    scores[..., ~mask] = -np.inf
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.asarray(weights, dtype=np.float32)


def _candidates(produced: Sequence[str], random: np.random.Generator) -> tuple[NDArray[np.str_], NDArray[np.float32]]:
    """[T,K] tokens, the produced one first, and [T,K] falling probabilities that sum to less than 1."""
    tokens = [[token, *[other for other in _OTHERS if other != token][: CANDIDATES - 1]] for token in produced]
    probabilities = np.sort(random.dirichlet([3.0] + [0.2] * CANDIDATES, size=len(produced))[:, :CANDIDATES])
    return np.array(tokens), probabilities[:, ::-1].astype(np.float32)
