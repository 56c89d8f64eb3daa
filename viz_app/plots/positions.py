"""The positional encoding, dimension by dimension, as the model's own table has it (3.5)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.analysis.stream import Formula, Side, formula_of, position_table
from model.common.text import fill
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
Line = tuple[NDArray[np.float64], NDArray[np.float64]]
CURVES = 4  #: beside each other without confusion
FINER = 12  #: points of a drawn curve from position to position


def options(_: Snapshot) -> tuple[Option, ...]:
    """Whose positions, and which dimensions."""
    return (
        Option("side", translate("plots", "Side"), (
            ("source", translate("plots", "source")), ("target", translate("plots", "target")),
        )),
        Option("dimensions", translate("plots", "Dimensions"), (
            ("spread", translate("plots", "spread over the whole vector")),
            ("next", translate("plots", "the selected one and those after it")),
        )),
    )  # fmt: skip


def plot(snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | Lacking:
    """Positions count from 0, as in the paper's formula, and dimensions from 0 as well."""
    trace = snapshot.run
    side: Side = "target" if chosen["side"] == "target" else "source"
    table = None if trace is None else position_table(trace, side)
    if table is None or not table.size:
        why = translate("plots", "The run holds no table of positions: the model has none, or no vectors are kept.")
        return Lacking(why)
    width = table.shape[1]
    first = min(snapshot.selection.dimension, width - 1)
    wanted = range(first, min(first + CURVES, width))
    if chosen["dimensions"] == "spread":
        wanted = np.unique(np.linspace(0, width - 1, CURVES).round().astype(int)).tolist()
    places = np.arange(len(table), dtype=np.float64)
    name = translate("plots", "dimension %1")
    wave = formula_of(table)
    curves = tuple(
        Curve(
            fill(name, at), places, table[:, at].astype(np.float64), selects=(Select(dimension=int(at)),) * len(table),
            line=None if wave is None else _between(wave, places, int(at), width),
        )
        for at in wanted
    )  # fmt: skip
    return Plot(
        translate("plots", "Positional encoding by dimension"),
        translate("plots", "position, from 0"),
        (PlotPanel(translate("plots", "what is added to the embedding"), curves, brief=translate("plots", "added")),),
    )


def _between(wave: Formula, places: NDArray[np.float64], dimension: int, width: int) -> Line:
    """The formula's own curve: straight from position to position, a fast one would be a zigzag."""
    fine = np.linspace(places[0], places[-1], FINER * (len(places) - 1) + 1)
    return fine, wave.curve(fine, dimension, width)
