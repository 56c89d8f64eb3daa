"""The small maps beside a single map: the other heads of the layer, to compare with and to choose from.

Only a screen shows them; a figure of one head shows that head. Where only a part of a map is shown, a sentence says so
and a frame on a small map of the whole shows which.
"""

from __future__ import annotations

import math
import weakref

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.atlas import atlas
from viz_app.pictures.drawing.drawings import PictureCache
from viz_app.pictures.drawing.layout import Axis, Box, Grid, fit
from viz_app.pictures.drawing.page import Align, PageText, bands
from viz_app.pictures.drawing.panels import Panel, form_of, geometries
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.drawing.sheet import MapSheet, SheetPlan
from viz_app.platform.theme import font, text_width
from viz_app.state.zoom import Shape, Zoom

SHARE, WIDEST = 0.2, 150  #: of the page's width; logical pixels
SMALLEST_PAGE, SMALLEST_MAP = (420, 170), 16  #: logical pixels; below, there is no room
MOST_COLUMNS = 4


@dataclass(frozen=True)
class SisterPlaces:
    """Where the small maps lie. The axes are one map's, at 0; all lengths are device pixels."""

    grid: Grid
    x: Axis
    y: Axis
    number: int  #: width of a map's number, left of it
    title: Box

    @property
    def width(self) -> int:
        """What they take of the page, with a gap to the map."""
        return self.title[2]


def places(heads: int, queries: int, keys: int, content: Box, style: Style) -> SisterPlaces | None:
    """``heads`` maps of ``queries`` × ``keys`` at the right edge of ``content``; None without room or for one head."""
    left, top, width, height = content
    if heads < 2 or width < style.px(SMALLEST_PAGE[0]) or height < style.px(SMALLEST_PAGE[1]):
        return None
    line, gap = round(1.5 * style.font_pixels) + style.px(2), style.px(8)
    number = math.ceil(text_width(str(heads), font(style.font_pixels))) + style.px(7)
    share = min(style.px(WIDEST), SHARE * width)

    def cells(columns: int) -> tuple[int, int]:
        rows = -(-heads // columns)
        wide, high = share / columns - number - gap, (height - line) / rows - gap
        return fit(queries, keys, max(1, wide), max(1, high), style.px(WIDEST), style.px(WIDEST))

    columns = max(range(1, min(heads, MOST_COLUMNS) + 1), key=lambda across: min(cells(across)))
    wide, high = cells(columns)
    if min(wide, high) < style.px(SMALLEST_MAP):
        return None
    used = columns * (number + wide) + (columns - 1) * gap
    right = left + width
    grid = Grid(right - used + number, top + line, -(-heads // columns), columns, wide, high, gap + number, gap)
    beside = used + 2 * gap
    return SisterPlaces(grid, Axis(0, keys, wide), Axis(0, queries, high), number, (right - beside, top, beside, line))


def texts(where: SisterPlaces, heads: int, style: Style) -> list[PageText]:
    """What stands above and beside the small maps."""
    line = where.title[3]
    found = [PageText(where.title, QCoreApplication.translate("pictures", "all heads"), Align.RIGHT, quiet=True)]
    for head in range(heads):
        x, y = corner(where, head)
        box = (x - where.number, y + (where.y.length - line) // 2, where.number - style.px(5), line)
        found.append(PageText(box, str(head + 1), Align.RIGHT, quiet=True))
    return found


def corner(where: SisterPlaces, head: int) -> tuple[int, int]:
    """The top left corner of a head's map."""
    row, column = divmod(head, where.grid.columns)
    return where.grid.left(column), where.grid.top(row)


_plans: PictureCache[SheetPlan] = PictureCache(32 << 20, lambda plan: plan.bytes)


def plan(trace: Trace, kind: Kind, layer: int, where: SisterPlaces, style: Style) -> SheetPlan:
    """All heads of a layer at their places, without a background of their own."""
    return _plans.get((weakref.ref(trace), kind, layer, where, style), lambda: _plan(trace, kind, layer, where, style))


def _plan(trace: Trace, kind: Kind, layer: int, where: SisterPlaces, style: Style) -> SheetPlan:
    heads, states = trace.heads(kind), cell_states.states(trace, kind)
    maps = atlas(trace, kind, range(layer, layer + 1), range(heads), where.x, where.y, style)
    form = form_of(kind, where.x, where.y, trace.steps > 0, trace.at_once)
    panels = [Panel(kind, layer, head, *corner(where, head), form) for head in range(heads)]
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
            plan = self.sisters.plan
            frame(painter, plan.panels[self.main.selection.head], self.zoom, plan.style)

    def at(self, x: float, y: float) -> Cell | None:
        """A small map as a whole, or a cell of the large one; see ``Picture``."""
        small = self.sisters.at(x, y)
        return self.main.at(x, y) if small is None else Cell(small.kind, small.layer, small.head, None, None)


def told(zoom: Zoom | None, shape: Shape) -> str:
    """``rows 11–40 of 128, columns 1–30 of 96``; nothing where all is shown. People count from 1."""
    if zoom is None:
        return ""
    translate = QCoreApplication.translate
    parts = (
        (translate("pictures", "rows {first}–{last} of {count}"), zoom.row, zoom.rows, shape[0]),
        (translate("pictures", "columns {first}–{last} of {count}"), zoom.column, zoom.columns, shape[1]),
    )
    return ", ".join(
        words.format(first=first + 1, last=first + shown, count=count)
        for words, first, shown, count in parts
        if shown < count
    )


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
