"""The inspector's part on weight beside effect: what happens to a produced token without each source token.

Weight beside effect, as rows of a table and sentences about them. Pure reading of a snapshot.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from model.analysis.effects import Agreement, Effects, Replacement, agreement
from model.common.lazy_dataclass import dataclass
from model.record.trace import ReadAs, Trace
from model.transforms.places import Place, in_reading
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.controls.inspector.section import Section, SectionChoice, quieten, say
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import exact, fill, quoted, short, tooltip, translate
from viz_app.platform.theme import visible
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
from viz_app.state.state import Selection, Snapshot

REPLACEMENTS: tuple[Replacement, ...] = ("unknown", "padding")


class EffectsPart(Section):
    """It asks for a measurement, another order, or another selected column."""

    result = "effects"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = self.add_text(quiet=True)
        self.replacement, self.order, self.measure = SectionChoice(), SectionChoice(), QPushButton()
        self._add_choices()
        self.bars = BarTable()
        self.add_table(self.bars)
        self.statement, self.agreement = self.add_text(), self.add_text(quiet=True)
        self.measure.clicked.connect(lambda: self._measure(self.replacement.currentIndex()))
        self.replacement.activated.connect(self._measure)
        self.order.activated.connect(lambda index: self.requested.emit(ChangeSettings({"effects_by_size": index == 1})))
        quieten(self)

    def fill(self, snapshot: Snapshot) -> None:
        """The bars of the current step, or the way to them."""
        shown = beside(snapshot)
        self.order.setCurrentIndex(int(snapshot.settings.effects_by_size))
        self.order.setVisible(self._measured)
        self.measure.setVisible(not self._measured)
        self.measure.setEnabled(snapshot.busy is None)
        if shown is None:
            say(
                self.note,
                translate("Effects", "Not measured yet: the sentence is run once more for each source token."),
            )
            self.bars.show_table(BarRows())
        else:
            say(self.note, "")
            self.replacement.setCurrentIndex(REPLACEMENTS.index(shown.effects.replacement))
            self.bars.show_table(table(shown, snapshot.settings.effects_by_size))
        self.bars.setVisible(self._measured)
        say(self.statement, "" if shown is None else statement(shown))
        say(self.agreement, "" if shown is None else agreement_told(agreement_of(shown)))

    def _measure(self, index: int) -> None:
        self.requested.emit(MeasureEffects(REPLACEMENTS[index]))

    def _add_choices(self) -> None:
        self.replacement.addItems(
            [translate("Effects", "replaced by <unk>"), translate("Effects", "hidden as <pad>")]
        )  # in the order of REPLACEMENTS
        self.order.addItems([translate("Effects", "by position"), translate("Effects", "largest first")])
        self.measure.setText(translate("Effects", "Measure"))
        hints = (
            (self.replacement, translate("Effects", "what stands in the token’s place"), translate(
                "Effects", "<unk> keeps the sentence’s length; <pad> is hidden by the padding mask, as if "
                "nothing stood there. Choosing one measures again.")),
            (self.order, translate("Effects", "order of the rows"), translate(
                "Effects", "As in the sentence, or the largest change of this step first.")),
            (self.measure, self.measure.text(), translate(
                "Effects", "Runs the sentence once for each source token; the translation stays as it is.")),
        )  # fmt: skip
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        for widget, name, hint in hints:
            widget.setAccessibleName(name)
            widget.setToolTip(tooltip(hint))
            widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            widget.setMinimumWidth(40)
            row.addWidget(widget)
        row.addStretch()
        self.box.addLayout(row)


SMALLEST = 0.05  #: nats; the scale of changes never ends before, so that noise stays short
SIDE = 0.12  #: the smallest share of the scale that gains or losses have


@dataclass(frozen=True, eq=False)
class Beside:
    """One produced token: the weight of each source token in the shown row, and what its absence changes."""

    run: Trace
    effects: Effects
    place: Selection  #: in the run itself
    step: int  #: of the produced token
    weights: NDArray[np.float32] | None  #: [S]; None where the shown kind is not cross attention
    done: ReadAs | None  #: what is done to the run on screen

    @property
    def change(self) -> NDArray[np.float32]:
        """[S] nats"""
        return np.asarray(self.effects.change[self.step])

    @property
    def produced(self) -> str:
        return tokens_of(self.run).produced[self.step].text


def beside(now: Snapshot) -> Beside | None:
    """What is to be shown; None where nothing has been measured."""
    run, effects = now.run, now.effects
    if run is None or effects is None or run.steps == 0:
        return None
    place = now.run_selection
    pointed = place.query if place.kind != "encoder" else None
    step = min(place.step if pointed is None else pointed, run.steps - 1)
    cross = run.cross_attention if place.kind == "cross" else None
    weights = None if cross is None else cross[place.layer, place.head, step]
    return Beside(run, effects, place, step, weights, None if now.trace is None else now.trace.meta.reading)


def table(shown: Beside, by_size: bool) -> BarRows:
    """One row per source token, as in the sentence, or the largest change first and those not replaced last."""
    order = list(range(shown.run.source_length))
    sizes = np.nan_to_num(np.abs(shown.change), nan=-1.0)
    if by_size:
        order = np.argsort(-sizes, kind="stable").tolist()
    columns = [_changes(shown)] if shown.weights is None else [_weights(shown), _changes(shown)]
    lines = tuple(_line(shown, key) for key in order)
    return BarRows(tuple(columns), lines, translate("Effects", "weight beside effect, by source token"))


def _weights(shown: Beside) -> BarColumn:
    from model.analysis.formulas import conventions_of  # after the first picture

    tip = translate("Effects", "The attention weight of this row: %3, 0 … 1. Layer %1, head %2.")
    formula = conventions_of(shown.run).weight("cross")
    told = fill(tip, shown.place.layer + 1, shown.place.head + 1, formula)
    return BarColumn(translate("Effects", "weight"), 0.0, 1.0, 0.8, told)


def _changes(shown: Beside) -> BarColumn:
    """From the run's largest loss to its largest gain, so that steps can be compared; neither side vanishes."""
    loss = -float(np.nanmin(shown.effects.change, initial=0.0))
    gain = float(np.nanmax(shown.effects.change, initial=0.0))
    least = max(SIDE * max(loss, gain), SMALLEST)
    tip = translate(
        "Effects",
        "log p(%1 | source with this token replaced by %2) − log p(%1 | source), natural logarithm: −0.69 nats halves "
        "the probability. All bars of this run share one scale.",
    )
    told = fill(tip, quoted(shown.produced), shown.effects.token)
    return BarColumn(translate("Effects", "change, nats"), -max(loss, least), max(gain, least), 1.3, told)


def _line(shown: Beside, key: int) -> BarRow:
    change, token = float(shown.change[key]), tokens_of(shown.run).source[key].text
    texts, values = [nats(change)], [change]
    if shown.weights is not None:
        texts.insert(0, short(float(shown.weights[key])))
        values.insert(0, float(shown.weights[key]))
    marked = shown.place.kind == "cross" and shown.place.key == key
    return BarRow(visible(token), tuple(texts), tuple(values), marked, partial(_tip, shown, key), _column(shown, key))


def _column(shown: Beside, key: int) -> Select | None:
    """Where the weights of a source token stand: its column of cross attention, or that of its word."""
    if shown.run.cross_attention is None:
        return None
    if shown.done is not None:
        key = in_reading(shown.done, "cross", Place(0, key=key)).key or 0
    return Select(key=key) if shown.place.kind == "cross" else Select(kind="cross", key=key)


def _tip(shown: Beside, key: int) -> tuple[str, ...]:
    change, token = float(shown.change[key]), tokens_of(shown.run).source[key].text
    place = fill(translate("Effects", "%1, position %2"), quoted(token), key)
    weight = _weight_tips(shown, key)
    if math.isnan(change):
        return (place, *weight, translate("Effects", "Not replaced: it is a special token, or unknown already."))
    before = float(np.asarray(shown.run.produced_probability)[shown.step])
    told = translate("Effects", "Without it p(%1) goes from %2 to %3.")
    after = before * math.exp(min(change, 700.0))
    return place, *weight, fill(told, quoted(shown.produced), exact(before), exact(after))


def _weight_tips(shown: Beside, key: int) -> tuple[str, ...]:
    """The weight, and how much the head's output holds of this key where the run has what that takes."""
    if shown.weights is None:
        return ()
    weight = float(shown.weights[key])
    told = fill(translate("Effects", "weight %1"), exact(weight))
    length = value_length(shown.run, shown.place.layer, shown.place.head, key)
    if length is None:
        return (told,)
    template = translate("Effects", "weight × ‖value · W_O‖ = %1 (Kobayashi et al. 2020)")
    return told, fill(template, exact(weight * length))


def value_length(run: Trace, layer: int, head: int, key: int) -> float | None:
    """‖v · W_O‖ of one source position in cross attention; None where the run lacks values or W_O."""
    value, output = run.activations.get("cross_value"), run.activations.get("cross_w_o")
    if value is None or output is None or value.ndim != 4 or output.ndim != 3:
        return None
    width = value.shape[3]
    part = output[layer][:, head * width : (head + 1) * width]  # [M,D]
    return float(np.linalg.norm(part.astype(np.float64) @ value[layer, head, key]))


def nats(change: float) -> str:
    """−0.58; – where nothing was replaced."""
    if math.isnan(change):
        return "–"
    text = f"{change:+.2f}".replace("-", "−")
    return "0.00" if text in ("+0.00", "−0.00") else text


def statement(shown: Beside) -> str:
    """What the bars are, in one sentence with its base."""
    if shown.effects.replacement == "padding":
        template = translate(
            "Effects",
            "Change in log-probability of %1 when a token is replaced by %2, which the padding mask hides; one "
            "sentence, n = 1.",
        )
    else:
        template = translate(
            "Effects", "Change in log-probability of %1 when a token is replaced by %2; one sentence, n = 1."
        )
    return fill(template, quoted(shown.produced), shown.effects.token)


def agreement_of(shown: Beside) -> Agreement | None:
    """Between the weights of the shown row and the sizes of the changes."""
    return None if shown.weights is None else agreement(shown.weights, shown.change)


def agreement_told(found: Agreement | None) -> str:
    """The correlation with its n; nothing where there is none."""
    if found is None:
        return translate("Effects", "Weights stand beside it for cross attention.")
    if math.isnan(found.correlation):
        return fill(translate("Effects", "Too few tokens for a correlation (n = %1)."), found.pairs)
    number = f"{found.correlation:+.2f}".replace("-", "−")
    template = translate("Effects", "Weight and size of change in this row: Spearman’s ρ = %1 (n = %2 tokens).")
    return fill(template, number, found.pairs)
