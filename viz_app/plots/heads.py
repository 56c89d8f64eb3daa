"""All heads as points over two measures of a sentence or a file: those that stand apart do something of their own."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.record.trace import KINDS, Kind, Trace
from viz_app.pictures.drawing.picture_texts import kind_name, place_name
from viz_app.plots.shared import head_measures
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(snapshot: Snapshot) -> tuple[Option, ...]:
    """Which measure goes to the right, and which up; of which attention, and over what."""
    names = head_measures.measures(snapshot)
    kinds = (("all", translate("plots", "all kinds")), *head_measures.kind_values(snapshot))
    return (
        Option("kind", translate("plots", "Attention"), kinds),
        Option("x", translate("plots", "To the right"), names),
        Option("y", translate("plots", "Up"), (names[1], names[0], *names[2:])),
        *head_measures.base_options(snapshot),
    )


def plot(snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | Lacking:
    """A point for each head; those of one kind of attention have one shape and colour."""
    none, trace, over = head_measures.lacking(snapshot), snapshot.trace, chosen.get("base", "")
    if none is not None or trace is None:
        return none or Lacking("")
    kinds = [kind for kind in KINDS if chosen["kind"] in ("all", kind)]
    curves = [curve for kind in kinds if (curve := _points(snapshot, trace, kind, chosen)) is not None]
    if not curves:
        return head_measures.not_here(next((chosen[axis] for axis in "xy" if _of_files(chosen[axis])), "entropy"), over)
    names, now = head_measures.names(), snapshot.selection
    return Plot(
        translate("plots", "All heads by two measures"),
        names[chosen["x"]],
        (PlotPanel(names[chosen["y"]], tuple(curves)),),
        current=Select(kind=now.kind, layer=now.layer, head=now.head),
        base=head_measures.base_sentence(snapshot, over),
        of_run=over != head_measures.FILE,
    )


def _of_files(name: str) -> bool:
    return name not in head_measures.OF_SENTENCES


def _points(snapshot: Snapshot, trace: Trace, kind: Kind, chosen: Mapping[str, str]) -> Curve | None:
    over = chosen.get("base", "")
    x, y = (head_measures.numbers_of(snapshot, kind, chosen[axis], over) for axis in "xy")
    if x is None or y is None:
        return None
    places = [tuple(place) for place in np.argwhere(np.isfinite(x.values) & np.isfinite(y.values)).tolist()]
    if not places:
        return None
    return Curve(
        kind_name(kind),
        np.array([x.values[place] for place in places], dtype=np.float64),
        np.array([y.values[place] for place in places], dtype=np.float64),
        points=tuple(place_name(trace.meta.reading, kind, *place) for place in places),
        selects=tuple(Select(kind=kind, layer=layer, head=head) for layer, head in places),
        joined=False,
    )
