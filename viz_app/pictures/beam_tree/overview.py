"""The whole tree in a strip of small marks, where only some of its steps have room: which, and where the others are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from model.common.lazy_dataclass import dataclass
from model.transforms.run_tree import RunTree
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.panels import box_pen
from viz_app.pictures.drawing.picture import Style

MARK = 3  #: logical pixels of a hypothesis, one below the other
MOST = 3.2  #: letter heights of the strip
FILLED = 0.8  #: of its place
APART = 3  #: device pixels of a place: closer marks touch


@dataclass(frozen=True)
class Overview:
    """Where it lies; lengths are device pixels."""

    left: float
    top: float
    wide: float
    high: float
    steps: int

    def step_at(self, x: float, y: float) -> int | None:
        """The step under a point."""
        inside = self.left <= x < self.left + self.wide and self.top <= y < self.top + self.high
        return min(self.steps - 1, int((x - self.left) / self.pitch)) if inside else None

    @property
    def pitch(self) -> float:
        """From step to step."""
        return self.wide / self.steps

    def page(self, first: int, last: int) -> QRectF:
        """The frame around the steps that are shown."""
        return QRectF(self.left + first * self.pitch, self.top, (last - first + 1) * self.pitch, self.high)

    def paint(self, painter: QPainter, found: RunTree, shown: tuple[int, int], style: Style) -> None:
        """A mark for each hypothesis, in the run's colour, stronger where it went on than where it was pruned."""
        left, top = floor(self.left), floor(self.top)
        painter.drawImage(left, top, self._marks(found, style, left, top))
        painter.setPen(box_pen(style.palette.ink, style.px(1)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.page(*shown))

    def _marks(self, found: RunTree, style: Style, left: int, top: int) -> QImage:
        """On transparency, from a whole pixel on: thousands, sooner by their pixels than by a painter."""
        row = (self.high - 4) / max(map(len, found.steps))
        across, wide = _cells(left, self.left, self.left + self.wide, self.pitch, middle=True)
        down, high = _cells(top, self.top + 2, self.top + self.high - 2, row, middle=False)
        colours = _colours(found, style)[down[:, np.newaxis], across]
        return cell_states.image(
            np.where(high[:, np.newaxis] & wide, colours, np.uint32(0)), QImage.Format.Format_ARGB32_Premultiplied
        )


def _cells(
    origin: int, start: float, end: float, pitch: float, middle: bool
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:  # fmt: skip
    """[pixels from ``origin`` on]: the mark that a pixel's centre is in, and whether it is on it or between two.

    A mark is in the ``middle`` of its place, or at its beginning. Gaps are a pixel at least; very close marks touch.
    """
    places = (np.arange(origin, ceil(end)) + 0.5 - start) / pitch
    cells = np.floor(places).astype(np.intp)
    gap = 0.0 if pitch < APART else max((1 - 1e-6) / pitch, 1 - FILLED)  # on no centre twice
    within, before = places - cells, gap / 2 if middle else 0.0
    there = (cells >= 0) & (cells < round((end - start) / pitch))
    return np.where(there, cells, 0), there & (within >= before) & (within < before + 1 - gap)


@lru_cache(maxsize=2)
def _colours(found: RunTree, style: Style) -> NDArray[np.uint32]:
    """[rows, steps] the colour of each hypothesis, 0 where a step has none."""
    palette, own = style.palette, set(found.own)
    fates = {"kept": palette.muted, "ended": palette.ink, "pruned": palette.line, "left": palette.line}
    words = {fate: cell_states.opaque(colour) for fate, colour in fates.items()}
    run, colours = (
        cell_states.opaque(palette.accent),
        np.zeros((max(map(len, found.steps)), len(found.steps)), np.uint32),
    )
    for step, places in enumerate(found.steps):
        colours[: len(places), step] = [run if each in own else words[found.fates[each]] for each in places]
    return colours


def overview_height(steps: Sequence[Sequence[int]], style: Style) -> float:
    """As high as its marks, up to a few lines."""
    return min(style.px(MARK) * max(map(len, steps)) + 4, MOST * style.font_pixels)
