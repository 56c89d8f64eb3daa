"""Every text of a figure with its place and size: noted by a painter that is given the figure's own drawing.

It knows nothing of pictures: what it finds is what a reader of the paper sees, in points and in logical pixels.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPolygonF

from viz_app.exports.figures.figure import Figure, compose
from viz_app.exports.figures.vector import VectorPainter
from viz_app.exports.svg_pages.text import TextLine, lines
from viz_app.state.state import Snapshot

BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
TOUCHING = 0.08  #: of the smaller text's area: so much of two boxes may lie on each other
BLOCK = 32  #: logical pixels a side: texts are compared with those of their block only
CUT_OFF = 0.6  #: logical pixels that letters may stand out of what they are drawn in


@dataclass(frozen=True)
class Words:
    """A text that was drawn."""

    text: str
    points: float
    shape: QPolygonF  #: around its letters, in the figure's logical pixels
    clip: QRectF | None  #: that it is drawn in

    @property
    def box(self) -> QRectF:
        """Around it."""
        return self.shape.boundingRect()

    @property
    def area(self) -> float:
        """Of its letters' box."""
        return abs(area(self.shape))

    @property
    def cut(self) -> bool:
        """Does the part that it is drawn in cut it?"""
        if self.clip is None:
            return False
        return not self.clip.adjusted(-CUT_OFF, -CUT_OFF, CUT_OFF, CUT_OFF).contains(self.box)


class Reader(VectorPainter):
    """Notes every text instead of drawing it; pixels are drawn on an image that nobody sees."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.found: list[Words] = []

    def drawText(self, *given: Any) -> None:  # type: ignore[override] # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        if self.pen().style() != Qt.PenStyle.NoPen and self.opacity() > 0:
            for line in lines(given, self.font(), self.layoutDirection()):
                self._note(line)

    def _note(self, line: TextLine) -> None:
        if not line.text.strip():
            return
        metrics, where = QFontMetricsF(self.font()), self.combinedTransform()
        left = line.x - metrics.horizontalAdvance(line.text) * BEFORE[line.anchor]
        box = metrics.tightBoundingRect(line.text).translated(left, line.y)
        shape = where.map(QPolygonF(box))
        clip = where.mapRect(self.clipBoundingRect()) if self.hasClipping() else None
        if clip is not None and not clip.contains(shape.boundingRect().center()):
            return
        points = self.font().pixelSize() * math.sqrt(abs(where.determinant())) * 72 / 96
        self.found.append(Words(line.text, points, shape, clip))

    def covered(self, box: QRectF) -> None:
        """What is filled hides the texts before it."""
        shape = self.combinedTransform().mapRect(box)
        self.found = [words for words in self.found if not shape.contains(words.box.center())]

    def fillRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """A ground that hides what was there."""
        if (given and isinstance(given[0], QRectF)) or len(given) == 5:
            self.covered(given[0] if len(given) == 2 else QRectF(*given[:4]))
        super().fillRect(*given)

    def drawRoundedRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """A plate with a text of its own."""
        if given and isinstance(given[0], QRectF) and self.brush().style() == Qt.BrushStyle.SolidPattern:
            self.covered(given[0])
        super().drawRoundedRect(*given)


def texts(snapshot: Snapshot, figure: Figure) -> list[Words]:
    """Every text of the figure, caption included. Raises :class:`Problem` where there is no picture."""
    image = QImage(max(1, round(figure.width)), max(1, round(figure.height)), QImage.Format.Format_RGB32)
    painter = Reader(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        compose(painter, snapshot, figure)
    finally:
        painter.end()
    return painter.found


def outside(found: list[Words], figure: Figure) -> list[Words]:
    """Texts that the paper's edge or their own clip cuts."""
    paper = QRectF(-CUT_OFF, -CUT_OFF, figure.width + 2 * CUT_OFF, figure.height + 2 * CUT_OFF)
    return [words for words in found if words.cut or not paper.contains(words.box)]


def overlapping(found: list[Words]) -> Iterator[tuple[Words, Words]]:
    """Pairs of texts whose letters lie on each other; once each."""
    blocks: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, words in enumerate(found):
        box = words.box
        for column in range(int(box.left() // BLOCK), int(box.right() // BLOCK) + 1):
            for row in range(int(box.top() // BLOCK), int(box.bottom() // BLOCK) + 1):
                blocks[column, row].append(number)
    seen = set()
    for near in blocks.values():
        for place, one in enumerate(near):
            for other in near[place + 1 :]:
                if (one, other) not in seen and found[one].box.intersects(found[other].box):
                    seen.add((one, other))
                    if _lie_on_each_other(found[one], found[other]):
                        yield found[one], found[other]


def _lie_on_each_other(one: Words, other: Words) -> bool:
    common = abs(area(one.shape.intersected(other.shape)))
    return common > max(0.5, TOUCHING * min(one.area, other.area))


def area(shape: QPolygonF) -> float:
    """A polygon's, by its corners."""
    corners: list[QPointF] = shape.toList()
    after = [*corners[1:], *corners[:1]]
    return sum(a.x() * b.y() - b.x() * a.y() for a, b in zip(corners, after, strict=True)) / 2
