"""Do two heads do the same on one sentence? How far their rows lie apart, in bits.

numpy only, from a trace alone; on *this sentence, n = 1*. The measure is the mean Jensen–Shannon divergence between
corresponding rows (Lin 1991), by which Clark et al. (2019, section 6) compare the heads of BERT: with base-2
logarithms 0 = the same weights in every row, 1 = no column in common. Heads with equal maps may still do different
things: what is mixed are their values, and those differ.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.analysis.head_facts import measured_rows, weighted_logs
from model.record.trace import Kind, Trace


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
