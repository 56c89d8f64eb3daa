"""One row under other ways of masking: not at all, with −∞ before softmax, with 0 there, with 0 after it (3.2.3).

Read from a trace with activations; the softmaxes that no run holds are computed here, in double precision. numpy only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.analysis.explanation import Explanation, explain
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace

Row = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MaskedRow:
    """The numbers of one row. A later token that was not there yet has the score that its vectors give."""

    kind: Kind
    layer: int
    head: int
    query: int
    scores: Row  # [K] before the mask
    visible: NDArray[np.bool_]  # [K] False = blocked
    fill: float  #: what this network writes into blocked scores
    weights: Row  # [K] of the run
    unmasked: Row  # [K] weights without a mask
    zeroed: Row  # [K] weights where blocked scores were 0
    cut: Row  # [K] weights without a mask, the blocked ones set to 0 afterwards

    @property
    def leaked(self) -> float:
        """What blocked keys would get without a mask."""
        return float(self.unmasked[~self.visible].sum())


def masked_row(trace: Trace, kind: Kind, layer: int, head: int, query: int) -> MaskedRow | None:
    """The row of one head; None where the run lacks what its scores are computed from."""
    found = explain(trace, kind, layer, head, query, 0)
    if found is None:
        return None
    scores = _scores(trace, found)
    unmasked = softmax(scores)
    return MaskedRow(
        kind, layer, head, query, scores, found.visible, found.fill, found.weights.astype(np.float64), unmasked,
        softmax(np.where(found.visible, scores, 0.0)), np.where(found.visible, unmasked, 0.0),
    )  # fmt: skip


def first_blocked(trace: Trace, kind: Kind, query: int) -> tuple[Kind, int] | None:
    """Where a blocked cell is: in this row, else in the decoder's row at ``query`` or the last that has a later key."""
    mask = trace.mask(kind)
    if mask is not None and query < len(mask) and not mask[query].all():
        return kind, query
    own = trace.mask("decoder")
    if own is None or trace.attention("decoder") is None:
        return None
    rows = [row for row in range(len(own)) if not own[row].all()]
    return ("decoder", min(rows, key=lambda row: abs(row - query))) if rows else None


def softmax(scores: Row) -> Row:
    """e^(score − largest) over their sum."""
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def _scores(trace: Trace, found: Explanation) -> Row:
    keys = trace.activations[f"{found.kind}_key"][found.layer, found.head].astype(np.float64)  # [K,D]
    computed = keys @ found.query_vector.astype(np.float64) / found.divisor
    scores = np.where(found.later, computed, found.scores.astype(np.float64))
    return np.asarray(scores if found.biases is None else scores + found.biases)
