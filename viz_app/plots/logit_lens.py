"""The logit lens: the probability of the token that follows, as if each decoder layer were the last."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.common.text import fill
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import MeasureEarlyGuesses, Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(_: Snapshot) -> tuple[Option, ...]:
    return ()


def plot(snapshot: Snapshot, _: Mapping[str, str]) -> Plot | Lacking:
    """The selected step, and the mean over all steps of the run."""
    guesses = snapshot.early_guesses
    if guesses is None:
        run = snapshot.run
        if run is None or run.produced_ids is None:
            return Lacking(translate("plots", "Nothing is decoded yet: translate a sentence, or give its target."))
        offer = translate("EarlyGuesses", "Ask every layer"), MeasureEarlyGuesses()
        return Lacking(translate("plots", "The logit lens is not measured yet for this run."), offer)
    found = np.asarray(guesses.produced_probability, dtype=np.float64)  # [Ld,T]
    layers = np.arange(1, len(found) + 1, dtype=np.float64)
    step = min(snapshot.run_selection.step, found.shape[1] - 1)
    token = tokens_of(guesses.trace).produced[step].text
    selects = tuple(Select(layer=layer) for layer in range(len(found)))
    curves = (
        Curve(fill(translate("plots", "step %1: %2"), step + 1, token), layers, found[:, step], selects=selects),
        Curve(translate("plots", "mean over all steps"), layers, found.mean(axis=1), selects=selects),
    )
    return Plot(
        translate("plots", "Logit lens by layer"),
        translate("plots", "decoder layer"),
        (PlotPanel(translate("plots", "probability"), curves, 0.0, 1.0),),
        ticks=tuple(str(layer + 1) for layer in range(len(found))),
        base=translate("plots", "No layer but the last was trained to be read like this."),
    )
