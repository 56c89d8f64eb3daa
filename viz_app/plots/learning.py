"""A training over its updates: loss and BLEU, as its folder says; a click goes to a snapshot. It follows one that goes
on."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.platform.text import fill
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import GoToSnapshot
from viz_app.state.learning import Watched
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(_: Snapshot) -> tuple[Option, ...]:
    return ()


def plot(snapshot: Snapshot, _: Mapping[str, str]) -> Plot | Lacking:
    """Each quantity where it was measured; what was not measured there is no point."""
    watched = snapshot.learning
    if watched is None:
        return Lacking(
            translate("plots", "The open checkpoint is no snapshot of a training: open a training's folder of them.")
        )
    loss = (("loss", translate("plots", "training loss")), ("validation_loss", translate("plots", "validation loss")))
    panels = (
        PlotPanel(translate("plots", "loss (nats per token)"), _curves(watched, loss), 0.0),
        PlotPanel(translate("plots", "BLEU"), _curves(watched, (("bleu", translate("plots", "BLEU")),)), 0.0),
    )
    shown = tuple(panel for panel in panels if panel.curves)
    if not shown:
        return Lacking(translate("plots", "The folder of this training holds no learning curve (curve.jsonl)."))
    return Plot(
        translate("plots", "Learning curves"),
        translate("plots", "updates"),
        shown,
        current=GoToSnapshot(watched.at),
        base=fill(translate("plots", "Ringed: the snapshot on screen, %1. A click goes to a snapshot."), watched.told),
    )


def _curves(watched: Watched, named: tuple[tuple[str, str], ...]) -> tuple[Curve, ...]:
    """Of the quantities that somebody measured."""
    places = {each.update: GoToSnapshot(at) for at, each in enumerate(watched.run.snapshots) if each.update is not None}
    found = []
    for name, title in named:
        points = [point for point in watched.run.points if getattr(point, name) is not None]
        if points:
            x = np.array([point.update for point in points], dtype=np.float64)
            y = np.array([getattr(point, name) for point in points], dtype=np.float64)
            found.append(Curve(title, x, y, selects=tuple(places.get(point.update) for point in points)))
    return tuple(found)
