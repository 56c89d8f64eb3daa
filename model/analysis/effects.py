"""Weight beside effect: a produced token's probability after a source token is replaced.

numpy only: the result of a measurement, and how it agrees with the weights of a head. The measuring
itself needs the network and is :mod:`viz_app.engine.measurements`. Leaving one out and looking again is as old
as Robinson and Kononenko (2008); Jain and Wallace (2019) compare it with attention as here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

Replacement = Literal["unknown", "padding"]  #: by ``<unk>``, or by ``<pad>``, which the padding mask hides

REPLACEMENTS = ("unknown", "padding")


@dataclass(frozen=True, eq=False)
class Effects:
    """Every replacement of one source token of one run: one sentence, n = 1."""

    trace: Trace  #: the run as it was recorded
    change: NDArray[np.float32]
    #: [T,S] in nats, natural logarithm: log p(produced token | source with token s replaced) − log p(produced
    #: token | source). Negative: less probable without it. NaN where the token was not replaced.
    replacement: Replacement
    token: str  #: what stood in its place
    agreements: NDArray[np.float64] | None = None
    #: [Ld,Hd] Spearman's ρ of each cross head's weights with the sizes of all changes: :func:`agreements`


@dataclass(frozen=True)
class Agreement:
    """A rank correlation, with the number of pairs that it stands on."""

    correlation: float  #: Spearman's ρ, −1…1; NaN where fewer than three pairs, or all of a side are equal
    pairs: int


FEWEST = 3  #: pairs; two always agree perfectly, or not at all


def agreement(weights: NDArray[np.float32], change: NDArray[np.float32]) -> Agreement:
    """Spearman's ρ between weights and sizes of effects |change| of equal shape, over the cells that were measured.

    The size counts: a token whose absence makes the produced token more probable matters as well.
    """
    known = np.isfinite(change) & np.isfinite(weights)
    return Agreement(_correlation(ranks(weights[known]), ranks(np.abs(change[known]))), int(known.sum()))


def _correlation(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Pearson's, of ranks [N]."""
    spread = float(first.std() * second.std()) if len(first) >= FEWEST else 0.0
    if spread == 0.0:
        return float("nan")
    return float(((first - first.mean()) * (second - second.mean())).mean()) / spread


def agreements(trace: Trace, change: NDArray[np.float32]) -> NDArray[np.float64] | None:
    """[Ld,Hd] :func:`agreement` of each cross head over all steps and replaced tokens; None without cross attention."""
    attention = trace.cross_attention
    if attention is None:
        return None
    known = np.isfinite(change)
    sizes = ranks(np.abs(change[known]))
    return np.array([[_correlation(ranks(head[known]), sizes) for head in layer] for layer in attention])


def ranks(values: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """[N] → [N] ranks from 0; equal values share the mean of theirs."""
    order = np.argsort(values)
    ordered = values[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))  # of each group of equal values
    ends = np.append(starts[1:], len(values))
    result = np.empty(len(values))
    result[order] = np.repeat((starts + ends - 1) / 2, ends - starts)
    return result


def holding(effects: Effects, run: Trace) -> Trace:
    """``run``, of which they were measured, with its effects, to travel in a file."""
    said = np.array([effects.replacement, effects.token])
    return replace(run, activations={**run.activations, "effects/change": effects.change, "effects/said": said})


def held_effects(trace: Trace) -> Effects | None:
    """The effects that travelled with ``trace``; None where there are none, or arrays that do not fit."""
    change, said = (trace.activations.get(f"effects/{name}") for name in ("change", "said"))
    if change is None or said is None or change.shape != (trace.steps, trace.source_length):
        return None
    if change.dtype.kind != "f" or said.dtype.kind != "U" or said.shape != (2,) or said[0] not in REPLACEMENTS:
        return None
    return Effects(trace, change, said[0].item(), said[1].item(), agreements(trace, change))
