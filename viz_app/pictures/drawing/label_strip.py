"""The labels of one side of a map: an image of them, of which a step shows those of its cells."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing.drawings import Drawing, Labels, put
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

    def paint(self, painter: QPainter, left: int, top: int, cells: int, since: int = 0) -> None:
        """The labels of cells from ``since`` to ``cells``, beside a map at ``left`` and ``top``."""
        x, y, wide, high = left + self.dx, top + self.dy, self.image.width(), self.image.height()
        start, end = self.reach(since), self.reach(cells)
        if cells <= since or start == end:
            return
        if since <= 0 and cells >= self.axis.count:
            put(painter, x, y, self.image)
        elif self.foot is not None:
            painter.save()
            painter.setClipPath(self.area(cells, since).translated(x, y))
            put(painter, x, y, self.image)
            painter.restore()
        elif self.rows:  # labels that do not lean need no clip, which takes longer
            put(painter, x, y + int(start), self.image, 0, int(start), wide, int(end - start))
        else:
            put(painter, x + int(start), y, self.image, int(start), 0, int(end - start), high)

    @lru_cache(maxsize=8)  # noqa: B019 - few strips, which all maps of a picture share
    def area(self, cells: int, since: int = 0) -> QPainterPath:
        """The part of the image that holds the labels of these cells, where they lean: cut between two of them."""
        high, start, end, path = self.image.height(), self.reach(since), self.reach(cells), QPainterPath()
        lean = high * COSINE / SINE
        corners = (start + lean if since > 0 else 0, 0), (end + lean, 0), (end, high), (start, high)
        path.addPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        return path

    @lru_cache(maxsize=8)  # noqa: B019 - see above
    def reach(self, cells: int) -> float:
        """Where in the image the labels of the first ``cells`` cells end, along the axis; 0 without any."""
        if cells <= 0:
            return 0.0
        size, offset = (self.image.height(), self.dy) if self.rows else (self.image.width(), self.dx)
        if cells >= self.axis.count:
            return size
        end = self._edge(cells) - offset
        return min(math.ceil(min(end, size)) if self.foot is None else end - self.foot * COSINE / SINE, size)

    def _edge(self, cells: int) -> float:
        """Where the first label after so many cells begins, along the axis."""
        drawn = self.drawn or range(0, self.axis.count, self.stride)
        at = bisect_left(drawn, cells)
        if at == len(drawn) or (self.drawn and self.foot is None and not self.rows):  # level ones begin at their cell
            return math.inf if at == len(drawn) else self.axis.span(drawn[at])[0]
        before = drawn[at - 1] if at else drawn[0] - self.stride
        return (self.axis.middle(before) + self.axis.middle(drawn[at])) / 2

    def with_drawn(self, written: Sequence[int]) -> LabelStrip:
        """The same, where what is drawn is no range."""
        if isinstance(written, range):
            return self
        return replace(self, stride=max(2, -(-self.axis.count // len(written))), drawn=tuple(written))

    def apart(self, gap: int) -> float:
        """From its last name to the first of the same labels beside the next map, ``gap`` pixels further on."""
        return self.axis.length - self.axis.middle(self.last) + gap + self.axis.middle(self.first)
