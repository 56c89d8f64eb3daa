"""The current row: the one row of one map that the sentence, the strip and the inspector talk about.

Pure reading of a snapshot; it draws nothing and names nothing.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing.picture import Measure
from viz_app.pictures.drawing.quantities import measure_of
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.state.state import Selection, Snapshot

Blocked = Literal["future", "padding", "mask"]


SHOWN = 0.005  #: weights are written with two decimals


@dataclass(frozen=True, eq=False)
class Row:
    """One row of one head's map, as it was after the selected step."""

    trace: Trace
    kind: Kind
    layer: int
    head: int
    query: int  #: which row
    weights: NDArray[np.float32]  #: [K]
    allowed: NDArray[np.bool_]  #: [K] True = may attend
    keys: tuple[str, ...]  #: [K] as they are shown

    @property
    def blind(self) -> bool:
        """No key may be attended to: the weights are whatever the family computes then."""
        return not self.allowed.any() or self.query in self.trace.meta.fully_masked_rows.get(self.kind, ())

    @property
    def total(self) -> float:
        return float(self.weights.sum(dtype=np.float64))

    @property
    def quantity(self) -> Measure:
        """What the numbers are."""
        return measure_of(self.trace)

    @property
    def aside(self) -> frozenset[int]:
        """Keys that a person has set aside."""
        done = self.trace.meta.reading
        return frozenset() if done is None else frozenset(done.aside_keys(self.kind))

    @property
    def emptied(self) -> bool:
        """All that the row gave weight to is set aside."""
        return bool(self.aside) and not self.blind and self.quantity != "score" and not self.weights.any()

    def share(self, key: int) -> float:
        """0…1 of the largest number that there is of this kind; what is below 0 counts as none."""
        return max(0.0, float(self.weights[key]) / self.trace.full_scale(self.kind))

    def strongest(self, count: int) -> list[int]:
        """The keys with the most weight, largest first, without those whose weight is shown as 0.00.

        Of scores every one counts that is neither blocked nor set aside.
        """
        order = np.argsort(-self.weights, kind="stable").tolist()
        if self.quantity != "score":
            return [key for key in order[:count] if self.weights[key] >= SHOWN]
        return [key for key in order if self.allowed[key] and key not in self.aside][:count]


def current_row(snapshot: Snapshot) -> Row | None:
    """The pointed row, else the newest one. None without a trace, or in the encoder where none is pointed."""
    trace, selection = snapshot.trace, snapshot.selection
    if trace is None:
        return None
    kind, attention = selection.kind, trace.attention(selection.kind)
    query = selection.query
    if query is None and kind != "encoder":
        query = selection.step
    if attention is None or query is None:
        return None
    matrix = trace.matrix(kind, selection.layer, selection.head, None if kind == "encoder" else selection.step)
    run = tokens_of(trace)
    keys = (run.consumed if kind == "decoder" else run.source)[: len(matrix.columns)]
    return Row(
        trace, kind, selection.layer, selection.head, query, matrix.values[query], matrix.mask[query],
        tuple(token.text for token in keys),
    )  # fmt: skip


def current_key(row: Row, selection: Selection) -> int | None:
    """The pointed column, else the one with the most weight; None where no weight can be seen."""
    if selection.key is not None and selection.key < len(row.keys):
        return selection.key
    return next(iter(row.strongest(1)), None)


def blocked_by(row: Row, key: int) -> Blocked | None:
    """Why ``key`` may not be attended to in ``row``; None if it may."""
    if row.allowed[key]:
        return None
    if row.kind == "decoder" and key > row.query:
        return "future"
    masks = {"decoder": row.trace.target_mask, "encoder": row.trace.padding_mask, "cross": row.trace.padding_mask}
    mask = masks[row.kind]
    if mask is None:
        return "mask"
    visible = mask[row.query, key] if row.kind == "decoder" else mask[key]
    return "mask" if visible else "padding"


def source(trace: Trace, position: int) -> str:
    """A token of the source, as it is shown."""
    return tokens_of(trace).source[position].text


def consumed(trace: Trace, step: int) -> str | None:
    """The token at which ``step`` is computed, as it is shown; None where a run does not say it."""
    tokens = tokens_of(trace).consumed
    return tokens[step].text if tokens else None


def produced(trace: Trace, step: int) -> str | None:
    """The token that follows after ``step`` in this run, as it is shown; None without a vocabulary head."""
    tokens = tokens_of(trace).produced
    return tokens[step].text if tokens else None


def probability(trace: Trace, step: int) -> float | None:
    """What the model gave the produced token."""
    return None if trace.produced_probability is None else float(trace.produced_probability[step])


def origin(trace: Trace, step: int) -> str:
    """Where the produced token comes from: greedy, forced, teacher, beam; empty where it is not known."""
    return "" if trace.origin is None else str(trace.origin[step])
