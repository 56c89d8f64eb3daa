"""Ways to pan a map of very many cells in a window, each returning CPU milliseconds per frame.

A frame is from the moved range to the painted window of 1600 × 1000. Ours is the explorer itself with its axes, curves,
mark and colours; the other one is what the library's own documentation suggests, with plain axes and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from benchmarks._harness import cpu_median
from benchmarks._painters import HEIGHT, WIDTH, _application, trace_of, weights_of
from model.record.trace import Kind
from viz_app.platform.theme import BLUES
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.state.state import Selection, Settings

PANNED = 7  #: cells of a frame


def explorer(tokens: int, kind: Kind) -> MapCanvas:
    """The explorer with a selected cell, in a window."""
    trace = trace_of(kind, weights_of(1, 1, tokens, 0))
    chosen = Selection(kind, 0, 0, tokens - 1, tokens // 2, tokens // 3)
    canvas = MapCanvas()
    canvas.resize(WIDTH, HEIGHT)
    canvas.show_plot(MapPlot("", trace, chosen, Settings()))
    return canvas


def ours(tokens: int, kind: Kind = "cross", share: float = 0.8, averages: bool = False) -> float:
    """Panning with ``share`` of the map in view; with ``averages`` the curves are means over it."""
    application = _application()
    canvas = explorer(tokens, kind)
    canvas.set_averages(averages)
    return _panned(canvas, canvas.map, tokens, share, application)


def ours_hover(tokens: int) -> float:
    """The pointer comes to another cell: crosshair and read-out."""
    application = _application()
    canvas = explorer(tokens, "cross")
    canvas.show()
    application.processEvents()

    def frame(index: int) -> None:
        canvas.look(canvas.place_of((index * 7 % tokens, index * 5 % tokens)))
        canvas.viewport().repaint()

    return _ended(canvas, cpu_median(frame))


def pyqtgraph_plain(tokens: int, share: float = 0.8) -> float:
    """One PlotItem with its axes and one ImageItem that averages what shares a pixel."""
    import pyqtgraph

    application = _application()
    window = pyqtgraph.GraphicsLayoutWidget(size=(WIDTH, HEIGHT))
    plot = window.addPlot()
    plot.invertY(True)
    image = pyqtgraph.ImageItem(
        weights_of(1, 1, tokens, 0)[0, 0], axisOrder="row-major", levels=(0, 1), autoDownsample=True
    )
    image.setLookupTable(BLUES.table)
    plot.addItem(image)
    return _panned(window, plot, tokens, share, application)


def _panned(window: Any, plot: Any, tokens: int, share: float, application: QApplication) -> float:
    """There and back again, a few cells each frame."""
    wide = share * tokens
    plot.setRange(xRange=(0, wide), yRange=(0, wide), padding=0)
    window.show()
    application.processEvents()
    places = np.abs(np.arange(-40, 40)) * PANNED * (1 - share) * tokens / (40 * PANNED)

    def frame(index: int) -> None:
        at = float(places[index % len(places)])
        plot.setRange(xRange=(at, at + wide), yRange=(at, at + wide), padding=0)
        window.viewport().repaint()

    return _ended(window, cpu_median(frame, repeats=60))


def _ended(window: QWidget, measured: float) -> float:
    """The window goes before the interpreter does: what is left of pyqtgraph then would crash the process."""
    delete(window)
    return measured
