"""The inspector's part on what the selected head does on this sentence: six facts, and its place among all heads."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QWidget

from model.analysis.head_facts import HeadFacts
from model.record.trace import Trace
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.controls.inspector.section import Section, quieten, say
from viz_app.pictures.drawing.head_orders import divergences_of, facts_of, is_known
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.platform.text import fill, translate
from viz_app.state.file_heads import base_told, heads_of_file, measure_of_file
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads

#: Facts in the order of the table.
SHOWN = ("entropy", "focus", "distance", "specials", "diagonal", "previous")
ALIKE = 3  #: heads in the list of those that do most nearly the same


class HeadPart(Section):
    """It asks to be opened, and for a head that does nearly the same to be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = self.add_text(quiet=True)
        self.facts, self.similar = BarTable(), BarTable()
        self.add_table(self.facts)
        self.add_table(self.similar)
        self.base = self.add_text(quiet=True)
        quieten(self)

    def fill(self, snapshot: Snapshot) -> None:
        """The facts of the selected head."""
        trace, chosen = snapshot.trace, snapshot.selection
        assert trace is not None, "it is there"
        weights = trace.meta.reading is None or trace.meta.reading.quantity == "weight"
        found = facts_of(snapshot, chosen.kind) if weights else None
        self.facts.show_table(BarRows() if found is None else table(found, chosen, snapshot))
        self.facts.setVisible(found is not None)
        apart = divergences_of(snapshot) if weights else None
        self.similar.show_table(BarRows() if apart is None else most_similar(apart, trace, chosen))
        self.similar.setVisible(bool(self.similar.table.lines))
        waiting = "" if is_known(snapshot, chosen.kind) else "…"
        say(
            self.note,
            waiting if weights else translate("HeadFacts", "Statistics exist for weights only."),
        )
        say(self.base, "" if found is None else base(found, trace, chosen, snapshot))


def table(found: HeadFacts, chosen: Selection, snapshot: Snapshot) -> BarRows:
    """Fact, value, the same over a file whose table is loaded, and its place among all heads of its kind.

    The largest value is first.
    """
    over = None if measure_of_file(snapshot, chosen.kind, "entropy") is None else heads_of_file(snapshot)
    own = translate("HeadFacts", "mean over rows") if over is None else translate("HeadFacts", "n = 1")
    columns = (
        BarColumn(own, share=1.0),
        *_file_column(over),
        BarColumn(translate("HeadFacts", "rank, 1 = top"), share=0.8, tip=_rank_tip(over)),
    )
    lines = []
    for name in SHOWN:
        values = getattr(found, name)
        value = float(values[chosen.layer, chosen.head])
        if math.isnan(value):
            continue
        measured = None if over is None else measure_of_file(snapshot, chosen.kind, name)
        ranked = values if measured is None else measured.mean
        rank = place(ranked, chosen.layer, chosen.head) if over is None or measured is not None else None
        label, unit, tip = _words()[name]
        told = "–" if rank is None else fill(translate("HeadFacts", "%1 of %2"), *rank)
        texts = (fill(unit, f"{value:.2f}"), *_on_file(snapshot, chosen, name, over), told)
        lines.append(BarRow(label, texts, (math.nan,) * len(texts), tip=partial(tuple, (tip,))))
    return BarRows(columns, tuple(lines), translate("HeadFacts", "statistics of the selected head"))


def _rank_tip(over: CorpusHeads | None) -> str:
    if over is None:
        return translate(
            "HeadFacts", "Among all heads of this kind on this sentence; the head with the largest value is first."
        )
    tip = translate("HeadFacts", "Among all heads of this kind over %1; the head with the largest mean is first.")
    return fill(tip, base_told(over))


def _file_column(over: CorpusHeads | None) -> tuple[BarColumn, ...]:
    if over is None:
        return ()
    tip = fill(translate("HeadFacts", "Mean over %1, and the standard deviation between them."), base_told(over))
    return (BarColumn(fill(translate("HeadFacts", "n = %1"), f"{over.sentences:,}"), share=1.2, tip=tip),)


def _on_file(snapshot: Snapshot, chosen: Selection, name: str, over: CorpusHeads | None) -> tuple[str, ...]:
    """The cell of the column for the file; none where there is no such column."""
    if over is None:
        return ()
    measured = measure_of_file(snapshot, chosen.kind, name)
    if measured is None or math.isnan(measured.mean[chosen.layer, chosen.head]):
        return ("–",)
    mean, spread = (float(table[chosen.layer, chosen.head]) for table in (measured.mean, measured.spread))
    return (f"{mean:.2f}" if math.isnan(spread) else f"{mean:.2f} ± {spread:.2f}",)


def most_similar(apart: NDArray[np.float64], trace: Trace, chosen: Selection) -> BarRows:
    """The heads that do most nearly the same as the selected one; pressing one selects it. ``apart`` is [L,H] bits."""
    tip = translate(
        "HeadFacts",
        "Mean Jensen–Shannon divergence of their rows in bits: H((p + q) / 2) − ½H(p) − ½H(q); 0 = the same weights, 1 "
        "= no column in common. Lin (1991), Clark et al. (2019).",
    )
    places = sorted(np.argwhere(~np.isnan(apart)).tolist(), key=lambda place: float(apart[tuple(place)]))
    lines = [
        BarRow(
            place_name(trace.meta.reading, chosen.kind, layer, head),
            (fill(translate("HeadFacts", "%1 bits"), f"{apart[layer, head]:.2f}"),),
            (float(apart[layer, head]),),
            tip=partial(tuple, (tip,)),
            answer=Select(layer=layer, head=head),
        )
        for layer, head in places
        if (layer, head) != (chosen.layer, chosen.head)
    ]
    column = BarColumn(translate("HeadFacts", "most similar heads: divergence, 0 … 1 bit"), 0.0, 1.0, tip=tip)
    return BarRows((column,), tuple(lines[:ALIKE]), translate("HeadFacts", "heads most similar to the selected one"))


def place(values: NDArray[np.float64], layer: int, head: int) -> tuple[int, int]:
    """Which place a head takes, from 1 for the largest, and among how many that have the fact."""
    known = values[~np.isnan(values)]
    return int((known > values[layer, head]).sum()) + 1, len(known)


def base(found: HeadFacts, trace: Trace, chosen: Selection, snapshot: Snapshot) -> str:
    """On what the numbers stand."""
    place = place_name(trace.meta.reading, chosen.kind, chosen.layer, chosen.head)
    rows = int(found.rows[chosen.layer, chosen.head])
    own = fill(translate("HeadFacts", "%1: over %2 rows of one sentence (n = 1)."), place, rows)
    over = heads_of_file(snapshot)
    if over is None or measure_of_file(snapshot, chosen.kind, "entropy") is None:
        return own
    beside = fill(translate("HeadFacts", "Beside it over %1, mean ± standard deviation."), base_told(over))
    return f"{own} {beside}"


def _words() -> dict[str, tuple[str, str, str]]:
    """Fact → name, value with its unit, tooltip with formula and source."""
    bits, tokens = translate("HeadFacts", "%1 bits"), translate("HeadFacts", "%1 tokens")
    return {
        "entropy": (translate("HeadFacts", "entropy"), bits, translate(
            "HeadFacts", "−Σ w·log₂ w of each row: 0 = all weight on one column, log₂ n = even over n. Ghader and Monz "
            "(2017), Clark et al. (2019).")),
        "focus": (translate("HeadFacts", "focus"), "%1", translate(
            "HeadFacts", "max w of each row: how much its strongest column gets; the “confidence” of Voita et "
            "al. (2019).")),
        "distance": (translate("HeadFacts", "mean distance"), tokens, translate(
            "HeadFacts", "Σ w·|column − diagonal|: how far from the diagonal weight lies. Vig and Belinkov (2019).")),
        "specials": (translate("HeadFacts", "on special tokens"), "%1", translate(
            "HeadFacts", "Σ w over start, end and padding tokens: where weight collects that has no better "
            "place. Clark et al. (2019).")),
        "diagonal": (translate("HeadFacts", "on the diagonal"), "%1", translate(
            "HeadFacts", "w on the row’s own place; in cross attention on the place equally far along the source.")),
        "previous": (translate("HeadFacts", "on the previous token"), "%1", translate(
            "HeadFacts", "w on the token before, from the second row on. Voita et al. (2019), Clark et al. (2019).")),
    }  # fmt: skip
