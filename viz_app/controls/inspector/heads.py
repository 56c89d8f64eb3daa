"""The inspector's part on what the selected head does on this sentence: six facts, and its place among all heads.

The inspector's part on which head of cross attention aligns best, and by what measure: as for the head at which a run
is opened (:mod:`model.analysis.aligning_head`), by held-out sentences where the checkpoint has them, else on this one.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.analysis.aligning_head import HeldOutAlignment, held_out, sharpest_head
from model.analysis.head_facts import HeadFacts
from model.record.trace import Trace
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.controls.inspector.section import Section, SectionChoice, quieten, say
from viz_app.pictures.drawing.head_orders import divergences_of, facts_of, focus_of, is_known
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.pictures.drawing.why_here import short_place
from viz_app.platform.preferences import AlignedBy
from viz_app.platform.text import fill, tooltip, translate
from viz_app.state.file_heads import base_told, heads_of_file, measure_of_file
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
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
        BarColumn(translate("HeadFacts", "rank, 1 = top"), share=0.8, tip=translate(
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
        texts = (fill(unit, f"{value:.2f}"), *_on_file(snapshot, chosen, name, over), told)
        lines.append(BarRow(label, texts, (math.nan,) * len(texts), tip=partial(tuple, (tip,))))
    return BarRows(columns, tuple(lines), translate("HeadFacts", "statistics of the selected head"))


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
    column = BarColumn(translate("HeadFacts", "most similar heads: divergence"), 0.0, 1.0, tip=tip)
    return BarRows((column,), tuple(lines[:ALIKE]), translate("HeadFacts", "heads most similar to the selected one"))


def place(values: NDArray[np.float64], layer: int, head: int) -> tuple[int, int]:
    """Which place a head takes, from 1 for the largest, and among how many that have the fact."""
    known = values[~np.isnan(values)]
    return int((known > values[layer, head]).sum()) + 1, len(known)


def base(found: HeadFacts, trace: Trace, chosen: Selection, snapshot: Snapshot) -> str:
    """On what the numbers stand."""
    place = place_name(trace.meta.reading, chosen.kind, chosen.layer, chosen.head)
    rows = int(found.rows[chosen.layer, chosen.head])
    own = fill(translate("HeadFacts", "%1: over %2 rows of this sentence, n = 1."), place, rows)
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


COUNT = 5  #: heads in the list
MEASURES: tuple[AlignedBy, ...] = get_args(AlignedBy)


class BestHeadsPart(Section):
    """It asks for a head to be selected, for another measure, and for what that needs."""

    result = "effects"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.measure, self.heads = SectionChoice(), BarTable()
        self.measure.addItems([_name(measure) for measure in MEASURES])
        self.measure.setAccessibleName(translate("BestHeads", "measure"))
        self.measure.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.measure.setMinimumWidth(60)
        self.box.addWidget(self.measure)
        self.add_table(self.heads)
        self.note = self.add_text(quiet=True)
        self.measure.activated.connect(lambda index: self._choose(MEASURES[index]))
        quieten(self)

    def fill(self, snapshot: Snapshot) -> None:
        """The best heads by the chosen measure."""
        measure, weights = measure_of(snapshot), snapshot.trace is snapshot.run
        known = None if _known(snapshot) else 0
        self.measure.setItemData(MEASURES.index("held_out"), known, Qt.ItemDataRole.UserRole - 1)  # 0: greyed
        self.measure.setCurrentIndex(MEASURES.index(measure))
        self.measure.setToolTip(tooltip(_formula(measure)))
        values = values_of(snapshot) if weights else None
        self.heads.show_table(BarRows() if values is None else best(values, measure, snapshot.selection))
        self.heads.setVisible(values is not None)
        say(self.note, _note(snapshot, values) if weights else _as_recorded())

    def _choose(self, measure: AlignedBy) -> None:
        self.requested.emit(ChangeSettings({"aligned_by": measure}))
        if measure == "effect" and not self._measured:
            self.requested.emit(MeasureEffects())


def measure_of(snapshot: Snapshot) -> AlignedBy:
    """The chosen measure; where nobody has looked at held-out sentences, how clearly heads point on this one."""
    chosen = snapshot.settings.aligned_by
    return "focus" if chosen == "held_out" and _known(snapshot) is None else chosen


def values_of(snapshot: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] the measure; None where it is not known, or not yet."""
    measure, known = measure_of(snapshot), _known(snapshot)
    if measure == "held_out":
        return None if known is None else known.table
    if measure == "focus":
        return focus_of(snapshot)
    return None if snapshot.effects is None else snapshot.effects.agreements


def _known(snapshot: Snapshot) -> HeldOutAlignment | None:
    return None if snapshot.run is None else held_out(snapshot.run)


def best(values: NDArray[np.float64], measure: AlignedBy, chosen: Selection) -> BarRows:
    """The heads with the largest values, the selected one marked."""
    flat = values.reshape(-1)
    order = [int(place) for place in np.argsort(-flat, kind="stable") if not math.isnan(flat[place])][:COUNT]
    low = -1.0 if measure == "effect" and flat[order].min(initial=0.0) < 0 else 0.0
    title = {
        "held_out": translate("BestHeads", "aligned words hit, 0 … 1"),
        "focus": translate("BestHeads", "two-way focus, 0 … 1"),
        "effect": translate("BestHeads", "Spearman’s ρ, −1 … 1"),
    }[measure]
    lines = []
    for number in order:
        layer, head = divmod(number, values.shape[1])
        name = place_name(None, "cross", layer, head)
        value = float(flat[number])
        selected = (chosen.kind, chosen.layer, chosen.head) == ("cross", layer, head)
        told = (fill(translate("BestHeads", "Press to select %1 of cross attention"), name),)
        answer = Select(kind="cross", layer=layer, head=head)
        lines.append(
            BarRow(name, (f"{value:.2f}".replace("-", "−"),), (value,), selected, partial(tuple, told), answer)
        )
    return BarRows((BarColumn(title, low, 1.0, tip=_formula(measure)),), tuple(lines), _name(measure))


def _name(measure: AlignedBy) -> str:
    return {
        "held_out": translate("BestHeads", "on held-out sentences"),
        "focus": translate("BestHeads", "by two-way focus"),
        "effect": translate("BestHeads", "by agreement with effects"),
    }[measure]


def _formula(measure: AlignedBy) -> str:
    return {
        "held_out": translate(
            "BestHeads",
            "How often the largest weight of the row that writes a word falls on the source word that it is linked to. "
            "The links are IBM model 1’s, in both directions: a yardstick, no truth.",
        ),
        "focus": translate(
            "BestHeads",
            "2ab / (a + b): a = the mean over target words of the largest weight on a source word, b "
            "= the mean over source words of the largest weight from a target word. Word order plays "
            "no part.",
        ),
        "effect": translate(
            "BestHeads",
            "Spearman’s rank correlation, over all steps and source tokens, of the head’s weights with the sizes of "
            "the changes in log-probability when the token is replaced (as Jain and Wallace 2019).",
        ),
    }[measure]


def _note(snapshot: Snapshot, values: NDArray[np.float64] | None) -> str:
    """On what the list stands, and where it differs from the answer that runs are opened with."""
    measure, known = measure_of(snapshot), _known(snapshot)
    if values is None:
        if measure == "effect":
            return translate("BestHeads", "Effects are not measured yet: open “What happens without each word?”.")
        return translate("BestHeads", "No word to align.") if is_known(snapshot, "cross") else "…"
    if measure == "held_out" and known is not None:
        told = translate("BestHeads", "The best of %1 heads of cross attention; %2 held-out sentences, %3 word links.")
        base = fill(told, values.size, known.sentences, known.links)
        return " ".join(filter(None, (base, _sharper(snapshot, known))))
    base = fill(translate("BestHeads", "The best of %1 heads of cross attention; one sentence, n = 1."), values.size)
    return base if known is None else f"{base} {_rank_of_best(values, known)}"


def _sharper(snapshot: Snapshot, known: HeldOutAlignment) -> str:
    """Which head points more clearly on this sentence; nothing where the best one does."""
    sharpest = None if snapshot.run is None else sharpest_head(snapshot.run)
    if sharpest is None or sharpest == known.best:
        return ""
    told = translate("BestHeads", "On this one %1 is sharper, by two-way focus; sharp need not be right.")
    return fill(told, short_place(sharpest))


def _rank_of_best(values: NDArray[np.float64], known: HeldOutAlignment) -> str:
    """Where the head that aligns best stands by another measure, on this sentence."""
    rank, count = place(values, *known.best)
    told = translate("BestHeads", "%1, which aligns best on %2 held-out sentences, is number %3 of %4 here.")
    return fill(told, short_place(known.best), known.sentences, rank, count)


def _as_recorded() -> str:
    return translate("BestHeads", "Computed on the recorded run, not on the current display.")
