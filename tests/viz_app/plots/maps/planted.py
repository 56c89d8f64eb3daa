"""Maps with chosen numbers, and hands for the explorer: the mouse as Qt's platform sends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from model.record.trace import Kind, Meta, Trace
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.state.state import Selection, Settings

Values = NDArray[np.float32]
LEFT, NOTHING = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
Keys = Qt.KeyboardModifier
NO_KEYS = Qt.KeyboardModifier.NoModifier


def trace_of(values: Values, kind: Kind = "cross", mask: NDArray[np.bool_] | None = None) -> Trace:
    """A run whose one map of that kind is ``values`` [Q,K]; row 3 is named q3 and column 5 k5 in cross attention."""
    queries, keys = values.shape
    meta = Meta("planted", "", "tut6", "cpu", {}, "end token", "", "0")
    arrays: dict[str, Any] = {
        f"{kind}_attention": values[np.newaxis, np.newaxis], "source_ids": np.arange(keys),
        "source_tokens": np.array([f"k{at}" for at in range(keys)]),
    }  # fmt: skip
    if mask is not None:
        arrays[f"{kind}_mask"] = mask
    if kind != "encoder":
        for name, letter in (("consumed", "c"), ("produced", "q")):
            arrays[f"{name}_ids"] = np.arange(queries)
            arrays[f"{name}_tokens"] = np.array([f"{letter}{at}" for at in range(queries)])
    return Trace(meta, **arrays)


def plot_of(
    values: Values, kind: Kind = "cross", mask: NDArray[np.bool_] | None = None, settings: Settings | None = None,
    **chosen: Any,
) -> MapPlot:  # fmt: skip
    """It as the explorer shows it, with a query and a key selected where they are given."""
    trace = trace_of(values, kind, mask)
    return MapPlot("Map", trace, Selection(kind, 0, 0, max(0, trace.steps - 1), **chosen), settings or Settings())


def chosen(plot: MapPlot, query: int | None, key: int | None) -> MapPlot:
    """The same map with another cell selected."""
    return replace(plot, selection=replace(plot.selection, query=query, key=key))


def asymmetric(rows: int, columns: int) -> Values:
    """Every cell has a number of its own, 0 … 1."""
    return np.random.default_rng(rows * columns).permutation(rows * columns).reshape(rows, columns).astype(
        np.float32
    ) / np.float32(rows * columns)  # fmt: skip


def send(
    widget: QWidget, kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, held: Qt.MouseButton, keys: Keys = NO_KEYS
) -> None:  # fmt: skip
    """One event of the mouse."""
    place, everywhere = QPointF(at), QPointF(widget.mapToGlobal(at))
    QApplication.sendEvent(widget, QMouseEvent(kind, place, everywhere, button, held, keys))


def click(widget: QWidget, at: QPoint) -> None:
    send(widget, QEvent.Type.MouseButtonPress, at, LEFT, LEFT)
    send(widget, QEvent.Type.MouseButtonRelease, at, LEFT, NOTHING)


def drag(widget: QWidget, start: QPoint, by: QPoint, keys: Keys = NO_KEYS) -> None:
    """Press, move in steps, release; a person is slower than pyqtgraph's limit of moves in a second."""
    limit = pyqtgraph.getConfigOption("mouseRateLimit")
    pyqtgraph.setConfigOption("mouseRateLimit", -1)
    try:
        send(widget, QEvent.Type.MouseMove, start, NOTHING, NOTHING, keys)
        send(widget, QEvent.Type.MouseButtonPress, start, LEFT, LEFT, keys)
        for step in range(1, 9):
            at = QPoint(start.x() + by.x() * step // 8, start.y() + by.y() * step // 8)
            send(widget, QEvent.Type.MouseMove, at, NOTHING, LEFT, keys)
        send(widget, QEvent.Type.MouseButtonRelease, start + by, LEFT, NOTHING, keys)
    finally:
        pyqtgraph.setConfigOption("mouseRateLimit", limit)


def wheel(widget: QWidget, at: QPoint, notches: int) -> None:
    """Turned away from a person: closer."""
    turn = QPoint(0, 120 * notches)
    event = QWheelEvent(
        QPointF(at), QPointF(widget.mapToGlobal(at)), QPoint(), turn, NOTHING, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def opened_canvas() -> Iterator[MapCanvas]:
    """One on screen, for all tests of a file."""
    canvas = MapCanvas()
    canvas.resize(700, 560)
    canvas.show()
    yield canvas
    canvas.close()
    delete(canvas)


def at(canvas: MapCanvas, cell: tuple[int, int]) -> QPoint:
    """Where the middle of a cell is, for hands."""
    return QPoint(canvas.mapFromScene(canvas.place_of(cell)))
