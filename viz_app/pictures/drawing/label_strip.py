"""The labels of one side of a map as an image, and what lies where on it. No label is drawn here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing.drawings import BLANK, Drawing, Labels
from viz_app.pictures.drawing.layout import Axis

ANGLE = 50.0
SINE, COSINE = math.sin(math.radians(ANGLE)), math.cos(math.radians(ANGLE))


@dataclass(frozen=True, eq=False)
class LabelStrip:
    """The labels of one side of a map. The image's (``dx``, ``dy``) lies at the map's top left corner."""

    image: Drawing
    dx: int
    dy: int
    axis: Axis
    stride: int  #: every n-th label is drawn
    rows: bool
    foot: float | None = None  #: where slanted labels start, from the image's bottom; None for level ones
    labels: Labels = ()  #: all of them, drawn or not
    room: float = 0  #: how long one may be
    drawn: tuple[int, ...] = ()  #: which labels are, where it is not every n-th
    ends: float = math.inf  #: below it, labels of another map begin

    @property
    def first(self) -> int:
        """Which label is drawn first."""
        return self.drawn[0] if self.drawn else 0

    @property
    def last(self) -> int:
        """And which last."""
        return self.drawn[-1] if self.drawn else (self.axis.count - 1) // self.stride * self.stride

    def under(self, x: float, y: float) -> int | None:
        """The cell whose label lies at a place, from the map's top left corner; None beside all of them."""
        if not (self.dx <= x < self.dx + self.image.width() and self.dy <= y < self.dy + self.image.height()):
            return None
        if (x if self.rows else y) >= 0:
            return None
        lean = 0.0 if self.rows or self.foot is None else max(0.0, -y - self.foot) * COSINE / SINE
        along, spare = (y if self.rows else x) - lean, self.image.height() if self.rows else -self.dx
        if not -spare <= along < self.axis.length + spare or not self.axis.count:
            return None
        cell = self.axis.cells(int(min(max(along, 0), self.axis.length - 1)))[0]
        if self.drawn:  # level ones go on to the right of their cell
            return max((index for index in self.drawn if index <= cell), default=self.drawn[0])
        return min(round(cell / self.stride), (self.axis.count - 1) // self.stride) * self.stride

    @lru_cache(maxsize=8)  # noqa: B019 - few strips, which all maps of a picture share
    def area(self, cells: int) -> QPainterPath:
        """The part of the image that holds the labels of the first ``cells`` cells: cut between two labels."""
        wide, high, edge, path = self.image.width(), self.image.height(), self._edge(cells), QPainterPath()
        if self.rows:
            path.addRect(0, 0, wide, min(edge - self.dy, high))
            return path
        lean = 0.0 if self.foot is None else high * COSINE / SINE
        end = min(edge - self.dx - (self.foot or 0.0) * COSINE / SINE, wide)
        path.addPolygon(QPolygonF([QPointF(0, 0), QPointF(end + lean, 0), QPointF(end, high), QPointF(0, high)]))
        return path

    def _edge(self, cells: int) -> float:
        """Where the first label after so many cells begins, along the axis."""
        if self.drawn:
            return next((self.axis.span(index)[0] for index in self.drawn if index >= cells), math.inf)
        last = (cells - 1) // self.stride * self.stride
        there = last + self.stride < self.axis.count
        return (self.axis.middle(last) + self.axis.middle(last + self.stride)) / 2 if there else math.inf

    def with_drawn(self, written: Sequence[int]) -> LabelStrip:
        """The same, where what is drawn is no range."""
        if isinstance(written, range):
            return self
        return replace(self, stride=max(2, -(-self.axis.count // len(written))), drawn=tuple(written))

    def apart(self, gap: int) -> float:
        """From its last name to the first of the same labels beside the next map, ``gap`` pixels further on."""
        return self.axis.length - self.axis.middle(self.last) + gap + self.axis.middle(self.first)


def parted(make: Callable[[Labels], LabelStrip], labels: Labels, gap: int, needed: float) -> LabelStrip:
    """The strip of ``labels`` without its last names, where they would lie on the next map's first."""
    strip, fewer = make(labels), labels
    while strip.apart(gap) < needed:
        fewer = (*fewer[: strip.last], BLANK, *fewer[strip.last + 1 :])
        strip = make(fewer)
        if not strip.drawn:
            break
    return strip if fewer is labels else replace(strip, labels=labels)
