"""The page of *Masks* around its maps: badge, sentences, scales and what patterns mean.

On paper they stand above and below; a screen has no room for that: there a scale stands beside its map's name, the
sentences have two lines and what is left of the height is the maps'.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import cell_states, legends, picture_texts, quantities
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar, Entry, grown
from viz_app.pictures.drawing.page import Frame, PageText, frame
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import Overlay
from viz_app.platform.theme import font, shorten, text_width, wrapped

CHAIN = 275  #: logical pixels that the selected cell's sentence takes
BADGE_LINES, LESSON_LINES = 3, 6  #: of a figure, at most; a window has one and two
LOW_LINES = 1  #: lines of a figure that cannot grow, but for a first sentence that takes more
ROOMY = 340  #: logical pixels of height: below, maps need the room that sentences and meanings take


class Around(NamedTuple):
    """What is written around the maps."""

    badge: str
    lessons: tuple[str, ...]
    longest: tuple[str, ...]  #: lessons of the row that needs most room: maps stay where they are from row to row
    scales: tuple[tuple[Bar, Style], ...]
    entries: tuple[Entry, ...]
    chained: bool = True  #: with a sentence of a selected cell
    absent: frozenset[Entry] = frozenset()  #: not to be seen at this step, but at another: they keep their place


@dataclass(frozen=True)
class MaskPage:
    """Where the parts of a page lie, and what is drawn of them already."""

    frame: Frame
    content: Box  #: for the maps and their titles
    texts: tuple[PageText, ...]
    overlays: tuple[Overlay, ...]
    chain: Box  #: of the selected cell's sentence; of no height without room
    lines: int = 0  #: of each map's title
    lesson: Box = (0, 0, 0, 0)  #: on a screen, of what the mask hides; of no height: the chain stands there


def page(around: Around, width: int, height: int, style: Style) -> MaskPage:
    """Divide ``width`` × ``height`` logical pixels."""
    whole = frame(width, height, style)
    left, top, wide, high = whole.content
    if style.on_screen and high >= NAMES * style.font_pixels:
        return _screen_page(around, whole, style)
    if whole.legend_y is None:
        return MaskPage(whole, whole.content, (), (), (0, 0, 0, 0))
    bottom = top + high
    legend = _legends(around, left, wide, style) if style.legend else []
    bottom -= max((y + image.height() for image, _, y in legend), default=0)
    overlays = [(image, x, bottom + style.px(4) + y) for image, x, y in legend]
    badge = plate(around.badge, wide, style)
    overlays.append((badge, left, top + style.px(2)))
    beside = badge.width() + style.px(12)
    chain = (left + beside, top + style.px(2), wide - beside, badge.height())
    top += badge.height() + style.px(6)
    texts: list[PageText] = []
    line, roomy = round(1.5 * style.font_pixels), height >= ROOMY
    most = min(LESSON_LINES, (bottom - top) // (3 * line))
    face, lessons = font(style.font_pixels), around.lessons
    while not style.tall and len(lessons) > 1 and len(wrapped(" ".join(lessons), face, wide, LESSON_LINES)) > LOW_LINES:
        lessons = lessons[:-1]  # a slide is low: maps need the room
    lines = wrapped(" ".join(lessons), face, wide, most)
    texts += [PageText((left, top + number * line, wide, line), words) for number, words in enumerate(lines)]
    longest = " ".join(around.longest[: len(lessons)])
    top += line * max(len(lines), len(wrapped(longest, face, wide, most)))
    if around.chained and (wide - beside < style.px(CHAIN) or not roomy):
        chain = (left, top, wide, line)
        top += line
    top += style.px(2)
    content = (left, top, wide, max(1, bottom - top - style.px(2)))
    return MaskPage(whole, content, tuple(texts), tuple(overlays), chain, 2 if roomy else 1)


NAMES, SENTENCE = 6, 10  #: heights of letters from which on maps have their names on a screen, and it a sentence
#: Of a screen's height the maps' with their names, before there is a second line, and before there is a legend.
MAPS_SHARE = 0.9, 0.8
#: What is not explained where there is no room: a box's place says that it is to come, a sign that somebody blocked it.
PLAIN: tuple[Entry, ...] = ("undecoded", "by_hand", "blank")


def _screen_page(around: Around, whole: Frame, style: Style) -> MaskPage:
    """Sentences above, what patterns mean below; less of both where the maps would become small."""
    left, top, wide, high = whole.content
    line = round(1.5 * style.font_pixels)
    top, high = top - 1, high + 1 + whole.height - style.px(2) - top - high  # the frame has kept a margin free
    lines, entries = _divided(around, wide, high, line, style) if high >= SENTENCE * style.font_pixels else (0, ())
    overlays, foot = list[Overlay](), 0
    if entries:
        below = legends.legend(wide, None, entries, style, picture_texts.spoken(), around.absent)
        foot = below.height() + style.px(2)
        overlays = [(below, left, top + high - below.height())]
    lesson = (left, top, wide, line) if lines > 1 else (left, top, wide, 0)
    chain = (left, top + lesson[3], wide, line if lines else 0)
    start = top + lines * line + style.px(2)
    content = (left, start, wide, max(1, top + high - foot - start))
    return MaskPage(whole, content, (), tuple(overlays), chain, 1, lesson)


def _divided(around: Around, wide: int, high: int, line: int, style: Style) -> tuple[int, tuple[Entry, ...]]:
    """Lines of sentences, and what is explained below: the first that leaves maps their share of the height.

    What says itself is left out first, whether it is there now or not: no step and no click moves the maps.
    """
    full = around.entries if style.legend else ()
    briefer = [tuple(entry for entry in full if entry not in PLAIN[:count]) for count in range(len(PLAIN) + 1)]
    for lines, entries, share in ((2, full, MAPS_SHARE[0]), *((1, entries, MAPS_SHARE[1]) for entries in briefer)):
        foot = legends.legend_height(wide, None, entries, style, picture_texts.spoken()) + style.px(2) if entries else 0
        if high - lines * line - foot >= share * high:
            return lines, entries
    return 1, ()


SCALE = 54  #: logical pixels of the colours beside a map's name


def scale_strip(bar: Bar, style: Style) -> Drawing:
    """A map's colours between the numbers at their ends, as it stands beside the map's name."""
    face, high = font(round(0.85 * style.font_pixels)), round(1.4 * style.font_pixels)
    ends = [legends.tick_text(share, bar, style.quantity) for share in (*quantities.bar_ticks(style),)[::1]]
    low, full = ends[0], ends[-1] + (" √" if style.scale == "sqrt" else "")
    before, gap, wide = math.ceil(text_width(low, face)), style.px(4), grown(style, SCALE)

    def draw(painter: QPainter) -> None:
        painter.setFont(face)
        painter.setPen(QColor(style.palette.muted))
        painter.drawText(QRectF(0, 0, before, high), Qt.AlignmentFlag.AlignVCenter, low)
        box = QRect(before + gap, high // 4, wide, high // 2)
        painter.fillRect(box.adjusted(-1, -1, 1, 1), QColor(style.palette.line))
        painter.drawImage(box, cell_states.image(quantities.bar_words(style)[np.newaxis]))
        rest = QRectF(box.right() + 1 + gap, 0, style.px(200), high)
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, full)

    return Drawing(before + 2 * gap + wide + math.ceil(text_width(full, face)), high, draw)


def _legends(around: Around, left: int, wide: int, style: Style) -> list[Overlay]:
    """Each scale with its bar, side by side; states are explained beside them where they fit, else below.

    Places count from the legend's top. On narrow paper scales stand below each other; a window has no height for it.
    """
    spoken, found, x, y, low = picture_texts.spoken(), [], left, 0, 0
    apart = not style.on_screen and sum(legends.bar_width(*each) for each in around.scales) > wide
    for bar, of in around.scales:
        need = min(wide if apart else wide // len(around.scales), legends.bar_width(bar, of))
        image = legends.legend(need, bar, (), of, spoken)
        found.append((image, left if apart else x, y))
        x, y, low = x + need, y + image.height() * apart, y + image.height()
    low += 0 if style.on_screen else round(legends.UNDER_NUMBERS * style.font_pixels)
    if apart:
        return [*found, (legends.legend(wide, None, around.entries, style, spoken), left, low)]
    line = legends.legend_height(10 * wide, None, around.entries[:1], style, spoken)
    beside = legends.legend(max(1, left + wide - x), None, around.entries, style, spoken)
    if beside.height() == line or not found:
        return [*found, (beside, x, 0)]
    return [*found, (legends.legend(wide, None, around.entries, style, spoken), left, low)]


def plate(words: str, wide: int, style: Style) -> Drawing:
    """The badge: who computed what is shown, on a plate of its own."""
    face = font(round(0.92 * style.font_pixels))
    side, dot = style.px(8), style.px(4)
    room, line = wide - 2 * side - 3 * dot, round(1.7 * style.font_pixels)
    lines = [shorten(words, face, room)] if style.on_screen else wrapped(words, face, room, BADGE_LINES)
    lines = [shorten(each, face, room) for each in lines]
    width = math.ceil(max(text_width(each, face) for each in lines)) + 2 * side + 3 * dot
    height = line + (len(lines) - 1) * round(1.3 * style.font_pixels)

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour, half = QColor(style.palette.accent), style.px(1) / 2
        painter.setPen(QPen(colour, style.px(1)))
        box = QRectF(0, 0, width, height).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, line / 2 - half, line / 2 - half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(side, (line - 2 * dot) / 2, 2 * dot, 2 * dot))
        painter.setFont(face)
        painter.setPen(QColor(style.palette.ink))
        for number, each in enumerate(lines):
            rest = QRectF(side + 3 * dot, number * round(1.3 * style.font_pixels), width, line)
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, each)

    return Drawing(width, height, draw)
