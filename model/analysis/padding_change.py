"""A run beside the same sentence with another number of <pad> tokens: what that changes in a head's weights.

Where padding masks work, nothing but rounding: a position that no query may attend to takes part in no sum.
"""

from __future__ import annotations

from weakref import ReferenceType

import numpy as np

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace


@dataclass(frozen=True, eq=False)
class PaddingChange:
    """``trace`` is what ``before`` became; what is remembered of runs elsewhere decides how long that lives."""

    trace: Trace
    before: ReferenceType[Trace]
    added: int  #: columns of <pad>; less than 0 where some were taken away


@dataclass(frozen=True)
class HeadChange:
    """Of one head."""

    largest: float  #: difference of a weight that both runs have
    padding: float  #: the largest weight on an added column; 0 without
    rows: int  #: that were compared: to where the same tokens had been consumed
    all_rows: bool


def head_change(change: PaddingChange, kind: Kind, layer: int, head: int) -> HeadChange | None:
    """None where the run before is gone, or lacks such a map."""
    before = change.before()
    own, other = change.trace.attention(kind), None if before is None else before.attention(kind)
    if before is None or own is None or other is None or own.shape[:2] != other.shape[:2]:
        return None
    new, old = own[layer, head], other[layer, head]
    rows, columns = (min(pair) for pair in zip(new.shape, old.shape, strict=True))
    complete = True
    if kind != "encoder":
        alike = _alike(before, change.trace)
        complete, rows = alike >= max(new.shape[0], old.shape[0]), min(rows, alike)
    both = np.abs(new[:rows, :columns] - old[:rows, :columns])
    added = new[:, columns:] if kind != "decoder" else new[:, :0]
    return HeadChange(float(both.max(initial=0)), float(added.max(initial=0)), rows, complete)


def _alike(one: Trace, other: Trace) -> int:
    """At how many steps, from the first, the same tokens had been consumed."""
    if one.consumed_ids is None or other.consumed_ids is None:
        return 0
    both = min(len(one.consumed_ids), len(other.consumed_ids))
    differs = np.flatnonzero(one.consumed_ids[:both] != other.consumed_ids[:both])
    return int(differs[0]) if differs.size else both
