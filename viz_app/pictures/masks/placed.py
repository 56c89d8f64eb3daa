"""One map of *Masks* at its place: its panels with their images, its name, its scale and its labels.

And what lies over maps: a frame around columns that are new.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.pictures.drawing import cell_states, sparse_labels, token_labels
from viz_app.pictures.drawing.drawings import Draw, Drawing
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar
from viz_app.pictures.drawing.page import Align, PageText
from viz_app.pictures.drawing.panels import Form, Panel, PlacedStrip, form_of
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import Overlay
from viz_app.pictures.masks import sheet as sheets
from viz_app.pictures.masks.block import MaskBlock
from viz_app.pictures.masks.maps import Map, MaskMap, Missing, NumberMap
from viz_app.pictures.masks.places import MapPlace, MapPlaces, title_line
from viz_app.pictures.masks.surroundings import scale_strip
from viz_app.platform.theme import font, text_width, wrapped

APART = 10  #: logical pixels between what a map means and the name of the next one
ASIDE = 16  #: logical pixels right of a scale, where there is room for as much
SMALLEST_NAME = 9  #: logical pixels of a letter of a map's name
SMALLER = 0.8  #: letters of what a map means than its name's, on paper


class PlacedMap:
    """The strip of padding is a panel too. Masks are there as a whole, numbers as far as they are decoded."""

    def __init__(
        self, block: MaskBlock, each: Map, place: MapPlace, where: MapPlaces, style: Style, letters: int
    ) -> None:  # fmt: skip
        self.panels: list[Panel] = []
        self.switches: list[Panel] = []  #: whose cells can be flipped
        self.sources: list[tuple[QImage, int]] = []
        self.patterns: list[Drawing] = []
        self.texts, self.scales = titles(each, place, style, letters)
        self._block, self._place, self._where, self._style = block, place, where, style
        grows = isinstance(each, NumberMap) and block.trace.steps > 0
        self._form = form_of(block.kind, where.x, where.y, block.trace.steps > 0, block.trace.at_once or not grows)
        self.labels = [] if isinstance(each, Missing) and not place.row_width else self._labels()
        box: Box = (place.left, place.top, where.x.length, where.y.length)
        self.outlines = [box] if isinstance(each, Missing) else []
        if isinstance(each, Missing):
            self.texts += _said_inside(each, box, style)
        elif isinstance(each, MaskMap):
            self._add_mask(each)
        else:
            self._add(self._form, place.top, sheets.colours(each, where.x, where.y),
                      sheets.over(each, where.x, where.y))  # fmt: skip

    def _add_mask(self, mask: MaskMap) -> None:
        x, y, style = self._where.x, self._where.y, self._style
        ground = sheets.allowed(x, y, style)
        self._add(self._form, self._place.top, ground, sheets.states(mask.states, mask.code, x, y, style))
        self.switches = self.panels[-1:] if mask.own else []
        if mask.strip is not None and self._place.strip is not None:
            high = self._where.strip
            form = Form(x, high, False, self._form.stepwise_columns, queries=False)
            states = cell_states.states_of(mask.strip[np.newaxis], causal=False)
            image = sheets.states(states, mask.strip_code, x, high, style)
            self._add(form, self._place.strip, sheets.allowed(x, high, style), image)

    def _add(self, form: Form, top: int, source: QImage, pattern: Drawing) -> None:
        block = self._block
        panel = Panel(block.kind, block.layer, block.head, self._place.left, top, form)
        self.panels.append(panel)
        self.sources.append((source, 0))
        self.patterns.append(pattern)
        self.outlines.append(panel.box)

    def _labels(self) -> list[PlacedStrip]:
        """Above the strip, where there is one, and at the left of the first map of a row."""
        place, where, style, found = self._place, self._where, self._style, []
        rows, columns = self._block.told(style.glosses)
        rows = rows[where.y.first :][: where.y.count]
        if where.column_limit and place.column_labels:
            top = place.top if place.strip is None else place.strip
            strip = (sparse_labels.level_strip(columns, where.x, style) if where.level
                     else token_labels.column_strip(columns, where.x, where.column_limit, style))  # fmt: skip
            found.append(PlacedStrip(strip, place.left, top, self._form.stepwise_columns))
        if place.row_width:
            strip = token_labels.row_strip(rows, where.y, place.row_width, style)
            found.append(PlacedStrip(strip, place.left, place.top, self._form.stepwise_rows))
        return found


# --- names and scales ---


def title_letters(named: Sequence[tuple[Map, MapPlace]], style: Style) -> int:
    """The letters of all names, in device pixels: on a screen smaller ones where the longest would be cut."""
    if not style.on_screen:
        return style.font_pixels
    shares = [place.title[2] / max(1, _name_width(each, style)) for each, place in named]
    return min(style.font_pixels, max(style.px(SMALLEST_NAME), int(style.font_pixels * min(shares, default=1.0))))


def meaning_letters(style: Style) -> int:
    """The letters of what maps mean, in device pixels: on paper smaller ones than a name's, in one line of it."""
    return style.font_pixels if style.on_screen else round(SMALLER * style.font_pixels)


def titles(
    each: Map, place: MapPlace, style: Style, letters: int = 0
) -> tuple[list[PageText], list[Overlay]]:  # fmt: skip
    """A map's name and meaning; on a screen its scale beside them, or in the meaning's line."""
    left, top, wide, high = place.title
    line = title_line(style)
    name = PageText((left, top, wide, line), each.name, bold=True, pixels=letters)
    meaning = PageText((left, top + line, wide, line), each.meaning, quiet=True)
    if not style.on_screen:
        small = meaning_letters(style)
        heading = wrapped(each.name, font(style.font_pixels, bold=True), wide, max(1, min(2, high // line)))
        told = wrapped(each.meaning, font(small), wide, max(0, high // line - len(heading)))
        if any(text_width(words, font(small)) > wide for words in told):
            told = []
        lines = [(words, style.font_pixels) for words in heading] + [(words, small) for words in told]
        return [
            PageText(
                (left, top + at * line, wide, line),
                words,
                bold=at < len(heading),
                quiet=at >= len(heading),
                pixels=pixels,
            )
            for at, (words, pixels) in enumerate(lines)
        ], []
    scale = scale_of(each)
    if high >= 2 * line:
        if scale is not None:
            return [name], [(scale, left, top + line)]
        whole = text_width(each.meaning, font(style.font_pixels)) <= wide
        return ([name, meaning] if whole else [name]), []
    used = _name_width(each, style)
    if scale is not None and used + scale.width() + style.px(4) > wide:
        scale = None  # a low page has no line for it
    edge = 0 if scale is None else min(style.px(ASIDE), wide - used - scale.width())  # before the next map's name
    end = wide - (0 if scale is None else scale.width() + edge)
    scales: list[Overlay] = [] if scale is None else [(scale, left + end, top)]
    beside = PageText((left + used, top, end - used, line), each.meaning, quiet=True)
    whole = text_width(each.meaning, font(style.font_pixels)) <= end - used - style.px(APART)
    return ([name, beside] if whole else [name]), scales


def title_width(each: Map, style: Style) -> int:
    """Device pixels that a name takes with its scale."""
    scale = scale_of(each)
    return _name_width(each, style) + (0 if scale is None else scale.width() + style.px(12))


def scale_of(each: Map) -> Drawing | None:
    """A map of numbers has one."""
    return scale_strip(Bar(each.maximum, each.scale), each.style) if isinstance(each, NumberMap) else None


def _name_width(each: Map, style: Style) -> int:
    return math.ceil(text_width(each.name, font(style.font_pixels, bold=True))) + style.px(8)


def _said_inside(each: Missing, box: Box, style: Style) -> list[PageText]:
    """Why a map is not there, in the middle of its place."""
    left, top, wide, high = box
    line, edge = round(1.5 * style.font_pixels), style.px(6)
    words = wrapped(each.why, font(style.font_pixels), wide - 2 * edge, max(1, high // line))
    start = top + max(0, high - line * len(words)) // 2
    return [
        PageText((left + edge, start + number * line, wide - 2 * edge, line), text, Align.CENTRE, quiet=True)
        for number, text in enumerate(words)
    ]


# --- over the maps ---


def new_columns(panels: Sequence[Panel], added: int, style: Style) -> list[Overlay]:
    """A frame around the last ``added`` columns of every map."""
    found: list[Overlay] = []
    for panel in panels:
        x, (left, top, _, high) = panel.form.x, panel.box
        if not 0 < added < x.count:
            continue
        start, pen = x.edge(x.count - added), style.px(2)
        frame = Drawing(x.length - start + 2 * pen, high + 2 * pen, _framing(x.length - start, high, pen, style))
        found.append((frame, left + start - pen, top - pen))
    return found


def _framing(wide: int, high: int, pen: int, style: Style) -> Draw:
    def draw(painter: QPainter) -> None:
        colour = QColor(style.palette.accent)
        for box in (
            (0, 0, wide + 2 * pen, pen), (0, high + pen, wide + 2 * pen, pen),
            (0, pen, pen, high), (wide + pen, pen, pen, high),
        ):  # fmt: skip
            painter.fillRect(*box, colour)

    return draw
