"""The inspector's part on what the selected head does on this sentence: six facts, and its place among all heads."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model.analysis.head_facts import HeadFacts
from model.record.trace import Trace
from viz_app.controls.inspector.bar_table import BarTable, Column, Line, Table
from viz_app.controls.inspector.section import Section, quieten, say
from viz_app.pictures.drawing.known_facts import divergences_of, facts_of, is_known
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.platform.text import fill, translate
from viz_app.state.intents import ChangeSettings, Select
from viz_app.state.state import Selection, Snapshot

#: Facts in the order of the table.
SHOWN = ("entropy", "focus", "distance", "specials", "diagonal", "previous")
ALIKE = 3  #: heads in the list of those that do most nearly the same


class HeadPart(Section):
    """It asks to be opened, and for a head that does nearly the same to be selected."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        tip = translate(
            "HeadFacts", "Six numbers about this head’s map on this sentence. They describe the map, not a purpose."
        )
        super().__init__(translate("HeadFacts", "What does this head do?"), tip, parent)
        self.note = self.add_text(quiet=True)
        self.facts, self.similar = BarTable(), BarTable()
        self.box.addWidget(self.facts)
        self.box.addWidget(self.similar)
        self.similar.chosen.connect(self.requested)
        self.base = self.add_text(quiet=True)
        self.opened.connect(lambda on: self.requested.emit(ChangeSettings({"head_facts": on})))
        quieten(self)

    def display(self, snapshot: Snapshot) -> None:
        """The facts of the selected head."""
        trace, chosen = snapshot.trace, snapshot.selection
        self.setVisible(trace is not None and trace.attention(chosen.kind) is not None)
        self.set_open(snapshot.settings.head_facts)
        if not snapshot.settings.head_facts or trace is None or self.isHidden():
            return
        weights = trace.meta.reading is None or trace.meta.reading.quantity == "weight"
        found = facts_of(snapshot, chosen.kind) if weights else None
        self.facts.show_table(Table() if found is None else table(found, chosen))
        self.facts.setVisible(found is not None)
        apart = divergences_of(snapshot) if weights else None
        self.similar.show_table(Table() if apart is None else most_similar(apart, trace, chosen))
        self.similar.setVisible(bool(self.similar.table.lines))
        waiting = "" if is_known(snapshot, chosen.kind) else "…"
        say(
            self.note,
            waiting if weights else translate("HeadFacts", "Facts are told of weights, not of other numbers."),
        )
        say(self.base, "" if found is None else base(found, trace, chosen))


def table(found: HeadFacts, chosen: Selection) -> Table:
    """Fact, value, and which place it takes among all heads of its kind, the largest value first."""
    columns = (
        Column(translate("HeadFacts", "mean over rows"), share=1.0),
        Column(translate("HeadFacts", "rank, 1 = top"), share=0.8, tip=translate(
            "HeadFacts", "Among all heads of this kind on this sentence; the head with the largest value is first.")),
    )  # fmt: skip
    lines = []
    for name in SHOWN:
        values = getattr(found, name)
        value = float(values[chosen.layer, chosen.head])
        if math.isnan(value):
            continue
        rank, count = place(values, chosen.layer, chosen.head)
        label, unit, tip = _words()[name]
        told = fill(translate("HeadFacts", "%1 of %2"), rank, count)
        lines.append(Line(label, (fill(unit, f"{value:.2f}"), told), (math.nan, math.nan), tip=partial(tuple, (tip,))))
    return Table(columns, tuple(lines), translate("HeadFacts", "facts of the selected head"))


def most_similar(apart: NDArray[np.float64], trace: Trace, chosen: Selection) -> Table:
    """The heads that do most nearly the same as the selected one; pressing one selects it. ``apart`` is [L,H] bits."""
    tip = translate(
        "HeadFacts",
        "Mean Jensen–Shannon divergence of their rows in bits: H((p + q) / 2) − ½H(p) − ½H(q); 0 = the same weights, 1 "
        "= no column in common. Lin (1991), Clark et al. (2019).",
    )
    places = sorted(np.argwhere(~np.isnan(apart)).tolist(), key=lambda place: float(apart[tuple(place)]))
    lines = [
        Line(
            place_name(trace.meta.reading, chosen.kind, layer, head),
            (fill(translate("HeadFacts", "%1 bits"), f"{apart[layer, head]:.2f}"),),
            (float(apart[layer, head]),),
            tip=partial(tuple, (tip,)),
            answer=Select(layer=layer, head=head),
        )
        for layer, head in places
        if (layer, head) != (chosen.layer, chosen.head)
    ]
    column = Column(translate("HeadFacts", "most similar heads: divergence"), 0.0, 1.0, tip=tip)
    return Table((column,), tuple(lines[:ALIKE]), translate("HeadFacts", "heads most similar to the selected one"))


def place(values: NDArray[np.float64], layer: int, head: int) -> tuple[int, int]:
    """Which place a head takes, from 1 for the largest, and among how many that have the fact."""
    known = values[~np.isnan(values)]
    return int((known > values[layer, head]).sum()) + 1, len(known)


def base(found: HeadFacts, trace: Trace, chosen: Selection) -> str:
    """On what the numbers stand."""
    place = place_name(trace.meta.reading, chosen.kind, chosen.layer, chosen.head)
    rows = int(found.rows[chosen.layer, chosen.head])
    return fill(translate("HeadFacts", "%1: over %2 rows of this sentence, n = 1."), place, rows)


def _words() -> dict[str, tuple[str, str, str]]:
    """Fact → name, value with its unit, tooltip with formula and source."""
    bits, tokens = translate("HeadFacts", "%1 bits"), translate("HeadFacts", "%1 tokens")
    return {
        "entropy": (translate("HeadFacts", "entropy"), bits, translate(
            "HeadFacts", "−Σ w·log₂ w of each row: 0 = all weight on one column, log₂ n = even over n. Ghader and Monz "
            "(2017), Clark et al. (2019).")),
        "focus": (translate("HeadFacts", "focus"), "%1", translate(
            "HeadFacts", "max w of each row: how much its favourite column gets; the “confidence” of Voita et al. "
            "(2019).")),
        "distance": (translate("HeadFacts", "mean distance"), tokens, translate(
            "HeadFacts", "Σ w·|column − diagonal|: how far from the diagonal weight lies. Vig and Belinkov (2019).")),
        "specials": (translate("HeadFacts", "on special tokens"), "%1", translate(
            "HeadFacts", "Σ w over start, end and padding tokens: where weight goes when there is nothing to say. "
            "Clark et al. (2019).")),
        "diagonal": (translate("HeadFacts", "on the diagonal"), "%1", translate(
            "HeadFacts", "w on the row’s own place; in cross attention on the place equally far along the source.")),
        "previous": (translate("HeadFacts", "on the previous token"), "%1", translate(
            "HeadFacts", "w on the token before, from the second row on. Voita et al. (2019), Clark et al. (2019).")),
    }  # fmt: skip
