"""The order in which heads stand beside each other: the model's own, or by a fact on this sentence or over a file.

The facts are computed once per run and kind: at once where that is quick, else by :mod:`viz_app.handlers.head_facts`.
A picture or control that finds none goes on without: the window says when they are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.analysis.aligning_head import sharpness
from model.analysis.head_facts import HeadFacts, divergences, head_facts
from model.record.kept_by_run import kept_by_run
from model.record.trace import KINDS, Kind, Trace
from viz_app.platform.preferences import HeadOrder
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusMeasure

QUICK = 2_000_000  #: cells of all maps of a kind; ten milliseconds


def facts_of(now: Snapshot, kind: Kind) -> HeadFacts | None:
    """The facts of every head of ``kind`` of what is shown; None where there are none, or not yet."""
    trace = now.trace
    return None if trace is None or not is_known(now, kind) else facts(trace, kind)


def focus_of(now: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] how well each head of cross attention aligns; None where there is nothing to align, or not yet."""
    trace = now.trace
    return None if trace is None or not is_known(now, "cross") else sharpness(trace)


def divergences_of(now: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] how far each head of the selected kind is from the selected one; None where there is none, or not yet."""
    chosen, trace = now.selection, now.trace
    if trace is None or not is_compared(now):
        return None
    return _divergences(trace, chosen.kind, chosen.layer, chosen.head)


def is_compared(now: Snapshot) -> bool:
    """Can they be had without keeping a person waiting?"""
    chosen, trace = now.selection, now.trace
    if trace is None:
        return False
    return is_quick(trace, chosen.kind) or now.compared == (trace, chosen.kind, chosen.layer, chosen.head)


def is_known(now: Snapshot, kind: Kind) -> bool:
    """Can they be had without keeping a person waiting?"""
    return now.trace is not None and (now.described is now.trace or is_quick(now.trace, kind))


def is_quick(trace: Trace, kind: Kind) -> bool:
    attention = trace.attention(kind)
    return attention is None or attention.size <= QUICK


@kept_by_run(24)
def facts(trace: Trace, kind: Kind) -> HeadFacts | None:
    """The facts of every head of ``kind``, however long that takes the first time."""
    return head_facts(trace, kind)


def learn(trace: Trace) -> None:
    """Compute everything about ``trace``; for a thread, or where waiting is no matter."""
    for kind in KINDS:
        facts(trace, kind)
    sharpness(trace)


def compare(trace: Trace, kind: Kind, layer: int, head: int) -> None:
    """Compute :func:`divergences_of` for one head; for a thread."""
    _divergences(trace, kind, layer, head)


@kept_by_run(64)
def _divergences(trace: Trace, kind: Kind, layer: int, head: int) -> NDArray[np.float64] | None:
    return divergences(trace, kind, layer, head)


DESCENDING = ("focus", "diagonal", "previous")  #: the rest starts with the smallest


class Sorted(NamedTuple):
    """Heads in another order than the model's. Both are lists of a layer's heads, for each layer."""

    heads: tuple[tuple[int, ...], ...]  #: from left to right, counted from 0
    values: tuple[tuple[str, ...], ...]  #: what each is sorted by, in the model's order


def heads(now: Snapshot) -> Sorted | None:
    """The heads of each layer of the selected kind, sorted within the layer; None for the model's own order.

    That order stands as well until the facts are known (:mod:`viz_app.pictures.drawing.head_orders`). Where a table
    over a file is loaded, its means count and not this sentence. The whole run
    counts and not the rows so far: maps that change places with every step cannot be followed. Equal heads, and
    heads without a fact at the end, stay in the model's order.
    """
    order, kind = now.settings.head_order, now.selection.kind
    if order == "model" or now.trace is None:
        return None
    measured = _over_file(now)
    if measured is not None:
        return _ranked(measured.mean, order in DESCENDING)
    if order == "similar":
        apart = divergences_of(now)
        return None if apart is None else _ranked(apart, descending=False)
    return _sorted(now.trace, kind, order) if is_known(now, kind) else None


def base(now: Snapshot) -> str:
    """On what an order of heads stands, for whoever chooses one."""
    translate = QCoreApplication.translate
    if now.file_heads is not None:
        from viz_app.state.file_heads import base_told, heads_of_file

        if heads_of_file(now) is not None:
            tip = translate("AllLayersView", "Sorts the heads of each layer by what they do over {sentences}.")
            return tip.format(sentences=base_told(now.file_heads))
    return translate("AllLayersView", "Sorts the heads of each layer by what they do on this sentence (n = 1).")


def _over_file(now: Snapshot) -> CorpusMeasure | None:
    """What heads are sorted by where a table is loaded that has it; without a table nothing is imported for it."""
    if now.file_heads is None:
        return None
    from viz_app.state.file_heads import measure_of_file

    return measure_of_file(now, now.selection.kind, now.settings.head_order)


@kept_by_run(16)
def _sorted(trace: Trace, kind: Kind, order: HeadOrder) -> Sorted | None:
    found = facts(trace, kind)
    return None if found is None else _ranked(getattr(found, order), order in DESCENDING)


def _ranked(values: NDArray[np.float64], descending: bool) -> Sorted:
    ranks = np.argsort(-values if descending else values, axis=1, kind="stable")  # NaN comes last
    told = [tuple("–" if np.isnan(value) else f"{value:.2f}" for value in layer) for layer in values.tolist()]
    return Sorted(tuple(tuple(layer) for layer in ranks.tolist()), tuple(told))


def name(order: HeadOrder) -> str:
    """An order's name, to choose it by."""
    translate = QCoreApplication.translate
    return {
        "model": translate("pictures", "the model’s own order"),
        "entropy": translate("pictures", "entropy in bits, lowest first"),
        "focus": translate("pictures", "focus (largest weight), highest first"),
        "distance": translate("pictures", "distance from the diagonal in tokens, shortest first"),
        "diagonal": translate("pictures", "weight on the diagonal, highest first"),
        "previous": translate("pictures", "weight on the previous token, highest first (self-attention)"),
        "similar": translate(
            "pictures", "similarity to the selected head: Jensen–Shannon divergence in bits, lowest first"
        ),
    }[order]


def told(now: Snapshot) -> str:
    """The order in a picture's subtitle, and on what it stands; nothing for the model's own."""
    order = now.settings.head_order
    if order == "model":
        return ""
    if _over_file(now) is not None and now.file_heads is not None:
        from viz_app.state.file_heads import base_told

        over = QCoreApplication.translate("pictures", "heads by {order} (mean over {sentences})")
        return over.format(order=name(order), sentences=base_told(now.file_heads))
    whole = QCoreApplication.translate("pictures", "heads by {order} (whole run, n = 1)")
    return whole.format(order=name(order))
