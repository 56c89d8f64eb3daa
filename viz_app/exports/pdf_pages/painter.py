"""A painter for the pages of a PDF file: notes what its glyphs say and which cells it fills, for what comes after.

Qt writes the pages; :mod:`viz_app.exports.pdf_pages.document` gives the letters their characters and the maps their
cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QGlyphRun,
    QImage,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPolygonF,
    QTransform,
)

from model.common.lazy_dataclass import dataclass
from viz_app.exports.figures.vector import VectorPainter
from viz_app.exports.pdf_pages.structure import Part
from viz_app.exports.pdf_pages.text import GlyphLine, Glyphs, block, corners, placed
from viz_app.platform.theme import font

#: Where the n-th map's mark lies in the file until its cells take its place, and marks of where a part begins (1) and
#: ends (2): nothing is drawn so far out.
MARK, PART = -9_000_000, -8_000_000
_DRAW_ALL = Qt.TextFlag.TextDontClip.value
#: Pixels per inch of an image. With more than twice a screen's, readers that shrink it get colours wrong by rounding;
#: with fewer, readers that smooth do so over more of a cell.
_FINE = 144
OPAQUE = 255
_FEWEST, _LARGEST = 2, 4096  #: pixels of a cell's side, whose middle no smoothing reaches; and of the image's


@dataclass(frozen=True)
class Said:
    """What a group of glyphs says."""

    texts: tuple[str, ...]  #: of each glyph
    together: str = ""  #: with a blank where the text ends; readers take turned letters for words of their own
    hidden: bool = False  #: found and copied, but not drawn


@dataclass(frozen=True, eq=False)
class _Written:
    """A text that waits for its turn."""

    lines: tuple[tuple[GlyphLine, QPointF], ...]
    middle: QPointF  #: of its box, on the page
    start: QPointF  #: where its base line begins there, or where it ends at the top
    size: float  #: of its letters there
    turned: bool  #: neither level nor upright
    where: QTransform
    clip: QPainterPath | None  #: in its own coordinates, where it is cut
    pen: QPen
    opacity: float


class PdfPainter(VectorPainter):
    """Draws letters one by one, as text that can be found or as outlines, and leaves a mark for each map.

    A page's texts are drawn last, by lines from the top, so that they are read in this order; what was covered before
    that is not drawn at all.
    """

    def __init__(self, device: QPdfWriter, outlines: bool = False) -> None:
        super().__init__(device)
        self.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        self.outlines = outlines
        self.said: list[Said] = []  #: of each group of glyphs, in the order of the file
        self.maps: list[tuple[QRectF, NDArray[np.uint32]]] = []  #: where, and [rows, columns] of colours
        self.parts: list[Part] = []  #: in the order of the file
        self._resolution = device.resolution()
        self._waiting: list[_Written] = []

    def drawText(self, *given: object) -> None:  # type: ignore[override]  # noqa: N802 (Qt's name; nobody asks where it lies)
        """Any of QPainter's ways to draw a text that pictures use. What is cut off altogether is not there at all."""
        place = placed(*given)
        laid = block(place, self.font(), self.layoutDirection())
        lines = tuple(corners(place, laid, self.layoutDirection()))
        if self.pen().style() == Qt.PenStyle.NoPen or not lines:
            return
        whole = _whole(lines)
        clip = self.clipPath() if self.hasClipping() else None
        if place.flags is not None and not place.flags & _DRAW_ALL and not place.box.contains(whole):
            own = QPainterPath()
            own.addRect(place.box)
            clip = own if clip is None else clip.intersected(own)
        rim = 0.3 * whole.height()  # of it nothing can be read
        if clip is None or clip.intersects(whole.adjusted(0, rim, 0, -rim)):
            cut = None if clip is None or clip.contains(whole) else clip
            self._waiting.append(self._written(lines, whole, cut))

    def _written(
        self, lines: tuple[tuple[GlyphLine, QPointF], ...], whole: QRectF, cut: QPainterPath | None
    ) -> _Written:
        where = self.worldTransform()
        line, corner = lines[0]
        start = where.map(corner + QPointF(0, line.base))
        across, along = abs(where.m11()), abs(where.m12())
        if along > 3 * across:  # upright: read where it ends, at the top of what it names
            start = where.mapRect(whole).topLeft()
        size = line.box.height() * (across**2 + along**2) ** 0.5
        turned = along > 0.01 * across
        return _Written(lines, where.map(whole.center()), start, size, turned, where, cut, self.pen(), self.opacity())

    def fillRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """A ground under one name hides half of another, or all of it."""
        if isinstance(given[0], QRectF) and isinstance(given[1], QColor):
            self._cover(given[0], given[1])
        super().fillRect(*given)

    def drawRoundedRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """A plate hides what it lies on."""
        if isinstance(given[0], QRectF) and self.brush().style() == Qt.BrushStyle.SolidPattern:
            self._cover(given[0], self.brush().color())
        super().drawRoundedRect(*given)

    def _cover(self, box: QRectF, colour: QColor) -> None:
        if colour.alpha() == OPAQUE and self.opacity() == 1:
            shape = self.worldTransform().map(QPolygonF(box))
            self._waiting = [
                each for each in self._waiting if not shape.containsPoint(each.middle, Qt.FillRule.OddEvenFill)
            ]

    def write(self) -> None:
        """Draw the page's texts, from the top down and from left to right."""
        for written in _in_reading_order(self._waiting):
            self.save()
            self.setClipping(False)
            self.setWorldTransform(written.where)
            if written.clip is not None:
                self.setClipPath(written.clip)
            self.setPen(written.pen)
            self.setOpacity(written.opacity)
            for line, corner in written.lines:
                for glyphs in line.groups:
                    together = "".join(glyphs.texts) + (" " if glyphs is line.groups[-1] else "")
                    known = written.turned and max(together, default="") < "\U00010000"  # readers lose all others
                    self._draw_glyphs(glyphs, corner, together if known else "")
            self.restore()
        self._waiting.clear()

    def _draw_glyphs(self, glyphs: Glyphs, corner: QPointF, together: str) -> None:
        """As text those that say something; as outlines the others, so that nothing is said twice."""
        spoken = [] if self.outlines else [at for at, text in enumerate(glyphs.texts) if text]
        for name, place in zip(glyphs.names, glyphs.places, strict=False):
            self.fillPath(box_with(name, glyphs.face.pixelSize(), corner + place), self.pen().brush())
        outlined = set(range(len(glyphs.texts))).difference(spoken)
        for at in outlined if not glyphs.hidden else ():
            path = glyphs.face.pathForGlyph(glyphs.indexes[at])
            path.translate(corner + glyphs.places[at])
            self.fillPath(path, self.pen().brush())
        if spoken:
            run = QGlyphRun()
            run.setRawFont(glyphs.face)
            run.setGlyphIndexes([glyphs.indexes[at] for at in spoken])
            run.setPositions([glyphs.places[at] for at in spoken])
            self.drawGlyphRun(corner, run)
            self.said.append(Said(tuple(glyphs.texts[at] for at in spoken), together, glyphs.hidden))

    def map(self, target: QRectF, words: NDArray[np.uint32]) -> None:
        """Leave a mark that the cells take the place of."""
        self._mark(MARK, len(self.maps) + 1)
        self.maps.append((target, words))

    @contextmanager
    def part(self, part: Part) -> Iterator[None]:
        """What is drawn meanwhile is ``part`` to a screen reader; its texts are read together."""
        self.write()
        self._mark(PART, 1)
        self.parts.append(part)
        try:
            yield
        finally:
            self.write()
            self._mark(PART, 2)

    def _mark(self, across: int, down: int) -> None:
        self.save()
        self.setClipping(False)
        self.setPen(Qt.PenStyle.NoPen)
        self.setBrush(Qt.GlobalColor.black)
        self.drawRect(QRect(across, -down, 1, 1))
        self.restore()

    def pixels(self, target: QRectF, image: QImage, source: QRect) -> None:
        """Put an image as it is, each pixel as a block of equal ones: readers that smooth then smooth inside cells."""
        inches = self.worldTransform().mapRect(target).width() / self._resolution
        times = max(_FEWEST, floor(inches * _FINE / source.width()))
        times = max(1, min(times, _LARGEST // max(source.width(), source.height())))
        part = image.copy(source).scaled(times * source.width(), times * source.height())
        super().pixels(target, part, part.rect())


def box_with(name: str, size: float, at: QPointF) -> QPainterPath:
    """What stands for a character that no font of the machine has: its number in a box, as outlines."""
    path, line = QPainterPath(), max(0.5, size / 24)
    outer = QRectF(at.x() + line, at.y() - 0.82 * size, 0.96 * size - line, 0.96 * size)
    path.addRect(outer)
    path.addRect(outer.adjusted(line, line, -line, -line))  # filled by odd and even: a frame
    face, half = font(100), (len(name) + 1) // 2
    for number, part in enumerate((name[:half], name[half:])):
        digits = QPainterPath()
        digits.addText(0, 0, face, part)
        scale = 0.42 * size / 100
        left = outer.center().x() - scale * digits.boundingRect().center().x()
        path.addPath(QTransform(scale, 0, 0, scale, left, outer.y() + (0.44 + 0.42 * number) * size).map(digits))
    return path


def _whole(lines: Sequence[tuple[GlyphLine, QPointF]]) -> QRectF:
    """Around all lines."""
    whole = QRectF()
    for line, corner in lines:
        whole = whole.united(line.box.translated(corner))
    return whole


def _in_reading_order(texts: Sequence[_Written]) -> Iterator[_Written]:
    """Lines from the top, each from the left. What begins less than half a line lower stands in the same line."""
    waiting = sorted(texts, key=lambda text: text.start.y())
    while waiting:
        first = waiting[0]
        end = first.start.y() + first.size / 2
        line = [text for text in waiting if text.start.y() < end]
        yield from sorted(line, key=lambda text: text.start.x())
        del waiting[: len(line)]
