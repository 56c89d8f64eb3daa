"""The whole tree in a strip of small marks, where only some of its steps have room: which, and where the others are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.common.lazy_dataclass import dataclass
from model.transforms.run_tree import RunTree
from viz_app.pictures.beam_tree import texts
from viz_app.pictures.drawing.page import box_pen
from viz_app.pictures.drawing.picture import Style

MARK = 3  #: logical pixels of a hypothesis, one below the other
MOST = 3.2  #: letter heights of the strip
FILLED = 0.8  #: of its place


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
        row = (self.high - 4) / max(map(len, found.steps))
        own, palette = set(found.own), style.palette
        colours = {"kept": palette.muted, "ended": palette.ink, "pruned": palette.line, "left": palette.line}
        wide, high, marks = FILLED * self.pitch, FILLED * row, defaultdict[str, list[QRectF]](list)
        for step, places in enumerate(found.steps):
            left = self.left + (step + (1 - FILLED) / 2) * self.pitch
            for number, place in enumerate(places):
                colour = palette.accent if place in own else colours[texts.sign(found, place)]
                marks[colour].append(QRectF(left, self.top + 2 + number * row, wide, high))
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, boxes in marks.items():  # thousands, all of one colour at once
            painter.setBrush(QColor(colour))
            painter.drawRects(boxes)
        painter.setPen(box_pen(palette.ink, style.px(1)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.page(*shown))


def overview_height(steps: Sequence[Sequence[int]], style: Style) -> float:
    """As high as its marks, up to a few lines."""
    return min(style.px(MARK) * max(map(len, steps)) + 4, MOST * style.font_pixels)
