"""The answer to *What were the logits?*: the candidates of the step before softmax, with the checkpoint's own rows."""

from __future__ import annotations

import math

import numpy as np

from model.analysis.formulas import conventions_of
from model.analysis.projections import Logits, logits
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.controls.inspector.projections import lacking_weights
from viz_app.platform.text import exact, fill, quoted, translate
from viz_app.state.state import Snapshot
from viz_app.tables.parts.candidates import candidates_of


class LogitsAnswer(PartsAnswer):
    """Of the selected step."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*told_logits(snapshot))


def told_logits(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """What a logit is in a sentence; the likeliest one term by term, all of them, and the softmax."""
    run, step = now.run, now.run_selection.step
    assert run is not None, "it is there"
    lacking = lacking_weights(now)
    if lacking:
        return lacking, ()
    assert now.weights is not None, "nothing is lacking"
    found = logits(now.weights, step, bool(conventions_of(run, now.network).scaled_logits))
    if found is None or not found.agrees:
        return translate("Logits", "The matrices of the open checkpoint do not give this run’s candidates."), ()
    names = tuple(candidate.label for candidate in candidates_of(run, step))[: len(found.values)]
    note = translate(
        "Logits",
        "Step %1: a logit is h · the token’s row of the vocabulary head; any number, and only differences count.",
    )
    return fill(note, step + 1), (_first(found, names), _all(found, names), _softmax(found, names))


def _first(found: Logits, names: tuple[str, ...]) -> ComputationPart:
    products = found.matrix[0].astype(np.float64) * found.read
    bias = float(found.values[0] - products.sum())
    line = fill(translate("Logits", "sum of %1 products = %2"), len(products), signed(float(products.sum())))
    if abs(bias) > 1e-6:
        sum_told = f"{signed(float(products.sum()))} {'−' if bias < 0 else '+'} {signed(abs(bias))}"
        line += f"; + b: {sum_told} = {signed(float(found.values[0]))}"
    strips = (
        Numbers(translate("Logits", "h: output of the decoder"), found.read.astype(np.float32)),
        Numbers(fill(translate("Logits", "row of %1 in the vocabulary head"), quoted(names[0])), found.matrix[0]),
        Numbers(translate("Logits", "their products"), products.astype(np.float32)),
    )
    return ComputationPart(fill(translate("Logits", "Logit of %1"), quoted(names[0])), "3.4", "", (line,), strips)


def _all(found: Logits, names: tuple[str, ...]) -> ComputationPart:
    lines = [f"{quoted(name)}: {signed(float(value))}" for name, value in zip(names, found.values, strict=True)]
    bars = Numbers(translate("Logits", "logits"), found.values.astype(np.float32), names, bars=True)
    return ComputationPart(translate("Logits", "Logits of the candidates"), "3.4", "", tuple(lines), (bars,))


def _softmax(found: Logits, names: tuple[str, ...]) -> ComputationPart:
    value, p = float(found.values[0]), math.exp(float(found.values[0]) - found.total)
    lines = [
        fill(translate("Logits", "ln Σ e^logit over the whole vocabulary = %1"), signed(found.total)),
        f"p({quoted(names[0])}) = e^({signed(value)} − {signed(found.total)}) = {exact(p)}",
    ]
    if len(names) > 1:
        apart = float(found.values[0] - found.values[1])
        times = translate("Logits", "%1 more than the next logit: e^%1 = %2 times its probability.")
        lines.append(fill(times, signed(apart), signed(math.exp(apart))))
    bars = Numbers(translate("Logits", "probabilities"), found.probabilities.astype(np.float32), names, bars=True)
    return ComputationPart(translate("Logits", "Softmax over the vocabulary"), "3.4", "", tuple(lines), (bars,))
