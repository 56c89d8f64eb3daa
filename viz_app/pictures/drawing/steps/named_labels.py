"""The current row: its label, and that of what is selected, where not every label has room; its light in a hall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from model.record.trace import Trace
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.drawings import Drawing, in_face, put
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.panels import Panel, PlacedStrip, Shown, frames
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import ANGLE, COSINE, SINE, LabelStrip, face_of
from viz_app.platform.text import quoted
from viz_app.platform.theme import elide, font, text_width
from viz_app.state.state import Selection

VEIL = 0.5  #: how much of the paper lies over the other rows
TALL = 1.16  #: a line with what stands below it, over the size of its letters: no plate lies on a “g”
OUTLINE = 4  #: logical pixels
ABOVE = 2  #: logical pixels that a plate stands out above its map, where titles of axes and heads end
SMOOTH = QPainter.RenderHint.Antialiasing


def paint_named(
    painter: QPainter, placed: PlacedStrip, index: int, rim: str, style: Style,
    strips: tuple[PlacedStrip, ...] = (), low: float = math.inf,
) -> None:  # fmt: skip
    """One label of a strip that has no room for all, on a plate over its neighbours.

    ``strips`` are all of rows: a plate stands out of its own, where it may lie on a label of another. The page ends at
    ``low``.
    """
    if not placed.strip.labels:
        return
    named = named_at(placed, index, rim, style, strips, low)
    if named.hidden:
        painter.setRenderHint(SMOOTH)
        for band in named.hidden:
            painter.fillRect(band, QColor(style.palette.paper))
        painter.setRenderHint(SMOOTH, False)  # what follows fills whole pixels, in half the time
    put(painter, named.corner, named.image)


def told_columns(chosen: Selection, panels: Sequence[Panel], trace: Trace, style: Style) -> list[tuple[int, str]]:
    """Which columns have their names in any case, in which colours: the selected one; of a map that stands alone else
    the one with most weight in the row that is read, which the sentence below the map is about.
    """
    if chosen.key is not None:
        return [(chosen.key, style.palette.ink)]
    panel, attention = panels[0], trace.attention(panels[0].kind)
    row = chosen.step if chosen.query is None and panel.form.marked else chosen.query
    if len(panels) > 1 or attention is None or row is None or not style.emphasis:
        return []
    end = chosen.step + 1 if panel.form.stepwise_columns else attention.shape[-1]  # also beyond the part that is shown
    numbers = attention[panel.layer, panel.head, row, :end]
    return [(key, style.palette.selection) for key in quantities.strongest_keys(trace, panel.kind, numbers, row, 1)]


class NamedLabel(NamedTuple):
    """One label beside one map."""

    image: Drawing
    corner: QPoint
    hidden: tuple[QRectF, ...]  #: labels of other maps, of which a plate would hide a part: half a name is read wrong


@lru_cache(maxsize=128)
def named_at(
    placed: PlacedStrip, index: int, rim: str, style: Style, strips: tuple[PlacedStrip, ...], low: float
) -> NamedLabel:
    """See :func:`paint_named`. Kept: the pointer moves, and runs replace each other, more often than the step."""
    strip, left, top, _ = placed
    lowest = min(strip.axis.length + face_of(strip, style).pixelSize(), low - top - 1)
    plate = plate_of(strip, index, rim, lowest, style)
    corner, hidden = plate.corner + QPoint(left, top), tuple[QRectF, ...]()
    if strip.rows and not plate.near <= plate.middle <= strip.axis.length - plate.near:  # not beside its own map alone
        hidden = tuple(band.translated(left, top) for band in _of_others(strips, plate, (left, top), style))
    return NamedLabel(plate.image, corner, hidden)


class _Plate(NamedTuple):
    """One label as it is drawn beside every map that shares its strip."""

    image: Drawing
    corner: QPoint  #: of the image, from the map's
    middle: float  #: of the plate, down from the map's top
    near: float  #: from there to the middle of a label that the plate hides in part, at most
    letters: int


@lru_cache(maxsize=64)
def plate_of(strip: LabelStrip, index: int, rim: str, last: float, style: Style) -> _Plate:
    """``last``: where the lowest label of a row may end at most, from the map's top."""
    face = font(face_of(strip, style).pixelSize(), bold=True)
    text, high, pad = _told(elide(strip.labels[index].text, face, strip.room)), 1.3 * face.pixelSize(), style.px(3)
    wide, middle = text_width(text, face) + 2 * pad, strip.axis.middle(index) - strip.axis.start
    start = None
    if strip.rows:
        top = math.floor(min(max(middle - high / 2, -style.px(ABOVE)), last - round(high)))
        box = QRectF(-style.px(5) - math.ceil(wide) - 0.5, top + 0.5, math.ceil(wide), round(high))
    elif strip.foot is None:
        left = min(max(middle - wide / 2, 0), max(0, strip.axis.length - wide))
        box = QRectF(left, -high - style.px(3), wide, high)
    else:
        start = middle, -strip.foot
        box = QRectF(0, -high / 2, wide, high)
    hidden = (band.getRect() for band in _bands(strip, index, box, face.pixelSize(), style.px(4)))
    return _plate(text, face.pixelSize(), box.getRect(), start, tuple(hidden), rim, style)


def _told(text: str) -> str:
    """What a plate says: a lone sign in quotes, as in every sentence. A comma alone would look like an empty plate."""
    return quoted(text) if len(text) == 1 and not text.isalnum() else text


Sides = tuple[float, float, float, float]  #: of a rectangle: left, top, width, height


@lru_cache(maxsize=64)
def _plate(
    text: str, letters: int, sides: Sides, start: tuple[float, float] | None, hides: tuple[Sides, ...], rim: str,
    style: Style,
) -> _Plate:  # fmt: skip
    """Drawn once for all strips where it looks the same; slanted, it has a ``start``."""
    face, box, hidden = font(letters, bold=True), QRectF(*sides), [QRectF(*each) for each in hides]
    paper, turned, rim_wide = QColor(style.palette.paper), QTransform(), style.px(1)
    if start is not None:
        turned.translate(*start).rotate(-ANGLE)
    area = turned.mapRect(reduce(QRectF.united, hidden, box.adjusted(-rim_wide, -rim_wide, rim_wide, rim_wide)))
    outer = area.toAlignedRect()

    def draw(painter: QPainter) -> None:
        painter.save()
        painter.translate(-outer.topLeft())
        painter.setTransform(turned, combine=True)
        for band in hidden:
            painter.fillRect(band, paper)
        painter.setPen(QPen(QColor(rim), rim_wide))
        painter.setBrush(paper)
        painter.drawRoundedRect(box, style.px(3), style.px(3))
        painter.setPen(QColor(style.palette.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
        painter.restore()

    image, near = Drawing(outer.width(), outer.height(), in_face(face, draw)), (box.height() + TALL * letters) / 2
    return _Plate(image, outer.topLeft(), box.center().y(), near, letters)


def _bands(strip: LabelStrip, index: int, box: QRectF, letters: int, gap: int) -> Iterator[QRectF]:
    """Where labels are drawn that the plate would hide in part, in its own directions."""
    axis, near = strip.axis, index // strip.stride
    if strip.drawn and not strip.rows and strip.foot is None:
        starts = [strip.axis.span(cell)[0] for cell in strip.drawn]
        for start, end in pairwise([*starts, axis.length]):
            band = QRectF(start, -strip.image.height(), end - start, strip.image.height() - gap)
            if band.intersects(box):
                yield band
        return
    here, anchor = axis.middle(index), _anchor(strip, index)
    apart, reach = box.center().y() - anchor, (box.height() + TALL * letters) / 2
    for cell in strip.drawn or range(max(0, near - 2) * strip.stride, axis.count, strip.stride)[:5]:
        away = axis.middle(cell) - here
        if not strip.rows and strip.foot is None:
            half = axis.length / axis.count * strip.stride / 2
            band = QRectF(axis.middle(cell) - half, -strip.image.height(), 2 * half, strip.image.height() - gap)
            if band.intersects(box):
                yield band.intersected(QRectF(0, -strip.image.height(), axis.length, strip.image.height()))
            continue
        across, down = (0.0, away) if strip.rows else (away * COSINE, away * SINE)
        if abs(apart - down) < reach:
            left = strip.dx if strip.rows else across
            wide = -strip.dx - gap if strip.rows else _longest(strip, letters)
            band = QRectF(left, anchor + down - TALL / 2 * letters, wide, TALL * letters)
            band.setBottom(min(band.bottom(), strip.ends))
            yield band


def _longest(strip: LabelStrip, letters: int) -> float:
    """How long a slanted label can be in its strip: above that lies what is none of its own, such as a title."""
    foot = strip.foot or 0.0
    return min(strip.room, (strip.image.height() - foot - TALL / 2 * letters * COSINE) / SINE)


def _of_others(
    strips: Sequence[PlacedStrip], plate: _Plate, corner: tuple[int, int], style: Style
) -> Iterator[QRectF]:  # fmt: skip
    """The first label of the map below, and the last of the one above, where the plate hides them in part."""
    (across, down), at, near, letters = corner, plate.middle, plate.near, plate.letters
    for strip, left, top, _ in strips:
        if left != across or top == down:
            continue
        if not -near < at - (top - down) < strip.axis.length + near:  # neither its first nor its last
            continue
        for cell in {strip.first, strip.last}:
            middle = top - down + strip.axis.middle(cell) - strip.axis.start
            if abs(at - middle) < near:
                yield QRectF(strip.dx, middle - TALL / 2 * letters, -strip.dx - style.px(4), TALL * letters)


def _anchor(strip: LabelStrip, index: int) -> float:
    """The middle of a label across its line, in the directions of its plate."""
    return strip.axis.middle(index) - strip.axis.start if strip.rows else 0.0


# --- in a hall ---


def paint_spotlights(painter: QPainter, drawn: Sequence[tuple[Panel, Shown]], chosen: Selection, style: Style) -> None:
    """Over every map that shows the row: the selected one, else the step's; in the encoder the selected one alone."""
    talked = chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query
    for panel, shown in drawn:
        row = -1 if talked is None else talked - panel.form.y.first
        if 0 <= row < shown.rows:
            paint_spotlight(painter, panel, shown, row, style)


def paint_spotlight(painter: QPainter, panel: Panel, shown: Shown, row: int, style: Style) -> None:
    """Over one map; ``row`` counts from its first row that is shown."""
    spotlight(painter, (panel.left, panel.top, shown.wide, shown.high), panel.form.y.span(row), style)


def spotlight(painter: QPainter, box: Box, row: tuple[int, int], style: Style) -> None:
    """``box`` dimmed but for the ``row``, so many pixels below its top and so high, which is outlined."""
    (left, top, wide, whole), (down, high) = box, row
    veil = QColor(style.palette.paper)
    veil.setAlphaF(VEIL)
    painter.fillRect(QRectF(left, top, wide, down), veil)
    painter.fillRect(QRectF(left, top + down + high, wide, max(0, whole - down - high)), veil)
    pen = max(1, min(style.px(OUTLINE), high // 3))  # a line must not hide what it is around
    frames(painter, [(left, top + down, wide, high)], 0, pen, style.palette.selection)
