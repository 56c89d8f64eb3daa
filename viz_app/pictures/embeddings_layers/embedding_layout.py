"""The layout of the tables of *Embeddings*: side by side, or below each other where every token is named then too.

Each table has a scale of its own, told by its own bar: beside token embeddings of ±5 a sine would be pale.
Lengths are device pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import signed, token_labels
from viz_app.pictures.drawing.layout import Axis, Box, length_of
from viz_app.pictures.drawing.page import Frame, frame
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.signed import Heat, Numbers
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.theme import font, text_width, wrapped

translate = QCoreApplication.translate
TALLEST = 2.9  #: heights of the font that a position has, at most
LOWEST = 2  #: logical pixels of a row below each other, where that gives each dimension a pixel of its own: the
#: selected position has its name in any case
NARROW, STACKED = 0.5, 800  #: logical pixels of a dimension in a figure that grows, below which tables stand below
#: each other; of all their rows, at most
THIN = 3  #: logical pixels of a row of such a figure where not every token has room for its name
SEEN = 2  #: device pixels of a dimension from which on a sine is seen beside its cosine
WIDEST = 12.5  #: heights of the font that headings have beside each other, where tables are narrow
NAME = 3.2  #: heights of the font that names of rows have at least, which a hall has larger
LINES = 13, 6, 4.5  #: of text in the height of a page with all words; without notes; with names and bars alone
MOST_TOLD = 4  #: lines of what is true of all bars
NUMBER, SHORTEST = "−00.0000", 120  #: a selected number; logical pixels of a bar that leaves room for it
NOWHERE: Box = (0, 0, 0, 0)


@dataclass(frozen=True, eq=False)
class EmbeddingStrip:
    """One table, and what stands above it."""

    names: tuple[str, ...]  #: the longest first
    note: str
    sign: str  #: before it: + = →
    values: Numbers  # [N,M]


@dataclass(frozen=True, eq=False)
class StripPlace:
    """Where a table and its words lie; a box without width is not written."""

    heat: Heat
    name: Box
    note: Box = NOWHERE
    value: Box = NOWHERE
    sign: Box = NOWHERE
    under: Box = NOWHERE
    bar: Box = NOWHERE


@dataclass(frozen=True, eq=False)
class EmbeddingPlaces:
    """Where everything lies."""

    page_frame: Frame
    strips: tuple[StripPlace, ...]
    labels_width: int
    foot: Box  #: of what is true of all bars
    stacked: bool
    enough: int  #: device pixels of a row from which on a figure that grows need not be higher

    @property
    def heats(self) -> tuple[Heat, ...]:
        return tuple(place.heat for place in self.strips)

    @property
    def named(self) -> tuple[Heat, ...]:
        """The tables that have the tokens at their left."""
        return self.heats if self.stacked else self.heats[:1]


def lay_out(
    strips: Sequence[EmbeddingStrip], labels: Labels, footnote: str, size: tuple[int, int], style: Style
) -> EmbeddingPlaces:
    """On paper with as many lines below as what is true of all bars takes: nothing is shortened there."""
    found = _laid_out(strips, labels, footnote, size, style, 1)
    lines = 1 if style.on_screen or not found.foot[2] else len(foot_lines(found, style))
    return found if lines == 1 else _laid_out(strips, labels, footnote, size, style, lines)


def foot_lines(places: EmbeddingPlaces, style: Style) -> list[str]:
    """What is true of all bars; on a screen as many of its parts as one line has room for."""
    face, told, wide = font(style.font_pixels), about_bars(places.heats, style), places.foot[2]
    if not style.on_screen:
        return wrapped(told, face, wide, MOST_TOLD)
    parts = told.split(" · ")
    while len(parts) > 1 and text_width(" · ".join(parts), face) > wide:
        parts.pop()
    return [" · ".join(parts)]


def _laid_out(
    strips: Sequence[EmbeddingStrip], labels: Labels, footnote: str, size: tuple[int, int], style: Style, last: int
) -> EmbeddingPlaces:
    """Below each other where all tokens are named then and tables get larger, or dimensions are two pixels wide; or
    where only so a dimension has a pixel: of a sine and a cosine in one the larger is seen. Else side by side."""
    page_frame = frame(*size, style, footnote)
    left, top, width, height = page_frame.content
    line = _line(style)
    wide = width >= topic_page.ROOMY[0] * style.font_pixels
    lines = sum(height >= least * line for least in LINES) if wide else 0
    roomy, told = lines > 0, lines == len(LINES)
    most = min(max(style.px(120), NAME * style.font_pixels), 0.2 * width)
    labels_width = token_labels.width_of(labels, style, most) if roomy else 0
    foot = (left, top + height - last * line, width, last * line) if told else NOWHERE
    room = left + labels_width, top, width - labels_width, height - (last * line if told else 0)
    beside = _beside(strips, room, lines, style)
    below = _below(strips, room, style) if lines > 1 and len(strips) > 1 else beside
    pitch = math.ceil(1.1 * round(0.8 * style.font_pixels))
    x, y = below[0].heat.x, below[0].heat.y
    wins = told and y.cell >= pitch and _area(below) > _area(beside)
    if style.tall and beside[0].heat.x.length < style.px(NARROW * x.count):  # a paper that becomes higher then
        wins = wins or len(strips) * y.count * min(pitch, style.px(THIN)) <= style.px(STACKED)
    if style.on_screen and not x.pooled:
        named = math.ceil(1.1 * round(0.75 * style.font_pixels))
        least = style.px(LOWEST) if beside[0].heat.x.pooled else named
        wins = wins or (beside[0].heat.x.length < SEEN * x.count and y.cell >= least)
    enough = pitch if len(strips) * y.count * pitch <= style.px(STACKED) else style.px(THIN)
    return EmbeddingPlaces(page_frame, below if wins else beside, labels_width, foot, wins, enough)


def _area(places: Sequence[StripPlace]) -> int:
    return places[0].heat.x.length * places[0].heat.y.length


def _line(style: Style) -> int:
    return round(1.5 * style.font_pixels)


def _sign(style: Style) -> int:
    """The width of a plus or an equals sign, which letters of a hall have larger."""
    return max(style.px(20), math.ceil(1.2 * style.font_pixels))


def _beside(strips: Sequence[EmbeddingStrip], room: Box, lines: int, style: Style) -> tuple[StripPlace, ...]:
    """Up to three ``lines`` above each table: name, note and number; its bar below it."""
    (left, top, width, height), line, gap = room, _line(style), _sign(style) + style.px(2)
    told = lines == len(LINES)
    above, under = lines * line, (lines > 0) * line + told * line
    count, dimensions = strips[0].values.shape
    across = (width - gap * (len(strips) - 1)) / len(strips)
    wide = length_of(dimensions, max(1.0, across) / dimensions, even=not style.on_screen)
    cell = min(max(1.0, height - above - under) / count, TALLEST * style.font_pixels)
    high = length_of(count, cell, even=not style.on_screen)
    slot = max(wide, min(int(across), round(WIDEST * style.font_pixels)))
    start = left + max(0, int(width - len(strips) * (slot + gap) + gap) // 2)
    places = []
    for index, strip in enumerate(strips):
        x, y = start + index * (slot + gap), top + above
        heat = _heat(strip, Axis(x, dimensions, wide), Axis(y, count, high))
        if not lines:
            places.append(StripPlace(heat, NOWHERE))
            continue
        end = y + high
        note = (x, top + line, slot, line) if told else NOWHERE
        below = (x, end, wide, line) if told else NOWHERE
        bar = (x, end + line * told, min(slot, signed.bar_length(heat, style)), line)
        value = (x, y - line, slot, line) if lines > 1 else NOWHERE
        sign = (x - _sign(style) - style.px(1), top, _sign(style), line)
        places.append(StripPlace(heat, (x, top, slot, line), note, value, sign, below, bar))
    return tuple(places)


def _below(strips: Sequence[EmbeddingStrip], room: Box, style: Style) -> tuple[StripPlace, ...]:
    """One line above each table: its name, note and number at the left, its bar at the right.

    A narrow paper has number and bar below name and note.
    """
    (left, top, width, height), line, gap = room, _line(style), style.px(12)
    count, dimensions = strips[0].values.shape
    top += style.px(4)
    usual, bold = font(style.font_pixels), font(style.font_pixels, bold=True)
    named = math.ceil(max(text_width(strip.names[0], bold) for strip in strips)) + gap
    noted = math.ceil(max(text_width(strip.note, usual) for strip in strips)) + gap
    number = math.ceil(text_width(NUMBER, usual)) + 2 * gap
    narrow = not style.on_screen and named + noted + number + style.px(SHORTEST) > width
    above = 2 * line if narrow else line
    down = height - style.px(4) - len(strips) * (above + gap) + gap - line
    wide = length_of(dimensions, width / dimensions, even=not style.on_screen)
    cell = min(max(1.0, down / len(strips)) / count, TALLEST * style.font_pixels)
    high = length_of(count, cell, even=not style.on_screen)
    places = []
    for index, strip in enumerate(strips):
        y = top + index * (above + high + gap)
        last, before = y + above - line, 0 if narrow else named + noted
        heat = _heat(strip, Axis(left, dimensions, wide), Axis(y + above, count, high))
        bar = min(signed.bar_length(heat, style), wide // 2, max(style.px(SHORTEST), wide - before - number))
        places.append(
            StripPlace(
                heat,
                (left, y, named, line),
                (left + named, y, min(noted, wide - named), line),
                (left + before, last, max(1, wide - before - bar - gap), line),
                (left - _sign(style) - style.px(1), y, _sign(style), line),
                (left, y + above + high, wide, line) if index == len(strips) - 1 else NOWHERE,
                (left + wide - bar, last, bar, line),
            )
        )
    return tuple(places)


def _heat(strip: EmbeddingStrip, x: Axis, y: Axis) -> Heat:
    return Heat(strip.values, x, y, signed.usual_bound_of(strip.values))


def about_bars(heats: Sequence[Heat], style: Style) -> str:
    """What is true of all bars: their scale, and what a pixel shows that stands for several numbers."""
    beyond = [signed.bound_of(heat.values) for heat in heats if signed.bound_of(heat.values) > heat.bound]
    pooled = any(heat.x.pooled or heat.y.pooled for heat in heats)
    own = translate("pictures", "each table has its own scale")
    told = signed.scale_text(style, pooled, max(beyond, default=0.0)).split(" · ")
    return " · ".join([own, *told[style.scale != "sqrt" :]])  # “value” alone says nothing there
