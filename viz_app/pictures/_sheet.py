"""A picture made of attention maps: what stays from step to step (:class:`Plan`) and what does not (:class:`Sheet`).

The pictures of this folder only say where things lie; this file paints them and finds the cell under
a point. All painting is in whole device pixels, whatever the scale of the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from model.trace import Kind, Trace
from viz_app.pictures import _labels
from viz_app.pictures._atlas import Atlas, newest_row
from viz_app.pictures._layout import Axis
from viz_app.pictures._picture import Cell, Style
from viz_app.state import Selection


@dataclass(frozen=True, eq=False)
class Panel:
    """One map: an image with a value per cell (or per pixel), and patterns over it."""

    kind: Kind
    layer: int
    head: int
    x: Axis
    y: Axis
    image: QImage
    patterns: QImage | None = None
    stepwise_rows: bool = True  #: rows after the step are not yet decoded
    stepwise_columns: bool = False
    place: QRect = field(default_factory=QRect)  #: with its heading: where a click chooses the head

    def shown(self, step: int) -> Shown:
        """What exists of it after a step."""
        rows = min(step + 1, self.y.count) if self.stepwise_rows else self.y.count
        columns = min(step + 1, self.x.count) if self.stepwise_columns else self.x.count
        return Shown(rows, columns, self.x.edge(columns) - self.x.start, self.y.edge(rows) - self.y.start)


class Shown(NamedTuple):
    """How much of a panel is decoded: cells, and the whole device pixels that they fill."""

    rows: int
    columns: int
    wide: int
    high: int


@dataclass(frozen=True, eq=False)
class PlacedStrip:
    """Labels at the top left corner (``x``, ``y``) of a map."""

    strip: _labels.Strip
    x: int
    y: int
    stepwise: bool


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything of a picture that no step changes. Lengths are device pixels."""

    style: Style
    page: QImage  #: the background with headings, outlines and legend
    panels: tuple[Panel, ...]
    strips: tuple[PlacedStrip, ...] = ()
    heading: QRect = field(default_factory=QRect)
    atlas: Atlas | None = None  #: of the panels, in their order, where they show weights
    read_outs: bool = False  #: every map tells its weight at the selected cell
    note: str = ""  #: a warning beside the heading


@dataclass(frozen=True, eq=False)
class Sheet:
    """A plan at one step, with one selection. Implements ``Picture``."""

    title: str
    subtitle: str
    alt: str
    width: int
    height: int
    plan: Plan
    trace: Trace
    selection: Selection
    frame_selected: bool = False  #: more than one map: frame the selected one

    # --- painting ---

    def paint(self, painter: QPainter) -> None:
        """Draw everything; see ``Picture``."""
        style = self.plan.style
        painter.save()
        painter.scale(1 / style.ratio, 1 / style.ratio)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(0, 0, self.plan.page)
        panels = [(panel, panel.shown(self.selection.step)) for panel in self.plan.panels]
        self._paint_maps(painter, panels)
        self._paint_newest(painter)
        self._paint_labels(painter)
        self._paint_frames(painter, panels)
        self._paint_crosshair(painter, panels)
        self._paint_heading(painter)
        painter.restore()

    @staticmethod
    def _paint_maps(painter: QPainter, panels: list[tuple[Panel, Shown]]) -> None:
        for panel, (rows, columns, wide, high) in panels:
            x, y = panel.x.start, panel.y.start
            source = QRect(0, 0, wide if panel.x.pooled else columns, high if panel.y.pooled else rows)
            painter.drawImage(QRect(x, y, wide, high), panel.image, source)
            if panel.patterns is not None:
                painter.drawImage(x, y, panel.patterns, 0, 0, wide, high)

    def _paint_newest(self, painter: QPainter) -> None:
        """The pixel row that is only partly decoded."""
        atlas = self.plan.atlas
        if atlas is None:
            return
        x, y = self.plan.panels[0].x, self.plan.panels[0].y
        rows, columns, wide, high = self.plan.panels[0].shown(self.selection.step)
        if not y.pooled or high >= y.length or (first := int(y.blocks[high])) >= rows:
            return
        source = QRect(0, 0, wide if x.pooled else columns, 1)
        images = newest_row(atlas, self.trace, range(first, rows), x, self.plan.style)
        for panel, image in zip(self.plan.panels, images, strict=True):
            painter.drawImage(QRect(panel.x.start, panel.y.start + high, wide, 1), image, source)

    def _paint_labels(self, painter: QPainter) -> None:
        for placed in self.plan.strips:
            strip, axis = placed.strip, placed.strip.axis
            corner = QPoint(placed.x + strip.dx, placed.y + strip.dy)
            end = min(self.selection.step + 1, axis.count) if placed.stepwise else axis.count
            if end == axis.count:
                painter.drawImage(corner, strip.image)
                continue
            painter.save()
            painter.setClipPath(strip.area(end).translated(corner))
            painter.drawImage(corner, strip.image)
            painter.restore()

    def _paint_frames(self, painter: QPainter, panels: list[tuple[Panel, Shown]]) -> None:
        """Hairlines around what is decoded, the current step's row, and the selected map."""
        style, palette = self.plan.style, self.plan.style.palette
        outlines, now, chosen = [], [], []
        for panel, (rows, _, wide, _) in panels:
            x, y = panel.x.start, panel.y.start
            top, size = panel.y.span(rows - 1)
            outlines.append((x, y, wide, top + size - y))
            if panel.stepwise_rows:
                now.append((x, top, wide, size))
            if self.frame_selected and self._selected(panel):
                chosen.append((x, y, panel.x.length, panel.y.length))
        _frames(painter, outlines, 0, style.px(1), palette.line)
        thin = any(panel.y.cell < style.px(14) for panel in self.plan.panels)
        _frames(painter, now, 0, style.px(1 if thin else 2), palette.selection)
        _frames(painter, chosen, style.px(2), style.px(2), palette.selection)

    def _selected(self, panel: Panel) -> bool:
        chosen = self.selection
        return (panel.kind, panel.layer, panel.head) == (chosen.kind, chosen.layer, chosen.head)

    def _paint_crosshair(self, painter: QPainter, panels: list[tuple[Panel, Shown]]) -> None:
        """The selected row and column, outlined light and dark so that they show on every colour."""
        chosen, style = self.selection, self.plan.style
        if chosen.query is None and chosen.key is None:
            return
        bands, cells = [], []
        for panel, (rows, columns, wide, high) in panels:
            if panel.kind != chosen.kind or min(panel.x.length, panel.y.length) < style.px(24):
                continue
            row, column = self._within(chosen.query, rows), self._within(chosen.key, columns)
            if row is not None:
                top, size = panel.y.span(row)
                bands.append((panel.x.start, top, wide, size))
            if column is not None:
                left, size = panel.x.span(column)
                bands.append((left, panel.y.start, size, high))
            if row is not None and column is not None:
                cells.append((panel, row, column))
        _frames(painter, bands, style.px(1), style.px(1), "#101216")
        _frames(painter, bands, 0, style.px(1), "#ffffff")
        if self.plan.read_outs:
            for panel, row, column in cells:
                self._paint_read_out(painter, panel, row, column)

    @staticmethod
    def _within(index: int | None, count: int) -> int | None:
        return index if index is not None and index < count else None

    def _paint_read_out(self, painter: QPainter, panel: Panel, row: int, column: int) -> None:
        """The exact weight, in the corner away from the cell."""
        attention = self.trace.attention(panel.kind)
        if attention is None:
            return
        plate = _labels.number(f"{attention[panel.layer, panel.head, row, column]:.2f}", self.plan.style)
        if plate.width() > panel.x.length or plate.height() > panel.y.length:
            return
        x = panel.x.end - plate.width() if column < panel.x.count / 2 else panel.x.start
        y = panel.y.end - plate.height() if row < panel.y.count / 2 else panel.y.start
        painter.drawImage(x, y, plate)

    def _paint_heading(self, painter: QPainter) -> None:
        box = self.plan.heading
        if not box.isEmpty():
            args = self.title, self.subtitle, self.plan.note, box.width(), box.height()
            painter.drawImage(box.topLeft(), _labels.heading(*args, self.plan.style))

    # --- finding ---

    def at(self, x: float, y: float) -> Cell | None:
        """The cell under a point, or the map, or a label's row or column; see ``Picture``."""
        left, top = int(x * self.plan.style.ratio), int(y * self.plan.style.ratio)
        for panel in self.plan.panels:
            keys, queries = panel.x.cells(left), panel.y.cells(top)
            if keys and queries:
                return self._cell(panel, queries, keys)
        for panel in self.plan.panels:
            if panel.place.contains(left, top):
                return Cell(panel.kind, panel.layer, panel.head, None, None)
        return None

    def _cell(self, panel: Panel, queries: range, keys: range) -> Cell:
        """Of several cells under one pixel, the one whose weight gives the colour."""
        rows, columns, _, _ = panel.shown(self.selection.step)
        queries, keys = range(queries.start, min(queries.stop, rows)), range(keys.start, min(keys.stop, columns))
        if not queries or not keys:
            return Cell(panel.kind, panel.layer, panel.head, None, None)
        row = column = 0
        attention = self.trace.attention(panel.kind)
        if self.plan.atlas is not None and attention is not None and len(queries) * len(keys) > 1:
            block = attention[panel.layer, panel.head, queries.start : queries.stop, keys.start : keys.stop]
            row, column = (int(index) for index in np.unravel_index(block.argmax(), block.shape))
        return Cell(panel.kind, panel.layer, panel.head, queries.start + row, keys.start + column)


def _frames(painter: QPainter, boxes: list[tuple[int, int, int, int]], gap: int, wide: int, colour: str) -> None:
    """Rectangles drawn around boxes (x, y, width, height): ``gap`` pixels away, ``wide`` pixels strong."""
    if not boxes:
        return
    pen = QPen(QColor(colour), wide)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    out = gap + wide / 2
    painter.drawRects([QRectF(x - out, y - out, w + 2 * out, h + 2 * out) for x, y, w, h in boxes])
