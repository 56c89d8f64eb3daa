"""Step by step: how likely the token was that follows, and how unsure the model was of it (entropy in bits)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.analysis.entropy import entropy
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(_: Snapshot) -> tuple[Option, ...]:
    return ()


def plot(snapshot: Snapshot, _: Mapping[str, str]) -> Plot | Lacking:
    """Steps as people count them, from 1, named by the token that follows."""
    trace = snapshot.run
    if trace is None or trace.produced_probability is None or not trace.steps:
        return Lacking(translate("plots", "Nothing is decoded yet: translate a sentence, or give its target."))
    steps = np.arange(1, trace.steps + 1, dtype=np.float64)
    selects = tuple(Select(step=step) for step in range(trace.steps))

    def curve(name: str, values: np.ndarray) -> Curve:
        return Curve(name, steps, values.astype(np.float64), selects=selects)

    likely = [curve(translate("plots", "token that follows in this run"), np.asarray(trace.produced_probability))]
    if trace.candidate_probabilities is not None and trace.candidate_probabilities.size:
        best = np.asarray(trace.candidate_probabilities).max(axis=1)
        likely.append(curve(translate("plots", "likeliest token"), best))
    panels = [PlotPanel(translate("plots", "probability"), tuple(likely), 0.0, 1.0)]
    bits = _bits(trace)
    if np.isfinite(bits).any():
        name = translate("plots", "entropy over the vocabulary")
        panels.append(PlotPanel(translate("plots", "entropy (bits)"), (curve(name, bits),), 0.0))
    return Plot(
        translate("plots", "Probability and entropy by step"),
        translate("plots", "step"),
        tuple(panels),
        ticks=tuple(token.text for token in tokens_of(trace).produced),
        current=Select(step=snapshot.run_selection.step),
    )


def _bits(trace: Trace) -> np.ndarray:
    """[T] bits where they are exact; a lower bound is no point of a curve."""
    found = (entropy(trace, step) for step in range(trace.steps))
    return np.array([one.bits if one is not None and one.exact else np.nan for one in found])
