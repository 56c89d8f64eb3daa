"""A picture of attention maps: what stays from step to step (:class:`SheetPlan`), what does not (:class:`MapSheet`).

The pictures of this folder only say where things lie; this file paints them and finds the cell under a point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np
from PySide6.QtGui import QImage, QPainter

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import panels, quantities, token_labels
from viz_app.pictures.drawing.atlas import Atlas, partial_row
from viz_app.pictures.drawing.drawings import Drawing, put
from viz_app.pictures.drawing.geometry import Geometries, Geometry
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Entry
from viz_app.pictures.drawing.page import Backgrounds, Heading, Page, Painted
from viz_app.pictures.drawing.panels import Panel, PlacedStrip
from viz_app.pictures.drawing.picture import SOME, Cell, Style

Overlay = tuple[Drawing, int, int]  #: with its place in device pixels
END = 1 << 30  #: a step after which nothing is left to decode
CROSSED_CELL = 12  #: logical pixels: cells at least this large are shown by crossing lines


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """Everything of a picture that no step changes. Lengths are device pixels."""

    style: Style
    backgrounds: Backgrounds | None  #: None where another sheet has them
    panels: Sequence[Panel]
    geometries: Geometries
    sources: Sequence[tuple[QImage, int]]  #: for each panel, an image with its values and its first row there
    patterns: Sequence[Drawing]  #: over each panel; one for all; or none
    strips: Sequence[PlacedStrip]
    heading: Box
    atlas: Atlas | None = None  #: of the panels, in their order, where they show weights
    read_outs: bool = False  #: every map tells its weight at the selected cell, in a corner that holds no numbers
    note: str = ""  #: a warning beside the heading
    zoom_box: Box | None = None  #: left free for controls of the zoom
    offer_box: Box | None = None  #: left free for ``offers``
    offers: Sequence[Any] = ()  #: other scales for the same numbers
    switches: Sequence[Panel] = ()  #: masks whose cells can be flipped
    row_signs: bool = False  #: rows that differ from before a change, or from the step before, have a sign
    first_steps: Mapping[Entry, int] = field(default_factory=dict)  #: from when the maps show a pattern of the legend
    painted: Painted = field(default_factory=Painted)

    @property
    def bytes(self) -> int:
        """What it holds, without the atlas."""
        pages = self.backgrounds.bytes if self.backgrounds else 0
        return pages + sum(each.bytes() for each in self.patterns)

    @cached_property
    def written(self) -> tuple[PlacedStrip, ...]:
        """Labels that a finished map's background has on it."""
        return tuple(placed for placed in self.strips if placed.strip.image.width() > 1)

    @cached_property
    def solid(self) -> bool:
        """Maps hide the page."""
        return not self.sources[0][0].hasAlphaChannel()

    def paint_finished(self, painter: QPainter) -> None:
        """Its maps as they are in the end, with what lies over them."""
        end = self.geometries(END).drawn
        panels.put(painter, end, self.sources, 0)
        panels.lay_over(painter, end, self.patterns)

    def headed(self, title: str, subtitle: str, aside: tuple[str, ...] = ()) -> Heading:
        """Its heading, with its warning."""
        return Heading(self.heading, title, subtitle, self.note, aside)


@dataclass(frozen=True, eq=False)
class MapSheet(Page):
    """A plan at one step, with one selection."""

    sentence: Callable[[], str]  #: makes ``alt``, which most paints do not ask for
    plan: SheetPlan
    trace: Trace
    frame_selected: bool = False  #: more than one map: frame the selected one
    overlays: Sequence[Overlay] = ()  #: what stands around the maps, beside the heading

    @property
    def alt(self) -> str:
        """See ``Picture``."""
        return self.sentence()

    @property
    def unnamed(self) -> int:
        """See ``Picture``. All maps of a sheet have the same rows and columns."""
        form = self.plan.panels[0].form
        named = {True: 0, False: 0}
        for strip, *_ in self.plan.strips:
            named[strip.rows] = max(named[strip.rows], -(-strip.axis.count // strip.stride))
        return max(0, form.y.count - named[True]) + max(0, form.x.count - named[False])

    @property
    def strides(self) -> tuple[int, int]:
        """See ``Picture``."""
        form = self.plan.panels[0].form
        found = {True: 0, False: 0}
        for strip, *_ in self.plan.strips:
            if strip.labels or strip.stride == 1:
                length = (form.y if strip.rows else form.x).count
                every = SOME if strip.drawn else strip.stride if strip.stride < length else 0
                found[strip.rows] = every if strip.drawn else max(found[strip.rows], every)
        return found[True], found[False]

    # --- painting ---

    @property
    def now(self) -> Geometry:
        """Where things lie at its step."""
        return self.plan.geometries(self.selection.step)

    @property
    def ground(self) -> Drawing | None:
        """See ``Page``."""
        if self.plan.backgrounds is None:
            return None
        now, step = self.now, self.selection.step
        absent: set[Entry] = {entry for entry, first in self.plan.first_steps.items() if step < first}
        absent |= set[Entry](("undecoded",) if now.decoded else ()) | set[Entry](() if now.newest.size else ("step",))
        return self.plan.backgrounds.get(now.decoded, frozenset(absent), self.plan.written if now.decoded else ())

    def paint_ground(self, painter: QPainter) -> None:
        """See ``Page``: with its maps and their names. What finished maps hide is left out.

        Painters of vectors draw the page once, and not in parts.
        """
        plan, now, on_pixels = self.plan, self.now, type(painter) is QPainter
        if on_pixels and plan.solid and plan.painted.again(self.selection):
            from viz_app.pictures.drawing.steps.grown_page import grown

            if (page := grown(self)) is not None:
                painter.drawImage(0, 0, page)
                return
        if (ground := self.ground) is not None:
            if on_pixels and plan.solid and now.decoded and (covered := now.covered):
                panels.paint_beside(painter, ground.pixels, covered)
            else:
                put(painter, 0, 0, ground)
        self._paint_maps(painter, now)
        for strip, left, top, stepwise in () if now.decoded and plan.backgrounds else plan.strips:
            cells = self.selection.step + 1 - strip.axis.first if stepwise else strip.axis.count
            strip.paint(painter, left, top, cells)

    def paint_over(self, painter: QPainter) -> None:
        """See ``Page``."""
        now = self.now
        self.paint_changes(painter, now)
        self._paint_named(painter)
        self._paint_frames(painter, now)
        if self.plan.row_signs and (self.trace.meta.interventions or self.trace.decoder_revised is not None):
            from viz_app.pictures.drawing.steps import change_marks

            change_marks.paint_row_signs(painter, now.drawn, self.trace, self.selection.step, self.style)
        self._paint_crosshair(painter, now)

    def paint_changes(self, painter: QPainter, now: Geometry) -> None:
        """What somebody changed, over the maps."""
        if self.trace.meta.interventions:
            from viz_app.pictures.drawing.steps import change_marks  # no first picture needs it

            change_marks.paint_changes(painter, now.drawn, self.plan.switches, self.trace, self.style)

    def paint(self, painter: QPainter) -> None:
        """See ``Picture``."""
        super().paint(painter)
        painter.save()
        painter.scale(1 / self.style.ratio, 1 / self.style.ratio)
        for image, x, y in self.overlays:
            put(painter, x, y, image)
        painter.restore()

    def _paint_maps(self, painter: QPainter, now: Geometry) -> None:
        """Each map, in a hairline around what is decoded; then what lies over it."""
        if not now.decoded:
            panels.fill(painter, now.rims, self.style.palette.line)
        with partial_row(self.plan.atlas, self.trace, *now.drawn[0], self.style) as extra:
            panels.put(painter, now.drawn, self.plan.sources, extra)
        panels.lay_over(painter, now.drawn, self.plan.patterns)

    def _paint_named(self, painter: QPainter) -> None:
        """The labels of the step's row and of what is selected, where not every label is drawn."""
        plan, chosen, palette = self.plan, self.selection, self.style.palette
        form, low = plan.panels[0].form, round(self.height * self.style.ratio)
        step = chosen.step if form.marked and self.style.emphasis else None
        rows = [(at, rim) for at, rim in ((step, palette.selection), (chosen.query, palette.ink)) if at is not None]
        sparse = [each for each in plan.strips if each.strip.stride > 1]
        if not sparse:
            return
        from viz_app.pictures.drawing.steps.named_labels import paint_named, told_columns  # few first pictures need it

        columns = told_columns(chosen, plan.panels, self.trace, self.style)
        shown, beside = self.now.of(form), tuple(placed for placed in plan.strips if placed.strip.rows)
        for placed in sparse:
            strip = placed.strip
            for index, rim in rows if strip.rows else columns:
                place = _within(index, strip.axis.first, shown.rows if strip.rows else shown.columns)
                if place is not None:
                    paint_named(painter, placed, place, rim, self.style, beside, low)

    def _paint_frames(self, painter: QPainter, now: Geometry) -> None:
        """The current step's row, and the selected map, where the style asks for such marks."""
        style, colour = self.style, self.style.palette.selection
        if not style.emphasis:
            return
        if now.newest.size:
            panels.fill(painter, now.newest, colour)
        if self.frame_selected:
            wanted = self.selection.kind, self.selection.layer, self.selection.head
            boxes = [panel.box for panel in self.plan.panels if panel[:3] == wanted]
            panels.frames(painter, boxes, style.px(2), style.px(2), colour)

    def _paint_crosshair(self, painter: QPainter, now: Geometry) -> None:
        """The selected row and column, outlined light and dark so that they show on every colour.

        Where cells are small, two lines would hide much of a map: there only the cell is outlined.
        """
        chosen, style = self.selection, self.style
        if chosen.query is None and chosen.key is None:
            return
        boxes, cells = [], []
        for panel, shown in now.drawn:
            x, y = panel.form.x, panel.form.y
            if panel.kind != chosen.kind or min(x.length, y.length) < style.px(24):
                continue
            row = _within(chosen.query, panel.form.y.first, shown.rows)
            column = _within(chosen.key, panel.form.x.first, shown.columns)
            if (row, column) == (None, None):
                continue
            across = (panel.left, shown.wide) if column is None else x.at(panel.left).span(column)
            down = (panel.top, shown.high) if row is None else y.at(panel.top).span(row)
            framed = panel.form.marked and style.emphasis and chosen.query == chosen.step
            cell = across[0], down[0], across[1], down[1]
            if row is not None and column is not None:
                cells.append((panel, row, column))
                if min(x.cell, y.cell) >= style.px(CROSSED_CELL):  # the step's row has its own frame already
                    boxes += [cell if framed else (panel.left, down[0], shown.wide, down[1])]
                    boxes += [(across[0], panel.top, across[1], shown.high)]
                    continue
            if column is not None or not framed:
                boxes.append(cell)
        panels.bands(painter, boxes, style)
        if self.plan.read_outs:
            for panel, row, column in cells:
                self._paint_read_out(painter, panel, row, column)

    def _paint_read_out(self, painter: QPainter, panel: Panel, row: int, column: int) -> None:
        """The exact weight, in the corner away from the cell."""
        attention, (left, top, wide, high) = self.trace.attention(panel.kind), panel.box
        if attention is None:
            return
        weight = attention[panel.layer, panel.head, panel.form.y.first + row, panel.form.x.first + column]
        plate = token_labels.number(quantities.figure(weight, self.style.quantity), self.style)
        if plate.width() > wide or plate.height() > high:
            return
        x = left + wide - plate.width() if column < panel.form.x.count / 2 else left
        y = top + high - plate.height() if row < panel.form.y.count / 2 else top
        put(painter, x, y, plate)

    # --- finding ---

    def find(self, x: float, y: float) -> Cell | None:
        """The cell under a point, or the map."""
        left, top = int(x), int(y)
        for panel in self.plan.panels:
            across, down = left - panel.left, top - panel.top
            if 0 <= across < panel.form.x.length and -panel.heading <= down < panel.form.y.length:
                return self._cell(panel, panel.form.y.cells(down), panel.form.x.cells(across))
        return None

    def switch_at(self, x: float, y: float) -> Cell | None:
        """The cell under a point, in logical pixels, of a mask that can be flipped there."""
        left, top = int(x * self.style.ratio), int(y * self.style.ratio)
        for panel in self.plan.switches:
            rows, columns = panel.form.y.cells(top - panel.top), panel.form.x.cells(left - panel.left)
            if rows and columns:
                cell = self._cell(panel, rows, columns)
                return cell if cell.query is not None and cell.key is not None else None
        return None

    def label_at(self, x: float, y: float) -> Cell | None:
        """The row or column whose label lies under a point, of the selected map; None beside them."""
        left, top = int(x * self.style.ratio), int(y * self.style.ratio)
        form, chosen = self.plan.panels[0].form, self.selection
        shown = form.shown(chosen.step)
        for strip, across, down, _ in self.plan.strips:
            index = strip.under(left - across, top - down)
            if index is not None and index < (shown.rows if strip.rows else shown.columns):
                query, key = (form.y.first + index, None) if strip.rows else (None, form.x.first + index)
                return Cell(self.plan.panels[0].kind, chosen.layer, chosen.head, query, key)
        return None

    @property
    def spot(self) -> tuple[float, float] | None:
        """Where the selected cell is, as far as one is selected: its middle, in logical pixels."""
        chosen, ratio = self.selection, self.style.ratio
        for panel in self.plan.panels:
            if panel[:3] == (chosen.kind, chosen.layer, chosen.head):
                x, y = panel.form.x, panel.form.y
                row, column = _within(chosen.query, y.first, y.count), _within(chosen.key, x.first, x.count)
                across = x.length / 2 if column is None else x.middle(column)
                down = y.length / 2 if row is None else y.middle(row)
                return (panel.left + across) / ratio, (panel.top + down) / ratio
        return None

    def under(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column of the first map under a point, decoded or not; None outside."""
        panel, ratio = self.plan.panels[0], self.style.ratio
        rows, columns = panel.form.y.cells(int(y * ratio) - panel.top), panel.form.x.cells(int(x * ratio) - panel.left)
        return (panel.form.y.first + rows[0], panel.form.x.first + columns[0]) if rows and columns else None

    @property
    def pitch(self) -> tuple[float, float]:
        """Height and width of a cell of the first map, in logical pixels."""
        form, ratio = self.plan.panels[0].form, self.style.ratio
        return form.y.length / form.y.count / ratio, form.x.length / form.x.count / ratio

    def _cell(self, panel: Panel, queries: range, keys: range) -> Cell:
        """Of several cells under one pixel, the one whose weight gives the colour."""
        rows, columns = panel.form.decoded(self.selection.step)
        queries, keys = queries[: max(0, rows - queries.start)], keys[: max(0, columns - keys.start)]
        if not queries or not keys:
            return Cell(panel.kind, panel.layer, panel.head, None, None)
        first_query, first_key = panel.form.y.first + queries.start, panel.form.x.first + keys.start
        row = column = 0
        several = self.plan.atlas is not None and len(queries) * len(keys) > 1
        if several and (attention := self.trace.attention(panel.kind)) is not None:
            block = attention[panel.layer, panel.head, first_query:, first_key:][: len(queries), : len(keys)]
            row, column = (int(index) for index in np.unravel_index(block.argmax(), block.shape))
        query = first_query + row if panel.form.queries else None
        return Cell(panel.kind, panel.layer, panel.head, query, first_key + column)


def _within(index: int | None, first: int, count: int) -> int | None:
    return index - first if index is not None and first <= index < first + count else None
