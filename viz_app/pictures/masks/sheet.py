"""The page of *Masks*: the maps as images, and badge, sentences and scales around them, which follow the selection.

Masks have patterns of their states and may have the values of a family's code; scores and weights have colours.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import cell_states, legends, picture_texts, quantities, signed
from viz_app.pictures.drawing.drawings import Drawing, upon
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.legends import Bar, Entry
from viz_app.pictures.drawing.marks import RULED_CELL, marks, rule
from viz_app.pictures.drawing.page import Frame, PageText, frame
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import Overlay
from viz_app.pictures.masks.block import NumberMap
from viz_app.pictures.masks.names import MaskName
from viz_app.platform.theme import font, shorten, text_width

SMALLEST_VALUE = 9  #: logical pixels: values of masks are written in cells at least this large


def allowed(x: Axis, y: Axis, style: Style) -> QImage:
    """May attend, everywhere; the states lie over it."""
    return cell_states.image(np.full((y.pixels, x.pixels), cell_states.opaque(style.palette.allowed), dtype=np.uint32))


def states(shown: cell_states.States, code: MaskName | None, x: Axis, y: Axis, style: Style) -> Drawing:
    """Patterns of blocked cells, hairlines where cells are large, and values as ``code`` has them."""
    image = cell_states.patterns(shown, x, y, style, ground=True)
    if min(x.cell, y.cell) < style.px(SMALLEST_VALUE):
        return image
    may = shown == cell_states.OPEN

    def draw(painter: QPainter) -> None:
        if min(x.cell, y.cell) >= style.px(RULED_CELL):
            rule(painter, x, y, style)
        if code is not None:
            _write(painter, may, code, x, y, style)

    return upon(image, draw)


def _write(painter: QPainter, may: NDArray[np.bool_], code: MaskName, x: Axis, y: Axis, style: Style) -> None:
    """A value in each cell: as code writes it, or its first letter where that has no room."""
    face = font(round(min(0.9 * style.font_pixels, 0.7 * y.cell, 0.9 * x.cell)), bold=True)
    texts = {True: code.may, False: code.blocked}
    if max(text_width(text, face) for text in texts.values()) > x.cell - style.px(3):
        texts = {value: text if text.startswith(("0", "1", "−")) else text[0] for value, text in texts.items()}
    painter.setFont(face)
    painter.setPen(QColor(style.palette.ink))
    ground, metrics = QColor(style.palette.blocked), painter.fontMetrics()
    for (row, column), value in np.ndenumerate(may):
        box = QRectF(x.edge(column), y.edge(row), x.cell, y.cell)
        if not value:  # no pattern runs through it
            plate = QRectF(0, 0, metrics.horizontalAdvance(texts[False]) + style.px(2), metrics.ascent())
            plate.moveCenter(box.center())
            painter.fillRect(plate.intersected(box), ground)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, texts[bool(value)])


def colours(shown: NumberMap, x: Axis, y: Axis) -> QImage:
    """One pixel per number, or per block of numbers: the one of the largest size."""
    pooled = np.asarray(signed.pool(shown.values, x, y), dtype=np.float32) / np.float32(shown.maximum)
    words = np.empty(pooled.shape, dtype=np.uint32)
    quantities.words(pooled, shown.style, words)
    return cell_states.image(words)


def over(shown: NumberMap, x: Axis, y: Axis) -> Drawing:
    """What lies over the colours: patterns, printed numbers, row maxima."""
    return marks(shown.values, shown.states, x, y, shown.maximum, not shown.ground, shown.style)


CHAIN = 275  #: logical pixels that the selected cell's sentence takes
BADGE_LINES, LESSON_LINES = 3, 6  #: of a figure, at most; a window has one and two
ROOMY = 340  #: logical pixels of height: below, maps need the room that sentences and meanings take


class Around(NamedTuple):
    """What is written around the maps."""

    badge: str
    lessons: tuple[str, ...]
    scales: tuple[tuple[Bar, Style], ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class MaskPage:
    """Where the parts of a page lie, and what is drawn of them already."""

    frame: Frame
    content: Box  #: for the maps and their titles
    texts: tuple[PageText, ...]
    overlays: tuple[Overlay, ...]
    chain: Box  #: of the selected cell's sentence; of no height without room
    lines: int = 0  #: of each map's title; with less than two, what the mask hides is told instead of a hint


def page(around: Around, width: int, height: int, style: Style) -> MaskPage:
    """Divide ``width`` × ``height`` logical pixels."""
    whole = frame(width, height, style)
    left, top, wide, high = whole.content
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
    most = (2 if roomy else 0) if style.on_screen else min(LESSON_LINES, (bottom - top) // (3 * line))
    for words in wrapped(" ".join(around.lessons), font(style.font_pixels), wide, most):
        texts.append(PageText((left, top, wide, line), words))
        top += line
    if wide - beside < style.px(CHAIN) or not roomy:
        chain = (left, top, wide, line)
        top += line
    top += style.px(2)
    content = (left, top, wide, max(1, bottom - top - style.px(2)))
    return MaskPage(whole, content, tuple(texts), tuple(overlays), chain, 2 if roomy else 1)


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
    if apart:
        return [*found, (legends.legend(wide, None, around.entries, style, spoken), left, low)]
    line = legends.legend(10 * wide, None, around.entries[:1], style, spoken).height()
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


def wrapped(words: str, face: QFont, wide: float, lines: int) -> list[str]:
    """``words`` on at most ``lines`` lines, broken at spaces; the last one is shortened where it is drawn."""
    found: list[str] = []
    for word in words.split() if lines else ():
        longer = f"{found[-1]} {word}" if found else word
        if found and (len(found) == lines or text_width(longer, face) <= wide):
            found[-1] = longer
        else:
            found.append(word)
    return found
