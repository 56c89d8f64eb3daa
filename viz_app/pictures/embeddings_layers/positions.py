"""The model's own table of positions [positions × M], its formula, and the curve of one dimension beside it.

In T5, which adds nothing to the embedding: what each head adds to the scores at each distance.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.analysis.stream import Formula, Side, distance_table, formula_of, position_table
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import quantities, signed, token_labels
from viz_app.pictures.drawing.drawings import Drawing, put
from viz_app.pictures.drawing.layout import Axis, Box, length_of
from viz_app.pictures.drawing.page import Align, Frame, Heading, Page, PageText, filled, frame, write
from viz_app.pictures.drawing.panels import bands
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.signed import Heat, Numbers
from viz_app.pictures.drawing.steps import named_labels
from viz_app.pictures.drawing.token_labels import Label, Labels
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection

translate = QCoreApplication.translate
FEWEST = 40  #: positions that are drawn, where the model has so many
TALLEST = 18  #: logical pixels of a position, at most
DOTS = 3  #: device pixels of a row from which on its position has a dot on the curve


@dataclass(frozen=True, eq=False)
class PositionTable:
    """What is drawn: rows are positions (T5: distances), columns dimensions (T5: heads)."""

    values: Numbers  # [R,C]
    rows: NDArray[np.intp]  # [R] what each row is: a position, or a distance
    formula: Formula | None
    relative: bool
    used: int  #: positions of the run

    @property
    def columns(self) -> int:
        return int(self.values.shape[1])


@dataclass(frozen=True, eq=False)
class PositionPlaces:
    """Where everything lies."""

    page_frame: Frame
    heat: Heat
    curve: Box  #: beside it, with the same rows
    labels_width: int
    scale: Box
    roomy: bool


def picture(trace: Trace, chosen: Selection, width: int, height: int, style: Style, title: str) -> Picture:
    """The selected position is marked in the table and on the curve of the selected dimension (T5: head)."""
    size = width, height
    return topic_page.page_of(
        trace, "position", chosen, size, style, title, lambda side: _make(trace, side, chosen, size, style, title)
    )  # fmt: skip


def _make(
    trace: Trace, side: Side, chosen: Selection, size: tuple[int, int], style: Style, title: str
) -> PositionPage | None:
    whole = _table(trace, side)
    if whole is None:
        return None
    table, places = _places(whole, size, style)
    finite = np.isfinite(table.values).all()
    kind = names.positions_name(trace, side)
    subtitle = f"{names.topic_name('position')} · {names.side_name(side)} · {kind}"
    heading = Heading(places.page_frame.heading, title, subtitle, "" if finite else quantities.warning("infinite"))
    page = _page(places, table, style)
    labels = topic_page.labels_of(trace, side, table.used)
    return PositionPage(heading, *size, style, chosen, page, table, labels, places)


def _table(trace: Trace, side: Side) -> PositionTable | None:
    """All that the run holds."""
    count = trace.source_length if side == "source" else trace.steps
    relative, values = distance_table(trace, side), position_table(trace, side)
    if relative is not None:
        distances, biases = relative
        near = np.abs(distances) <= max(FEWEST, count)
        return PositionTable(biases[near], distances[near], None, True, count)
    return None if values is None else PositionTable(values, np.arange(len(values)), formula_of(values), False, count)


def _rows(table: PositionTable, height: int, tallest: int) -> int:
    """How many rows are drawn: those of the run, or more where they fill the height."""
    if table.relative:
        return len(table.rows)
    fewest = min(len(table.rows), max(FEWEST, table.used))
    return min(len(table.rows), max(fewest, height // max(1, min(height // fewest, tallest))))


def _places(table: PositionTable, size: tuple[int, int], style: Style) -> tuple[PositionTable, PositionPlaces]:
    """The rows that are drawn, and where everything lies."""
    page_frame = frame(*size, style)
    left, top, width, height = page_frame.content
    line, gap = round(1.5 * style.font_pixels), style.px(28)
    roomy = topic_page.is_roomy(page_frame.content, style)
    scale_high = signed.scale_height(style) if roomy else 0
    labels_width = round(3.2 * style.font_pixels) if roomy else 0
    above, below = (4 * line, line + scale_high) if roomy else (0, 0)
    curve_wide = min(round(0.34 * width), style.px(300)) if roomy else 0
    down = max(1, height - above - below)
    count = _rows(table, down, style.px(TALLEST))
    table = replace(table, values=table.values[:count], rows=table.rows[:count])
    across = width - labels_width - (curve_wide + gap if roomy else 0)
    wide = length_of(table.columns, min(max(1.0, across) / table.columns, style.px(28)), even=not style.on_screen)
    x = Axis(left + labels_width, table.columns, wide)
    high = length_of(count, min(down / count, style.px(TALLEST)), even=not style.on_screen)
    y = Axis(top + above, count, high)
    start = x.end + gap
    curve = (start, y.start, max(1, min(left + width - start, style.px(360))), y.length) if roomy else (0, 0, 0, 0)
    heat = Heat(table.values, x, y, signed.usual_bound_of(table.values))
    scale = (left, top + height - scale_high, width, scale_high)
    return table, PositionPlaces(page_frame, heat, curve, labels_width, scale, roomy)


def _page(places: PositionPlaces, table: PositionTable, style: Style) -> Drawing:
    line, heat = round(1.5 * style.font_pixels), places.heat
    left, top, width, _ = places.page_frame.content
    x, y, wide, high = heat.box
    texts: list[PageText] = []
    if places.roomy:
        lift = max(0, round(token_labels.row_pitch(heat.y, style) - heat.y.cell) // 2)  # over the first row's number
        formula = "" if table.formula is None else names.formula_text(table.formula, table.columns)
        if text_width(formula, font(style.font_pixels)) > width:
            formula = formula.split("   ")[0]  # the sine's; what the dimension is of stands above its curve
        last = table.columns - 1
        under = (
            translate("pictures", "heads 1 … {last}").format(last=last + 1)
            if table.relative
            else translate("pictures", "dimensions 0 … {last}").format(last=last)
        )
        beside = translate("pictures", "key − query") if table.relative else translate("pictures", "position")
        texts = [
            PageText((left, top, width, line), formula, quiet=True),
            PageText((x, y + high, wide, line), under, quiet=True),
            PageText((left, y - line - lift, x + wide - left, line), beside, quiet=True),
        ]

    def fill(painter: QPainter) -> None:
        heat.paint(painter, style)
        if not places.roomy:
            return
        strip = token_labels.row_strip(_row_labels(table), heat.y, places.labels_width, style, not table.relative)
        put(painter, heat.x.start + strip.dx, heat.y.start + strip.dy, strip.image)
        signed.paint_scale(painter, places.scale, [heat], style)

    return filled(places.page_frame, texts, [heat.box, places.curve][: 1 + places.roomy], style, fill)


def _row_labels(table: PositionTable) -> Labels:
    return tuple(Label(signed.signed(float(row), 0)) for row in table.rows)


@dataclass(frozen=True, eq=False)
class PositionPage(Page):
    """The table, and the curve of its selected column."""

    table: PositionTable
    labels: Labels  #: of the run's positions
    places: PositionPlaces

    @property
    def column(self) -> int:
        """The dimension, or T5's head."""
        index = self.selection.head if self.table.relative else self.selection.dimension
        return min(index, self.table.columns - 1)

    @property
    def row(self) -> int:
        """The selected position; the distance 0."""
        if self.table.relative:
            return int(np.argmin(np.abs(self.table.rows)))
        return topic_page.position_of(self.selection, self.table.used)

    def _name(self) -> str:
        """Which curve it is, by its formula where there is one."""
        table = self.table
        if table.relative:
            return translate("pictures", "head {number}").format(number=self.column + 1)
        name = translate("pictures", "dimension {dimension}").format(dimension=self.column)
        if table.formula is None:
            return name
        return f"{name}: {names.dimension_text(table.formula, self.column, table.columns)}"

    def _value(self) -> str:
        """The selected number and its place."""
        value = signed.signed(float(self.table.values[self.row, self.column]))
        if self.table.relative:
            return translate("pictures", "distance {distance}: {value}").format(
                distance=signed.signed(float(self.table.rows[self.row]), 0), value=value
            )
        return translate("pictures", "position {position} “{token}”: {value}").format(
            position=self.row, token=self.labels[self.row].text, value=value
        )

    def _turn(self) -> str:
        """How fast a sine or cosine turns."""
        if self.table.formula is None:
            return ""
        length = self.table.formula.wavelength(self.column, self.table.columns)
        return translate("pictures", "one turn takes {count} positions").format(
            count=f"{length:,.{1 if length < 1000 else 0}f}"
        )

    @property
    def alt(self) -> str:
        """The curve and the selected number."""
        return f"{self.title}: {names.topic_name('position')}. {self._name()}; {self._value()}."

    def paint_over(self, painter: QPainter) -> None:
        """The selected row and column, and the curve."""
        heat, style = self.places.heat, self.style
        (down, high), (across, wide) = heat.y.span(self.row), heat.x.span(self.column)
        bands(painter, [(across, heat.y.start, wide, heat.y.length)], style)
        if not self.table.relative:
            bands(painter, [(heat.x.start, down, heat.x.length, high)], style)
            if style.presented:
                named_labels.spotlight(painter, heat.box, (down - heat.y.start, high), style)
        if self.places.roomy:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_curve(painter)
            painter.restore()

    @property
    def bound(self) -> float:
        """The number at the curve's sides."""
        return 1.0 if self.table.formula is not None else signed.bound_of(self.table.values[:, self.column])

    def wave(self) -> list[QPointF]:
        """The curve from the first position to the last: the formula's between them too, else joined numbers."""
        formula, y = self.table.formula, self.places.heat.y
        if formula is None:
            return [self.dot(row) for row in range(y.count)]
        down = np.arange(y.middle(0), y.middle(y.count - 1) + 0.25, 0.5)
        rows = np.clip((down - y.start) * y.count / y.length - 0.5, 0, y.count - 1)
        shares = formula.curve(rows, self.column, self.table.columns)
        return [self._place(float(share), row) for share, row in zip(shares, down.tolist(), strict=True)]

    def dot(self, row: int) -> QPointF:
        """Where a number of the table lies on the curve."""
        share = np.nan_to_num(self.table.values[row, self.column] / self.bound)
        return self._place(float(np.clip(share, -1, 1)), self.places.heat.y.middle(row))

    def _place(self, share: float, down: float) -> QPointF:
        left, _, wide, _ = self.places.curve
        return QPointF(left + wide / 2 + share * (wide / 2 - self.style.px(6)), down)

    def _paint_curve(self, painter: QPainter) -> None:
        """Rows as in the table, the value to the right; the positions as dots where they have room."""
        style, palette, (left, top, wide, high) = self.style, self.style.palette, self.places.curve
        y, known = self.places.heat.y, self.table.formula is not None
        painter.setPen(QPen(QColor(palette.grid), style.px(1)))
        painter.drawLine(QPointF(left + wide / 2, top), QPointF(left + wide / 2, top + high))
        painter.setPen(QPen(QColor(palette.selection), style.px(1), Qt.PenStyle.DotLine))
        chosen = self.dot(self.row)
        painter.drawLine(QPointF(left, chosen.y()), QPointF(left + wide, chosen.y()))
        dotted = y.cell >= DOTS
        painter.setPen(QPen(QColor(palette.accent if known or not dotted else palette.undecoded), 1.2 * style.ratio))
        painter.drawPolyline(self.wave())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.accent))
        radius = min(0.42 * y.cell, 2.6 * style.ratio)
        for row in range(y.count if dotted else 0):
            painter.drawEllipse(self.dot(row), radius, radius)
        painter.setBrush(QColor(palette.selection))
        painter.drawEllipse(chosen, style.px(4), style.px(4))
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        """Above the curve what it is, below it its numbers."""
        style, palette, (left, top, wide, high) = self.style, self.style.palette, self.places.curve
        line, bold = round(1.5 * style.font_pixels), font(style.font_pixels, bold=True)
        usual, small = font(style.font_pixels), font(round(0.9 * style.font_pixels))
        start = self.places.page_frame.content[0]
        up = 3 if self._turn() else 2
        for lines, words, face, colour in (
            (1, self._value(), usual, palette.accent), (2, self._turn(), usual, palette.muted),
            (up, self._name(), bold, palette.ink),
        ):  # fmt: skip
            first = max(start, min(left, left + wide - text_width(words, face) - 1))  # over the table, where it is long
            write(painter, QRectF(first, top - lines * line, left + wide - first, line), words, face, colour)
        under = QRectF(left, top + high, wide, line)
        for share, align in ((-1.0, Align.LEFT), (0.0, Align.CENTRE), (1.0, Align.RIGHT)):
            words = "0" if not share else signed.signed(share * self.bound, 2)
            write(painter, under, words, small, palette.muted, align)

    def find(self, x: float, y: float) -> Cell | None:
        """The position and dimension under a point; on the curve, the position."""
        heat, chosen, (left, _, wide, _) = self.places.heat, self.selection, self.places.curve
        place = heat.cell_at(x, y)
        if place is None and left <= x < left + wide and heat.y.cells(y):
            place = heat.y.cells(y).start, self.column
        if place is None:
            return None
        row, column = place
        if self.table.relative:
            return Cell(chosen.kind, chosen.layer, column, None, None)
        known = row < self.table.used and (chosen.kind == "encoder" or row <= chosen.step)
        return Cell(chosen.kind, chosen.layer, chosen.head, row if known else None, None, column)
