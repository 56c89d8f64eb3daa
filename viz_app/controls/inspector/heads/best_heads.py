"""Which head of cross attention aligns best, and by what measure: as for the head at which a run is opened.

By links of a file whose table is loaded, else by held-out sentences where the checkpoint has them, else on this one
(:mod:`model.analysis.aligning_head`).
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.analysis.aligning_head import HeadPlace, HeldOutAlignment, held_out, sharpest_head
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.controls.inspector.heads.head_facts import place
from viz_app.controls.inspector.section import Section, SectionChoice, quieten, say
from viz_app.pictures.drawing.head_orders import focus_of, is_known
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.pictures.drawing.why_here import short_place
from viz_app.platform.preferences import AlignedBy
from viz_app.platform.text import fill, tooltip, translate
from viz_app.state.file_heads import best_of_file, measure_of_file
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
from viz_app.state.state import Selection, Snapshot

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads, CorpusMeasure

COUNT = 12  #: heads in the list
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
        measure, weights, linked = (
            measure_of(snapshot),
            snapshot.trace is snapshot.run,
            _over_file(snapshot, "held_out"),
        )
        known = None if linked or _known(snapshot) else 0
        self.measure.setItemData(MEASURES.index("held_out"), known, Qt.ItemDataRole.UserRole - 1)  # 0: greyed
        self.measure.setItemText(MEASURES.index("held_out"), _name("held_out") if linked is None else _by_links())
        self.measure.setCurrentIndex(MEASURES.index(measure))
        over = _over_file(snapshot, measure)
        self.measure.setToolTip(
            tooltip(_formula(measure) if over is None or measure != "held_out" else _rate_formula())
        )
        values = values_of(snapshot) if weights else None
        rows = None if values is None else best(values, measure, snapshot.selection)
        if values is not None and over is not None:
            rows = best_of(over, None if measure == "held_out" else focus_of(snapshot), snapshot.selection)
        self.heads.show_table(rows or BarRows())
        self.heads.setVisible(values is not None)
        say(self.note, _note(snapshot, values) if weights else _as_recorded())

    def _choose(self, measure: AlignedBy) -> None:
        self.requested.emit(ChangeSettings({"aligned_by": measure}))
        if measure == "effect" and not self._measured:
            self.requested.emit(MeasureEffects())


def measure_of(snapshot: Snapshot) -> AlignedBy:
    """The chosen measure; where nobody has looked at held-out sentences, how clearly heads point on this one."""
    chosen = snapshot.settings.aligned_by
    lacking = chosen == "held_out" and _known(snapshot) is None and _over_file(snapshot, "held_out") is None
    return "focus" if lacking else chosen


def values_of(snapshot: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] the measure; None where it is not known, or not yet."""
    measure, known = measure_of(snapshot), _known(snapshot)
    over = _over_file(snapshot, measure)
    if over is not None:
        return over.mean
    if measure == "held_out":
        return None if known is None else known.table
    if measure == "focus":
        return focus_of(snapshot)
    return None if snapshot.effects is None else snapshot.effects.agreements


def _over_file(snapshot: Snapshot, measure: AlignedBy) -> CorpusMeasure | None:
    """The measure over the file whose table is loaded: links decide, wherever they come from; effects are not in it."""
    name = {"held_out": "aer", "focus": "sharpness"}.get(measure)
    return None if name is None else measure_of_file(snapshot, "cross", name)


def _known(snapshot: Snapshot) -> HeldOutAlignment | None:
    return None if snapshot.run is None else held_out(snapshot.run)


def best(values: NDArray[np.float64], measure: AlignedBy, chosen: Selection) -> BarRows:
    """The heads with the largest values, the selected one marked."""
    flat = values.reshape(-1)
    order = _first(-flat)
    low = -1.0 if measure == "effect" and flat[order].min(initial=0.0) < 0 else 0.0
    title = {
        "held_out": translate("BestHeads", "share of aligned words that it hits, 0 … 1"),
        "focus": translate("BestHeads", "two-way focus, 0 … 1"),
        "effect": translate("BestHeads", "Spearman’s ρ, −1 … 1"),
    }[measure]
    lines = [
        _line(divmod(number, values.shape[1]), chosen, (f"{flat[number]:.2f}".replace("-", "−"),), float(flat[number]))
        for number in order
    ]
    return BarRows((BarColumn(title, low, 1.0, tip=_formula(measure)),), tuple(lines), _name(measure))


def best_of(over: CorpusMeasure, here: NDArray[np.float64] | None, chosen: Selection) -> BarRows:
    """The best heads over a file: by alignment error rate, or by two-way focus with that of this run beside it."""
    flat = over.mean.reshape(-1)
    by_links = here is None
    title = (
        translate("BestHeads", "alignment error rate, lowest first")
        if by_links
        else translate("BestHeads", "two-way focus, 0 … 1")
    )
    count = fill(translate("HeadFacts", "n = %1"), f"{int(over.base.max(initial=0)):,}")
    first = BarColumn(f"{title}, {count}", 0.0, 1.0, tip=_rate_formula() if by_links else _formula("focus"))
    columns = (first,) if here is None else (first, BarColumn(translate("HeadFacts", "n = 1"), share=0.5))
    lines = []
    for number in _first(flat if by_links else -flat):
        place = divmod(number, over.mean.shape[1])
        own = () if here is None else (f"{here[place]:.2f}",)
        lines.append(_line(place, chosen, (f"{flat[number]:.2f}", *own), float(flat[number])))
    return BarRows(columns, tuple(lines), _by_links() if by_links else _name("focus"))


def _first(flat: NDArray[np.float64]) -> list[int]:
    """The smallest first, a few; of equal ones the one that comes first."""
    return [int(place) for place in np.argsort(flat, kind="stable") if not math.isnan(flat[place])][:COUNT]


def _line(place: tuple[int, int], chosen: Selection, texts: tuple[str, ...], value: float) -> BarRow:
    layer, head = place
    name = place_name(None, "cross", layer, head)
    selected = (chosen.kind, chosen.layer, chosen.head) == ("cross", layer, head)
    told = (fill(translate("BestHeads", "Press to select %1 of cross attention"), name),)
    answer = Select(kind="cross", layer=layer, head=head)
    return BarRow(name, texts, (value, *(math.nan,) * (len(texts) - 1)), selected, partial(tuple, told), answer)


def _name(measure: AlignedBy) -> str:
    return {
        "held_out": translate("BestHeads", "on held-out sentences"),
        "focus": translate("BestHeads", "by two-way focus"),
        "effect": translate("BestHeads", "by agreement with effects"),
    }[measure]


def _by_links() -> str:
    return translate("BestHeads", "by word links over the file")


def _rate_formula() -> str:
    return translate(
        "BestHeads",
        "1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|): A links each target word to the source word with most weight, S and P "
        "are the sure and the possible links of the file; 0 = the same, lowest first. Och and Ney (2003).",
    )


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
    over, table = _over_file(snapshot, measure), snapshot.file_heads
    if values is not None and over is not None and table is not None:
        return _note_of_file(snapshot, over, table)
    if values is None:
        if measure == "effect":
            return translate("BestHeads", "Effects are not measured yet: open “What happens without each word?”.")
        return translate("BestHeads", "No word to align.") if is_known(snapshot, "cross") else "…"
    if measure == "held_out" and known is not None:
        told = translate("BestHeads", "The best of %1 heads of cross attention; %2 held-out sentences, %3 word links.")
        base = fill(told, values.size, known.sentences, f"{known.links:,}")
        return " ".join(filter(None, (base, _sharper(snapshot, known.best))))
    base = fill(translate("BestHeads", "The best of %1 heads of cross attention; one sentence, n = 1."), values.size)
    return base if known is None else f"{base} {_rank_of_best(values, known)}"


def _note_of_file(snapshot: Snapshot, over: CorpusMeasure, table: CorpusHeads) -> str:
    """On how many sentences it stands, and where this one differs."""
    sentences = int(over.base.max(initial=0))
    told = translate("BestHeads", "The best of %1 heads of cross attention; %2 sentences of %3.")
    base = fill(told, over.mean.size, f"{sentences:,}", table.file)
    measured = best_of_file(snapshot)
    return " ".join(filter(None, (base, "" if measured is None else _sharper(snapshot, measured[0]))))


def _sharper(snapshot: Snapshot, best: HeadPlace) -> str:
    """Which head points more clearly on this sentence; nothing where the best one does."""
    sharpest = None if snapshot.run is None else sharpest_head(snapshot.run)
    if sharpest is None or sharpest == best:
        return ""
    told = translate("BestHeads", "On this sentence head %1 is sharper, by two-way focus; sharp need not be right.")
    return fill(told, short_place(sharpest))


def _rank_of_best(values: NDArray[np.float64], known: HeldOutAlignment) -> str:
    """Where the head that aligns best stands by another measure, on this sentence."""
    rank, count = place(values, *known.best)
    told = translate("BestHeads", "%1, which aligns best on %2 held-out sentences, is number %3 of %4 here.")
    return fill(told, short_place(known.best), known.sentences, rank, count)


def _as_recorded() -> str:
    return translate("BestHeads", "Computed on the recorded run, not on the current display.")
