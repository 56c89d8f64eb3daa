"""Rows of a run that a later step computed anew, with other weights: which, and by how much. numpy only.

A recording holds each row as it was when it was the newest, for that version chose the token. Where a later token may
change an earlier row (no look-ahead mask, a mask whose blocked cells keep some weight) every step computes all rows
again; what became of the earlier ones is told here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.record.trace import Kind, Trace

NOISE = 1e-6  #: two weights that differ by no more were computed in another order at most


def revised_rows(run: Trace, kind: Kind, layer: int, step: int) -> NDArray[np.float32] | None:
    """[Q] the largest change of a weight of each row at ``step``, over the heads of a layer; 0 where it is noise.

    None where no step computes a row twice, and of a run that is read otherwise.
    """
    sizes = _sizes(run, kind)
    if sizes is None or not (0 <= layer < sizes.shape[0] and 0 <= step < sizes.shape[1]):
        return None
    found = sizes[layer, step]
    return np.where(found > NOISE, found, np.float32(0))


def first_revising_step(run: Trace, kind: Kind, layer: int) -> int | None:
    """The first step that computes an earlier row of a layer otherwise; None where none does."""
    sizes = _sizes(run, kind)
    if sizes is None or not 0 <= layer < sizes.shape[0]:
        return None
    steps = np.flatnonzero((sizes[layer] > NOISE).any(axis=-1))
    return int(steps[0]) if len(steps) else None


def _sizes(run: Trace, kind: Kind) -> NDArray[np.float32] | None:
    if kind == "encoder" or run.meta.reading is not None:
        return None
    return run.decoder_revised if kind == "decoder" else run.cross_revised
