"""The inspector's part on early guesses: what the vocabulary head would say after each decoder layer."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from model.analysis.logit_lens import EarlyGuesses
from model.record.trace import Trace
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.controls.inspector.section import Section, quieten, say
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import exact, fill, quoted, short, tooltip, translate
from viz_app.platform.theme import visible
from viz_app.state.intents import MeasureEarlyGuesses
from viz_app.state.state import Snapshot


class EarlyPart(Section):
    """It asks for the measurement."""

    result = "early_guesses"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note, self.measure, self.bars = self.add_text(quiet=True), QPushButton(), BarTable()
        self.measure.setText(translate("EarlyGuesses", "Ask every layer"))
        self.measure.setToolTip(
            tooltip(translate("EarlyGuesses", "Runs the sentence once more and reads the layers in between."))
        )
        self.measure.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.box.addWidget(self.measure)
        self.add_table(self.bars)
        self.base = self.add_text(quiet=True)
        self.measure.clicked.connect(lambda: self.requested.emit(MeasureEarlyGuesses()))
        quieten(self)

    def fill(self, snapshot: Snapshot) -> None:
        """The guesses at the current step, or the way to them."""
        found = snapshot.early_guesses
        self.measure.setVisible(not self._measured)
        self.measure.setEnabled(snapshot.busy is None)
        self.bars.show_table(BarRows() if found is None else guesses(found, snapshot.run_selection.step))
        self.bars.setVisible(self._measured)
        say(self.note, "" if found else translate("EarlyGuesses", "Not asked yet for this run."))
        base = translate(
            "EarlyGuesses",
            "The vocabulary head applied to earlier layers: only the last was trained for it. One sentence, n = 1.",
        )
        say(self.base, base if found else "")


def guesses(found: EarlyGuesses, step: int) -> BarRows:
    """One row per decoder layer, the last at the bottom: its likeliest token, and what it gives the produced one."""
    tokens = tokens_of(found.trace)
    produced = tokens.produced[step].text
    columns = (
        BarColumn(translate("EarlyGuesses", "would say"), share=0.8),
        BarColumn(translate("EarlyGuesses", "probability"), 0.0, 1.0, 0.9, _asked(found.trace)),
        BarColumn(f"p({quoted(produced)})", 0.0, 1.0, 0.9, translate(
            "EarlyGuesses", "The probability of this run’s next token.")),
    )  # fmt: skip
    lines = []
    for layer in range(len(found.ids)):
        names = [
            tokens.candidate(str(token), int(index))
            for token, index in zip(found.tokens[layer, step], found.ids[layer, step], strict=True)
        ]
        shares = [float(share) for share in found.probabilities[layer, step]]
        own = float(found.produced_probability[layer, step])
        tip = partial(_five, names, shares)
        name = fill(translate("EarlyGuesses", "layer %1"), layer + 1)
        texts, values = (visible(names[0]), short(shares[0]), short(own)), (float("nan"), shares[0], own)
        lines.append(BarRow(name, texts, values, tip=tip))
    return BarRows(columns, tuple(lines), translate("EarlyGuesses", "the likeliest token after each decoder layer"))


def _asked(trace: Trace) -> str:
    """What the probabilities are of, by this network's own formula."""
    from model.analysis.formulas import conventions_of  # after the first picture

    template = translate(
        "EarlyGuesses", "softmax over the whole vocabulary of %1: head the vocabulary head, h the layer’s output."
    )
    return fill(template, conventions_of(trace).logit_lens)


def _five(names: list[str], shares: list[float]) -> tuple[str, ...]:
    """The five likeliest, one a line."""
    return tuple(f"{quoted(name)} {exact(share)}" for name, share in zip(names, shares, strict=True))
