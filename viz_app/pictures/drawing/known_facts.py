"""Facts of every head of a run: computed at once where that is quick, else by :mod:`viz_app.handlers.head_facts`.

Each is computed once per run and kind. A picture or control that finds none waits: the window says when they are there.
"""

from __future__ import annotations

import weakref
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from model.analysis.alignment import two_way_focus
from model.analysis.head_facts import HeadFacts, head_facts
from model.analysis.head_similarity import divergences
from model.record.trace import KINDS, Kind, Trace
from viz_app.state.state import Snapshot

QUICK = 2_000_000  #: cells of all maps of a kind; ten milliseconds


def facts_of(now: Snapshot, kind: Kind) -> HeadFacts | None:
    """The facts of every head of ``kind`` of what is shown; None where there are none, or not yet."""
    trace = now.trace
    return None if trace is None or not is_known(now, kind) else facts(trace, kind)


def focus_of(now: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] how well each head of cross attention aligns; None where there is nothing to align, or not yet."""
    trace = now.trace
    return None if trace is None or not is_known(now, "cross") else _focus(weakref.ref(trace))


def divergences_of(now: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] how far each head of the selected kind is from the selected one; None where there is none, or not yet."""
    chosen, trace = now.selection, now.trace
    if trace is None or not is_compared(now):
        return None
    return _divergences(weakref.ref(trace), chosen.kind, chosen.layer, chosen.head)


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


def facts(trace: Trace, kind: Kind) -> HeadFacts | None:
    """The facts of every head of ``kind``, however long that takes the first time."""
    return _facts(weakref.ref(trace), kind)


def learn(trace: Trace) -> None:
    """Compute everything about ``trace``; for a thread, or where waiting is no matter."""
    for kind in KINDS:
        facts(trace, kind)
    _focus(weakref.ref(trace))


def compare(trace: Trace, kind: Kind, layer: int, head: int) -> None:
    """Compute :func:`divergences_of` for one head; for a thread."""
    _divergences(weakref.ref(trace), kind, layer, head)


@lru_cache(maxsize=64)
def _divergences(reference: weakref.ref[Trace], kind: Kind, layer: int, head: int) -> NDArray[np.float64] | None:
    trace = reference()
    assert trace is not None, "the caller holds it"
    return divergences(trace, kind, layer, head)


@lru_cache(maxsize=24)
def _facts(reference: weakref.ref[Trace], kind: Kind) -> HeadFacts | None:
    trace = reference()
    assert trace is not None, "the caller holds it"
    return head_facts(trace, kind)


@lru_cache(maxsize=8)
def _focus(reference: weakref.ref[Trace]) -> NDArray[np.float64] | None:
    trace = reference()
    assert trace is not None, "the caller holds it"
    return two_way_focus(trace)
