"""Alignment by cross attention without an answer key: how clearly a head points both ways.

numpy only, from a trace alone; on one sentence, n = 1. Agreement with sentences
aligned by hand is the better measure; :mod:`model.analysis.effects` gives another: agreement with what really matters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.record.trace import Trace


def two_way_focus(trace: Trace) -> NDArray[np.float64] | None:
    """[L,H] for cross attention, 0…1; None where the run has none, or no word to point at.

    A head that aligns gives each produced word most of its weight on one source word, and leaves no source word
    without a produced one. So: a = the mean, over produced words, of the largest weight on a source word;
    b = the mean, over source words, of the largest weight from a produced word; 2ab / (a + b), their harmonic
    mean, as precision and recall are joined into F1. Special tokens (start, end, padding) are no words. The order
    of words plays no part: a language that turns sentences around can be aligned as well.
    """
    attention = trace.cross_attention
    if attention is None:
        return None
    rows, columns = _words(trace, "target", trace.produced_ids), _words(trace, "source", trace.source_ids)
    rows = np.ones(attention.shape[2], dtype=bool) if rows is None else rows
    if columns is None or not rows.any() or not columns.any():
        return None
    if trace.padding_mask is not None:
        columns = columns & trace.padding_mask
    result = np.zeros(attention.shape[:2])
    for layer, heads in enumerate(attention):
        words = heads[:, _picked(rows)][:, :, _picked(columns)]  # [H,Q,K]
        largest = [words.max(axis=axis) for axis in (2, 1)]
        if not all(np.isfinite(each).all() for each in largest):
            largest = [np.nan_to_num(words, nan=0.0).max(axis=axis) for axis in (2, 1)]
        forth, back = (each.mean(axis=1, dtype=np.float64) for each in largest)  # [H]
        result[layer] = 2 * forth * back / np.maximum(forth + back, np.finfo(np.float64).tiny)
    return result


def _picked(chosen: NDArray[np.bool_]) -> slice | NDArray[np.bool_]:
    """An index for what is chosen; one stretch is a slice, which copies nothing."""
    places = np.flatnonzero(chosen)
    together = places[-1] - places[0] + 1 == len(places)
    return slice(int(places[0]), int(places[-1]) + 1) if together else chosen


def _words(trace: Trace, side: str, ids: NDArray[np.int64] | None) -> NDArray[np.bool_] | None:
    """Tokens that are no special ones; all where the trace does not name them, None without ids."""
    return None if ids is None else ~np.isin(ids, trace.meta.special_ids.get(side, ()))
