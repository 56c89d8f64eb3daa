"""The weights of one head if nothing hid a key: softmax over all scores of a row, as they were before the mask.

It is one head's mask alone that is taken away: what the layers below computed with theirs stays as it was.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.record.trace import Kind, Trace


def unmasked_weights(run: Trace, kind: Kind, layer: int, head: int) -> NDArray[np.float64] | None:
    """[Q,K] in double precision; None where some score was never computed, or no number.

    A position bias belongs to the score (T5); a table that looks back only has one number for what follows and for
    the row's own place.
    """
    recorded, weights = run.activations.get(f"{kind}_scores"), run.attention(kind)
    if recorded is None or weights is None or recorded.shape != weights.shape or recorded.dtype.kind != "f":
        return None
    scores = recorded[layer, head].astype(np.float64)
    bias = run.activations.get(f"{kind}_bias")
    if bias is not None:
        bias = bias[layer] if bias.ndim == 4 else bias  # UMT5 has a table in every layer
        if bias.ndim != 3 or bias.shape[1:] != scores.shape:
            return None
        added = bias[head].astype(np.float64)
        if np.isnan(added).any():
            own = added[np.arange(len(added)), np.minimum(np.arange(len(added)), added.shape[1] - 1)]
            added = np.where(np.isnan(added), own[:, np.newaxis], added)
        scores = scores + added
    if 0 in scores.shape or not np.isfinite(scores).all():
        return None
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
