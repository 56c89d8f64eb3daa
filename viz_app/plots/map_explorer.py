"""The selected head's map with every row of the run, for hundreds to thousands of tokens."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from model.record.trace import KINDS
from viz_app.pictures.drawing.picture_texts import head_of, kind_name, layer_of, no_maps
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.plots.shared.plot import Lacking, Option
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(snapshot: Snapshot) -> tuple[Option, ...]:
    """Which attention, layer and head: what is selected in the window, and chosen here is selected there."""
    trace, now = snapshot.trace, snapshot.selection
    if trace is None:
        return ()
    kinds = [kind for kind in KINDS if trace.attention(kind) is not None]
    layers, heads, done = range(trace.layers(now.kind)), range(trace.heads(now.kind)), trace.meta.reading
    return (
        Option("kind", translate("plots", "Attention"), tuple((kind, kind_name(kind)) for kind in kinds),
               tuple(Select(kind=kind) for kind in kinds), now.kind),
        Option("layer", translate("plots", "Layer"), tuple((str(at), layer_of(done, now.kind, at)) for at in layers),
               tuple(Select(layer=at) for at in layers), str(now.layer)),
        Option("head", translate("plots", "Head"), tuple((str(at), head_of(done, now.kind, at)) for at in heads),
               tuple(Select(head=at) for at in heads), str(now.head)),
    )  # fmt: skip


def plot(snapshot: Snapshot, _: Mapping[str, str]) -> MapPlot | Lacking:
    """The map of the selected head, rows of later steps too."""
    trace = snapshot.trace
    lacking = no_maps(snapshot)
    if trace is None or lacking:
        return Lacking(lacking)
    later = translate(
        "plots", "Every row of the run, those of later steps too; where cells share a pixel, it shows the strongest."
    )
    return MapPlot(translate("plots", "Map explorer"), trace, snapshot.selection, snapshot.settings, later)
