"""The places of a picture's maps, the part of each that exists after a step, and how it is painted.

Lengths are device pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from shiboken6 import wrapInstance

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.drawings import Drawing, taken
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.picture import Style
from viz_app.state.zoom import Shape, Zoom


class Shown(NamedTuple):
    """How much of a map is decoded."""

    rows: int
    columns: int
    wide: int  #: device pixels
    high: int  #: whole device pixels; the newest row may lack one where pixels stand for several rows
    source_wide: int  #: pixels of its image
    source_high: int
    newest: int  #: where the step's row starts
    bottom: int  #: where what is decoded ends
    end: int  #: where the newest row ends; where it starts, if it is not in the part that is shown
    stretched: bool  #: a pixel of its image is more than one of the device
    in_parts: bool  #: so many times that Qt's painter puts it in parts
    part: tuple[float, float]  #: of its image, wide and high, as the whole map is stretched: with parts of a pixel


@dataclass(frozen=True)
class Form:
    """What maps of one kind have in common: their axes, at 0, and which of them grow step by step."""

    x: Axis
    y: Axis
    stepwise_rows: bool = True  #: rows after the step are not yet decoded
    stepwise_columns: bool = False
    queries: bool = True  #: False for a strip whose one row is no query
    marked: bool = False  #: the step's row is framed

    def decoded(self, step: int) -> tuple[int, int]:
        """How many rows and columns exist of it after a step; they count from the first shown."""
        rows, columns = self.y.count, self.x.count
        if self.stepwise_rows:
            rows = min(max(step + 1 - self.y.first, 0), rows)
        if self.stepwise_columns:
            columns = min(max(step + 1 - self.x.first, 0), columns)
        return rows, columns

    def shown(self, step: int) -> Shown:
        """What exists of it after a step."""
        newest_row = step - self.y.first
        rows, columns = self.decoded(step)
        wide, high = self.x.edge(columns), self.y.edge(rows)
        bottom = sum(self.y.span(rows - 1)) if rows else 0
        there = 0 <= newest_row < self.y.count
        newest = self.y.edge(newest_row) if there else bottom
        end = sum(self.y.span(newest_row)) if there else newest
        source = columns if self.x.stretched else wide, rows if self.y.stretched else high
        part = tuple(size * axis.pixels / max(axis.length, 1) for size, axis in ((wide, self.x), (high, self.y)))
        in_parts = any(count > axis.at_once > 0 for count, axis in zip(source, (self.x, self.y), strict=True))
        stretched = source != (wide, high)
        return Shown(
            rows, columns, wide, high, *source, newest, bottom, end, stretched, in_parts, (part[0], part[1])
        )  # fmt: skip


def form_of(kind: Kind, x: Axis, y: Axis, stepwise: bool, at_once: bool) -> Form:
    """The form of a kind's maps: encoder maps are complete at once, decoder maps grow both ways.

    Nothing grows in a run that was recorded without its steps, or whose steps were all taken in one pass.
    """
    marked = stepwise and kind != "encoder"
    grows = marked and not at_once
    return Form(x.at(0), y.at(0), grows, grows and kind == "decoder", marked=marked)


class Panel(NamedTuple):
    """One map and its top left corner."""

    kind: Kind
    layer: int
    head: int
    left: int
    top: int
    form: Form
    heading: int = 0  #: pixels above the map that belong to it when clicked

    @property
    def box(self) -> Box:
        return self.left, self.top, self.form.x.length, self.form.y.length


class PlacedStrip(NamedTuple):
    """Labels at the top left corner of a map."""

    strip: token_labels.LabelStrip
    left: int
    top: int
    stepwise: bool


# --- many rectangles at once, as numbers: making hundreds of Qt's objects takes many times as long as drawing them ---

Boxes = NDArray[np.intc]  #: [n,4] left, top, right, bottom, the last pixels in them: what a QRect is made of


def repeated(boxes: Sequence[Box], corners: Sequence[tuple[int, int]]) -> Boxes:
    """The same boxes at each of some corners."""
    return boxes_at(boxes, corner_sides(corners))


def outline(left: int, top: int, wide: int, high: int, pen: int) -> tuple[Box, ...]:
    """The lines around a box, ``pen`` pixels strong: filling them is much faster than a pen."""
    across = wide + 2 * pen
    return (
        (left - pen, top - pen, across, pen),
        (left - pen, top + high, across, pen),
        (left - pen, top, pen, high),
        (left + wide, top, pen, high),
    )


def underline(left: int, top: int, wide: int, high: int, pen: int) -> tuple[Box, ...]:
    """The line below it alone."""
    return ((left - pen, top + high, wide + 2 * pen, pen),)


def fill(painter: QPainter, places: Boxes, colour: str) -> None:
    """Fill all of them with one colour. Qt's own painter reads them where they are; others get them one by one."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    if type(painter) is not QPainter:
        painter.drawRects(
            [QRect(left, top, right - left + 1, bottom - top + 1) for left, top, right, bottom in places.tolist()]
        )
    elif len(places):
        first = wrapInstance(places.__array_interface__["data"][0], QRect)
        painter.drawRects(cast("QRect", first), len(places))


def put(
    painter: QPainter, drawn: Sequence[tuple[Panel, Shown]], sources: Sequence[tuple[QImage, int]], extra: int
) -> None:
    """What is decoded of each map, from its image and its first row there, and ``extra`` rows of pixels.

    A part of a map is stretched as the whole is, or its cells would lie elsewhere: Qt's painter takes parts of a pixel.
    """
    exactly = type(painter) is QPainter
    for (panel, shown), (image, first) in zip(drawn, sources, strict=True):
        wide, high = shown.wide, shown.high + extra
        if not (wide and high):
            continue  # Qt takes a size of 0 for all there is
        if not shown.stretched:
            painter.drawImage(panel.left, panel.top, image, 0, first, wide, high)
        elif exactly and shown.in_parts:
            _put_parts(painter, panel, (shown.source_wide, shown.source_high + extra), image, first)
        else:
            across, down = shown.part if exactly else (shown.source_wide, shown.source_high)
            painter.drawImage(_box(panel.left, panel.top, wide, high), image, _box(0, first, across, down + extra))


@lru_cache(maxsize=512)
def _box(left: int, top: int, wide: float, high: float) -> QRectF:
    """Kept: many are made for each new run, always the same."""
    return QRectF(left, top, wide, high)


def _put_parts(painter: QPainter, panel: Panel, size: tuple[int, int], image: QImage, first: int) -> None:
    """A map of large cells, as many at once as Qt's painter puts where they belong; ``size``: pixels of its image."""
    columns = _parts(panel.form.x, size[0])
    for down, high, top, rows in _parts(panel.form.y, size[1]):
        for across, wide, left, cells in columns:
            place = QRectF(panel.left + across, panel.top + down, wide, high)
            painter.drawImage(place, image, QRectF(left, first + top, cells, rows))


def _parts(axis: Axis, end: int) -> list[tuple[int, int, int, float]]:
    """``end`` pixels of an axis' image: where some begin and on how many they lie; the first, and their number."""
    if not axis.stretched:
        return [(0, end, 0, float(end))]
    starts = range(0, end, axis.at_once)
    edges = [*map(axis.edge, starts), axis.edge(end)]
    sizes = [after - edge for edge, after in pairwise(edges)]
    return [
        (edge, size, start, size * axis.count / axis.length)
        for start, edge, size in zip(starts, edges[:-1], sizes, strict=True)
    ]


def lay_over(painter: QPainter, drawn: Sequence[tuple[Panel, Shown]], patterns: Sequence[Drawing]) -> None:
    """What is decoded of a pattern over each map, or of the one that all have."""
    images = [taken(painter, each) for each in patterns]
    for index, (panel, shown) in enumerate(drawn if images else ()):
        if shown.wide and shown.high:
            over = images[index % len(images)]
            painter.drawImage(panel.left, panel.top, over, 0, 0, shown.wide, shown.high)


def corner_sides(corners: Sequence[tuple[int, int]]) -> Boxes:
    """[n,1,4]: what is added to the sides of a box at (0, 0)."""
    return np.array([(*corner, *corner) for corner in corners], dtype=np.intc).reshape(-1, 1, 4)


def boxes_at(boxes: Sequence[Box], sides: Boxes) -> Boxes:
    own = np.array([(x, y, x + wide - 1, y + high - 1) for x, y, wide, high in boxes], dtype=np.intc)
    return np.ascontiguousarray((sides + own).reshape(-1, 4))


# --- around what is marked ---


def box_pen(colour: str, wide: int, dash: Sequence[float] | None = None) -> QPen:
    """For rectangles with sharp corners."""
    pen = QPen(QColor(colour), wide)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dash:
        pen.setDashPattern(dash)
    return pen


def frames(painter: QPainter, boxes: Sequence[Box], gap: int, wide: int, colour: str) -> None:
    """Rectangles around boxes: ``gap`` pixels away, ``wide`` pixels strong."""
    if boxes:
        painter.setPen(box_pen(colour, wide))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        out = gap + wide / 2
        painter.drawRects([QRectF(x - out, y - out, w + 2 * out, h + 2 * out) for x, y, w, h in boxes])


def bands(painter: QPainter, boxes: Sequence[Box], style: Style) -> None:
    """Rectangles around boxes, light and dark so that they show on every colour."""
    frames(painter, boxes, style.px(1), style.px(1), "#101216")
    frames(painter, boxes, 0, style.px(1), "#ffffff")


# --- the page beside maps ---


Spans = list[tuple[int, int]]  #: where something begins and ends, one after the other


def paint_beside(painter: QPainter, page: QImage, covered: tuple[Spans, Spans]) -> None:
    """``page`` but for what maps hide: whole rows and columns of it."""
    across, down = covered
    for top, bottom in _gaps(down, page.height()):
        painter.drawImage(0, top, page, 0, top, page.width(), bottom - top)
    top, high = down[0][0], down[-1][1] - down[0][0]
    for left, right in _gaps(across, page.width()):
        painter.drawImage(left, top, page, left, top, right - left, high)


def _gaps(spans: Spans, end: int) -> Spans:
    """What lies before, between and after them."""
    edges = [0, *chain.from_iterable(spans), end]
    return [(left, right) for left, right in zip(edges[::2], edges[1::2], strict=True) if left < right]


# --- the part of a map that zooming, or a hall, leaves ---


def part_told(zoom: Zoom | None, shape: Shape) -> str:
    """``rows 11–40 of 128, columns 1–30 of 96``; nothing where all is shown. People count from 1."""
    if zoom is None:
        return ""
    translate = QCoreApplication.translate
    parts = (
        (translate("pictures", "rows {first}–{last} of {count}"), zoom.row, zoom.rows, shape[0]),
        (translate("pictures", "columns {first}–{last} of {count}"), zoom.column, zoom.columns, shape[1]),
    )
    return ", ".join(
        words.format(first=first + 1, last=first + shown, count=count)
        for words, first, shown, count in parts
        if shown < count
    )


def part_rows(zoom: Zoom | None) -> range | None:
    """The rows of a part that has all columns; None where all is shown."""
    return None if zoom is None else range(zoom.row, zoom.row + zoom.rows)
