"""The embeddings: token embedding + positional encoding = sum (→ LayerNorm), position by position.

Aligned tables of colours [positions × M], each with a scale of its own.
"""

from __future__ import annotations

import operator

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from model.analysis.formulas import conventions_of
from model.analysis.stream import Embedded, Side, embedded
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import quantities, signed, token_labels
from viz_app.pictures.drawing.drawings import Drawing, put
from viz_app.pictures.drawing.page import Align, Heading, Page, PageText, filled, write
from viz_app.pictures.drawing.panels import PlacedStrip, bands
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.signed import Heat
from viz_app.pictures.drawing.steps import named_labels
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.pictures.embeddings_layers.embedding_layout import EmbeddingPlaces, EmbeddingStrip, foot_lines, lay_out
from viz_app.platform.text import equation
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection

translate = QCoreApplication.translate


def picture(trace: Trace, chosen: Selection, width: int, height: int, style: Style, title: str) -> Picture:
    """All positions up to the step; the selected position and dimension are framed and read out."""
    size = width, height
    selected = "" if style.on_screen else f" {chosen.step} {chosen.query} {chosen.dimension}"  # which paper tells
    return topic_page.page_of(
        trace, f"embedding{selected}", chosen, size, style, title,
        lambda side: _make(trace, side, chosen, size, style, title),
    )  # fmt: skip


def _make(
    trace: Trace, side: Side, chosen: Selection, size: tuple[int, int], style: Style, title: str
) -> EmbeddingPage | None:
    found = embedded(trace, side)
    if found is None:
        return None
    strips = _strips(trace, side, found)
    labels = topic_page.labels_of(trace, side, len(found.read), style)
    grows = side == "target" and not trace.at_once
    notes = [_footnote(trace, side, found)]
    if not style.on_screen:
        shown = min(chosen.step + 1, len(labels)) if grows else len(labels)
        row = min(topic_page.position_of(chosen, len(labels)), shown - 1)
        notes.append(_framed(labels, row, min(chosen.dimension, found.read.shape[1] - 1)))
    places = lay_out(strips, labels, " · ".join(filter(None, notes)), size, style)
    finite = all(np.isfinite(strip.values).all() for strip in strips)
    subtitle = f"{names.topic_name('embedding')} · {names.side_name(side)}"
    heading = Heading(places.page_frame.heading, title, subtitle, "" if finite else quantities.warning("infinite"))
    page = _page(places, strips, labels, style)
    return EmbeddingPage(heading, *size, style, chosen, page, strips, labels, places, grows)


def _strips(trace: Trace, side: Side, found: Embedded) -> tuple[EmbeddingStrip, ...]:
    width = found.read.shape[1]
    read = translate("pictures", "read by layer 1")
    if found.token is None or found.total is None:
        return (EmbeddingStrip((translate("pictures", "Token + position"),), read, "", found.read),)
    token = translate("pictures", "Token embedding"), translate("pictures", "Token")
    strips = [EmbeddingStrip(token, names.scaling(trace, width), "", found.token)]
    if found.position is not None:
        own = names.positions_name(trace, side)
        strips.append(
            EmbeddingStrip((names.added_name(trace), translate("pictures", "Position")), own, "+", found.position)
        )
        total = found.total if found.normed else found.read
        strips.append(EmbeddingStrip((translate("pictures", "Sum"),), "" if found.normed else read, "=", total))
    if found.normed:
        known = conventions_of(trace)
        strips.append(EmbeddingStrip((quantities.norm_word(known.norm), known.norm_name), read, "→", found.read))
    return tuple(strips)


def _footnote(trace: Trace, side: Side, found: Embedded) -> str:
    if found.token is None:
        return names.older()
    if found.position is None and f"{side}_distance_table" in trace.activations:
        return translate("pictures", "nothing is added for the position: distances change the scores instead")
    return ""


def _framed(labels: Labels, position: int, dimension: int) -> str:
    """What a figure's frames and the number of each table are of: nobody can point at them."""
    return translate("pictures", "framed: {place}, with its numbers").format(place=_place(labels, position, dimension))


def _place(labels: Labels, position: int, dimension: int) -> str:
    return translate("pictures", "position {position} “{token}”, dimension {dimension}").format(
        position=position, token=labels[position].text, dimension=dimension
    )


def _page(places: EmbeddingPlaces, strips: tuple[EmbeddingStrip, ...], labels: Labels, style: Style) -> Drawing:
    texts: list[PageText] = []
    for strip, place in zip(strips, places.strips, strict=True):
        last = place.heat.x.count - 1
        dimensions = translate("pictures", "dimensions 0 … {last}").format(last=last), f"0 … {last}", ""
        written = (
            PageText(place.name, _fitting(strip.names, place.name[2], style), bold=True),
            PageText(place.note, _fitting((strip.note, ""), place.note[2], style), quiet=True),
            PageText(place.sign, strip.sign, Align.CENTRE, bold=True),
            PageText(place.under, _fitting(dimensions, place.under[2], style), quiet=True),
        )
        texts += [text for text in written if text.box[2] and text.text]
    if places.foot[2]:
        left, top, wide, high = places.foot
        lines = foot_lines(places, style)
        line = high // len(lines)
        texts += [PageText((left, top + at * line, wide, line), told, quiet=True) for at, told in enumerate(lines)]

    def fill(painter: QPainter) -> None:
        for place in places.strips:
            place.heat.paint(painter, style)
            if place.bar[2]:
                signed.paint_bar(painter, place.bar, place.heat, style)
        for heat in places.named if places.labels_width else ():
            strip = token_labels.row_strip(labels, heat.y, places.labels_width, style)
            put(painter, heat.x.start + strip.dx, heat.y.start + strip.dy, strip.image)

    return filled(places.page_frame, texts, [heat.box for heat in places.heats], style, fill)


def _fitting(names: tuple[str, ...], width: int, style: Style) -> str:
    """The longest that has room; the last one where none has."""
    face = font(style.font_pixels, bold=True)
    return next((name for name in names if text_width(name, face) <= width), names[-1])


@dataclass(frozen=True, eq=False)
class EmbeddingPage(Page):
    """Tables side by side."""

    strips: tuple[EmbeddingStrip, ...]
    labels: Labels
    places: EmbeddingPlaces
    grows: bool  #: positions came step by step

    @property
    def unnamed(self) -> int:
        """See ``Picture``. Tables side by side have their height; below each other they become higher for names."""
        wide, axis = self.places.labels_width, self.places.heats[0].y
        if not (wide and self.places.stacked):
            return 0
        return axis.count - -(-axis.count // token_labels.row_strip(self.labels, axis, wide, self.style).stride)

    @property
    def shown(self) -> int:
        """How many positions exist after the step."""
        count = len(self.labels)
        return min(self.selection.step + 1, count) if self.grows else count

    @property
    def place(self) -> tuple[int, int]:
        """The selected position and dimension."""
        row = min(topic_page.position_of(self.selection, len(self.labels)), self.shown - 1)
        return row, min(self.selection.dimension, self.strips[0].values.shape[1] - 1)

    @property
    def told(self) -> tuple[str, ...]:
        """The selected number of each table, in digits in which the sum is one."""
        position, dimension = self.place
        values = [float(strip.values[position, dimension]) for strip in self.strips]
        if [strip.sign for strip in self.strips[:3]] != ["", "+", "="]:
            return tuple(map(signed.signed, values))
        added = equation(operator.add, values[:2], values[2])
        return *added.given, added.result, *map(signed.signed, values[3:])

    @property
    def alt(self) -> str:
        """What is shown, and the selected number of each table."""
        position, dimension = self.place
        parts = "".join(
            f" {strip.sign} {strip.names[0]} {value}" for strip, value in zip(self.strips, self.told, strict=True)
        )
        where = _place(self.labels, position, dimension)
        return f"{self.title}: {names.topic_name('embedding')}. {where}:{parts}."

    def paint_over(self, painter: QPainter) -> None:
        """What is not yet decoded, the selected row and column, and the numbers there."""
        position, dimension = self.place
        style = self.style
        for heat in self.places.heats:
            if heat.y.edge(self.shown) < heat.y.end:
                self._hide(painter, heat)
        boxes = []
        for heat in self.places.heats:
            down, high = heat.y.span(position)
            boxes.append((heat.x.start, down, heat.x.length, high))
        bands(painter, boxes, style)
        if style.presented:
            self._light(painter, position)
        self._name_row(painter, position)
        for value, place in zip(self.told, self.places.strips, strict=True):
            heat = place.heat
            across, wide = heat.x.span(dimension)
            if heat.x.length >= style.px(24):
                high = heat.y.edge(self.shown) - heat.y.start
                bands(painter, [(across, heat.y.start, wide, high)], style)
            if place.value[2]:
                write(painter, QRectF(*place.value), value, font(style.font_pixels), style.palette.accent)

    def _light(self, painter: QPainter, position: int) -> None:
        """In a hall the row stands out."""
        for heat in self.places.heats:
            start = heat.y.start
            down, high = heat.y.span(position)
            box = heat.x.start, start, heat.x.length, heat.y.edge(self.shown) - start
            named_labels.spotlight(painter, box, (down - start, high), self.style)

    def _name_row(self, painter: QPainter, position: int) -> None:
        """The token of the selected position, where not every one is named."""
        wide, palette = self.places.labels_width, self.style.palette
        for heat in self.places.named if wide else ():
            strip = token_labels.row_strip(self.labels, heat.y, wide, self.style)
            if strip.stride > 1:
                placed = PlacedStrip(strip, heat.x.start, heat.y.start, self.grows)
                rim = palette.selection if self.style.presented else palette.ink
                named_labels.paint_named(painter, placed, position, rim, self.style)

    def _hide(self, painter: QPainter, heat: Heat) -> None:
        """Rows and names that are not there yet."""
        style, end = self.style, heat.y.edge(self.shown)
        if self.places.labels_width and heat in self.places.named:
            left, wide = heat.x.start - self.places.labels_width, self.places.labels_width
            strip = token_labels.row_strip(self.labels, heat.y, wide, style)
            top = heat.y.start + strip.dy + round(strip.reach(self.shown))  # between two names
            low = heat.y.end + style.font_pixels // 2
            painter.fillRect(left, top, wide - style.px(1), low - top, QColor(style.palette.paper))
        topic_page.dashed(painter, (heat.x.start, end, heat.x.length, heat.y.end - end), style)

    def find(self, x: float, y: float) -> Cell | None:
        """The position and dimension under a point."""
        chosen = self.selection
        for heat in self.places.heats:
            place = heat.cell_at(x, y)
            if place is not None and place[0] < self.shown:
                return Cell(chosen.kind, chosen.layer, chosen.head, place[0], None, place[1])
        return None
