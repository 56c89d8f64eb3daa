"""The embeddings: token embedding + positional encoding = sum (→ LayerNorm), position by position.

Aligned tables of colours [positions × M], all with one scale, so that what is added can be compared.
"""

from __future__ import annotations

import operator
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from model.analysis.formulas import conventions_of
from model.analysis.stream import Embedded, Side, embedded
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import quantities, signed, token_labels
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis, Box, length_of
from viz_app.pictures.drawing.page import Align, Frame, Heading, Message, Page, PageText, bands, filled, frame, write
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.signed import Heat, Numbers
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.text import equation
from viz_app.platform.theme import font
from viz_app.state.state import Selection

translate = QCoreApplication.translate
TALLEST = 34  #: logical pixels of a position, at most
WIDEST = 150  #: logical pixels that headings have beside each other, where tables are narrow


@dataclass(frozen=True, eq=False)
class _Strip:
    """One table, and what stands above it."""

    name: str
    note: str
    sign: str  #: before it: + = →
    values: Numbers  # [N,M]


@dataclass(frozen=True, eq=False)
class EmbeddingPlaces:
    """Where everything lies."""

    page_frame: Frame
    heats: tuple[Heat, ...]
    labels_width: int
    slot: int  #: device pixels that a table's headings have
    read_out: int  #: top of the line of read-outs; 0 where there is no room
    scale: Box


def picture(trace: Trace, chosen: Selection, width: int, height: int, style: Style, title: str) -> Picture:
    """All positions up to the step; the selected position and dimension are framed and read out."""
    side, size = topic_page.side_of(chosen), (width, height)
    kept = topic_page.kept(
        trace, ("embedding", side), size, style, lambda: _make(trace, side, chosen, size, style, title)
    )  # fmt: skip
    return Message(title, names.missing(trace), *size, style) if kept is None else replace(kept, selection=chosen)


def _make(
    trace: Trace, side: Side, chosen: Selection, size: tuple[int, int], style: Style, title: str
) -> EmbeddingPage | None:
    found = embedded(trace, side)
    if found is None:
        return None
    strips = _strips(trace, side, found)
    labels = topic_page.labels_of(trace, side, len(found.read))
    places = _places(strips, labels, _footnote(trace, side, found), size, style)
    finite = all(np.isfinite(strip.values).all() for strip in strips)
    subtitle = f"{names.topic_name('embedding')} · {names.side_name(side)}"
    heading = Heading(places.page_frame.heading, title, subtitle, "" if finite else quantities.warning("infinite"))
    page = _page(places, strips, labels, style)
    grows = side == "target" and not trace.at_once
    return EmbeddingPage(heading, *size, style, chosen, page, strips, labels, places, grows)


def _strips(trace: Trace, side: Side, found: Embedded) -> tuple[_Strip, ...]:
    width = found.read.shape[1]
    read = translate("pictures", "read by layer 1")
    if found.token is None or found.total is None:
        return (_Strip(translate("pictures", "Token + position"), read, "", found.read),)
    strips = [_Strip(translate("pictures", "Token embedding"), names.scaling(trace, width), "", found.token)]
    if found.position is not None:
        own = names.positions_name(trace, side)
        strips.append(_Strip(names.added_name(trace), own, "+", found.position))
        total = found.total if found.normed else found.read
        strips.append(_Strip(translate("pictures", "Sum"), "" if found.normed else read, "=", total))
    if found.normed:
        strips.append(_Strip(conventions_of(trace).norm_name, read, "→", found.read))
    return tuple(strips)


def _footnote(trace: Trace, side: Side, found: Embedded) -> str:
    if found.token is None:
        return names.older()
    if found.position is None and f"{side}_distance_table" in trace.activations:
        return translate("pictures", "nothing is added for the position: distances change the scores instead")
    return ""


def _places(
    strips: tuple[_Strip, ...], labels: Labels, footnote: str, size: tuple[int, int], style: Style
) -> EmbeddingPlaces:
    page_frame = frame(*size, style, footnote)
    left, top, width, height = page_frame.content
    line, gap = round(1.5 * style.font_pixels), style.px(22)
    roomy = topic_page.is_roomy(page_frame.content, style)
    scale_high = signed.scale_height(style) if roomy else 0
    labels_width = token_labels.width_of(labels, style, min(style.px(120), 0.2 * width)) if roomy else 0
    above, below = (3 * line, line + scale_high) if roomy else (0, 0)
    count, dimensions = strips[0].values.shape
    across = (width - labels_width - gap * (len(strips) - 1)) / len(strips)
    down = height - above - below
    wide = length_of(dimensions, max(1.0, across) / dimensions)
    high = length_of(count, min(max(1.0, down) / count, style.px(TALLEST)))
    y = Axis(top + above, count, high)
    bound = signed.usual_bound_of(*(strip.values for strip in strips))
    slot = max(wide, min(int(across), style.px(WIDEST))) if roomy else wide
    start = left + labels_width + max(0, int(width - labels_width - len(strips) * (slot + gap) + gap) // 2)
    heats = tuple(
        Heat(strip.values, Axis(start + index * (slot + gap), dimensions, wide), y, bound)
        for index, strip in enumerate(strips)
    )
    scale = (left, top + height - scale_high, width, scale_high)
    return EmbeddingPlaces(page_frame, heats, labels_width, slot, top + 2 * line if roomy else 0, scale)


def _page(places: EmbeddingPlaces, strips: tuple[_Strip, ...], labels: Labels, style: Style) -> Drawing:
    line, first = round(1.5 * style.font_pixels), places.heats[0]
    texts: list[PageText] = []
    top = places.read_out - 2 * line
    for strip, heat in zip(strips, places.heats, strict=True) if places.read_out else ():
        x, y, _, high = heat.box
        wide = places.slot
        texts += [
            PageText((x, top, wide, line), strip.name, bold=True),
            PageText((x, top + line, wide, line), strip.note, quiet=True),
            PageText((x - style.px(21), top, style.px(20), line), strip.sign, Align.CENTRE, bold=True),
            PageText((x, y + high, wide, line), _dimensions(heat), quiet=True),
        ]

    def fill(painter: QPainter) -> None:
        for heat in places.heats:
            heat.paint(painter, style)
        if places.labels_width:
            strip = token_labels.row_strip(labels, first.y, places.labels_width, style)
            painter.drawImage(first.x.start + strip.dx, first.y.start + strip.dy, strip.image)
        if places.read_out:
            signed.paint_scale(painter, places.scale, places.heats, style)

    return filled(places.page_frame, texts, [heat.box for heat in places.heats], style, fill)


def _dimensions(heat: Heat) -> str:
    return translate("pictures", "dimensions 0 … {last}").format(last=heat.x.count - 1)


@dataclass(frozen=True, eq=False)
class EmbeddingPage(Page):
    """Tables side by side."""

    strips: tuple[_Strip, ...]
    labels: Labels
    places: EmbeddingPlaces
    grows: bool  #: positions came step by step

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
            f" {strip.sign} {strip.name} {value}" for strip, value in zip(self.strips, self.told, strict=True)
        )
        where = translate("pictures", "position {position} “{token}”, dimension {dimension}").format(
            position=position, token=self.labels[position].text, dimension=dimension
        )
        return f"{self.title}: {names.topic_name('embedding')}. {where}:{parts}."

    def paint_over(self, painter: QPainter) -> None:
        """What is not yet decoded, the selected row and column, and the numbers there."""
        position, dimension = self.place
        first, style = self.places.heats[0], self.style
        end = first.y.edge(self.shown)
        if end < first.y.end:
            self._hide(painter, end)
        down, high = first.y.span(position)
        boxes = [(heat.x.start, down, heat.x.length, high) for heat in self.places.heats]
        bands(painter, boxes, style)
        for value, heat in zip(self.told, self.places.heats, strict=True):
            across, wide = heat.x.span(dimension)
            if heat.x.length >= style.px(24):
                bands(painter, [(across, heat.y.start, wide, end - heat.y.start)], style)
            if self.places.read_out:
                box = QRectF(heat.x.start, self.places.read_out, self.places.slot, round(1.5 * style.font_pixels))
                write(painter, box, value, font(style.font_pixels), style.palette.accent)

    def _hide(self, painter: QPainter, end: int) -> None:
        """Rows and names that are not there yet."""
        first, style = self.places.heats[0], self.style
        if self.places.labels_width:
            left = first.x.start - self.places.labels_width
            out = style.font_pixels if end + style.font_pixels < first.y.end else 0
            painter.fillRect(left, end + style.px(1), self.places.labels_width - style.px(1),
                             first.y.end - end + out, QColor(style.palette.paper))  # fmt: skip
        for heat in self.places.heats:
            topic_page.dashed(painter, (heat.x.start, end, heat.x.length, first.y.end - end), style)

    def find(self, x: float, y: float) -> Cell | None:
        """The position and dimension under a point."""
        chosen = self.selection
        for heat in self.places.heats:
            place = heat.cell_at(x, y)
            if place is not None and place[0] < self.shown:
                return Cell(chosen.kind, chosen.layer, chosen.head, place[0], None, place[1])
        return None
