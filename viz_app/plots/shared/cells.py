"""Coloured cells of a plot, with their numbers where there is room: a value at each pair of whole numbers."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QGraphicsRectItem

from viz_app.platform.colours import BLUES, DARK, LEVELS, SEA, Palette
from viz_app.plots.shared.plot import Curve
from viz_app.state.intents import Select

MOST_WRITTEN = 260  #: cells with a number
GAP = 0.03  #: of a cell, at each of its sides


def draw_cells(panel: pyqtgraph.PlotItem, curve: Curve, colours: Palette, face: QFont, current: Select | None) -> None:
    """A cell around each point, in the colour of no weight at the smallest value and of full weight at the largest.

    The ``current`` one has a frame, and what has no value a line around nothing.
    """
    assert curve.values is not None, "the caller has asked for it"
    scale, levels = SEA if colours is DARK else BLUES, levels_of(curve.values)
    decimals = decimals_of(curve.values)
    for at, (x, y, value) in enumerate(zip(curve.x.tolist(), curve.y.tolist(), curve.values.tolist(), strict=True)):
        cell = QGraphicsRectItem(QRectF(x - 0.5 + GAP, y - 0.5 + GAP, 1 - 2 * GAP, 1 - 2 * GAP))
        chosen = bool(curve.selects) and curve.selects[at] == current
        cell.setPen(pyqtgraph.mkPen(colours.selection if chosen else colours.line, width=3 if chosen else 1))
        cell.setZValue(1 if chosen else 0)
        panel.addItem(cell)
        if math.isnan(value):
            continue
        cell.setBrush(QColor(*map(int, scale.table[levels[at]])))
        if curve.values.size <= MOST_WRITTEN:
            ink = "#ffffff" if scale.dark[levels[at]] else "#111417"
            text = pyqtgraph.TextItem(f"{value:.{decimals}f}".replace("-", "−"), color=ink, anchor=(0.5, 0.5))
            text.setFont(face)
            text.setPos(x, y)
            text.setZValue(2)
            panel.addItem(text, ignoreBounds=True)


def levels_of(values: np.ndarray) -> list[int]:
    """[N] a level of the colour map for each value, from the smallest to the largest; 0 for what is none."""
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    if high <= low:
        return [0] * len(values)
    return [round((value - low) / (high - low) * (LEVELS - 1)) if math.isfinite(value) else 0 for value in values]


def decimals_of(values: np.ndarray) -> int:
    """Two, and more where the largest would be told by fewer than two digits."""
    known = np.abs(values[np.isfinite(values)])
    largest = float(known.max()) if known.size else 0.0
    return 2 if largest >= 0.1 or not largest else min(6, 1 - math.floor(math.log10(largest)))
