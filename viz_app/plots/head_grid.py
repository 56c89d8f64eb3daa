"""Layers × heads coloured by one measure of this sentence or of a file: where in the network heads of one habit lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.common.text import fill
from model.record.trace import Kind
from viz_app.pictures.drawing.picture_texts import kind_name, place_name
from viz_app.plots.shared import head_measures
from viz_app.plots.shared.cells import decimals_of
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(snapshot: Snapshot) -> tuple[Option, ...]:
    """Which measure of which attention, and over what; the selected kind first."""
    kinds = sorted(head_measures.kind_values(snapshot), key=lambda kind: kind[0] != snapshot.selection.kind)
    return (
        Option("kind", translate("plots", "Attention"), tuple(kinds) or (("cross", kind_name("cross")),)),
        Option("measure", translate("plots", "Measure"), head_measures.measures(snapshot)),
        *head_measures.base_options(snapshot),
    )


def plot(snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | Lacking:
    """A cell for each head, the first layer below, as data go up through the network."""
    none, trace, over = head_measures.lacking(snapshot), snapshot.trace, chosen.get("base", "")
    if none is not None or trace is None:
        return none or Lacking("")
    kind, name = cast("Kind", chosen["kind"]), head_measures.names()[chosen["measure"]]
    found = head_measures.numbers_of(snapshot, kind, chosen["measure"], over)
    if found is None or not np.isfinite(found.values).any():
        return head_measures.not_here(chosen["measure"], over)
    places = [(int(layer), int(head)) for layer, head in np.ndindex(found.values.shape)]
    curve = Curve(
        f"{kind_name(kind)}: {name}",
        np.array([head + 1 for _, head in places], dtype=np.float64),
        np.array([layer + 1 for layer, _ in places], dtype=np.float64),
        points=tuple(place_name(trace.meta.reading, kind, *place) for place in places),
        selects=tuple(Select(kind=kind, layer=layer, head=head) for layer, head in places),
        joined=False,
        values=found.values.ravel().astype(np.float64),
    )
    now = snapshot.selection
    return Plot(
        translate("plots", "Layers × heads by one measure"),
        translate("plots", "head"),
        (PlotPanel(translate("plots", "layer"), (curve,)),),
        ticks=tuple(str(head + 1) for head in range(found.values.shape[1])),
        current=Select(kind=now.kind, layer=now.layer, head=now.head),
        base=f"{kind_name(kind)}: {name}. {_signs(curve, kind == now.kind)} {found.base}",
        of_run=over != head_measures.FILE,
    )


def _signs(curve: Curve, is_current: bool) -> str:
    """What the colours and the frame mean."""
    assert curve.values is not None, "cells have some"
    decimals = decimals_of(curve.values)
    ends = (f"{end(curve.values):.{decimals}f}".replace("-", "−") for end in (np.nanmin, np.nanmax))
    told = fill(translate("plots", "Colours go from %1, the ground’s, to %2."), *ends)
    framed = translate("plots", "Framed: the selected head.")
    return f"{told} {framed}" if is_current else told
