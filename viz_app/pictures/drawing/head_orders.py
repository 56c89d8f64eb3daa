"""The order in which heads stand beside each other: the model's own, or by a fact of theirs on this sentence."""

from __future__ import annotations

import weakref
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.record.trace import Kind, Trace
from viz_app.pictures.drawing.known_facts import divergences_of, facts, is_known
from viz_app.state.preferences import HeadOrder
from viz_app.state.state import Snapshot

DESCENDING = ("focus", "diagonal", "previous")  #: the rest starts with the smallest


class Sorted(NamedTuple):
    """Heads in another order than the model's. Both are lists of a layer's heads, for each layer."""

    heads: tuple[tuple[int, ...], ...]  #: from left to right, counted from 0
    values: tuple[tuple[str, ...], ...]  #: what each is sorted by, in the model's order


def heads(now: Snapshot) -> Sorted | None:
    """The heads of each layer of the selected kind, sorted within the layer; None for the model's own order.

    That order stands as well until the facts are known (:mod:`viz_app.pictures.drawing.known_facts`). The whole run
    counts and not the rows so far: maps that change places with every step cannot be followed. Equal heads, and
    heads without a fact at the end, stay in the model's order.
    """
    order, kind = now.settings.head_order, now.selection.kind
    if order == "model" or now.trace is None:
        return None
    if order == "similar":
        apart = divergences_of(now)
        return None if apart is None else _ranked(apart, descending=False)
    return _sorted(weakref.ref(now.trace), kind, order) if is_known(now, kind) else None


@lru_cache(maxsize=16)
def _sorted(reference: weakref.ref[Trace], kind: Kind, order: HeadOrder) -> Sorted | None:
    trace = reference()
    assert trace is not None, "the caller holds it"
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


def told(order: HeadOrder) -> str:
    """The order in a picture's subtitle; nothing for the model's own."""
    if order == "model":
        return ""
    whole = QCoreApplication.translate("pictures", "heads by {order} (whole run, n = 1)")
    return whole.format(order=name(order))
