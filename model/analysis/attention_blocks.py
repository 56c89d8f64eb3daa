"""The attention blocks of a run: weights, masks, tokens, and the recorder's own entries. numpy only.

It is what :mod:`model.analysis.diagnosis` compares with the definition; nothing is judged here. A file may say
anything, so what it says is checked before it is used.

A weight of exactly 0 is no proof of a mask: softmax rounds to 0 what lies far enough below the rest of its row. Where
no mask was seen, the scores tell the two apart (:func:`_told_by_zeros`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.findings import Evidence, Finding
from model.common.lazy_dataclass import dataclass
from model.record.trace import KINDS, Kind, Trace

OFF = 1e-3  #: a row whose sum is further from 1 is not normalised
ROUNDING = 4  #: or further than this many steps of the recorded precision
#: e to less than this is 0 in half precision (the smallest number is 2⁻²⁴), and in any other.
UNDERFLOW_HALF, UNDERFLOW = -16.0, -86.0
HALF = 2.0**-10  #: the step of half precision; that of bfloat16 is larger, its range that of float32
FILLED = -1e3  #: a score below this may be a fill value
Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
EVERYWHERE: Bools = np.ones((1, 1), bool)


@dataclass(frozen=True, eq=False)
class BlockSide:
    """The tokens of one side."""

    ids: NDArray[np.int64]
    tokens: tuple[str, ...]
    visible: Bools  #: not padding
    padding_id: int | None
    compared: tuple[int, ...] = ()  #: what the code compared these ids with, where that was seen


@dataclass(frozen=True, eq=False)
class AttentionBlock:
    """One attention block, and what is known of how it was masked."""

    kind: Kind
    layer: int
    weights: Floats  #: [H,Q,K]
    mask: Bools  #: [H,Q,K] True = may attend
    queries: BlockSide
    keys: BlockSide
    facts: Mapping[str, Any]
    masked_before: bool = False  #: the encoder does block what is padding for this block
    others: Mapping[int, Bools] = field(default_factory=dict)  #: sentence → [K], where padding differs from this one's
    exchanged: bool = False  #: the batch's masks are all there, and not each at its own sentence
    certain: Bools = field(
        default_factory=lambda: EVERYWHERE
    )  #: [Q,K] False: open or blocked, nothing tells: its weight is 0 either way
    guessed: bool = False  #: the mask is told from zeros alone

    @property
    def expected(self) -> Bools:
        """[Q,K] by the definition."""
        allowed = np.broadcast_to(self.keys.visible, self.mask.shape[1:])
        return np.tril(allowed) if self.kind == "decoder" else allowed.copy()

    @property
    def sums(self) -> NDArray[np.float64]:
        """[H,Q] what each row sums to."""
        return np.asarray(self.weights.sum(axis=-1, dtype=np.float64))

    @property
    def off(self) -> Bools:
        """[H,Q] rows that do not sum to 1."""
        step = self.facts.get("precision")
        bound = max(OFF, ROUNDING * step) if isinstance(step, float) and 0 < step < 0.1 else OFF
        return np.asarray(np.abs(self.sums - 1) > bound)

    def cell(self, wrong: Bools) -> Evidence:
        """The wrong cell [Q,K] with the most weight in any head."""
        weights = np.where(wrong, self.weights, -1.0)
        head, row, column = (int(place) for place in np.unravel_index(weights.argmax(), weights.shape))
        return Evidence(self.layer, head, row, column, float(self.weights[head, row, column]))

    def row(self, rows: Bools) -> Evidence:
        """The row [H,Q] among ``rows`` whose sum is furthest from 1."""
        far = np.where(rows, np.abs(self.sums - 1), -1.0)
        head, row = (int(place) for place in np.unravel_index(far.argmax(), far.shape))
        return Evidence(self.layer, head, row, None, float(self.sums[head, row]))

    def found(self, code: str, evidence: Evidence | None = None, *facts: str, variant: str = "") -> Finding:
        return Finding(code, self.kind, (self.layer,), facts, evidence, variant)


def blocks_of(trace: Trace) -> Iterator[AttentionBlock]:
    """Every block, kind by kind and layer by layer."""
    known = {(facts.get("kind"), facts.get("layer")): facts for facts in _facts(trace)}
    source, target = _source(trace), _target(trace)
    before = False
    for kind in KINDS:
        attention = trace.attention(kind)
        if attention is None or 0 in attention.shape:
            continue
        queries, keys = source if kind == "encoder" else target, target if kind == "decoder" else source
        others, exchanged = _others(trace, kind, keys)
        for layer, weights in enumerate(attention):
            facts = known.get((kind, layer), {})
            mask, certain, guessed = _mask(trace, kind, layer, weights, facts)
            yield AttentionBlock(
                kind, layer, weights, mask, queries, keys, facts, before and kind == "cross", others, exchanged,
                certain, guessed,
            )  # fmt: skip
            before = before or (kind == "encoder" and not mask[0][source.visible][:, ~source.visible].any())


def _facts(trace: Trace) -> list[Mapping[str, Any]]:
    """The recorder's entries of each block; a file may say anything."""
    blocks = trace.meta.recorded.get("blocks", ())
    return [block for block in blocks if isinstance(block, Mapping)] if isinstance(blocks, tuple) else []


def _mask(trace: Trace, kind: Kind, layer: int, weights: Floats, facts: Mapping[str, Any]) -> tuple[Bools, Bools, bool]:
    """[H,Q,K] as recorded, else as the run says, else by what has no weight; with ``certain`` and ``guessed``.

    A recorded mask that blocks nothing may leave out one that was applied where nobody could see it.
    """
    recorded = trace.activations.get(f"recorded/{kind}_mask")
    attention = trace.attention(kind)
    seen = recorded is not None and attention is not None and recorded.shape == attention.shape
    if seen and recorded is not None:
        mask = np.asarray(recorded[layer], dtype=bool)
        if not mask.all():
            return mask, EVERYWHERE, False
    else:
        whole = trace.mask(kind)
        if whole is not None:
            return np.broadcast_to(whole, weights.shape), EVERYWHERE, False
    scores = trace.activations.get(f"recorded/{kind}_scores" if seen else f"{kind}_scores")
    if scores is not None and attention is not None and scores.shape == attention.shape:
        hidden, certain = _told_by_zeros(weights, np.asarray(scores[layer], np.float64), facts)
        return np.broadcast_to(~hidden, weights.shape), certain, False
    # Without scores the softmax was inside a function of PyTorch, whose masks are its arguments: all were seen.
    zero: Bools = np.zeros(weights.shape[1:], bool) if seen else np.asarray(~(weights > 0).any(axis=0))
    return np.broadcast_to(~zero | zero.all(axis=1, keepdims=True), weights.shape), EVERYWHERE, not seen


def _told_by_zeros(weights: Floats, scores: NDArray[np.float64], facts: Mapping[str, Any]) -> tuple[Bools, Bools]:
    """Which cells [Q,K] must be blocked, by weights and ``scores`` [H,Q,K]; and of which that can be told.

    A zero is a mask's where its score is a fill value, or is not far below its row. Where some are, one that lies
    below anyway may be either; where none is, there is no mask.
    """
    zero: Bools = np.asarray(~(weights > 0).any(axis=0))
    blind = zero.all(axis=1, keepdims=True)
    axis = {"queries": -2, "heads": 0}.get(str(facts.get("axis")), -1)
    step = facts.get("precision")
    half = isinstance(step, float) and HALF / 2 < step < HALF * 2
    limit = UNDERFLOW_HALF if half else UNDERFLOW
    with np.errstate(all="ignore"):  # a file may hold anything
        peak = np.where(weights > 0, scores, -np.inf).max(axis=axis, keepdims=True)
        below = np.minimum(scores - peak, scores) <= limit
    rounded = (weights == 0) & np.isfinite(scores) & below & ~_fills(scores, weights)
    hidden = zero & ~blind & ((weights == 0) & ~rounded).any(axis=0)
    return hidden, ~(zero & ~blind & ~hidden) if hidden.any() else EVERYWHERE


def _fills(scores: NDArray[np.float64], weights: Floats) -> Bools:
    """Which scores [H,Q,K] are a number that stands for them: one for all, or as far below the rest as no score is."""
    finite = np.isfinite(scores)
    zeros = scores[finite & (weights == 0)]
    if zeros.size > 1 and (zeros == zeros[0]).all():
        return np.asarray(scores == zeros[0])
    low, rest = scores[finite & (scores <= FILLED)], scores[finite & (scores > FILLED)]
    apart = low.size > 0 and (rest.size == 0 or rest.min() - low.max() > np.ptp(rest))
    return finite & (scores <= FILLED) & apart


def _others(trace: Trace, kind: Kind, keys: BlockSide) -> tuple[dict[int, Bools], bool]:
    """The padding of the batch's other sentences, and whether their masks are there in another order."""
    visible = trace.activations.get(f"recorded/{'target' if kind == 'decoder' else 'source'}_visible")
    if visible is None or visible.dtype != np.bool_ or visible.ndim != 2 or visible.shape[1] != len(keys.visible):
        return {}, False
    others = {number: row for number, row in enumerate(visible) if (row != keys.visible).any()}
    rows = trace.activations.get(f"recorded/{kind}_last_rows")
    if rows is None or rows.shape != visible.shape or not (rows != visible).any():
        return others, False
    return others, sorted(map(tuple, rows.tolist())) == sorted(map(tuple, visible.tolist()))


def _source(trace: Trace) -> BlockSide:
    visible = np.ones(trace.source_length, bool) if trace.padding_mask is None else trace.padding_mask
    return BlockSide(
        trace.source_ids, trace.source_labels, visible, _id(trace, "padding_id"), _compared(trace, "source")
    )


def _target(trace: Trace) -> BlockSide:
    ids = np.arange(trace.steps) if trace.consumed_ids is None else trace.consumed_ids
    padding = _id(trace, "target_padding_id")
    visible = np.ones(len(ids), bool) if trace.target_mask is None else trace.target_mask.diagonal()
    visible = visible.copy() if padding is None else ids != padding
    visible[:1] = True  # some models start with padding, and it is what they have to see
    return BlockSide(ids, trace.rows("decoder"), visible, padding, _compared(trace, "target"))


def _compared(trace: Trace, side: str) -> tuple[int, ...]:
    told = trace.meta.recorded.get("compared")
    ids = told.get(side) if isinstance(told, Mapping) else None
    return tuple(index for index in ids if type(index) is int) if isinstance(ids, tuple) else ()


def _id(trace: Trace, name: str) -> int | None:
    value = trace.meta.recorded.get(name)
    return value if type(value) is int else None
