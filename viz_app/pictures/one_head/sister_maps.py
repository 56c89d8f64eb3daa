"""The small maps beside or below a single map: the other heads of the layer, to compare with and to choose from.

Only a screen shows them; a figure of one head shows that head. Where only a part of a map is shown, a sentence says so
and a frame on a small map of the whole shows which.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.atlas import atlas
from viz_app.pictures.drawing.drawings import PictureCache
from viz_app.pictures.drawing.geometry import geometries
from viz_app.pictures.drawing.layout import Axis, Box, Grid, filled
from viz_app.pictures.drawing.page import Align, PageText
from viz_app.pictures.drawing.panels import Panel, bands, form_of
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.drawing.sheet import MapSheet, SheetPlan
from viz_app.platform.theme import font, text_width
from viz_app.state.zoom import Zoom

SMALLEST_PAGE = 420, 170  #: logical pixels; below, there is no room
SIZES = 150, 120, 96, 72, 56, 44, 34, 26  #: logical pixels of a small map, the largest first
MOST_COLUMNS, MOST_ROWS = 4, 2  #: beside the large map, below it
SLIM = 1.5  #: how many times one side of a small map is the other, at most
GAP = 8  #: logical pixels between two
AMPLE, LEAST = 0.75, 0.55  #: of what lies between heading and legend: a map beside large other heads; beside any
GIVEN = 0.06, 0.22  #: the share of the map that would stand there without them: what they get if they can, or must
FRAMED = 5  #: logical pixels outside them, for the frame of the selected one


@dataclass(frozen=True)
class SisterPlaces:
    """Where the small maps lie. The axes are one map's, at 0; all lengths are device pixels."""

    heads: range
    grid: Grid
    x: Axis
    y: Axis
    number: int  #: width of a map's number, left of it
    title: Box | None
    below: bool  #: the large map, else beside it
    taken: int  #: of the page's width, or of its height below the large map, with a gap
    lower: int = 0  #: how far below ``content`` they reach, into the band of the legend
    right: int = 0  #: where they end; the legend stands right of it, if they share its band

    def rest(self, content: Box) -> Box:
        """What is left of the page."""
        left, top, width, height = content
        if self.below:
            return left, top, width, height + self.lower - self.taken
        return left, top, width - self.taken, height


@dataclass(frozen=True)
class Sisters:
    """Which small maps are wanted, and how large."""

    heads: range
    queries: int
    keys: int
    size: int  #: logical pixels of a side
    numbered: bool = True

    def number(self, style: Style) -> int:
        """The width that the number of a map takes; one map by itself needs none."""
        widest = text_width(str(self.heads[-1] + 1), font(style.font_pixels))
        return math.ceil(widest) + style.px(7) if self.numbered and len(self.heads) > 1 else 0


@dataclass(frozen=True)
class PageRoom:
    """What a page has for small maps and for the large one."""

    content: Box
    lower: int  #: device pixels that rows of small maps may reach below it
    left: Callable[[Box], tuple[int, int]]  #: device pixels that the large map covers in a place, decimals in its cells
    leaves_legend: Callable[[SisterPlaces], bool]  #: has the legend room beside them?


def largest(wanted: Iterable[Sisters], room: PageRoom, style: Style) -> SisterPlaces | None:
    """Small maps that leave the large one enough of the page and its numbers, the first of the ``wanted`` ones first.

    None where none does. What leaves a place smaller than the map must be is not laid out.
    """
    page = _area(room.content)
    alone, digits = room.left(room.content)
    least = min(LEAST * page, 0.98 * alone)

    def best(found: Sequence[SisterPlaces], needed: float) -> SisterPlaces | None:
        chosen, most = None, needed
        for each in found:
            rest = each.rest(room.content)
            if _area(rest) >= most and room.leaves_legend(each):
                area, has = room.left(rest)
                if has >= digits and (area > most or (chosen is None and area == most)):
                    chosen, most = each, area
        return chosen

    tried: list[SisterPlaces] = []
    for these in (arrangements(each, room.content, room.lower, style) for each in wanted):
        chosen = best(these, min(AMPLE * page, max(least, (1 - GIVEN[0]) * alone)))
        if chosen is not None:
            return chosen
        tried += these
    return best(tried, max(least, (1 - GIVEN[1]) * alone))


def _area(box: Box) -> int:
    return box[2] * box[3]


def arrangements(wanted: Sisters, content: Box, lower: int, style: Style) -> list[SisterPlaces]:
    """Where small maps have room: as columns at the right edge of ``content``, or as rows at its end.

    Rows may reach ``lower`` device pixels below it, if the legend has room beside them.
    """
    if content[2] < style.px(SMALLEST_PAGE[0]) or content[3] < style.px(SMALLEST_PAGE[1]):
        return []
    found = [_beside(wanted, across, content, style) for across in range(1, MOST_COLUMNS + 1)]
    for down in range(1, MOST_ROWS + 1):
        found += [_below(wanted, down, content, low, titled, style)
                  for low, titled in ((lower, True), (lower, False), (0, True))]  # fmt: skip
    return [each for each in found if each is not None]


def _title(heads: range) -> str:
    """What the small maps are."""
    translate = QCoreApplication.translate
    return translate("pictures", "all heads") if len(heads) > 1 else translate("pictures", "whole map")


def _beside(wanted: Sisters, across: int, content: Box, style: Style) -> SisterPlaces | None:
    """As ``across`` columns; under their title where they are as wide as it."""
    title = math.ceil(text_width(_title(wanted.heads), font(style.font_pixels)))
    line, edge = round(1.5 * style.font_pixels) + style.px(2), style.px(FRAMED)
    titled = _columns(wanted, across, content, line, style)
    # What they take is known once they are laid out: a slim map is not as wide as the place that it was given.
    if titled is not None and title <= titled.taken - edge:
        return replace(titled, title=(content[0] + content[2] - titled.taken, content[1], titled.taken, line))
    return _columns(wanted, across, content, edge, style)


def _columns(wanted: Sisters, across: int, content: Box, line: int, style: Style) -> SisterPlaces | None:
    """As ``across`` columns without a title, ``line`` device pixels below the top of ``content``."""
    (left, top, width, height), gap, number, heads = content, style.px(GAP), wanted.number(style), wanted.heads
    down, edge = -(-len(heads) // across), style.px(FRAMED)
    box = style.px(wanted.size), min(SLIM * style.px(wanted.size), (height - line - edge + gap) / down - gap)
    if across > len(heads) or min(box) < style.px(SIZES[-1]):
        return None
    wide, high = filled(wanted.queries, wanted.keys, *box, box)
    used = across * (number + wide) + (across - 1) * gap
    grid = Grid(left + width - used - edge + number, top + line, down, across, wide, high, gap + number, gap)
    axes, taken = (Axis(0, wanted.keys, wide), Axis(0, wanted.queries, high)), used + edge + 2 * gap
    return SisterPlaces(heads, grid, *axes, number, None, below=False, taken=taken)


def _below(
    wanted: Sisters, down: int, content: Box, lower: int, titled: bool, style: Style
) -> SisterPlaces | None:  # fmt: skip
    """As ``down`` rows, their title before them where they have one."""
    (left, top, width, height), gap, number, heads = content, style.px(GAP), wanted.number(style), wanted.heads
    line, across = round(1.5 * style.font_pixels) + style.px(2), -(-len(heads) // down)
    title = math.ceil(text_width(_title(heads), font(style.font_pixels))) + gap if titled else style.px(FRAMED)
    size = style.px(wanted.size)
    box = min(SLIM * size, (width - title + gap) / across - number - gap), size
    if down > len(heads) or min(box) < style.px(SIZES[-1]):
        return None
    wide, high = filled(wanted.queries, wanted.keys, *box, box)
    used, middle = down * (high + gap) - gap + style.px(FRAMED), high // 2
    start = top + height + lower - used
    grid = Grid(left + title + number, start, down, across, wide, high, gap + number, gap)
    axes = Axis(0, wanted.keys, wide), Axis(0, wanted.queries, high)
    named = (left, start + middle - line // 2, title, line) if titled else None
    end = grid.right + style.px(FRAMED)
    return SisterPlaces(
        heads, grid, *axes, number, named, below=True, taken=used + gap + style.px(FRAMED), lower=lower, right=end
    )


def texts(where: SisterPlaces, style: Style) -> list[PageText]:
    """What stands above or left of the small maps."""
    line, found = round(1.5 * style.font_pixels), []
    if where.title is not None:
        align = Align.LEFT if where.below else Align.RIGHT
        found.append(PageText(where.title, _title(where.heads), align, quiet=True))
    for head in where.heads if where.number else ():
        x, y = corner(where, head)
        box = (x - where.number, y + (where.y.length - line) // 2, where.number - style.px(5), line)
        found.append(PageText(box, str(head + 1), Align.RIGHT, quiet=True))
    return found


def corner(where: SisterPlaces, head: int) -> tuple[int, int]:
    """The top left corner of a head's map."""
    row, column = divmod(head - where.heads.start, where.grid.columns)
    return where.grid.left(column), where.grid.top(row)


_plans: PictureCache[SheetPlan] = PictureCache(32 << 20, lambda plan: plan.bytes)


def plan(trace: Trace, kind: Kind, layer: int, where: SisterPlaces, style: Style) -> SheetPlan:
    """All heads of a layer at their places, without a background of their own."""
    return _plans.get((weakref.ref(trace), kind, layer, where, style), lambda: _plan(trace, kind, layer, where, style))


def _plan(trace: Trace, kind: Kind, layer: int, where: SisterPlaces, style: Style) -> SheetPlan:
    heads, states = where.heads, cell_states.drawn_states(trace, kind)
    maps = atlas(trace, kind, range(layer, layer + 1), heads, where.x, where.y, style)
    form = form_of(kind, where.x, where.y, trace.steps > 0, trace.at_once)
    panels = [Panel(kind, layer, head, *corner(where, head), form) for head in heads]
    patterns = []
    if states is not None and not maps.patterned:
        patterns = [cell_states.patterns(states, where.x, where.y, style, ground=not trace.meta.leaky_mask)]
    return SheetPlan(style, None, panels, geometries(panels, style), maps.sources, patterns, [], (0, 0, 0, 0), maps)


@dataclass(frozen=True, eq=False)
class WithSisters:
    """A picture of one map with the small maps beside it. Implements ``Picture``."""

    main: MapSheet
    sisters: MapSheet
    zoom: Zoom | None = None  #: which part of its map the large one shows

    @property
    def title(self) -> str:
        return self.main.title

    @property
    def alt(self) -> str:
        return self.main.alt

    @property
    def width(self) -> int:
        return self.main.width

    @property
    def height(self) -> int:
        return self.main.height

    @property
    def unnamed(self) -> int:
        return self.main.unnamed

    @property
    def strides(self) -> tuple[int, int]:
        return self.main.strides

    def label_at(self, x: float, y: float) -> Cell | None:
        """Of the large map's labels; see :class:`MapSheet`."""
        return self.main.label_at(x, y)

    @property
    def spot(self) -> tuple[float, float] | None:
        """On the large map; see :class:`MapSheet`."""
        return self.main.spot

    def paint(self, painter: QPainter) -> None:
        """Both; see ``Picture``."""
        self.main.paint(painter)
        self.sisters.paint(painter)
        if self.zoom is not None:
            frame(painter, self.own, self.zoom, self.sisters.plan.style)

    @property
    def own(self) -> Panel:
        """The small map of the head that is shown large."""
        return next(panel for panel in self.sisters.plan.panels if panel.head == self.main.selection.head)

    def small_cell(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column under a point on the small map of the shown head; None beside it."""
        panel, ratio = self.own, self.main.style.ratio
        rows, columns = panel.form.y.cells(int(y * ratio) - panel.top), panel.form.x.cells(int(x * ratio) - panel.left)
        return (rows[0], columns[0]) if rows and columns else None

    def at(self, x: float, y: float) -> Cell | None:
        """A small map as a whole, or a cell of the large one; see ``Picture``."""
        small = self.sisters.at(x, y)
        return self.main.at(x, y) if small is None else Cell(small.kind, small.layer, small.head, None, None)


def way_back() -> str:
    """How to see all of it again, for a screen."""
    return QCoreApplication.translate("pictures", "0 or a double click shows all")


def frame(painter: QPainter, panel: Panel, zoom: Zoom, style: Style) -> None:
    """Where the part lies in a small map of the whole: light inside dark, to be seen on every colour."""
    x, y = panel.form.x, panel.form.y
    left, top = x.edge(zoom.column), y.edge(zoom.row)
    wide = max(x.edge(zoom.column + zoom.columns) - left, 1)
    high = max(y.edge(zoom.row + zoom.rows) - top, 1)
    box = panel.left + left, panel.top + top, wide, high
    painter.save()
    painter.scale(1 / style.ratio, 1 / style.ratio)
    bands(painter, [box], style)
    painter.restore()
