"""Which weights of one or several heads become lines. Arithmetic only: no drawing, no words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import quantities
from viz_app.state.state import Settings

MOST = 1000  #: lines in one picture; of more, the strongest are kept


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines from queries to keys, the weakest first, so that the strongest lies on top. All [N]."""

    head: NDArray[np.intp]
    query: NDArray[np.intp]
    key: NDArray[np.intp]
    weight: NDArray[np.float32]
    found: int  #: how many there would be without :data:`MOST`
    trouble: quantities.Trouble  #: a weight that is no finite number has no line

    def __len__(self) -> int:
        return len(self.query)


def lines_of(
    trace: Trace, kind: Kind, layer: int, heads: tuple[int, ...], step: int, settings: Settings
) -> Lines:  # fmt: skip
    """The lines of some heads of a layer after a step: decoded rows, no blocked cell, no weight below the threshold.

    Threshold and count hold for each head by itself. Where the family's mask leaks, a blocked cell has a weight that
    counts, and so it has its line. A weight of exactly 0 has none, whatever the threshold. ``trace`` must have the
    kind.
    """
    measure = quantities.measure_of(trace)
    weakest = np.float32(settings.link_threshold / 100 * trace.full_scale(kind))
    parts, found, troubles = [], 0, set[quantities.Trouble]()
    for head in heads:
        values, allowed = cells_of(trace, kind, layer, head, step)
        numbers = np.isfinite(values)
        drawn = allowed & numbers & (values > 0) & (values >= weakest)
        if settings.link_count:
            drawn &= _largest(np.where(drawn, values, 0), settings.link_count)
        query, key = np.nonzero(drawn)
        weight = values[query, key]
        strongest = np.argsort(weight, kind="stable")[-(MOST // len(heads)) :]
        parts.append((np.full(len(strongest), head), query[strongest], key[strongest], weight[strongest]))
        found += len(weight)
        troubles.add(quantities.trouble(values, measure))
    head_, query, key, weight = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(weight, kind="stable")
    return Lines(head_[order], query[order], key[order], weight[order], found, quantities.worst(*troubles))


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
