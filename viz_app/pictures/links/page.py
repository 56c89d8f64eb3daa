"""The page of the links: its heading, the two columns of tokens, and the note about lines that are not drawn.

Queries stand at the left, keys at the right, one below the other. Lengths are device pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import picture_texts, token_labels
from viz_app.pictures.drawing.drawings import GAP as GAP_BEFORE
from viz_app.pictures.drawing.drawings import gloss_beside, gloss_font, gloss_width, glossed, put
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar, Entry, bar_text, entry_text, grown, legend
from viz_app.pictures.drawing.page import Frame, frame
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Label, Labels
from viz_app.pictures.links.column_titles import GAP, ColumnTitle, column_title, title_texts
from viz_app.pictures.links.fewer_lines import Thinning, footnote_of, marked_step, thinning
from viz_app.pictures.links.heads import Bundle, Lines, heads_name
from viz_app.platform.theme import LEVELS, elide, font, level, text_width
from viz_app.state.state import Selection, Settings

LINED = 1.1  #: from name to name, in heights of their letters
FRAMED = 1.35  #: height of a name in its frame, over that of its letters
TALLEST = 64  #: logical pixels from token to token, at most: a short sentence has the room that there is
WIDEST = 1100  #: logical pixels that lines run, at most
MOST_LINES = 3  #: of the note below


@dataclass(frozen=True)
class LinkAxis:
    """Places down the page, one ``pitch`` apart: no cell has to be a whole number of pixels here."""

    start: int
    count: int
    pitch: float

    @property
    def length(self) -> int:
        return max(1, int(self.count * self.pitch))

    @property
    def end(self) -> int:
        return self.start + self.length

    def edge(self, index: int) -> int:
        """Where the place of a token begins."""
        return self.start + round(index * self.pitch)

    def middle(self, index: int) -> float:
        return self.start + (index + 0.5) * self.pitch

    def cells(self, y: float) -> range:
        """The token at a height; empty outside."""
        index = int((y - self.start) // self.pitch)
        return range(index, index + 1) if 0 <= index < self.count else range(0)


@dataclass(frozen=True)
class LinkSide:
    """One column: its labels, and the edge of the lines that it stands beside."""

    labels: Labels
    axis: LinkAxis  #: down the page
    edge: int  #: where its lines end
    width: int  #: of its labels; 0 where there is no room for any
    at_left: bool
    every: int = 1  #: of so many tokens one has a line

    def stride(self, style: Style) -> int:
        """Every n-th token is named: of those that have lines."""
        least = max(1, math.ceil(LINED * self.face_pixels(style) / self.axis.pitch))
        return math.ceil(least / self.every) * self.every

    def face_pixels(self, style: Style) -> int:
        """Height of the font: up to a fifth smaller where rows are low, but never in a hall."""
        return min(style.font_pixels, max(_smallest(style), int(self.axis.pitch / LINED)))

    def token_at(self, x: float, y: float, shown: int) -> int | None:
        """The token under a point; None where there is none."""
        start = self.edge - self.width if self.at_left else self.edge
        if not start <= x < start + self.width:
            return None
        found = self.axis.cells(y)
        return found.start if found and found.start < shown else None

    # --- painting ---

    def named(self, shown: int, style: Style, needed: Sequence[int]) -> list[int]:
        """Which of the first ``shown`` tokens are named: the ``needed`` ones, the first of them first, then as many
        others at even distances as have room; no two names overlap."""
        stride, letters = self.stride(style), self.face_pixels(style) / self.axis.pitch
        if stride == 1:
            return list(range(shown))
        found: list[int] = []
        for index in (*needed, *range(0, shown, stride)):
            framed = LINED if index in needed else (LINED + FRAMED) / 2  # what is needed may have a frame
            if all(abs(index - other) >= letters * (framed if other in needed else LINED) for other in found):
                found.append(index)
        return found

    def paint(
        self, painter: QPainter, shown: int, style: Style, marks: Mapping[int, str], linked: Sequence[int] = ()
    ) -> None:  # fmt: skip
        """The names of the first ``shown`` tokens that have room, of the ``linked`` ones above all.

        Some in a frame: index → colour.
        """
        painter.setFont(font(self.face_pixels(style)))
        for index in self.named(shown, style, [*marks, *linked]) if self.width else ():
            if index not in marks:
                other = bool(linked) and index not in linked and (style.presented or self.stride(style) > 1)
                self._write(painter, self.labels[index], index, style, other)
        for index, colour in marks.items():
            self._mark(painter, index, colour, style)

    def _mark(self, painter: QPainter, index: int, colour: str, style: Style) -> None:
        """One token in a frame, named even where its neighbours have no room."""
        if not self.width:
            return
        face = font(self.face_pixels(style))
        label, room = self.labels[index], self._room(style)
        named = text_width(elide(label.text, face, room), face) + gloss_width(gloss_beside(label, face, room), face)
        wide, high = named + style.px(8), FRAMED * face.pixelSize()
        left = self.edge - style.px(GAP - 4) - wide if self.at_left else self.edge + style.px(GAP - 4)
        painter.setPen(QPen(QColor(colour), style.px(1.5)))
        painter.setBrush(QColor(style.palette.paper))
        painter.drawRoundedRect(QRectF(left, self.axis.middle(index) - high / 2, wide, high), style.px(3), style.px(3))
        painter.setFont(face)
        self._write(painter, self.labels[index], index, style)

    def _write(self, painter: QPainter, label: Label, index: int, style: Style, other: bool = False) -> None:
        painter.setPen(QColor(style.palette.muted if label.quiet or other else style.palette.ink))
        high = 2 * style.font_pixels
        left = self.edge - self.width if self.at_left else self.edge + style.px(GAP)
        box = QRectF(left, self.axis.middle(index) - high / 2, self.width - style.px(GAP), high)
        side = Qt.AlignmentFlag.AlignRight if self.at_left else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        face, word = painter.font(), elide(label.text, painter.font(), self._room(style))
        if gloss := gloss_beside(label, face, self._room(style)):
            taken, pen = gloss_width(gloss, face), painter.pen()
            painter.setFont(gloss_font(face))
            painter.setPen(QColor(style.palette.muted))
            after = text_width(word, face) + GAP_BEFORE * face.pixelSize()
            painter.drawText(box if self.at_left else box.adjusted(after, 0, 0, 0), flags, gloss)
            painter.setFont(face)
            painter.setPen(pen)
            box = box.adjusted(0, 0, -taken, 0) if self.at_left else box
        painter.drawText(box, flags, word)

    def _room(self, style: Style) -> float:
        return self.width - style.px(GAP + 2)


def _smallest(style: Style) -> int:
    return round((1.0 if style.presented else 0.8) * style.font_pixels)


def sides(
    queries: Labels, keys: Labels, content: Box, style: Style, least: Sequence[int] = (0, 0)
) -> tuple[LinkSide, LinkSide]:
    """Both columns inside ``content``, rows at one pitch, so that level lines join equal positions.

    Each has its own pitch where the longer has no room for all its names. They are as wide as their names need, and
    ``least``, where names have room.
    """
    left, top, width, height = content
    widths = (_width(labels, content, style) for labels in (queries, keys))
    left_width, right_width = (max(wide, most) if wide else 0 for wide, most in zip(widths, least, strict=True))
    longest = max(len(queries), len(keys))
    if style.on_screen:  # half of a name stands out above the first row, where rows are low, and below the last
        out = max(0, math.ceil(FRAMED * style.font_pixels / 2 - height / longest / 2) - top)
        top, height = top + out, max(1, height - 2 * out)
    pitch = min(height / longest, style.px(TALLEST))
    run = max(1, min(width - left_width - right_width, style.px(WIDEST)))
    start = left + max(0, width - left_width - right_width - run) // 2 + left_width
    top += max(0, height - int(longest * pitch)) // 3
    crowded = pitch < LINED * _smallest(style)  # a long source takes no names away from a short translation
    pitches = (min(height / len(each), style.px(TALLEST)) if crowded else pitch for each in (queries, keys))
    axes = [LinkAxis(top, len(each), own) for each, own in zip((queries, keys), pitches, strict=True)]
    return (
        LinkSide(queries, axes[0], start, left_width, at_left=True),
        LinkSide(keys, axes[1], start + run, right_width, at_left=False),
    )


def _width(labels: Labels, content: Box, style: Style) -> int:
    room = 0.3 * content[2] if content[2] >= style.px(160) else 0
    return min(token_labels.width_of(labels, style, room), int(room)) + style.px(GAP) if room else 0


SAMPLED = 0.05, 0.25, 0.5, 1.0  #: of full strength, in the legend
SAMPLE = 28  #: logical pixels of a line there, and the gap after it


class Samples(NamedTuple):
    """Lines of the legend."""

    maximum: float  #: the weight of full strength
    weakest: float = 0.0  #: a weight below it has no line, and so no sample
    fewer: bool = False  #: without the one after the weakest

    @property
    def shares(self) -> tuple[float, ...]:
        """Of full strength."""
        found = tuple(share for share in SAMPLED if share * self.maximum >= self.weakest)
        return (*found[:1], *found[2:]) if self.fewer else found


def name_of(trace: Trace, chosen: Selection, heads: tuple[int, ...]) -> str:
    """Several heads of a layer, for a title."""
    layer = picture_texts.layer_of(trace.meta.reading, chosen.kind, chosen.layer)
    return f"{picture_texts.kind_name(chosen.kind)} · {layer} · {heads_name(heads)}"


def lay_out(
    trace: Trace, chosen: Selection, settings: Settings, lines: Lines, size: tuple[int, int], bundle: Bundle,
    samples: Samples,
) -> tuple[LinkSide, LinkSide, Frame, Thinning]:  # fmt: skip
    """Both columns of tokens, the page that they stand on, and which lines have room. “This step” is explained beside
    the samples of a screen, where it has room there."""
    style = bundle.style
    rows, count = trace.maps(chosen.kind).shape[2:]
    kind, meant = chosen.kind, style.glosses
    queries = glossed(picture_texts.row_labels(trace, kind, rows), meant, kind, rows=True)
    keys = glossed(picture_texts.column_labels(trace, kind, count), meant, kind, rows=False)
    beside = style.on_screen and _places(samples, style)[0][-1] <= frame(*size, style, "-").content[2]
    grows: tuple[Entry, ...] = () if beside or marked_step(trace, chosen, style) is None else ("step",)
    mask = trace.mask(chosen.kind)
    blocked = mask is not None and not mask.all() and not trace.meta.leaky_mask
    page_frame = frame(*size, style, "-", entries=grows)  # its words follow from the room it leaves
    lines_left, texts = MOST_LINES, zip(title_texts(kind, trace), (queries, keys), strict=True)
    heads = [column_title(text, _width(side, page_frame.content, style), page_frame.content[2], style)
             for text, side in texts]  # fmt: skip
    while True:
        content, lines_left = page_frame.content, lines_left - 1
        columns = sides(queries, keys, _room(page_frame, bundle, heads), style, [head.needed for head in heads])
        thinned = thinning(trace, chosen, style, columns[0].axis.pitch, len(bundle.heads))
        columns = _every(columns, thinned.every)
        named = [side.stride(style) for side in columns]
        footnote = footnote_of(settings, lines, blocked, named, thinned, style)
        page_frame = frame(*size, style, footnote, entries=grows)
        if not lines_left or page_frame.content[3] >= content[3]:  # they take no more lines than were kept free
            return *columns, page_frame, thinned


def _every(columns: tuple[LinkSide, LinkSide], every: int) -> tuple[LinkSide, LinkSide]:
    """One query in ``every`` has a line; keys are named like them where they stand level with them."""
    left, right = columns
    level_with = left.axis.pitch == right.axis.pitch
    return replace(left, every=every), replace(right, every=every if level_with else 1)


def _room(page_frame: Frame, bundle: Bundle, heads: Sequence[ColumnTitle]) -> Box:
    """What titles above and samples below leave for tokens and lines."""
    style = bundle.style
    x, y, wide, high = page_frame.content
    if page_frame.legend_y is None:
        return page_frame.content
    line, half = round(1.7 * style.font_pixels), round(0.5 * style.font_pixels)  # names stand out above and below
    samples = line + half + bundle.legend_height(wide) if style.legend else half
    above = max(head.height(style) for head in heads) + half
    return x, y + above, wide, max(1, high - above - samples)


def _places(samples: Samples, style: Style) -> tuple[list[int], list[str]]:
    """Where samples, the scale's name, “other tokens” and “this step” begin and the last ends; and their words."""
    face = font(round(0.9 * style.font_pixels))
    numbers = [f"{share * samples.maximum:.2f}".rstrip("0").rstrip(".") for share in samples.shares]
    others, step = QCoreApplication.translate("pictures", "other tokens"), entry_text("step")
    words = [*numbers, bar_text(Bar(samples.maximum), style), others, step]
    around = [*[style.px(SAMPLE + 12)] * len(numbers), style.px(20), style.px(SAMPLE + 20), grown(style, 22)]
    wide = (round(space + text_width(text, face)) for space, text in zip(around, words, strict=True))
    return list(accumulate(wide, initial=0)), words


def paint_samples(
    painter: QPainter, page_frame: Frame, bundle: Bundle, samples: Samples, pen: Callable[[float, str], QPen],
    others: QPen | None, step: bool,
) -> None:  # fmt: skip
    """Lines as they are, with their weights, and the scale's name; below them, of several heads, each one's name.

    ``pen`` makes the pen of a strength; ``others`` draws what nobody talks about, where such lines are there; ``step``:
    what marks the step's row is told here.
    """
    if page_frame.legend_y is None or not bundle.style.legend:
        return
    style, face = bundle.style, font(round(0.9 * bundle.style.font_pixels))
    x, y, wide, high = page_frame.content
    names = bundle.legend_height(wide)
    bundle.paint_legend(painter, (x, y + high - names, wide, names))
    middle = y + high - names - round(0.8 * style.font_pixels)
    painter.setFont(face)
    if others is not None and not style.on_screen and _places(samples, style)[0][-2] > wide:  # grey has no other legend
        samples = samples._replace(fewer=True)
    ink = style.palette.muted if bundle.several else style.palette.accent
    pens = [pen(int(level(share, style.scale)) / (LEVELS - 1), ink) for share in samples.shares]
    starts, words = _places(samples, style)
    for start, text, line in zip(starts, words, (*pens, None, others), strict=False):
        named = start == starts[len(pens)]
        left = x + start + (0 if named else style.px(SAMPLE))
        if left + text_width(text, face) >= x + wide:
            break
        if line is not None:
            painter.setPen(line)
            painter.drawLine(QLineF(x + start, middle, x + start + style.px(24), middle))
        if line is not None or named:
            painter.setPen(QColor(style.palette.muted))
            painter.drawText(QPointF(left, middle + 0.35 * face.pixelSize()), text)
    if step and not page_frame.entries:
        entry = legend(wide - starts[-2], None, ("step",), style, picture_texts.spoken())
        put(painter, x + starts[-2], middle - entry.height() // 2, entry)
