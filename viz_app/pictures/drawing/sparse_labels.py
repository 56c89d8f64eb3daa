"""Labels where few have room: some keys level along a map's edge, or no row's but the current one's; on paper, where
nobody can point at the others, those that tell most.

Lengths are device pixels.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.drawings import Drawing, PictureCache, widest
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import BLANK, Labels, LabelStrip
from viz_app.platform.theme import elide, font, text_width, visible

SMALLER, SMALLEST = 0.85, 0.7  #: letters than those of other labels; the same where else no key had a name
GAP = 10  #: logical pixels after a level label, at least
APART = 4.2  #: of level labels, over the height of theirs: room for most words


def height(style: Style) -> int:
    """What level labels with their ticks take."""
    return round(1.2 * style.font_pixels) + style.px(4)


def fits(length: float, style: Style, smaller: float = SMALLER) -> bool:
    """Is an axis so long that two level labels have room above it?"""
    return length >= 2 * APART * round(smaller * style.font_pixels)


def _letters(length: float, style: Style) -> int:
    """Device pixels: smaller where two labels have no room else."""
    return max(round(SMALLEST * style.font_pixels), min(round(SMALLER * style.font_pixels), int(length / (2 * APART))))


_strips: PictureCache[LabelStrip] = PictureCache(8 << 20, lambda strip: strip.image.bytes())


def level_strip(labels: Labels, axis: Axis, style: Style) -> LabelStrip:
    """Labels level from their cells on, with a tick where each is, and no further than to the next.

    Whole words: on a screen as many as have room after each other, on paper, where nobody can point at the others, the
    longest. Where none has room, every n-th.
    """
    key = (labels, axis.at(0), style.palette, style.font_pixels, style.ratio, style.on_screen)
    return _strips.get(key, lambda: _level_strip(labels, axis.at(0), style))


def _level_strip(labels: Labels, axis: Axis, style: Style) -> LabelStrip:
    face = font(_letters(axis.length, style))
    step, high = token_labels.stride(axis, APART * face.pixelSize()), height(style)
    picked = _picked(labels, axis, style) if style.on_screen else _longest(labels, axis, style)
    named = picked or tuple(range(0, axis.count, step))
    middles = [axis.middle(index) for index in named]
    ends = [*(middle - style.px(6) for middle in middles[1:]), float(axis.length)]

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        free = 0.0
        for index, middle, end in zip(named, middles, ends, strict=True):
            left, wide = _start(middle, style), text_width(visible(labels[index].text), face)
            if end == axis.length:  # the last has what is free to its left too
                left = min(left, max(free, end - wide))
            free = left + min(wide, end - left) + style.px(6)
            painter.setPen(QColor(style.palette.muted if labels[index].quiet else style.palette.ink))
            box = QRectF(left, 0, end - left, high - style.px(4))
            painter.drawText(box, flags, elide(labels[index].text, face, end - left))
            tick = QRectF(middle - style.px(1) / 2, high - style.px(4), style.px(1), style.px(3))
            painter.fillRect(tick, QColor(style.palette.muted))

    step = max(2, -(-axis.count // len(named))) if picked else step
    picture = Drawing(axis.length, high, draw)
    return LabelStrip(picture, 0, -high, axis, step, False, labels=labels, room=axis.length, drawn=picked)


def _start(middle: float, style: Style) -> float:
    """Where a label above the middle of a cell begins."""
    return max(0.0, middle - style.px(3))


def _picked(labels: Labels, axis: Axis, style: Style) -> tuple[int, ...]:
    """Whole words after each other, each from its cell on: marks between words are left out."""
    face, free, found = font(_letters(axis.length, style)), 0.0, []
    for index, label in enumerate(labels):
        start = _start(axis.middle(index), style)
        if start < free or not any(map(str.isalnum, label.text)):
            continue
        end = start + text_width(visible(label.text), face)
        if end <= axis.length:
            found.append(index)
            free = end + style.px(GAP)
    return tuple(found)


def _longest(labels: Labels, axis: Axis, style: Style) -> tuple[int, ...]:
    """Whole words after each other that tell most; what stands out at the right is none of them."""
    face, spans = font(_letters(axis.length, style)), list[tuple[float, float]]()
    for index, label in enumerate(labels):
        start = _start(axis.middle(index), style)
        spans.append((start, start + text_width(visible(label.text), face) + style.px(GAP)))
    whole = tuple(
        label if end - style.px(GAP) <= axis.length and any(map(str.isalnum, label.text)) else BLANK
        for label, (_, end) in zip(labels, spans, strict=True)
    )
    ends = np.maximum.accumulate([end for _, end in spans]).tolist()
    return longest(whole, [(start, end) for (start, _), end in zip(spans, ends, strict=True)])


def unwritten(labels: Labels, axis: Axis, width: int, style: Style) -> LabelStrip:
    """The strip of rows so low that few labels have room: none is written but those that are named, see
    :mod:`viz_app.pictures.drawing.steps.named_labels`."""
    image = Drawing(1, axis.length, lambda _: None)
    return LabelStrip(image, -width, 0, axis, max(2, axis.count), rows=True, labels=labels, room=width - style.px(9))


def is_unwritten(strip: LabelStrip) -> bool:
    """Is it such a strip?"""
    return strip.rows and strip.image.width() == 1


# --- which names tell most ---

LONG = 5  #: letters of a word that tells as much as any longer one
SIGNS, MARKED = "◀▶≠", 1000  #: that two runs differ: such a token is named first
MANY = 30  #: that a word of any length tells beside: then two short ones tell more than a long one
MARK = 0.1  #: what a mark is worth, of a letter: it is named where no word has room


def longest(labels: Labels, spans: Sequence[tuple[float, float]], each: int = 0) -> tuple[int, ...]:
    """The words that tell most, and whose ``spans``, of which the ends rise, do not lie on each other.

    A long one tells more than two short ones: letters count as their square, up to :data:`LONG`, and a word ``each``.
    """
    best: list[tuple[float, int, int]] = [(0, -1, 0)]  # up to each label: what is told, the last one, those before
    ends: list[float] = []
    for index, (label, (start, end)) in enumerate(zip(labels, spans, strict=True)):
        before = bisect_right(ends, start)
        letters = min(LONG, sum(map(str.isalnum, label.text)))
        worth = letters**2 + each if letters else MARK * bool(label.text)
        worth += MARKED * any(sign in label.text for sign in SIGNS)
        found = best[before][0] + worth, index, before
        best.append(found if worth > 0 and found[0] > best[-1][0] else (best[-1][0], -1, len(best) - 1))
        ends.append(end)
    chosen, place = list[int](), len(best) - 1
    while place:
        _, index, before = best[place]
        if index >= 0:
            chosen.append(index)
        place = before
    return tuple(reversed(chosen))


def spaced(labels: Labels, middles: Sequence[float], pitch: float) -> tuple[int, ...]:
    """As many words as are ``pitch`` apart, the longest of them; none of numbers, of which every n-th tells more."""
    if all(label.text.isdigit() for label in labels if label.text):
        return ()
    return longest(labels, [(middle, middle + pitch) for middle in middles], MANY)


def parted(make: Callable[[Labels], LabelStrip], labels: Labels, gap: int, needed: float) -> LabelStrip:
    """The strip of ``labels`` without its last names, where they would lie on the next map's first."""
    strip, fewer = make(labels), labels
    while strip.apart(gap) < needed:
        fewer = (*fewer[: strip.last], BLANK, *fewer[strip.last + 1 :])
        strip = make(fewer)
        if not strip.drawn:
            break
    return strip if fewer is labels else replace(strip, labels=labels)


# --- words that are whole on paper, where nobody can point at the others ---

LONGER, LITTLE = 2, 1.45  #: times as long as usual a slanted label may be, where it is whole then; where maps are low


def whole_columns(labels: Labels, style: Style, limit: float, longer: float = LONGER) -> float:
    """How long slanted labels may be: ``limit``, on paper what the longest that can be whole takes in small letters."""
    if style.on_screen:
        return limit
    face = font(token_labels.smallest(style))
    lengths = (math.ceil(text_width(visible(label.text), face)) for label in labels)
    return max([limit, *(length for length in lengths if length <= longer * limit)])


def row_width(labels: Labels, axis: Axis, style: Style, width: int) -> int:
    """What labels of rows take on paper: of ``width`` as much as is drawn. The step's may be any of them."""
    drawn = token_labels.names_drawn(labels, axis, token_labels.row_pitch(axis, style), style)
    if style.on_screen or (style.emphasis and len(drawn) < len(labels)):
        return width
    longest = widest(tuple(labels[index] for index in drawn), token_labels.row_font(style, axis))
    return min(width, math.ceil(longest) + token_labels.MARGIN * style.px(1))
