"""Numbers of a run as curves and points: with axes, zoom, pan and a crosshair, which pyqtgraph brings.

``NAME.py`` defines ``options(snapshot)`` and ``plot(snapshot, chosen)``: pure functions of a snapshot that give a
:class:`viz_app.plots.shared.plot.Plot`, or a :class:`viz_app.plots.maps.map_plot.MapPlot`. Screen, table and vector
file are made from that one value. Nothing here is imported before somebody asks for a plot.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from viz_app.plots.shared.plot import PlotModule

translate = QCoreApplication.translate
BESIDE = ("shared", "maps", "sheet", "training_pane")  #: here, and no plots


def plot_names() -> list[str]:
    """The plots that lie here, in alphabetical order."""
    return [each.name for each in pkgutil.iter_modules(__path__) if each.name not in BESIDE]


def plot_module(name: str) -> PlotModule:
    """The module of one plot. Raises ModuleNotFoundError for a name that is none."""
    return cast("PlotModule", importlib.import_module(f"{__name__}.{name}"))


def titles() -> dict[str, str]:
    """Name → translated title, in the order of the list."""
    return {
        "steps": translate("plots", "Probability and entropy by step"),
        "logit_lens": translate("plots", "Logit lens by layer"),
        "norms": translate("plots", "Norms by layer"),
        "positions": translate("plots", "Positional encoding by dimension"),
        "heads": translate("plots", "All heads by two measures"),
        "learning_curves": translate("plots", "Learning curves"),
        "head_grid": translate("plots", "Layers × heads by one measure"),
        "map_explorer": translate("plots", "Map explorer"),
    }
