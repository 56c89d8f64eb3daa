"""Heads on one sentence: nine numbers about each map, and how far the maps of two heads lie apart.

numpy only, from a trace alone. Every number is of *this sentence, n = 1* and describes a map, not a purpose: a head
that looks like a "previous-token head" here may look like another one on the next sentence. Entropy as in Ghader and
Monz (2017) and Clark et al. (2019), distance as in Vig and Belinkov (2019), the largest weight as the "confidence" of
Voita et al. (2019).

Two heads are compared by the mean Jensen–Shannon divergence between corresponding rows (Lin 1991; Clark et al. 2019,
section 6, for BERT), in bits: 0 = the same weights in every row, 1 = no column in common. Heads with equal maps may
still do different things, since the values that they mix differ.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace


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
    following: NDArray[np.float64]  #: share on the token after, of rows that may see it; NaN for cross attention
    first: NDArray[np.float64]  #: share on the first key, of rows that see more than one
    rows: NDArray[np.int64]  #: how many rows were measured


FACTS = tuple(item.name for item in fields(HeadFacts) if item.name != "rows")


def head_facts(trace: Trace, kind: Kind) -> HeadFacts | None:
    """The facts of every head of a kind; None where the run has no such attention, or is read as no weights.

    What is set aside is no key, and a row that gives weight to nothing else is left out.
    """
    attention, reading = trace.attention(kind), trace.meta.reading
    if attention is None or 0 in attention.shape or (reading is not None and reading.quantity != "weight"):
        return None
    sight = _Sight(trace, kind, *attention.shape[2:])
    layers = [_of_layer(np.asarray(layer, dtype=np.float32), sight) for layer in attention]
    return HeadFacts(**{name: np.array([layer[name] for layer in layers]) for name in (*FACTS, "rows")})


class _Sight:
    """The part that all heads of a kind share: the keys that each row sees, and its place on the diagonal."""

    def __init__(self, trace: Trace, kind: Kind, queries: int, keys: int) -> None:
        mask = trace.mask(kind)
        self.mask = np.ones((queries, keys), dtype=bool) if mask is None else mask
        self.aside = [] if trace.meta.reading is None else list(trace.meta.reading.aside_keys(kind))
        if self.aside:
            self.mask = self.mask.copy()
            self.mask[:, self.aside] = False
        self.measured = measured_rows(trace, kind, queries) & self.mask.any(axis=1)
        self.own = kind != "cross"
        self.places = diagonal_places(trace, kind)
        self.special = _special(trace, kind)
        self.apart = np.abs(np.arange(keys) - self.places[:, np.newaxis])  # [Q,K] float64
        self.visible = self.mask.sum(axis=1)  # [Q]


def measured_rows(trace: Trace, kind: Kind, queries: int) -> NDArray[np.bool_]:
    """[Q] does a row count? Not where it sees no key, nor where its query is padding."""
    mask = trace.mask(kind)
    rows = np.ones(queries, dtype=bool) if mask is None else np.asarray(mask[:queries].any(axis=1))
    rows[[row for row in trace.meta.fully_masked_rows.get(kind, ()) if 0 <= row < queries]] = False
    if kind == "encoder" and trace.padding_mask is not None:
        rows &= trace.padding_mask
    return rows


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


def _special(trace: Trace, kind: Kind) -> NDArray[np.bool_] | None:
    """[K] is this key a special token? None where the trace does not say."""
    known = trace.meta.special_ids.get("target" if kind == "decoder" else "source")
    ids = trace.consumed_ids if kind == "decoder" else trace.source_ids
    return None if known is None or ids is None else np.isin(ids, known)


def _of_layer(weights: NDArray[np.float32], sight: _Sight) -> dict[str, Any]:
    """[H] each fact of one layer's heads; ``weights`` [H,Q,K].

    A whole map of many heads is read as few times as possible, in single precision; means are in double.
    """
    heads, keys = len(weights), weights.shape[2]
    told = np.ones((keys, 2), dtype=np.float32)
    told[:, 1] = 0 if sight.special is None else sight.special
    with np.errstate(invalid="ignore"):  # infinities of both signs in one row
        total, specials = np.moveaxis(weights @ told, 2, 0)  # [H,Q]
    measured: NDArray[np.bool_] = np.asarray(sight.measured & np.isfinite(total))
    if sight.aside:
        measured &= total > 0
    if not np.isfinite(total).all():
        weights = np.where(measured[:, :, np.newaxis], weights, np.float32(0))
    bits = np.abs(weighted_logs(weights)).astype(np.float64)  # never −0
    seen = _seen(weights, sight)
    nothing = np.full(heads, np.nan)
    return {
        "entropy": _mean(bits, measured),
        "evenness": _mean(bits / np.log2(np.maximum(seen, 2)), measured & (seen > 1)),
        "focus": _mean(weights.max(axis=2), measured),
        "distance": _mean(np.einsum("hqk,qk->hq", weights, sight.apart.astype(np.float32)), measured),
        "specials": nothing if sight.special is None else _mean(specials, measured),
        "diagonal": _mean(_on_diagonal(weights, sight), measured),
        "previous": _before(weights, measured) if sight.own else nothing,
        "following": _after(weights, measured & _sees_next(sight)) if sight.own else nothing,
        "first": _mean(weights[:, :, 0], measured & (seen > 1)),
        "rows": measured.sum(axis=1),
    }


def weighted_logs(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """[H,Q,K] → [H,Q] Σ w·log2 w, with 0·log2 0 = 0. One head at a time fits where the processor is fast."""
    result = np.empty(weights.shape[:2], dtype=np.float32)
    logs = np.empty(weights.shape[1:], dtype=np.float32)
    for head, map_ in enumerate(weights):
        np.log2(np.maximum(map_, np.finfo(np.float32).tiny, out=logs), out=logs)
        result[head] = np.einsum("qk,qk->q", map_, logs)
    return result


def _seen(weights: NDArray[np.float32], sight: _Sight) -> NDArray[np.int64]:
    """[H,Q] or [1,Q] the number of keys that a row sees; a leaking mask shows more than it says."""
    if sight.mask.all() or not np.einsum("hqk,qk->q", weights, (~sight.mask).astype(np.float32)).any():
        return np.asarray(sight.visible[np.newaxis])
    return np.asarray((sight.mask | (weights > 0)).sum(axis=2))


def _on_diagonal(weights: NDArray[np.float32], sight: _Sight) -> NDArray[np.float64]:
    """[H,Q] the weight on the diagonal; between two columns each counts by how near it is."""
    rows, keys = np.arange(weights.shape[1]), weights.shape[2]
    low = np.floor(sight.places).astype(np.intp)
    past = sight.places - low
    result = np.zeros(weights.shape[:2])
    for column, share in ((low, 1 - past), (low + 1, past)):
        inside = (column < keys) & (share > 0)
        result[:, inside] += weights[:, rows[inside], column[inside]] * share[inside]
    return result


def _before(weights: NDArray[np.float32], measured: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[H] the mean weight just left of the diagonal; the first row has no token before it."""
    return _mean(np.diagonal(weights, offset=-1, axis1=1, axis2=2), measured[:, 1:])


def _sees_next(sight: _Sight) -> NDArray[np.bool_]:
    """[Q] may a row see the token after its own?"""
    result = np.zeros(len(sight.mask), dtype=bool)
    diagonal = np.diagonal(sight.mask, offset=1)
    result[: len(diagonal)] = diagonal
    return result


def _after(weights: NDArray[np.float32], measured: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[H] the mean weight just right of the diagonal; the last row has no token after it."""
    above = np.diagonal(weights, offset=1, axis1=1, axis2=2)
    return _mean(above, measured[:, : above.shape[1]])


def _mean(values: NDArray[Any], measured: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[H] the mean of the measured rows of [H,Q]; NaN where there is none."""
    count = measured.sum(axis=1)
    total = np.where(measured, values, 0).sum(axis=1, dtype=np.float64)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def divergences(trace: Trace, kind: Kind, layer: int, head: int) -> NDArray[np.float64] | None:
    """[L,H] float64, 0…1 bits: each head's mean divergence from one head of the same kind; 0 for that head itself.

    A row counts as in :func:`model.analysis.head_facts.head_facts`, and only where it sees two keys or more: the
    first row of the decoder is the same in every head. Rows are compared as shares of their own sum, so that one
    from which columns were set aside can be; a row without any weight in either head is left out. NaN where no row
    is left. None where the run has no such attention, or where its maps hold no weights but another quantity. One
    head at a time, so that memory is that of three maps. Raises IndexError for a layer or head that the run lacks.
    """
    attention = trace.attention(kind)
    if attention is None or 0 in attention.shape:
        return None
    if trace.meta.reading is not None and trace.meta.reading.quantity != "weight":
        return None
    rows = _compared(trace, kind)
    own = _shares(attention[layer, head], rows)
    own_bits = weighted_logs(own[np.newaxis])[0]  # [Q] Σ p·log2 p
    result = np.full(attention.shape[:2], np.nan)
    for place in np.ndindex(result.shape):
        other = _shares(attention[place], rows)
        both = np.isfinite(own_bits) & np.isfinite(other.sum(axis=1))
        if not both.any():
            continue
        middle = np.asarray((own + other) / 2, dtype=np.float32)
        apart = (own_bits + weighted_logs(other[np.newaxis])[0]) / 2 - weighted_logs(middle[np.newaxis])[0]
        result[place] = np.clip(apart[both].astype(np.float64), 0, 1).mean()
    return result


def _compared(trace: Trace, kind: Kind) -> NDArray[np.intp]:
    """The rows that count."""
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None, "the caller has asked for it"
    rows = measured_rows(trace, kind, attention.shape[2])
    if mask is not None and not trace.meta.leaky_mask:
        rows = rows & (mask.sum(axis=1) > 1)
    return np.flatnonzero(rows)


def _shares(weights: NDArray[np.float32], rows: NDArray[np.intp]) -> NDArray[np.float32]:
    """[rows,K] each row over its sum; not-a-number where it has none."""
    chosen = np.asarray(weights[rows], dtype=np.float32)
    with np.errstate(invalid="ignore"):
        total = chosen.sum(axis=1, keepdims=True)
        return np.asarray(chosen / np.where(total > 0, total, np.nan), dtype=np.float32)
