"""A cross-section of a map: the numbers of one row under it, or of one column beside it, each as wide as its cell."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph
from numpy.typing import NDArray

from viz_app.platform.theme import Palette
from viz_app.plots.shared.axes import small_face
from viz_app.plots.shared.panel import INKS

NEAR = 0.16  #: of the axis: a number so near to 0 would stand on it


class SectionItem(pyqtgraph.PlotItem):  # type: ignore[misc]  # pyqtgraph has no types
    """A staircase over the columns of a map, or, ``upright``, over its rows from top to bottom."""

    def __init__(self, upright: bool) -> None:
        super().__init__(enableMenu=False)
        self.upright = upright
        self.hideButtons()
        self.setMouseEnabled(x=not upright, y=upright)
        if upright:
            self.invertY(True)
        self.hideAxis("left" if upright else "bottom")
        self.getAxis(self.measure).enableAutoSIPrefix(False)
        self.getViewBox().setDefaultPadding(0)
        self.stairs = pyqtgraph.PlotCurveItem(connect="finite")
        self.addItem(self.stairs)
        self.numbers: NDArray[np.float64] = np.zeros(0)
        self.sigRangeChanged.connect(lambda *_: self._draw())

    @property
    def measure(self) -> str:
        """The axis that the numbers are read from."""
        return "bottom" if self.upright else "left"

    def dress(self, palette: Palette) -> None:
        """Colours and letters."""
        axis, face = self.getAxis(self.measure), small_face()
        axis.setPen(pyqtgraph.mkPen(palette.line))
        axis.setTextPen(pyqtgraph.mkPen(palette.ink))
        axis.setTickFont(face)
        axis.setStyle(hideOverlappingLabels=False)  # a name may reach beyond the end of its line
        if self.upright:
            axis.setHeight(round(1.9 * face.pixelSize()))
        else:  # half of the lowest number stands below the line
            left, top, right, _ = self.layout.getContentsMargins()  # as wide as the map's own, to the pixel
            self.layout.setContentsMargins(left, top, right, math.ceil(0.7 * face.pixelSize()))
        self.stairs.setPen(pyqtgraph.mkPen(INKS[palette][0], width=1))

    def show_numbers(self, numbers: NDArray[np.float64]) -> None:
        """One number for each cell; a gap where there is none."""
        self.numbers = numbers
        known = numbers[np.isfinite(numbers)]
        low, high = min(0.0, float(known.min(initial=0))), max(0.0, float(known.max(initial=0)))
        room = 0.04 * ((high - low) or 1.0)
        ends = (low - (room if low else 0), (high if high > low else low + 1.0) + room)
        ticks = (_round(1.01 * high), -_round(-1.01 * low))  # 0.999 too has a 1 beside it
        marks = sorted({0.0, *(mark for mark in ticks if abs(mark) > NEAR * (high - low))})
        self.getAxis(self.measure).setTicks([[(mark, f"{mark:g}".replace("-", "−")) for mark in marks]])
        if self.upright:
            self.setXRange(*ends, padding=0)
        else:
            self.setYRange(*ends, padding=0)

        self._draw()

    def _draw(self) -> None:
        """The stairs of what is in view and no more: some readers of SVG do not clip."""
        low, high = self.viewRange()[1 if self.upright else 0]
        first, end = max(0, math.floor(low)), min(len(self.numbers), math.ceil(high))
        edges = np.repeat(np.arange(first, max(first, end) + 1, dtype=np.float64), 2)[1:-1]
        steps = np.repeat(self.numbers[first:end], 2)
        edges = np.clip(edges, low, high)
        self.stairs.setData(*((steps, edges) if self.upright else (edges, steps)))

    def set_top(self, height: float) -> None:
        """Room above, as high as what stands above the map."""
        self.showAxis("top")
        axis = self.getAxis("top")
        axis.setTicks([])
        axis.setPen(None)
        axis.setHeight(height)


def _round(most: float) -> float:
    """The largest of 1, 2, 5, 10 … or their tenths that is no larger."""
    if most <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(most))
    return max(number * power for number in (1, 2, 5) if number * power <= most * (1 + 1e-9))
