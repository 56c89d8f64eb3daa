"""One position's way through its stack, from bottom to top as in figure 1: what each sub-layer adds, and every norm.

A line of the table is a sub-layer; the residual stream runs up at its left. Where not all layers have room, those
around the selected one are shown, and the picture says which.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from model.analysis.formulas import Conventions, conventions_of, norm_name
from model.analysis.stream import Side, Stream, stream
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import picture_texts, quantities, signed
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Align, Frame, Heading, Page, PageText, filled, frame, framed, write
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.pictures.embeddings_layers.stream_lines import APART, StreamColumn, StreamLine, columns_of, lines_of
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection

translate = QCoreApplication.translate
HIGHEST, LOWEST = 52, 17  #: logical pixels of a line
DETAILED = 26  #: logical pixels of a line from which on its columns have a second, quiet line
NAMED = 80  #: logical pixels of a page whose columns have names
STRIP = 40  #: logical pixels that the γ strip takes at least


@dataclass(frozen=True, eq=False)
class StreamPlaces:
    """Where everything lies."""

    page_frame: Frame
    lines: tuple[StreamLine, ...]  #: from top to bottom
    rows: Axis
    all_columns: tuple[StreamColumn, ...]
    columns: tuple[tuple[StreamColumn, int], ...]  #: those that have room, and their left edges
    names_left: int
    strip: tuple[int, int]  #: left edge and width of the γ strips; no width where there is no room
    head: int  #: height of what stands above the table
    grouped: bool  #: two lines do, and columns have a name in common; else one


def picture(trace: Trace, chosen: Selection, width: int, height: int, style: Style, title: str) -> Picture:
    """The selected position through all layers that have room; the selected layer is framed."""
    side = topic_page.side_of(chosen)
    count = trace.source_length if side == "source" else trace.steps
    position = topic_page.position_of(chosen, count) if count else 0
    found = stream(trace, side, position) if count else None
    if found is None:
        return Message(title, names.missing(trace), width, height, style)
    places = _places(trace, side, position, found, chosen.layer, (width, height), style)
    shown = tuple(line.layer for line in places.lines)
    what = "stream", side, position, shown
    page = topic_page.drawn(trace, what, (width, height), style, lambda: _page(places, found, style))
    label = topic_page.labels_of(trace, side, count)[position].text
    subtitle = " · ".join((names.topic_name("stream"), names.side_name(side), _place(position, label)))
    finite = all(np.isfinite(part.stream + part.added) for layer in found.layers for part in layer)
    warning = "" if finite else quantities.warning("infinite")
    heading = Heading(places.page_frame.heading, title, subtitle, warning)
    return StreamPage(heading, width, height, style, chosen, page, places, conventions_of(trace))


def _place(position: int, token: str) -> str:
    return translate("pictures", "position {position} “{token}”").format(position=position, token=token)


# --- where it lies ---


def _places(
    trace: Trace, side: Side, position: int, found: Stream, layer: int, size: tuple[int, int], style: Style
) -> StreamPlaces:  # fmt: skip
    lines = lines_of(trace, side, position, found)
    page_frame = frame(*size, style, "-")
    left, top, width, height = page_frame.content
    grouped = height >= style.px(120)
    head = round((3.2 if grouped else 1.6 if height >= style.px(NAMED) else 0) * style.font_pixels)
    room = max(1, (height - head) // grown(style, LOWEST))
    shown = _around(lines, layer, room)
    note = _footnote(found, shown)
    page_frame = frame(*size, style, note)
    if (less := page_frame.content[3]) < height:  # the note takes more than one line
        height, shown = less, _around(lines, layer, max(1, (less - head) // grown(style, LOWEST)))
    high = min(grown(style, HIGHEST), max(1, (height - head) // len(shown)))
    rows = Axis(top + head, len(shown), high * len(shown))
    names_left = left + round(4.4 * style.font_pixels)
    x = names_left + round(9.0 * style.font_pixels)
    columns, all_columns = [], columns_of(found)
    first = round(all_columns[0].wide * 0.9 * style.font_pixels)
    if not style.on_screen or x + first > left + width:  # the names leave what they do not need
        named = max(text_width(line.name, font(style.font_pixels)) for line in shown)
        x = min(x, names_left + round(named + 0.6 * style.font_pixels))
    for column in all_columns:
        if not style.on_screen and high < grown(style, DETAILED):
            column = replace(column, wide=min(column.wide, column.plain))  # noqa: PLW2901 - the same without its detail
        wide = round(column.wide * 0.9 * style.font_pixels)
        if x + wide > left + width:
            break
        columns.append((column, x))
        x += wide + style.px(6)
    wide = left + width - x
    strip = (x, wide) if wide >= style.px(STRIP) and found.kind else (x, 0)
    top_down = tuple(reversed(shown))
    return StreamPlaces(page_frame, top_down, rows, all_columns, tuple(columns), names_left, strip, head, grouped)


def _around(lines: list[StreamLine], layer: int, room: int) -> list[StreamLine]:
    """As many whole layers around the selected one as have room, with the end of the stack that they reach."""
    if len(lines) <= room:
        return lines
    count = 1 + max(line.layer for line in lines if line.layer is not None)
    per_layer = sum(line.layer == 0 for line in lines)
    fit = min(count, max(1, (room - 1) // per_layer))
    first = min(max(0, min(layer, count - 1) - fit // 2), count - fit)
    start = 1 + first * per_layer if first else 0  # the first line is the embedding
    end = 1 + (first + fit) * per_layer if first + fit < count else len(lines)
    shown = lines[start:end]
    return shown if len(shown) <= room else [line for line in shown if line.layer is not None][:room]


def _footnote(found: Stream, shown: list[StreamLine]) -> str:
    """The order of norm and sum, and which layers are not shown."""
    order = {
        True: translate("pictures", "{name} before each sub-layer: x + f({norm}(x)) goes on"),
        False: translate("pictures", "{name} after each sum: {norm}(x + f(x)) goes on"),
        None: "",
    }[found.pre]
    parts = [order.format(name=quantities.norm_word(found.kind), norm=norm_name(found.kind))] if order else []
    layers = sorted({line.layer for line in shown if line.layer is not None})
    if len(layers) < len(found.layers):
        some = translate("pictures", "layers {first}–{last} of {all}: ↑ ↓ choose a layer")
        parts.append(some.format(first=layers[0] + 1, last=layers[-1] + 1, all=len(found.layers)))
    return " · ".join(parts)


# --- the page ---


def _page(places: StreamPlaces, found: Stream, style: Style) -> Drawing:
    texts: list[PageText] = []
    line = places.head // (1 + places.grouped)
    top = places.rows.start - places.head
    if places.head and places.columns:
        least, right = places.page_frame.content[0], sum(places.page_frame.content[:3:2])
        starts, bold = [x for column, x in places.columns if column.of_norm], font(style.font_pixels, bold=True)
        groups = (False, translate("pictures", "Residual stream")), (True, quantities.norm_word(found.kind))
        if places.strip[1] >= text_width(groups[1][1], bold):
            starts.append(places.strip[0])  # it is of norms too
        for of_norm, words in groups:
            group = starts if of_norm else [x for column, x in places.columns if not column.of_norm]
            if group and places.grouped:
                end = starts[0] - style.px(6) if starts and not of_norm else right
                needed = round(text_width(words, bold)) + 1
                start = max(least, min(group[0], end - needed))  # a few columns may be narrower than their name
                texts.append(PageText((start, top, max(1, end - start), line), words, bold=True))
                least = start + needed + style.px(12)
        top += line * places.grouped
        texts += [PageText((x, top, round(column.wide * 0.9 * style.font_pixels), line), column.name, quiet=True)
                  for column, x in places.columns]  # fmt: skip
        beside = places.page_frame.content[0], top, round(3.1 * style.font_pixels), line  # of the stream
        if places.grouped and text_width(word := translate("pictures", "Layer"), font(style.font_pixels)) <= beside[2]:
            texts.append(PageText(beside, word, quiet=True))
        left, wide = places.strip
        if wide:
            texts.append(PageText((left, top, wide, line), f"γ  ±{_bound(places):.2f}", quiet=True))
    return filled(places.page_frame, texts, [], style, lambda painter: _fill(painter, places, found, style))


def _bound(places: StreamPlaces) -> float:
    return signed.bound_of(*(line.norm.gain for line in places.lines if line.norm and line.norm.gain is not None))


def _fill(painter: QPainter, places: StreamPlaces, found: Stream, style: Style) -> None:
    """Lines of the table: names, numbers, bars behind ratios, γ strips; and the residual stream."""
    palette, bound = style.palette, _bound(places)
    ratios = [line.sub_layer.ratio for line in places.lines if line.sub_layer is not None]
    largest = max((ratio for ratio in ratios if np.isfinite(ratio)), default=1.0) or 1.0
    usual, small = font(style.font_pixels), font(round(0.9 * style.font_pixels))
    for index, line in enumerate(places.lines):
        y, high = places.rows.span(index)
        if high < style.px(10):
            continue
        room = places.columns[0][1] - places.names_left if places.columns else places.page_frame.width
        write(painter, QRectF(places.names_left, y, room, high), line.name, usual, palette.ink)
        if line.words and places.columns:
            start, norms = places.columns[0][1], [x for column, x in places.columns if column.of_norm]
            end = norms[0] if norms and line.norm is not None else places.page_frame.width
            if not style.on_screen and start + text_width(line.words, small) > end - style.px(6):
                start = places.names_left + round(text_width(line.name, usual) + 0.6 * style.font_pixels)  # after it
            _write_words(painter, QRectF(start, y, end - start - style.px(6), high), line.words, small, style)
        for column, x in places.columns:
            box = QRectF(x, y, column.wide * 0.9 * style.font_pixels, high)
            if "/" in column.name and line.sub_layer is not None and np.isfinite(line.sub_layer.ratio):
                thick = style.px(3 if style.on_screen or high >= 1.6 * style.font_pixels else 2)
                under = min(y + high - thick - style.px(1), y + high / 2 + 0.85 * style.font_pixels)
                bar = QRectF(x, under, box.width() * line.sub_layer.ratio / largest, thick)
                painter.fillRect(bar, QColor(palette.bar))
            detail = column.detail(line) if high >= grown(style, DETAILED) else ""
            if detail:
                half, middle = min(high / 2 + style.px(2), 1.4 * style.font_pixels), y + high / 2
                write(painter, QRectF(x, middle - style.px(2), box.width(), half), detail, small, palette.muted)
                box = QRectF(x, middle + style.px(2) - half, box.width(), half)
            write(painter, box, column.read(line), small, palette.ink)
        if places.strip[1] and line.norm is not None and line.norm.gain is not None:
            _paint_gain(painter, (places.strip[0], y, places.strip[1], high), line.norm.gain, bound, style)
    _paint_stream(painter, places, found, style)
    _paint_rules(painter, places, style)


def _write_words(painter: QPainter, box: QRectF, words: str, face: QFont, style: Style) -> None:
    """What stands in place of numbers: in a line, or on paper in smaller letters, else in as many as its parts take."""
    lines, smaller = [words], font(round(0.8 * face.pixelSize()))
    if not style.on_screen and text_width(words, smaller) <= box.width() < text_width(words, face):
        face = smaller
    if not style.on_screen and text_width(words, face) > box.width():
        first, *rest = words.split(APART)
        lines = [first]
        for part in rest:
            longer = f"{lines[-1]}{APART}{part}"
            lines = [*lines[:-1], longer] if text_width(longer, face) <= box.width() else [*lines, part]
        if 1.3 * len(lines) * face.pixelSize() > box.height():
            face = smaller
    high = min(box.height() / len(lines), 1.3 * face.pixelSize()) if len(lines) > 1 else box.height()
    top = box.top() + (box.height() - high * len(lines)) / 2
    for number, told in enumerate(lines):
        write(painter, QRectF(box.left(), top + number * high, box.width(), high), told, face, style.palette.muted)


def _paint_gain(painter: QPainter, box: Box, gain: signed.Numbers, bound: float, style: Style) -> None:
    left, top, wide, high = box
    inset = max(1, high // 5)
    x = Axis(left, len(gain), min(wide, len(gain)))
    colours = signed.image(gain[np.newaxis], x, Axis(0, 1, 1), bound, style)
    painter.drawImage(QRect(left, top + inset, wide, max(1, high - 2 * inset)), colours)


def _paint_rules(painter: QPainter, places: StreamPlaces, style: Style) -> None:
    """A hairline between layers, and each layer's number at the far left."""
    palette, left = style.palette, places.page_frame.content[0]
    face = font(round(0.9 * style.font_pixels))
    for index, line in enumerate(places.lines):
        y, _ = places.rows.span(index)
        above = places.lines[index - 1].layer if index else None
        if index and (line.layer != above or line.layer is None):
            painter.fillRect(left, y, places.page_frame.content[2], 1, QColor(palette.line))
        if line.layer is not None and (not index or line.layer != above):
            rows = sum(other.layer == line.layer for other in places.lines)
            box = QRectF(left, y, 2.2 * style.font_pixels, places.rows.cell * rows)
            if box.height() >= style.px(12):
                write(painter, box, str(line.layer + 1), face, palette.ink, Align.CENTRE)


def _paint_stream(painter: QPainter, places: StreamPlaces, found: Stream, style: Style) -> None:
    """The line that runs up, a plus where a sub-layer adds, a bar where a norm stands: on the line, or before it."""
    palette, x = style.palette, places.page_frame.content[0] + round(3.2 * style.font_pixels)
    if places.rows.cell < style.px(10):
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(palette.muted), 1.2 * style.ratio)
    painter.setPen(pen)
    top, bottom = places.rows.start + style.px(2), places.rows.end - places.rows.cell / 2
    painter.drawLine(QPointF(x, top), QPointF(x, bottom))
    painter.drawPolyline([QPointF(x - style.px(3), top + style.px(5)), QPointF(x, top),
                          QPointF(x + style.px(3), top + style.px(5))])  # fmt: skip
    size = min(style.px(5), places.rows.cell / 4)
    for index, line in enumerate(places.lines):
        y = places.rows.middle(index)
        if line.sub_layer is None:
            if line.norm is not None:
                _paint_norm(painter, QPointF(x, y), style)
            continue
        painter.setBrush(QColor(palette.paper))
        painter.setPen(pen)
        painter.drawLine(QPointF(x, y), QPointF(places.names_left - style.px(4), y))
        painter.drawEllipse(QPointF(x, y), size, size)
        painter.drawLine(QPointF(x - size, y), QPointF(x + size, y))
        painter.drawLine(QPointF(x, y - size), QPointF(x, y + size))
        if found.pre is True:
            _paint_norm(painter, QPointF(places.names_left - style.px(7), y), style, upright=True)
        elif found.pre is False:
            _paint_norm(painter, QPointF(x, y - places.rows.cell / 2 + style.px(2)), style)
    painter.restore()


def _paint_norm(painter: QPainter, place: QPointF, style: Style, upright: bool = False) -> None:
    """A short bar: where a LayerNorm stands."""
    long, thick = style.px(12), style.px(3)
    wide, high = (thick, 0.8 * long) if upright else (long, thick)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.palette.selection))
    painter.drawRect(QRectF(place.x() - wide / 2, place.y() - high / 2, wide, high))


@dataclass(frozen=True, eq=False)
class StreamPage(Page):
    """The table of one position."""

    places: StreamPlaces
    known: Conventions

    @property
    def alt(self) -> str:
        """Every line that is shown, from bottom to top."""
        told = " ".join(self._told(line) for line in reversed(self.places.lines))
        return f"{self.title}: {self.subtitle}. {told}"

    def _told(self, line: StreamLine) -> str:
        told = ((column.name, column.read(line), column.detail(line)) for column in self.places.all_columns)
        numbers = "; ".join(" ".join(filter(None, words)) for words in told if words[1])
        place = "" if line.layer is None else f"{picture_texts.layer_name(line.layer)}, "
        return f"{place}{line.name}: {'; '.join(filter(None, (line.words, numbers)))}."

    def tell(self, cell: Cell) -> str:
        """All numbers of a layer, and what they mean."""
        told = [self._told(line) for line in reversed(self.places.lines) if line.layer == cell.layer]
        return "\n".join((*told, names.stream_meaning(self.known)))

    def paint_over(self, painter: QPainter) -> None:
        """A frame around the selected layer."""
        rows = [index for index, line in enumerate(self.places.lines) if line.layer == self._layer]
        if not rows or not self.style.emphasis or self.places.rows.cell < self.style.px(4):
            return
        left, _, width, _ = self.places.page_frame.content
        top, end = self.places.rows.edge(rows[0]), self.places.rows.edge(rows[-1] + 1)
        framed(painter, QRectF(left, top, width, end - top).adjusted(1, 1, -1, -1), self.style)

    @property
    def _layer(self) -> int:
        return min(self.selection.layer, max((line.layer or 0 for line in self.places.lines), default=0))

    def find(self, x: float, y: float) -> Cell | None:
        """The layer under a point."""
        rows = self.places.rows.cells(y)
        line = self.places.lines[rows.start] if rows else None
        if line is None or line.layer is None:
            return None
        chosen = self.selection
        return Cell(chosen.kind, line.layer, chosen.head, chosen.query, chosen.key)
