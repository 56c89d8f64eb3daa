"""What a plot has to say of its numbers beside itself: on screen, and in a file, where it goes without its window."""

from __future__ import annotations

from model.common.version import VERSION
from model.record.trace import Trace
from viz_app.pictures.drawing.picture_texts import reservations
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.plots.shared.plot import Plot
from viz_app.tables.parts.provenance import whence


def notes(plot: Plot | MapPlot, run: Trace | None) -> str:
    """Of what the numbers are, and what the run has to say of itself; a map says the latter in its own heading."""
    told = reservations(run.meta) if run is not None and isinstance(plot, Plot) and plot.of_run else ()
    return " · ".join(part for part in (plot.base.removesuffix("."), *told) if part) if any(told) else plot.base


def caption(plot: Plot | MapPlot, run: Trace | None) -> tuple[str, ...]:
    """Two lines under a picture: what it is, and where it comes from."""
    told = () if run is None else (whence(run.meta), *(reservations(run.meta) if plot.of_run else ()))
    line = " · ".join(part for part in (*told, f"Headscope {VERSION}") if part)
    return f"{plot.title}. {plot.base}".strip(), line


def changes_of(plot: Plot | MapPlot, run: Trace | None) -> str:
    """What was changed in the run that the numbers are of, as files of numbers say it."""
    return "; ".join(map(str, run.meta.changes)) if run is not None and plot.of_run else ""
