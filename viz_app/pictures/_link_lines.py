"""Which weights of a head become lines. Arithmetic only: no drawing, no words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from model.trace import Kind, Trace
from viz_app.state import Settings

MOST = 1500  #: lines in one picture; of more, the strongest are kept


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines from queries to keys, the weakest first, so that the strongest lies on top. All [N]."""

    query: NDArray[np.intp]
    key: NDArray[np.intp]
    weight: NDArray[np.float32]
    found: int  #: how many there would be without :data:`MOST`
    finite: bool  #: False where a weight is no finite number; such a one has no line

    def __len__(self) -> int:
        return len(self.query)


def lines_of(trace: Trace, kind: Kind, layer: int, head: int, step: int, settings: Settings) -> Lines:
    """The lines of one head after a step: decoded rows only, no blocked cell, no weight below the threshold.

    Where the family's mask leaks, a blocked cell has a weight that counts, and so it has its line. A
    weight of exactly 0 has none, whatever the threshold. ``trace`` must have the kind.
    """
    values, allowed = cells_of(trace, kind, layer, head, step)
    finite = np.isfinite(values)
    weakest = np.float32(settings.link_threshold / 100 * trace.full_scale(kind))
    drawn = allowed & finite & (values > 0) & (values >= weakest)
    if settings.link_count:
        drawn &= _largest(np.where(drawn, values, 0), settings.link_count)
    query, key = np.nonzero(drawn)
    weight = values[query, key]
    strongest = np.argsort(weight, kind="stable")[-MOST:]
    return Lines(query[strongest], key[strongest], weight[strongest], len(weight), bool(finite.all()))


def cells_of(
    trace: Trace, kind: Kind, layer: int, head: int, step: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """([q,k] weights, [q,k] may they have a line) of the rows and columns that exist after a step."""
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None, "the caller has asked for it"
    rows, columns = attention.shape[2:]
    if trace.steps and kind != "encoder":
        rows = min(step + 1, rows)
        columns = min(step + 1, columns) if kind == "decoder" else columns
    values = np.asarray(attention[layer, head, :rows, :columns])
    if mask is None or trace.meta.leaky_mask:
        return values, np.ones(values.shape, dtype=bool)
    return values, np.asarray(mask[:rows, :columns])


def _largest(values: NDArray[np.float32], count: int) -> NDArray[np.bool_]:
    """[Q,K] True at the ``count`` largest of each row; of equal ones the first."""
    kept = np.zeros(values.shape, dtype=bool)
    np.put_along_axis(kept, np.argsort(-values, axis=1, kind="stable")[:, :count], True, axis=1)
    return kept
