"""A training over its updates: loss and BLEU, as its folder says; a click goes to a snapshot. It follows one that goes
on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.record.learning_run import LearningRun
from viz_app.platform.text import fill
from viz_app.plots.shared.plot import Curve, Goal, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import GoToSnapshot
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
Values = Sequence[tuple[int, float]]  #: update and what was measured then


def options(_: Snapshot) -> tuple[Option, ...]:
    """Most is learnt early: there is more room for that where updates are shown by their logarithm."""
    return (
        Option(
            "x",
            translate("plots", "Updates"),
            (("even", translate("plots", "evenly")), ("log", translate("plots", "logarithmically"))),
        ),
    )


def plot(snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | Lacking:
    """Each quantity where it was measured; what was not measured there is no point."""
    watched = snapshot.learning
    if watched is None:
        return Lacking(
            translate("plots", "The open checkpoint is no snapshot of a training: open a training's folder of them.")
        )
    places = {each.update: GoToSnapshot(at) for at, each in enumerate(watched.run.snapshots) if each.update is not None}
    seen = watched.seen(snapshot.run)
    ringed = translate("plots", "Ringed: the snapshot on screen, %1.")
    base = fill(ringed, watched.told(seen))
    return curves_of(watched.run, places, chosen["x"] == "log", GoToSnapshot(seen), base)


def curves_of(
    run: LearningRun, places: Mapping[int, Goal], log: bool = False, current: Goal = None, base: str = ""
) -> Plot | Lacking:
    """The curves of a training; ``places`` is where a click on each snapshot leads, by its update."""
    loss = {"loss": translate("plots", "training loss"), "validation_loss": translate("plots", "validation loss")}
    panels = (
        PlotPanel(translate("plots", "loss (nats per token)"), _curves(run, places, loss, log), 0.0),
        PlotPanel(translate("plots", "BLEU"), _curves(run, places, {"bleu": translate("plots", "BLEU")}, log), 0.0),
    )
    shown = tuple(panel for panel in panels if panel.curves)
    if not shown:
        return Lacking(translate("plots", "The folder of this training holds no learning curve (curve.jsonl)."))
    return Plot(
        translate("plots", "Learning curves"),
        translate("plots", "log₁₀ (updates + 1)") if log else translate("plots", "updates"),
        shown,
        current=current,
        base=base,
        of_run=False,
    )


def _curves(run: LearningRun, places: Mapping[int, Goal], named: Mapping[str, str], log: bool) -> tuple[Curve, ...]:
    """Of the quantities that somebody measured; and the snapshots as points of the last of them."""

    def curve(title: str, values: Values, joined: bool = True) -> Curve:
        x = np.array([update for update, _ in values], dtype=np.float64)
        names = tuple(f"{update:,}" for update, _ in values) if log else ()
        selects = tuple(places.get(update) for update, _ in values)
        y = np.array([value for _, value in values], dtype=np.float64)
        return Curve(title, np.log10(x + 1) if log else x, y, names, selects, joined)

    found, last = [], ()  # type: list[Curve], Values
    for name, title in named.items():
        points = [(point.update, value) for point in run.points if (value := getattr(point, name)) is not None]
        if points:
            found.append(curve(title, points))
            last = points
    at_snapshots = [pair for pair in last if pair[0] in places]
    if at_snapshots:
        found.append(curve(translate("plots", "snapshots"), at_snapshots, joined=False))
    return tuple(found)
