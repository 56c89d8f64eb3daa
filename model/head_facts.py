"""What a head does on one sentence, in seven numbers: a description of its map, not of what it is for.

numpy only, from a trace alone. Every number is of *this sentence, n = 1*; a head that looks like a
"previous-token head" here may look like another one on the next sentence. Entropy as in Ghader and
Monz (2017) and Clark et al. (2019), distance as in Vig and Belinkov (2019), the largest weight as the
"confidence" of Voita et al. (2019).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.trace import Kind, Trace

SENTENCES = 1  #: on how many sentences the numbers stand: always this one


@dataclass(frozen=True, eq=False)
class HeadFacts:
    """Means over a head's rows, each [L,H] float64; NaN where a head has no row to measure or a fact has no meaning.

    A row is left out where it sees no key, where its query is padding, and where it holds a number that
    is none. Weights count as they are: rows that an intervention has moved are not brought back to 1.
    """

    entropy: NDArray[np.float64]  #: bits: 0 for one key, log2(n) for n keys of equal weight
    evenness: NDArray[np.float64]  #: entropy over log2 of the visible keys, 0…1; rows that see one key left out
    focus: NDArray[np.float64]  #: the row's largest weight
    distance: NDArray[np.float64]  #: tokens between a key and the row's place on the diagonal, by weight
    specials: NDArray[np.float64]  #: share on special tokens, by their ids; NaN where the trace does not name them
    diagonal: NDArray[np.float64]  #: share on the diagonal; between two columns of cross attention it is split
    previous: NDArray[np.float64]  #: share on the token before, from the second row on; NaN for cross attention
    rows: NDArray[np.int64]  #: how many rows were measured


FACTS = tuple(item.name for item in fields(HeadFacts) if item.name != "rows")


def head_facts(trace: Trace, kind: Kind, step: int | None = None) -> HeadFacts | None:
    """The facts of every head of a kind; None where the run has no such attention.

    ``step`` t (0-based) measures the decoder-side rows 0…t alone, as they were after that step; None
    the whole run. Encoder maps are complete at once. Raises IndexError for a step that the run lacks.
    """
    attention = trace.attention(kind)
    if attention is None or 0 in attention.shape:
        return None
    if step is not None and not 0 <= step < max(1, trace.steps):
        raise IndexError("steps count from 0")
    queries, keys = attention.shape[2:]
    if step is not None and kind != "encoder" and trace.steps:
        queries, keys = step + 1, step + 1 if kind == "decoder" else keys
    sight = _Sight(trace, kind, queries, keys)
    layers = [_of_layer(layer[:, :queries, :keys].astype(np.float64), sight) for layer in attention]
    return HeadFacts(**{name: np.array([layer[name] for layer in layers]) for name in (*FACTS, "rows")})


class _Sight:
    """What all heads of a kind share: which keys each row sees, and where each row's diagonal lies."""

    def __init__(self, trace: Trace, kind: Kind, queries: int, keys: int) -> None:
        mask = trace.mask(kind)
        self.mask = np.ones((queries, keys), dtype=bool) if mask is None else mask[:queries, :keys]
        self.measured: NDArray[np.bool_] = np.asarray(self.mask.any(axis=1))
        listed = [row for row in trace.meta.fully_masked_rows.get(kind, ()) if 0 <= row < queries]
        self.measured[listed] = False
        if kind == "encoder" and trace.padding_mask is not None:
            self.measured &= trace.padding_mask
        self.own = kind != "cross"
        self.places = diagonal_places(trace, kind)[:queries]
        self.special = _special(trace, kind, keys)


def diagonal_places(trace: Trace, kind: Kind) -> NDArray[np.float64]:
    """[Q] the column that lies on the diagonal of each row, counted from 0.

    Self-attention: the row's own column. Cross attention: the row's share of the way from the first
    source token to the last that is not padding, so that both sentences start and end together.
    """
    attention = trace.attention(kind)
    assert attention is not None, "the caller has asked for it"
    rows = np.arange(attention.shape[2], dtype=np.float64)
    if kind != "cross":
        return rows
    keys = attention.shape[3] if trace.padding_mask is None else int(trace.padding_mask.sum())
    return rows * ((max(keys, 1) - 1) / max(len(rows) - 1, 1))


def _special(trace: Trace, kind: Kind, keys: int) -> NDArray[np.bool_] | None:
    """[K] is this key a special token? None where the trace does not say."""
    known = trace.meta.special_ids.get("target" if kind == "decoder" else "source")
    ids = trace.consumed_ids if kind == "decoder" else trace.source_ids
    return None if known is None or ids is None else np.isin(ids[:keys], known)


def _of_layer(weights: NDArray[np.float64], sight: _Sight) -> dict[str, Any]:
    """[H] each fact of one layer's heads; ``weights`` [H,Q,K]."""
    measured: NDArray[np.bool_] = np.asarray(sight.measured & np.isfinite(weights).all(axis=2))  # [H,Q]
    weights = np.where(measured[:, :, np.newaxis], weights, 0)
    seen = (sight.mask | (weights > 0)).sum(axis=2)  # a leaking mask shows more than it says
    keys = np.arange(weights.shape[2])
    apart = np.abs(keys - sight.places[:, np.newaxis])  # [Q,K]
    bits = np.abs((weights * np.log2(np.where(weights > 0, weights, 1))).sum(axis=2))  # never −0
    nothing = np.full(len(weights), np.nan)
    return {
        "entropy": _mean(bits, measured),
        "evenness": _mean(bits / np.log2(np.maximum(seen, 2)), measured & (seen > 1)),
        "focus": _mean(weights.max(axis=2), measured),
        "distance": _mean((weights * apart).sum(axis=2), measured),
        "specials": nothing if sight.special is None else _mean(weights[:, :, sight.special].sum(axis=2), measured),
        "diagonal": _mean((weights * np.maximum(0, 1 - apart)).sum(axis=2), measured),
        "previous": _before(weights, measured) if sight.own else nothing,
        "rows": measured.sum(axis=1),
    }


def _before(weights: NDArray[np.float64], measured: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[H] the mean weight just left of the diagonal; the first row has no token before it."""
    return _mean(np.diagonal(weights, offset=-1, axis1=1, axis2=2), measured[:, 1:])


def _mean(values: NDArray[np.float64], measured: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[H] the mean of the measured rows of [H,Q]; NaN where there is none."""
    count = measured.sum(axis=1)
    total = np.where(measured, values, 0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)
