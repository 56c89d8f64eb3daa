"""Small multiples: many heads' maps in one grid with shared outer labels. Used by one layer and all layers."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, ReadAs, Trace
from viz_app.pictures.drawing import cell_states, picture_texts, quantities, sparse_labels, token_labels
from viz_app.pictures.drawing.atlas import Atlas, atlas, cut
from viz_app.pictures.drawing.drawings import Drawing, PictureCache, glossed
from viz_app.pictures.drawing.geometry import Geometries, geometries
from viz_app.pictures.drawing.head_orders import Sorted
from viz_app.pictures.drawing.layout import Axis, Grid, filled
from viz_app.pictures.drawing.legends import Bar, Entry, entries_for, first_steps, grown
from viz_app.pictures.drawing.marks import dotted, fitting, marks, off_heads, printed, signs_from, signs_in, squared
from viz_app.pictures.drawing.page import Align, Backgrounds, Frame, PageText, frame
from viz_app.pictures.drawing.panels import Form, Panel, PlacedStrip, form_of
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import SheetPlan
from viz_app.pictures.drawing.token_labels import BLANK, Labels
from viz_app.platform.theme import font, text_width

# --- what there is to show ---


class ShownMaps(NamedTuple):
    """Which of a kind's maps a picture shows."""

    layers: range
    order: Sorted | None = None  #: heads in another order than their own
    named: bool = True  #: False where cells are too small for token labels: finding these takes time
    row_signs: bool = True  #: rows that differ from before a change, or from the step before, have a sign
    rows: range | None = None  #: only these


class Maps(NamedTuple):
    """Which maps, counted from 0, and their words."""

    kind: Kind
    layers: range
    heads: range
    rows: Labels
    columns: Labels
    row_axis: str
    column_axis: str
    stepwise: bool  #: the run has steps
    at_once: bool  #: all of them in one pass; else decoder-side rows appear step by step
    order: Sorted | None = None  #: heads in another order than their own
    reading: ReadAs | None = None  #: which may have made many heads or layers one
    off: tuple[tuple[tuple[int, int], str], ...] = ()  #: layer and head, and what somebody made of it
    signs: tuple[Entry, ...] = ()  #: of changes, that the maps show
    first: int = 0  #: the first row that is shown

    @property
    def number(self) -> int:
        """How many."""
        return len(self.layers) * len(self.heads)

    def name(self, layer: int, head: int) -> str:
        """Of a head, whether it is off too; ``layer`` counts from the first one shown."""
        name = picture_texts.head_of(self.reading, self.kind, head)
        return " · ".join(filter(None, (name, dict(self.off).get((self.layers[layer], head), ""))))

    def place(self, layer: int, head: int) -> int:
        """Where a map stands, counted from the first row's left; ``layer`` counts from the first one shown."""
        return layer * len(self.heads) + (self.order.heads[layer].index(head) if self.order else head)


def _maps(trace: Trace, kind: Kind, wanted: ShownMaps, style: Style) -> Maps:
    """All heads of some layers."""
    heads, queries, keys = trace.maps(kind).shape[1:]
    rows, columns = (BLANK,) * queries, (BLANK,) * keys
    if wanted.named:
        rows = glossed(picture_texts.row_labels(trace, kind, queries), style.glosses, kind, rows=True)
        columns = glossed(picture_texts.column_labels(trace, kind, keys), style.glosses, kind, rows=False)
    part = wanted.rows or range(queries)
    axes = picture_texts.row_axis(kind, trace, pairs=False), picture_texts.column_axis(kind, trace)
    steps, done = (trace.steps > 0, trace.at_once), trace.meta.reading
    off, signs = tuple(off_heads(trace, kind).items()), signs_in(trace, kind, wanted.layers, wanted.row_signs)
    own = rows[part.start : part.stop], columns
    return Maps(kind, wanted.layers, range(heads), *own, *axes, *steps, wanted.order, done, off, signs, part.start)


# --- where it lies ---


#: A cell's longer side over its shorter one, at most, and logical pixels of a screen that are not too many for either.
STRETCHED, FREE = 3, 10


@dataclass(frozen=True)
class Room:
    """Device pixels around the maps, for headings."""

    left: int = 0
    top: int = 0  #: above the first row, before labels
    between: int = 0  #: above every further row
    gap: int = 0
    largest: int = 1  #: cell
    keys: bool = True  #: with the title of the keys' axis
    narrow: bool = True  #: names of rows have no more room on paper than those that are drawn


@dataclass(frozen=True)
class GridSides:
    """Space for labels at the grid's outer edges; 0 where there is none."""

    row_width: int = 0
    column_limit: float = 0  #: how long slanted labels may be
    column_height: int = 0
    overhang: int = 0
    level: bool = False  #: labels of columns are level, and only as many as have room


def sides(maps: Maps, page_frame: Frame, style: Style, share: float) -> GridSides:
    """Labels that take at most ``share`` of the page each way."""
    _, _, width, height = page_frame.content
    letter = style.font_pixels
    if width < 20 * letter or height < 4 * letter:
        return GridSides()
    most = share * width if style.presented else min(grown(style, 110), share * width)
    wide = token_labels.width_of(maps.rows, style, most, height)
    if height < 12 * letter:
        return GridSides(wide)
    limit = min(style.px(96), share * height)
    high = token_labels.column_size(maps.columns, style, limit)[0]
    return GridSides(wide, sparse_labels.whole_columns(maps.columns, style, limit), high)


def levelled(labels: GridSides, pitch: float, style: Style) -> GridSides:
    """Level labels of keys instead of slanted ones, where maps ``pitch`` wide have room for some."""
    high = sparse_labels.height(style) if sparse_labels.fits(pitch, style) else 0
    return replace(labels, column_limit=0, column_height=high, overhang=0, level=True)


@dataclass(frozen=True)
class Arranged:
    """Where everything has come to lie."""

    page_frame: Frame
    grid: Grid
    x: Axis  #: one map's, at 0
    y: Axis
    labels: GridSides  #: as they came out

    @property
    def area(self) -> int:
        """Device pixels of one map."""
        return self.x.length * self.y.length


def arrange(maps: Maps, columns: int, labels: GridSides, room: Room, page_frame: Frame, style: Style) -> Arranged:
    """A grid of so many ``columns``: maps that fill the page, as far as their largest cell allows."""
    names, wide = partial(sparse_labels.row_width, maps.rows, style=style, width=labels.row_width), 0
    found = _arranged(maps, columns, labels, room, page_frame, style)
    for _ in range(3):  # labels and maps share the room: a wider map has level labels, a narrower one fewer
        over = _overhang(maps, found.x, labels, style)
        wide = max(wide, names(found.y)) if room.narrow and labels.row_width else labels.row_width
        needed = replace(labels, column_height=found.labels.column_height, overhang=over, row_width=wide)
        if needed == labels:
            break
        labels = needed
        found = _arranged(maps, columns, labels, room, page_frame, style)
    return found


def _overhang(maps: Maps, x: Axis, labels: GridSides, style: Style) -> int:
    """How far slanted labels stand out at the right of a map."""
    if labels.level or not labels.column_limit or token_labels.level_columns(maps.columns, x, style):
        return 0
    named = token_labels.named_columns(maps.columns, x, style)
    drawn = tuple(label if index in named else BLANK for index, label in enumerate(maps.columns))
    return token_labels.standing_out(drawn, style, labels.column_limit, x.length / x.count)


def _arranged(maps: Maps, columns: int, labels: GridSides, room: Room, page_frame: Frame, style: Style) -> Arranged:
    rows = -(-maps.number // columns)
    left, top, width, height = page_frame.content
    gap_y, least = room.between + room.gap, (style.px(FREE) * style.on_screen,) * 2
    if style.tall and labels.row_width:
        least = token_labels.labelled_column(style), token_labels.named_row(style)
    across = width - room.left - labels.row_width - labels.overhang - room.gap * (columns - 1)
    down = height - room.top - labels.column_height - gap_y * (rows - 1)
    size = max(1, across / columns), max(1, down / rows)
    wide, high = filled(len(maps.rows), len(maps.columns), *size, _largest(maps, size, room, least),
                        even=style.squares or not style.on_screen)  # fmt: skip
    x, y = Axis(0, len(maps.columns), wide), Axis(0, len(maps.rows), high, maps.first)
    if labels.column_limit:
        labels = replace(labels, column_height=token_labels.column_height(maps.columns, x, labels.column_limit, style))
    used_x = room.left + labels.row_width + wide * columns + room.gap * (columns - 1) + labels.overhang
    used_y = room.top + labels.column_height + high * rows + gap_y * (rows - 1)
    grid = Grid(
        left + max(0, width - used_x) // 2 + room.left + labels.row_width,
        top + max(0, height - used_y) // 3 + room.top + labels.column_height,
        rows, columns, wide, high, room.gap, gap_y,
    )  # fmt: skip
    return Arranged(page_frame, grid, x, y, labels)


def _largest(maps: Maps, size: tuple[float, float], room: Room, least: tuple[int, int]) -> tuple[float, float]:
    """The largest cell, wide and high: not much longer one way than the other, but where labels need it."""
    counts = len(maps.columns), len(maps.rows)
    across, down = (min(side / count, room.largest) for side, count in zip(size, counts, strict=True))
    return (min(room.largest, max(STRETCHED * down, least[0])), min(room.largest, max(STRETCHED * across, least[1])))


def axis_titles(maps: Maps, places: Arranged, room: Room, style: Style) -> list[PageText]:
    """The key's title at the top right, the query's upright at the far left; [] without labels."""
    grid, labels = places.grid, places.labels
    if not labels.row_width:
        return []
    line = round(1.5 * style.font_pixels)
    top = grid.y - labels.column_height - room.top
    bottom = places.page_frame.content[1] + places.page_frame.content[3]
    need = text_width(maps.row_axis, font(style.font_pixels))
    start = grid.y if need <= bottom - grid.y else top  # beside the columns' labels, where it is too long for the rows
    name = maps.row_axis if need <= bottom - start else maps.row_axis.partition(":")[0]
    beside = (grid.x - labels.row_width - room.left, start, line, bottom - start)
    texts = [PageText(beside, name, Align.RIGHT, quiet=True, upright=True)]
    if (labels.column_height or not style.on_screen) and room.keys:
        wide = grid.right - grid.x + labels.row_width
        if style.on_screen or text_width(maps.column_axis, font(style.font_pixels)) > wide:
            wide += labels.overhang
        texts.append(PageText((grid.x - labels.row_width, top, wide, line), maps.column_axis, Align.RIGHT, quiet=True))
    return texts


# --- putting it together ---

#: maps, page, style → places, headings, and how many pixels of heading belong to each map
LayOut = Callable[[Maps, Frame, Style], tuple[Arranged, list[PageText], int]]


@dataclass(frozen=True, eq=False)
class GridLayout:
    """What runs of the same lengths and words share: everything but the weights."""

    places: Arranged
    panels: Sequence[Panel]
    geometries: Geometries
    strips: Sequence[PlacedStrip]
    backgrounds: Backgrounds


_layouts: PictureCache[GridLayout] = PictureCache(96 << 20, lambda layout: layout.backgrounds.bytes)
_plans: PictureCache[SheetPlan] = PictureCache(96 << 20, lambda plan: plan.bytes, count=6)


def plan(
    trace: Trace, kind: Kind, wanted: ShownMaps, lay_out: LayOut, size: tuple[int, int], style: Style
) -> SheetPlan:
    """All heads of some layers in ``size`` logical pixels, laid out by ``lay_out``."""
    style = quantities.measured(style, trace, kind)
    key = (weakref.ref(trace), kind, wanted, lay_out, size, style, picture_texts.spoken())
    return _plans.get(key, lambda: _plan(trace, _maps(trace, kind, wanted, style), lay_out, size, style))


def _plan(trace: Trace, maps: Maps, lay_out: LayOut, size: tuple[int, int], style: Style) -> SheetPlan:
    states = cell_states.drawn_states(trace, maps.kind)
    layout = _layout(maps, states, lay_out, size, style)
    fits = fitting(style, layout.places.x, layout.places.y)
    if fits != style:
        style = fits
        layout = _layout(maps, states, lay_out, size, style)
    places = layout.places
    images = atlas(trace, maps.kind, maps.layers, maps.heads, places.x, places.y, style)
    patterns = _patterns(trace, images, states, places, style)
    return SheetPlan(
        style, layout.backgrounds, layout.panels, layout.geometries, images.sources, patterns, layout.strips,
        places.page_frame.heading, images, not printed(places.x, places.y, style), quantities.warning(images.trouble),
        first_steps=first_steps(states, layout.panels[0].form) | signs_from(trace, maps.kind, maps.layers),
        row_signs=not {"differs", "revised"}.isdisjoint(maps.signs),
    )  # fmt: skip


def _layout(
    maps: Maps, states: cell_states.States | None, lay_out: LayOut, size: tuple[int, int], style: Style
) -> GridLayout:
    entries = entries_for(maps.kind if maps.stepwise else "encoder", states, style, maps.at_once, maps.signs)
    bar = Bar(None if style.per_map_scale else style.full)
    key = (maps, lay_out, entries, size, style, picture_texts.spoken())
    return _layouts.get(key, lambda: _lay_out(maps, lay_out, frame(*size, style, "", bar, entries), style))


def _lay_out(maps: Maps, lay_out: LayOut, page_frame: Frame, style: Style) -> GridLayout:
    places, texts, heading = lay_out(maps, page_frame, style)
    form, grid, panels = form_of(maps.kind, places.x, places.y, maps.stepwise, maps.at_once), places.grid, list[Panel]()
    for index in range(maps.number):
        layer, head = divmod(index, len(maps.heads))
        row, column = divmod(maps.place(layer, head), grid.columns)
        corner = grid.left(column), grid.top(row)
        panels.append(Panel(maps.kind, maps.layers[layer], maps.heads[head], *corner, form, heading))
    background = Backgrounds(page_frame, texts, [panel.box for panel in panels], style)
    marked = geometries(panels, style, underlined=places.y.length < style.px(UNDERLINED))
    return GridLayout(places, panels, marked, _strips(maps, places, form, style), background)


UNDERLINED = 48  #: logical pixels: the step's row has a line, no frame, in maps that are lower
SAMPLED = 1.5  #: pitches of names between two maps that name some of their keys
FEWEST = 3  #: labels beside a map: fewer tell nothing, but that of the current row


def _strips(maps: Maps, places: Arranged, form: Form, style: Style) -> list[PlacedStrip]:
    grid, labels, found = places.grid, places.labels, list[PlacedStrip]()
    if labels.row_width:
        make = partial(token_labels.row_strip, axis=places.y, width=labels.row_width, style=style)
        rows = make(maps.rows)
        if rows.stride > 1 and places.y.count < FEWEST * rows.stride:
            rows = sparse_labels.unwritten(maps.rows, places.y, labels.row_width, style)
        beside = [rows] * grid.rows
        if rows.stride < places.y.count and grid.rows > 1:
            short = sparse_labels.parted(make, maps.rows, grid.gap_y, token_labels.row_pitch(places.y, style))
            if short is not rows:
                less = range(grid.rows - style.on_screen)  # on paper all maps name the same rows
                beside[: len(less)] = [replace(short, ends=places.y.length)] * len(less)
        found = [PlacedStrip(strip, grid.x, grid.top(row), form.stepwise_rows) for row, strip in enumerate(beside)]
    if labels.level and labels.column_height:
        level = sparse_labels.level_strip(maps.columns, places.x, style)
        return found + [PlacedStrip(level, grid.left(at), grid.y, form.stepwise_columns) for at in range(grid.columns)]
    if not labels.column_limit:
        return found
    make = partial(token_labels.column_strip, axis=places.x, limit=labels.column_limit, style=style)
    columns = make(maps.columns)
    above = [PlacedStrip(columns, grid.left(at), grid.y, form.stepwise_columns) for at in range(grid.columns)]
    needed = token_labels.column_pitch(places.x, style) * (1 if columns.stride == 1 else SAMPLED)
    if columns.foot is not None and grid.columns > 1:  # the last name would lie on the next map's first, or go on there
        strip, less = (
            sparse_labels.parted(make, maps.columns, grid.gap_x, needed),
            range(grid.columns - style.on_screen),
        )
        above[: len(less)] = [each._replace(strip=strip) for each in above[: len(less)]]
    return found + above


def _patterns(
    trace: Trace, images: Atlas, states: cell_states.States | None, places: Arranged, style: Style
) -> list[Drawing]:
    """One image per map where cells have room for dots or numbers, else one for all; [] for none."""
    attention, x, y, leaky = trace.attention(images.kind), places.x, places.y, trace.meta.leaky_mask
    if attention is not None and any(fits(x, y, style) for fits in (dotted, printed, squared)):
        both = ((layer, head) for layer in images.layers for head in images.heads)
        return [marks(attention[at], states, x, y, images.maximum(*at), leaky, style) for at in both]
    if images.patterned or states is None:
        return []
    return [cell_states.patterns(cut(states, x, y), x, y, style, ground=not leaky)]
