"""All heads as points over two measures of this sentence: those that stand apart do something of their own."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.record.trace import KINDS, Kind, Trace
from viz_app.pictures.drawing.head_orders import facts_of
from viz_app.pictures.drawing.picture_texts import kind_name, place_name
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def _measures() -> dict[str, str]:
    """Measure of :class:`model.analysis.head_facts.HeadFacts` → its name with its unit."""
    return {
        "distance": translate("plots", "mean distance (tokens)"),
        "entropy": translate("plots", "entropy (bits)"),
        "focus": translate("plots", "focus (largest weight)"),
        "specials": translate("plots", "weight on special tokens"),
        "diagonal": translate("plots", "weight on the diagonal"),
        "previous": translate("plots", "weight on the previous token"),
    }


def options(snapshot: Snapshot) -> tuple[Option, ...]:
    """Which measure goes to the right, and which up; and of which attention."""
    names = tuple(_measures().items())
    trace = snapshot.trace
    kinds = tuple((kind, kind_name(kind)) for kind in KINDS if trace is not None and trace.attention(kind) is not None)
    return (
        Option("kind", translate("plots", "Attention"), (("all", translate("plots", "all kinds")), *kinds)),
        Option("x", translate("plots", "To the right"), names),
        Option("y", translate("plots", "Up"), (names[1], names[0], *names[2:])),
    )


def plot(snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | Lacking:
    """A point for each head; those of one kind of attention have one shape and colour."""
    trace = snapshot.trace
    if trace is None:
        return Lacking(translate("plots", "There is no run yet: translate a sentence."))
    if trace.meta.reading is not None and trace.meta.reading.quantity != "weight":
        return Lacking(translate("plots", "Measures of heads exist for weights only: choose weights in Display."))
    kinds = [kind for kind in KINDS if chosen["kind"] in ("all", kind)]
    curves = [curve for kind in kinds if (curve := _points(snapshot, trace, kind, chosen)) is not None]
    if not curves:
        return Lacking(translate("plots", "The measures of the heads are still being computed, or none has both."))
    names, now = _measures(), snapshot.selection
    return Plot(
        translate("plots", "All heads by two measures"),
        names[chosen["x"]],
        (PlotPanel(names[chosen["y"]], tuple(curves)),),
        current=Select(kind=now.kind, layer=now.layer, head=now.head),
        base=translate("plots", "Means over the rows of this one sentence, n = 1."),
    )


def _points(snapshot: Snapshot, trace: Trace, kind: Kind, chosen: Mapping[str, str]) -> Curve | None:
    found = facts_of(snapshot, kind)
    if found is None:
        return None
    x, y = getattr(found, chosen["x"]), getattr(found, chosen["y"])  # [L,H]
    places = [tuple(place) for place in np.argwhere(np.isfinite(x) & np.isfinite(y)).tolist()]
    if not places:
        return None
    return Curve(
        kind_name(kind),
        np.array([x[place] for place in places], dtype=np.float64),
        np.array([y[place] for place in places], dtype=np.float64),
        points=tuple(place_name(trace.meta.reading, kind, *place) for place in places),
        selects=tuple(Select(kind=kind, layer=layer, head=head) for layer, head in places),
        joined=False,
    )
