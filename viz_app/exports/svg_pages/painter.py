"""A painter that writes SVG: rectangles of cells, real text, real lines, by hand and as short as they can be.

It is begun on an image that is never shown, so that Qt keeps pen, brush, font and transformation; no pixel is painted.
The file around its elements is :mod:`viz_app.exports.svg`.
"""

from __future__ import annotations

import base64
import math
import unicodedata
from collections import defaultdict
from typing import Any, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QTransform

from viz_app.exports.figures.vector import VectorPainter
from viz_app.exports.svg_pages import markup as xml
from viz_app.exports.svg_pages.markup import enlarged, png
from viz_app.exports.svg_pages.text import TextLine, body_of, from_right, lines, outlines
from viz_app.pictures.drawing.layout import Run
from viz_app.platform.theme import text_width


class _Clip(NamedTuple):
    """What nothing is drawn outside of, in the file's unit."""

    path: QPainterPath
    name: str


LONG = 7  #: letters of a text that is told how far it reaches
BOLD = 600  #: the weight of the bundled font that is not the regular one

_CAPS = {Qt.PenCapStyle.SquareCap: "square", Qt.PenCapStyle.RoundCap: "round"}
_JOINS = {Qt.PenJoinStyle.BevelJoin: "bevel", Qt.PenJoinStyle.RoundJoin: "round"}


class SvgPainter(VectorPainter):
    """Writes elements whose unit is the painter's first one; with ``outlines``, letters as paths."""

    def __init__(self, unseen: QImage, outlines: bool = False) -> None:
        super().__init__(unseen)
        self.outlines = outlines
        self.letters: dict[int, set[str]] = defaultdict(set)  #: that were written as text, by weight
        self.clips: dict[str, str] = {}  #: path → name
        self._elements: list[str] = []
        self._waiting: list[str] = []  # paths of one look in one clip
        self._look = "", ""  # of these: attributes, name of the clip
        self._clip: _Clip | None = None
        self._kept: list[_Clip | None] = []
        self._open = ""  # the clip of the group that is written now

    def elements(self) -> str:
        """All that was drawn."""
        self._flush()
        self._enter("")
        return "\n".join(self._elements)

    # --- state that Qt does not tell exactly ---

    def save(self) -> None:
        """See ``QPainter``."""
        self._kept.append(self._clip)
        super().save()

    def restore(self) -> None:
        """See ``QPainter``."""
        self._clip = self._kept.pop()
        super().restore()

    def setClipRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """A rectangle in any of Qt's ways."""
        path = QPainterPath()
        match given:
            case (QRect() | QRectF() as box, *rest):
                path.addRect(QRectF(box))
            case (int() | float() as x, int() | float() as y, int() | float() as wide, int() | float() as high, *rest):
                path.addRect(QRectF(x, y, wide, high))
            case _:
                raise TypeError(f"no way to clip: {given!r}")
        self.setClipPath(path, *rest)

    def setClipPath(self, path: QPainterPath, *how: Any) -> None:  # noqa: N802 (Qt's name)
        """Nothing is drawn outside of ``path``."""
        path = self.worldTransform().map(path)
        if self._clip is not None and how == (Qt.ClipOperation.IntersectClip,):
            path = path.intersected(self._clip.path)
        spelled = xml.path_of(path, QTransform())
        self._clip = _Clip(path, self.clips.setdefault(spelled, f"c{len(self.clips) + 1}"))

    def _inside(self, box: QRectF) -> bool:
        """Does the clip leave anything of it? What is cut off altogether is not in the file at all."""
        if self._clip is None:
            return True
        whole = QPainterPath()
        whole.addRect(box)
        return self._clip.path.intersects(self.worldTransform().map(whole))

    # --- shapes ---

    def fillRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """A rectangle in any of Qt's ways, in one colour."""
        *place, colour = given
        self.save()
        self.setPen(Qt.PenStyle.NoPen)
        self.setBrush(colour)
        self.drawRects([place[0] if len(place) == 1 else QRectF(*place)])
        self.restore()

    def drawRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        self.drawRects([given[0] if len(given) == 1 else QRectF(*given)])

    def drawRects(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """All in one path."""
        where = self.worldTransform()
        seen = [box for box in map(QRectF, given[0]) if self._inside(box)]
        thin = any(min(box.width(), box.height()) * _size(where) < 1 for box in seen)  # a pixel may miss it
        self._shape("".join(xml.rect_path(box, where) for box in seen), crisp=not thin)

    def drawRoundedRect(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        box, across, down = given
        path = QPainterPath()
        path.addRoundedRect(QRectF(box), across, down)
        self.drawPath(path)

    def drawEllipse(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        match given:
            case (QRect() | QRectF() as box,):
                box = QRectF(box)
            case (QPointF() as middle, int() | float() as across, int() | float() as down):
                box = QRectF(middle.x() - across, middle.y() - down, 2 * across, 2 * down)
            case _:
                raise TypeError(f"no such ellipse: {given!r}")
        if self._inside(box):
            self._shape(xml.ellipse_path(self.worldTransform().mapRect(box)))

    def drawLine(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        self.drawLines([given[0] if len(given) == 1 else QLineF(*given)])

    def drawLines(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """All in one path."""
        where = self.worldTransform()
        found = (QLineF(line) for line in given[0])
        self._shape("".join(xml.polygon_path([line.p1(), line.p2()], where) for line in found), filled=False)

    def drawPolyline(self, *given: Any) -> None:  # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        self._shape(xml.polygon_path(given[0], self.worldTransform()), filled=False)

    def drawPath(self, path: QPainterPath) -> None:  # noqa: N802 (Qt's name)
        """See ``QPainter``."""
        self._shape(xml.path_of(path, self.worldTransform()), even=path.fillRule() == Qt.FillRule.OddEvenFill)

    def _shape(self, path: str, filled: bool = True, crisp: bool = False, even: bool = False) -> None:
        """A path in the painter's brush and pen; several of one look in a row are one element."""
        fill, line = self._fill() if filled else {"fill": "none"}, self._line()
        if not path or (fill["fill"] == "none" and not line):
            return
        smooth = bool(self.renderHints() & QPainter.RenderHint.Antialiasing)
        look = {**fill, **line, "shape-rendering": "crispEdges" if crisp and not smooth else ""}
        if even and fill["fill"] != "none":
            look["fill-rule"] = "evenodd"
        spelled = xml.attributes(look)
        if (spelled, self._clip_name) != self._look:
            self._flush()
        self._look = spelled, self._clip_name
        self._waiting.append(path)
        if (fill["fill"] != "none" and line) or "opacity" in spelled or even:
            self._flush()  # one element would not look like several

    def _fill(self) -> dict[str, str]:
        brush = self.brush()
        if brush.style() == Qt.BrushStyle.NoBrush:
            return {"fill": "none"}
        return {"fill": brush.color().name(), "fill-opacity": self._opacity(brush.color().alphaF())}

    def _line(self) -> dict[str, str]:
        pen = self.pen()
        if pen.style() == Qt.PenStyle.NoPen:
            return {}
        wide = pen.widthF() * _size(self.worldTransform())
        dashed = pen.style() != Qt.PenStyle.SolidLine
        return {
            "stroke": pen.color().name(),
            "stroke-opacity": self._opacity(pen.color().alphaF()),
            "stroke-width": xml.number(wide, 3),
            "stroke-linecap": _CAPS.get(pen.capStyle(), ""),
            "stroke-linejoin": _JOINS.get(pen.joinStyle(), ""),
            "stroke-dasharray": " ".join(xml.number(part * wide, 3) for part in pen.dashPattern()) if dashed else "",
            "stroke-dashoffset": xml.number(pen.dashOffset() * wide, 3) if dashed and pen.dashOffset() else "",
        }

    def _opacity(self, own: float) -> str:
        whole = own * self.opacity()
        return "" if whole > 0.999 else xml.number(whole, 3)

    # --- text ---

    def drawText(self, *given: Any) -> None:  # type: ignore[override] # noqa: N802 (Qt's name)
        """Text stays text, anchored where it was aligned; or its outlines."""
        if self.pen().style() == Qt.PenStyle.NoPen:
            return
        for line in lines(given, self.font(), self.layoutDirection()):
            if line.text.strip() and self._inside(body_of(line, self.font())):
                self._outline(line) if self.outlines else self._write(line)

    def _write(self, line: TextLine) -> None:
        font, where = self.font(), self.worldTransform()
        weight = BOLD if font.weight() >= BOLD else 0
        self.letters[weight or 400].update(line.text, unicodedata.normalize("NFC", line.text))
        leftward = from_right(line.text, self.layoutDirection())
        place, turn = _place(line, where)
        look = {
            **place,
            "text-anchor": _anchor(line.anchor, leftward),
            "direction": "rtl" if leftward else "",
            "font-size": xml.number(font.pixelSize() * _size(where), 3),
            "font-weight": str(weight or ""),
            **self._length(line, turn),
            "fill": self.pen().color().name(),
            "fill-opacity": self._opacity(self.pen().color().alphaF()),
            "transform": turn,
        }
        self._add(f"<text{xml.attributes(look)}>{xml.escaped(line.text)}</text>")

    def _length(self, line: TextLine, turn: str) -> dict[str, str]:
        """How far words reach after which others may stand: a viewer with another font must not run into them."""
        if line.anchor != "start" or turn or len(line.text) < LONG:
            return {}
        wide = text_width(line.text, self.font()) * _size(self.worldTransform())
        return {"textLength": xml.number(wide), "lengthAdjust": "spacingAndGlyphs"}

    def _outline(self, line: TextLine) -> None:
        """The letters as shapes; those that have none, coloured emoji, as a picture."""
        path, picture, box = outlines(line, self.font(), self.pen().color(), self.layoutDirection())
        if picture is not None:
            self._image(box, picture, smooth=True)
        self.save()
        self.setBrush(self.pen().color())
        self.setPen(Qt.PenStyle.NoPen)
        self.drawPath(path)
        self.restore()

    # --- images ---

    def cells(self, target: QRectF, found: dict[int, list[Run]], source: QRect) -> None:
        """One path per colour, in cells."""
        box = self.worldTransform().mapRect(target)
        wide, high = box.width() / source.width(), box.height() / source.height()
        place = (
            f"translate({xml.number(box.x())} {xml.number(box.y())})scale({xml.number(wide, 6)} {xml.number(high, 6)})"
        )
        paths = "".join(
            f'<path fill="#{word & 0xFFFFFF:06x}" d="{xml.cells_path(runs)}"/>' for word, runs in found.items()
        )
        look = xml.attributes({"transform": place, "opacity": self._opacity(1), "shape-rendering": "crispEdges"})
        self._add(f"<g{look}>{paths}</g>")

    def pixels(self, target: QRectF, image: QImage, source: QRect) -> None:
        """The exact pixels, enlarged so that a viewer that smooths them leaves the middle of each alone."""
        self._image(target, enlarged(image, source))

    def _image(self, box: QRectF, image: QImage, smooth: bool = False) -> None:
        where = self.worldTransform()
        turned = where.isRotating()
        matrix = (where.m11(), where.m12(), where.m21(), where.m22(), where.dx(), where.dy())
        box = box if turned else where.mapRect(box)
        place = {"x": box.x(), "y": box.y(), "width": box.width(), "height": box.height()}
        look = {name: xml.number(value, 3) for name, value in place.items()}
        look["opacity"] = self._opacity(1)
        look["transform"] = f"matrix({' '.join(xml.number(each, 5) for each in matrix)})" if turned else ""
        exact = "" if smooth else ' image-rendering="optimizeSpeed" style="image-rendering:pixelated"'
        source = f"data:image/png;base64,{base64.b64encode(png(image)).decode('ascii')}"
        self._add(f'<image{xml.attributes(look)} preserveAspectRatio="none"{exact} xlink:href="{source}"/>')

    # --- elements ---

    def _add(self, element: str) -> None:
        self._flush()
        self._enter(self._clip_name)
        self._elements.append(element)

    def _flush(self) -> None:
        """Write the paths that wait for more of their look."""
        if self._waiting:
            look, clip = self._look
            self._enter(clip)
            self._elements.append(f'<path{look} d="{"".join(self._waiting)}"/>')
            self._waiting = []

    @property
    def _clip_name(self) -> str:
        return "" if self._clip is None else self._clip.name

    def _enter(self, clip: str) -> None:
        """Go on in the group of a clip; "" is none."""
        if clip == self._open:
            return
        if self._open:
            self._elements.append("</g>")
        if clip:
            self._elements.append(f'<g clip-path="url(#{clip})">')
        self._open = clip


def _size(where: QTransform) -> float:
    """How much larger lengths become."""
    return math.sqrt(abs(where.determinant()))


def _anchor(side: str, leftward: bool) -> str:
    """Which end of a text that runs to the left stands at its left or right."""
    swapped = {"start": "end", "end": "start"}.get(side, side) if leftward else side
    return "" if swapped == "start" else swapped


def _place(line: TextLine, where: QTransform) -> tuple[dict[str, str], str]:
    """Where the line is anchored, and how it is turned around this place."""
    at = where.map(QPointF(line.x, line.y))
    x, y = xml.number(at.x()), xml.number(at.y())
    angle = math.degrees(math.atan2(where.m12(), where.m11()))
    return {"x": x, "y": y}, f"rotate({xml.number(angle)} {x} {y})" if angle else ""
