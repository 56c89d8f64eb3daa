"""Measures of heads that plots offer, and where their numbers come from: this sentence, or the file of a table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.record.trace import KINDS, Kind
from viz_app.pictures.drawing.head_orders import facts_of, focus_of
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.plots.shared.plot import Lacking, Option
from viz_app.state.file_heads import base_told, heads_of_file, measure_of_file
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
OF_SENTENCES = ("entropy", "distance", "focus", "specials", "diagonal", "previous", "following", "first", "sharpness")
FILE = "file"  #: value of the option that says of what the numbers are


class HeadNumbers(NamedTuple):
    """One measure of all heads of a kind."""

    values: NDArray[np.float64]  #: [L,H]
    base: str  #: of what they are, in a sentence


def names() -> dict[str, str]:
    """Measure → its name with its unit."""
    return {
        "distance": translate("plots", "mean distance (tokens)"),
        "entropy": translate("plots", "entropy (bits)"),
        "focus": translate("plots", "focus (largest weight)"),
        "specials": translate("plots", "weight on special tokens"),
        "diagonal": translate("plots", "weight on the diagonal"),
        "previous": translate("plots", "weight on the previous token"),
        "following": translate("plots", "weight on the next token"),
        "first": translate("plots", "weight on the first token"),
        "sharpness": translate("plots", "two-way focus (cross attention)"),
        "aer": translate("plots", "alignment error rate"),
        "precision": translate("plots", "precision of its links"),
        "recall": translate("plots", "sure links found"),
        "loss_change": translate("plots", "change of the loss without it (nats per token)"),
        "bleu_change": translate("plots", "change of BLEU without it"),
    }


def measures(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    """(value, label) of what there is: what a table over a file adds comes last."""
    table, named = heads_of_file(snapshot), names()
    there = set() if table is None else {name for found in table.kinds.values() for name in found}
    return tuple((name, label) for name, label in named.items() if name in OF_SENTENCES or name in there)


def base_options(snapshot: Snapshot) -> tuple[Option, ...]:
    """Of what the numbers are: of the file, where its table is loaded; nothing to choose without one."""
    table = heads_of_file(snapshot)
    if table is None:
        return ()
    values = ((FILE, base_told(table)), ("sentence", translate("plots", "this sentence")))
    return (Option("base", translate("plots", "Over"), values),)


def kind_values(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    """The kinds of attention that the run has."""
    trace = snapshot.trace
    return tuple((kind, kind_name(kind)) for kind in KINDS if trace is not None and trace.attention(kind) is not None)


def numbers_of(snapshot: Snapshot, kind: Kind, name: str, over: str) -> HeadNumbers | None:
    """The measure of every head of a kind; None where there is none, or not yet."""
    if over == FILE:
        table, found = heads_of_file(snapshot), measure_of_file(snapshot, kind, name)
        return None if table is None or found is None else HeadNumbers(found.mean, base_sentence(snapshot, over))
    if name == "sharpness":
        values = focus_of(snapshot) if kind == "cross" else None
    else:
        facts = facts_of(snapshot, kind)
        values = None if facts is None else getattr(facts, name, None)
    return None if values is None else HeadNumbers(values, base_sentence(snapshot, over))


def base_sentence(snapshot: Snapshot, over: str) -> str:
    """On what the numbers stand."""
    table = heads_of_file(snapshot)
    if over == FILE and table is not None:
        return translate("plots", "Means over %1.").replace("%1", base_told(table))
    return translate("plots", "Means over the rows of this one sentence, n = 1.")


def lacking(snapshot: Snapshot) -> Lacking | None:
    """Why there are no measures of heads at all; None where there are."""
    trace = snapshot.trace
    if trace is None:
        return Lacking(translate("plots", "There is no run yet: translate a sentence."))
    if trace.meta.reading is not None and trace.meta.reading.quantity != "weight":
        return Lacking(translate("plots", "Measures of heads exist for weights only: choose weights in Display."))
    return None


def not_here(name: str, over: str) -> Lacking:
    """Why one measure is not there."""
    if name not in OF_SENTENCES and over != FILE:
        return Lacking(translate("plots", "This measure exists over a file only: choose the file beside Over."))
    return Lacking(translate("plots", "The measures of the heads are still being computed, or none has both."))
