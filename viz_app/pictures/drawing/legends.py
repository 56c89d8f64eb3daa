"""The line under a picture that says what its colours and patterns mean; always with the scale's name.

On a screen, where height is scarce, the bar's numbers stand beside it and not below; and it is shorter before a second
line is begun.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.pictures.drawing import cell_states, quantities
from viz_app.pictures.drawing.drawings import Drawing, put
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import INKS
from viz_app.pictures.drawing.panels import Form
from viz_app.pictures.drawing.picture import FONT_POINTS, Measure, Style
from viz_app.pictures.drawing.picture_texts import spoken
from viz_app.platform.theme import font, shorten, text_width

Entry = Literal[
    "allowed", "future", "padding", "aside", "by_hand", "undecoded", "maximum", "square", "amount", "step", "changed",
    "differs", "revised", "blank",
]  # fmt: skip

_PATTERNS: dict[Entry, int] = {"future": cell_states.FUTURE, "padding": cell_states.PADDING, "aside": cell_states.ASIDE,
                               "by_hand": cell_states.BY_HAND}  # fmt: skip
_SIGNS: tuple[Entry, ...] = ("changed", "differs", "revised")
#: As they stand beside each other: what only some steps show comes last, so that nothing moves when it is gone.
_ORDER: tuple[Entry, ...] = ("square", "amount", "maximum", "step", *_PATTERNS, *_SIGNS, "undecoded")

BAR = 176  #: logical pixels that the colours take


@dataclass(frozen=True)
class Bar:
    """The colour bar. ``maximum`` is the number of full colour; None: each map's own."""

    maximum: float | None = 1.0
    name: str = ""  #: of what it measures, where the usual one is too long
    offer: int = 0  #: device pixels after the name that stay free, for a control
    long: int = BAR  #: logical pixels that the colours take


def entries_for(
    kind: Kind, states: cell_states.States | None, style: Style, at_once: bool = False, also: Collection[Entry] = ()
) -> tuple[Entry, ...]:
    """What a legend must explain beside maps of this kind; ``at_once``: no row came before another."""
    shown: set[str] = {*style.beside, *also}
    if states is not None:
        shown |= {entry for entry, state in _PATTERNS.items() if (states == state).any()}
    if kind != "encoder":
        shown |= steps_shown(style, at_once)
    if style.squares:
        shown.add("square" if style.quantity == "weight" else "amount")
    if style.dots:
        shown.add("maximum")
    return tuple(entry for entry in _ORDER if entry in shown)


def first_steps(states: cell_states.States | None, form: Form) -> dict[Entry, int]:
    """From which step on maps of this form show a pattern, where any does. ``states`` are the whole map's."""
    if states is None:
        return {}
    x, y = form.x, form.y
    part = states[y.first : y.first + y.count, x.first : x.first + x.count]
    found = {}
    for entry, state in _PATTERNS.items():
        rows, columns = np.nonzero(part == state)
        if len(rows):
            grown_rows = rows + y.first if form.stepwise_rows else np.zeros_like(rows)
            grown_columns = columns + x.first if form.stepwise_columns else np.zeros_like(columns)
            found[entry] = int(np.maximum(grown_rows, grown_columns).min())
    return found


def steps_shown(style: Style, at_once: bool) -> set[Entry]:
    """What maps show of steps beside their cells; where all was there at once, nothing is still to come."""
    found: list[tuple[Entry, bool]] = [("undecoded", style.undecoded and not at_once), ("step", style.emphasis)]
    return {entry for entry, there in found if there}


def entry_text(entry: Entry) -> str:
    """An entry's words."""
    return _texts(spoken())[entry]


@lru_cache(maxsize=2)
def _texts(language: str) -> dict[Entry, str]:
    """Those of all, in the ``language`` that is spoken now."""
    translate = QCoreApplication.translate
    return {
        "allowed": translate("pictures", "may attend"),
        "future": translate("pictures", "blocked: future"),
        "padding": translate("pictures", "blocked: padding"),
        "aside": translate("pictures", "set aside"),
        "by_hand": translate("pictures", "blocked: by hand"),
        "blank": translate("pictures", "no score yet"),
        "undecoded": translate("pictures", "later steps"),
        "maximum": translate("pictures", "row maximum"),
        "square": translate("pictures", "area ∝ weight"),
        "amount": translate("pictures", "area ∝ size of the number"),
        "step": translate("pictures", "this step"),
        "changed": translate("pictures", "changed by hand"),
        "differs": translate("pictures", "row differs from before the change"),
        "revised": translate("pictures", "row changed at this step"),
    }


def bar_text(bar: Bar, style: Style, brief: bool = False) -> str:
    """What the bar measures and how; ``brief`` leaves out what its last number says too."""
    translate = QCoreApplication.translate
    name, own = bar.name or quantities.name(style.quantity), style.per_map_scale
    if own:
        name = translate("pictures", "{quantity} / map maximum").format(quantity=name)
    if style.scale == "sqrt":
        name = translate("pictures", "{quantity}, √ scale").format(quantity=name)
    if own and bar.maximum is not None and not brief:
        name = translate("pictures", "{scale} (full colour = {maximum})").format(
            scale=name, maximum=f"{bar.maximum:.2f}"
        )
    return name


@lru_cache(maxsize=16)
def legend(
    width: int, bar: Bar | None, entries: tuple[Entry, ...], style: Style, language: str,
    absent: frozenset[Entry] = frozenset(),
) -> Drawing:  # fmt: skip
    """The legend, ``width`` device pixels wide and as high as it needs, on transparency.

    What is ``absent`` from the picture now keeps its place and is not drawn, so that a step moves nothing.
    Images are kept; ``language`` is the one spoken now, so that none is shown in another.
    """
    face, line = font(round(0.9 * style.font_pixels)), round(1.7 * style.font_pixels)
    bar = fitted(bar, entries, style, width) if bar else None
    places, high = _arranged(width, bar, entries, style)
    words = [entry_text(entry) for entry in entries]  # in the language spoken now
    name = bar_text(bar, style) if bar else ""
    room = width if bar is None else width - _colours_end(bar, style) - grown(style, 10) - bar.offer
    if bar and text_width(name, face) > room:
        name = shorten(bar_text(bar, style, brief=True), face, room)

    def draw(painter: QPainter) -> None:
        painter.setFont(face)
        if bar:
            _draw_bar(painter, bar, name, style)
        for (entry, x, y), text in zip(places, words, strict=True):
            if entry in absent:
                continue
            icon = _icon(entry, style)
            box = QRect(x, y + (line - grown(style, 14)) // 2, icon, grown(style, 14))
            _draw_entry(painter, entry, box, style)
            painter.setPen(QColor(style.palette.muted))
            beside = QRectF(x + icon + grown(style, 6), y, width, line)
            painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    return Drawing(width, high, draw)


@lru_cache(maxsize=64)
def legend_height(width: int, bar: Bar | None, entries: tuple[Entry, ...], style: Style, language: str) -> int:
    """The height of :func:`legend` in device pixels, without drawing it."""
    return max(1, _arranged(width, fitted(bar, entries, style, width) if bar else None, entries, style)[1])


def _arranged(
    width: int, bar: Bar | None, entries: Sequence[Entry], style: Style
) -> tuple[list[tuple[Entry, int, int]], int]:
    """Where each entry stands, right of the bar and below it where they are many; and the height of it all."""
    line, places = round(1.7 * style.font_pixels), list[tuple[Entry, int, int]]()
    left, y, high = 0, 0, 1
    needs = _entry_widths(tuple(entries), style, spoken())
    if bar:
        left, high = bar_width(bar, style), line if style.on_screen else round(2.7 * style.font_pixels)
        widest = max(needs, default=0)
        if left > (1 if style.on_screen else 0.6) * width or left + widest > width:
            left, y = 0, high if style.on_screen else high + round(UNDER_NUMBERS * style.font_pixels)
    x = left
    for entry, need in zip(entries, needs, strict=True):
        if x > left and x + need > width:
            x, y = left, y + line
        places.append((entry, x, y))
        x += need + grown(style, 14)
    return places, max(high, y + line if places else 0)


UNDER_NUMBERS = 0.4  #: heights of a letter between the scale's numbers and a line below them
LEAST_BAR = 64  #: logical pixels that they take on a screen with little room


@lru_cache(maxsize=64)
def _entry_widths(entries: tuple[Entry, ...], style: Style, language: str) -> tuple[int, ...]:
    """What each takes with its sign; layouts ask again and again."""
    face, gap = font(round(0.9 * style.font_pixels)), grown(style, 8)
    return tuple(_icon(entry, style) + gap + math.ceil(text_width(entry_text(entry), face)) for entry in entries)


def _icon(entry: Entry, style: Style) -> int:
    """The width of an entry's sign: a row's maximum is shown on a pale and on a strong cell."""
    return 2 * grown(style, 14) if entry == "maximum" else grown(style, 14)


def grown(style: Style, logical: float) -> int:
    """Device pixels of what stands beside letters, and grows with them where these are larger than usual."""
    return style.px(logical * max(1.0, style.font_points / FONT_POINTS))


def bar_width(bar: Bar, style: Style) -> int:
    """What the bar, its name, what is offered beside it and a gap take."""
    return grown(style, bar.long) + _beside_colours(bar.maximum, bar.name, bar.offer, style, spoken())


@lru_cache(maxsize=64)
def _beside_colours(maximum: float | None, name: str, offer: int, style: Style, language: str) -> int:
    """What a bar takes without its colours."""
    return offer_left(Bar(maximum, name, offer, long=0), style) + offer + grown(style, 14 if offer else 8)


def offer_left(bar: Bar, style: Style) -> int:
    """Where what is offered beside a bar begins, from the legend's left edge."""
    face = font(round(0.9 * style.font_pixels))
    return _colours_end(bar, style) + grown(style, 16) + math.ceil(text_width(bar_text(bar, style), face))


def fitted(bar: Bar, entries: Sequence[Entry], style: Style, width: int) -> Bar:
    """In a legend of so many device pixels: on a screen as long as leaves the entries room, or as short as can be."""
    if not style.on_screen:
        return bar
    room = width - sum(_entry_widths(tuple(entries), style, spoken())) - grown(style, 14) * len(entries)
    spare = math.floor((room - bar_width(bar, style)) * FONT_POINTS / max(style.font_points, FONT_POINTS) / style.ratio)
    return replace(bar, long=min(bar.long, max(LEAST_BAR, bar.long + spare)))


def _ends(bar: Bar, style: Style) -> tuple[str, str]:
    """The numbers at the ends of a screen's bar."""
    shares = quantities.bar_ticks(style)
    return tick_text(shares[0], bar, style.quantity), tick_text(shares[-1], bar, style.quantity)


def _colours_start(bar: Bar, style: Style) -> int:
    if not style.on_screen:
        return grown(style, 8)
    return math.ceil(text_width(_ends(bar, style)[0], font(round(0.9 * style.font_pixels)))) + grown(style, 5)


def _colours_end(bar: Bar, style: Style) -> int:
    """Where the colours end, on a screen with their number."""
    end = _colours_start(bar, style) + grown(style, bar.long)
    if not style.on_screen:
        return end
    return end + grown(style, 4) + math.ceil(text_width(_ends(bar, style)[1], font(round(0.9 * style.font_pixels))))


def _draw_bar(painter: QPainter, bar: Bar, name: str, style: Style) -> None:
    """Level 0…255 from left to right, ticks where the scale puts them, the name to the right."""
    left, width, high = _colours_start(bar, style), grown(style, bar.long), grown(style, 10)
    line = round(1.7 * style.font_pixels)
    box = QRect(left, (line - high) // 2, width, high)
    rim = grown(style, 1)
    painter.fillRect(box.adjusted(-rim, -rim, rim, rim), QColor(style.palette.line))
    painter.drawImage(box, cell_states.image(quantities.bar_words(style)[np.newaxis]))
    painter.setPen(QColor(style.palette.muted))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    if style.on_screen:
        low, full = _ends(bar, style)
        painter.drawText(QRectF(0, 0, left, line), flags, low)
        painter.drawText(QRectF(box.right() + 1 + grown(style, 4), 0, style.px(400), line), flags, full)
    _draw_ticks(painter, bar, box, style)
    beside = QRectF(_colours_end(bar, style) + grown(style, 9), 0, style.px(2000), line)
    painter.drawText(beside, flags, name)


def _draw_ticks(painter: QPainter, bar: Bar, box: QRect, style: Style) -> None:
    """Short lines under the colours, with their numbers where these do not stand beside."""
    left, under, taken = box.left(), box.bottom() + grown(style, 2), -math.inf
    for share in quantities.bar_ticks(style):
        x = left + quantities.bar_place(share, style, box.width())
        text = tick_text(share, bar, style.quantity)
        half = 0 if style.on_screen else text_width(text, painter.font()) / 2
        if x - half < taken + grown(style, 3):
            continue
        painter.drawLine(QPointF(x, under), QPointF(x, under + grown(style, 2)))
        if not style.on_screen:
            painter.drawText(QPointF(max(0, x - half), under + grown(style, 3) + painter.fontMetrics().ascent()), text)
        taken = x + half


def tick_text(share: float, bar: Bar, quantity: Measure = "weight") -> str:
    """Numbers where one is right for every map, else shares of each map's maximum."""
    if bar.maximum is None:
        return f"{share:.0%}".replace("%", " %").replace("-", "−")
    text = f"{share * bar.maximum:.2f}".rstrip("0").rstrip(".")
    return text if quantity in ("weight", "rollout") else f"{share * bar.maximum:.3g}".replace("-", "−")


def _draw_entry(painter: QPainter, entry: Entry, box: QRect, style: Style) -> None:
    palette = style.palette
    if entry in _PATTERNS:
        side = Axis(0, 1, box.width())
        cell = np.full((1, 1), _PATTERNS[entry], dtype=np.uint8)
        put(painter, box.topLeft(), cell_states.patterns(cell, side, side, style, ground=True))
    elif entry in ("allowed", "blank"):
        painter.fillRect(box, QColor(palette.allowed if entry == "allowed" else palette.blocked))
    if entry in _SIGNS or entry == "by_hand":  # its cells have the sign of what was changed, on their ground
        from viz_app.pictures.drawing.steps.change_marks import paint_entry  # only a changed run has one

        paint_entry(painter, entry, box, style)
        return
    if entry == "maximum":
        _draw_maximum(painter, box, style)
    elif entry in ("square", "amount"):
        for size, left in ((box.width() // 2 + 1, box.left()), (box.width() // 4, box.right() + 1 - box.width() // 4)):
            painter.fillRect(left, box.bottom() + 1 - size, size, size, QColor(palette.accent))
        return
    colour = palette.selection if entry == "step" else palette.undecoded if entry == "undecoded" else palette.line
    wide = style.px(2) if entry == "step" else style.px(1)
    pen = QPen(QColor(colour), wide, Qt.PenStyle.DashLine if entry == "undecoded" else Qt.PenStyle.SolidLine)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if entry == "undecoded":
        pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.drawRect(box.adjusted(wide // 2, wide // 2, -(wide - wide // 2), -(wide - wide // 2)))


PALE, STRONG = 56, 255  #: levels of the two cells that show a row's maximum


def _draw_maximum(painter: QPainter, box: QRect, style: Style) -> None:
    """The dot as cells have it: in their corner, in the ink that their colour asks for."""
    half, colours = box.width() // 2, style.colour_map
    painter.setPen(Qt.PenStyle.NoPen)
    for cell, level in enumerate((PALE, STRONG)):
        left = box.left() + cell * half
        painter.fillRect(left, box.top(), half, box.height(), QColor.fromRgb(int(colours.words[level])))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(INKS[int(colours.dark[level])]))
        place = QPointF(left + half - grown(style, 4.5), box.top() + grown(style, 4.5))
        painter.drawEllipse(place, grown(style, 2.5), grown(style, 2.5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
