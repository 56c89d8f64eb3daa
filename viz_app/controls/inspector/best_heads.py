"""The inspector's part on which head of cross attention aligns best on this sentence, and by what measure."""

from __future__ import annotations

import math
from functools import partial
from typing import get_args

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.controls.inspector.bar_table import BarTable, Column, Line, Table
from viz_app.controls.inspector.section import Choice, Section, quieten, say
from viz_app.pictures.drawing.known_facts import focus_of, is_known
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.platform.text import fill, tooltip, translate
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
from viz_app.state.preferences import AlignedBy
from viz_app.state.state import Selection, Snapshot

COUNT = 5  #: heads in the list
MEASURES: tuple[AlignedBy, ...] = get_args(AlignedBy)


class BestHeadsPart(Section):
    """It asks for a head to be selected, for another measure, and for what that needs."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        tip = translate(
            "BestHeads",
            "Ranks the heads of cross attention on this sentence by a measure of your choice; a click selects.",
        )
        super().__init__(translate("BestHeads", "Which head aligns best?"), tip, parent)
        self.measure, self.heads = Choice(), BarTable()
        self.measure.addItems([_name(measure) for measure in MEASURES])
        self.measure.setAccessibleName(translate("BestHeads", "measure"))
        self.measure.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.measure.setMinimumWidth(60)
        self.box.addWidget(self.measure)
        self.box.addWidget(self.heads)
        self.note = self.add_text(quiet=True)
        self._measured = False
        self.opened.connect(lambda on: self.requested.emit(ChangeSettings({"best_heads": on})))
        self.measure.activated.connect(lambda index: self._choose(MEASURES[index]))
        self.heads.chosen.connect(self.requested)
        quieten(self)

    def display(self, snapshot: Snapshot) -> None:
        """The best heads by the chosen measure."""
        trace, settings = snapshot.trace, snapshot.settings
        self.setVisible(trace is not None and trace.cross_attention is not None)
        self.set_open(settings.best_heads)
        self._measured = snapshot.effects is not None
        if not settings.best_heads or trace is None or self.isHidden():
            return
        self.measure.setCurrentIndex(MEASURES.index(settings.aligned_by))
        self.measure.setToolTip(tooltip(_formula(settings.aligned_by)))
        weights = trace is snapshot.run
        values = values_of(snapshot) if weights else None
        self.heads.show_table(Table() if values is None else best(values, settings.aligned_by, snapshot.selection))
        self.heads.setVisible(values is not None)
        say(self.note, _note(snapshot, values) if weights else _as_recorded())

    def _choose(self, measure: AlignedBy) -> None:
        self.requested.emit(ChangeSettings({"aligned_by": measure}))
        if measure == "effect" and not self._measured:
            self.requested.emit(MeasureEffects())


def values_of(snapshot: Snapshot) -> NDArray[np.float64] | None:
    """[L,H] the chosen measure; None where it is not known, or not yet."""
    if snapshot.settings.aligned_by == "focus":
        return focus_of(snapshot)
    return None if snapshot.effects is None else snapshot.effects.agreements


def best(values: NDArray[np.float64], measure: AlignedBy, chosen: Selection) -> Table:
    """The heads with the largest values, the selected one marked."""
    flat = values.reshape(-1)
    order = [int(place) for place in np.argsort(-flat, kind="stable") if not math.isnan(flat[place])][:COUNT]
    low = -1.0 if measure == "effect" and flat[order].min(initial=0.0) < 0 else 0.0
    title = {
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
        lines.append(Line(name, (f"{value:.2f}".replace("-", "−"),), (value,), selected, partial(tuple, told), answer))
    return Table((Column(title, low, 1.0, tip=_formula(measure)),), tuple(lines), _name(measure))


def _name(measure: AlignedBy) -> str:
    return {
        "focus": translate("BestHeads", "by two-way focus"),
        "effect": translate("BestHeads", "by agreement with effects"),
    }[measure]


def _formula(measure: AlignedBy) -> str:
    return {
        "focus": translate(
            "BestHeads",
            "2ab / (a + b): a = the mean over produced words of the largest weight on a source word, b = the mean over "
            "source words of the largest weight from a produced word. Word order plays no part.",
        ),
        "effect": translate(
            "BestHeads",
            "Spearman’s rank correlation, over all steps and source tokens, of the head’s weights with the sizes of "
            "the changes in log-probability when the token is replaced (as Jain and Wallace 2019).",
        ),
    }[measure]


def _note(snapshot: Snapshot, values: NDArray[np.float64] | None) -> str:
    if values is not None:
        return fill(
            translate("BestHeads", "The best of %1 heads of cross attention; one sentence, n = 1."), values.size
        )
    if snapshot.settings.aligned_by == "effect":
        return translate("BestHeads", "Effects are not measured yet: open “What happens without each word?”.")
    return translate("BestHeads", "No word to align.") if is_known(snapshot, "cross") else "…"


def _as_recorded() -> str:
    return translate("BestHeads", "Told of the run as recorded; you are reading it another way.")
