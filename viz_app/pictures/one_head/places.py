"""The places on the page of one map: it fills what labels, legend and the other heads leave.

On a screen the other heads give way: they become small until the map fills enough of the page and keeps its numbers.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property

import numpy as np

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import cell_states, legends, picture_texts, quantities, token_labels
from viz_app.pictures.drawing.atlas import Weights
from viz_app.pictures.drawing.drawings import PictureCache, glossed
from viz_app.pictures.drawing.layout import Axis, Box, filled
from viz_app.pictures.drawing.legends import Bar, entries_for
from viz_app.pictures.drawing.marks import decimals, fitting, printed, signs_in, sums_fit, sums_width
from viz_app.pictures.drawing.page import Frame, frame, margin_of
from viz_app.pictures.drawing.picture import FONT_POINTS, Style
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.pictures.one_head import scale_offers, sister_maps
from viz_app.pictures.one_head.scale_offers import ScaleOffer
from viz_app.pictures.one_head.sister_maps import SisterPlaces, Sisters
from viz_app.platform.theme import font, text_width
from viz_app.state.zoom import Zoom

#: Logical pixels (wide, high), more where letters are larger: a map of fewer words than that fills is no larger.
LARGEST_CELL, LARGEST_IN_PART = (160, 96), (320, 192)
BESIDE_LEGEND = 16  #: logical pixels between them and the legend, if they share a band
ROW_SHARE, FEW_SHARE, PAIR_SHARE, COLUMN_SHARE = 0.2, 0.16, 0.21, 0.2  #: of that, for labels
HALL_SHARE = 0.3  #: of a presentation's height, for labels of columns
LETTERS, FEW_LETTERS = 3.5, 2.6  #: heights of a letter that a column's label may be long, however low the page
MOST_LINES = 3  #: of the columns' axis title, on a screen
LOW = 14  #: heights of a letter: a lower page has no titles of axes
CONTROLS = 4  #: heights of the heading that the buttons beside it take: two signs, and a word as wide as both


@dataclass(frozen=True)
class ShownMap:
    """What is drawn: one head's map, or the part of it that a person has zoomed to."""

    trace: Trace
    kind: Kind
    layer: int
    head: int
    zoom: Zoom | None

    @cached_property
    def weights(self) -> Weights:
        """[Q,K], the whole map's."""
        return np.asarray(self.trace.maps(self.kind)[self.layer, self.head])

    @cached_property
    def part(self) -> Zoom:
        """The part, which may be all of it."""
        return self.zoom or Zoom(0, 0, *self.weights.shape)

    @property
    def every_column(self) -> bool:
        """Are rows shown in full?"""
        return self.part.columns == len(self.weights[0])


@dataclass(frozen=True)
class OneMapPlaces:
    """Where one map and its labels lie. The axes are the map's own, at (``left``, ``top``)."""

    page_frame: Frame
    content: Box  #: of the map and its labels
    rows: Labels  #: of the whole map, as columns
    columns: Labels
    row_axis: str
    column_axis: tuple[str, ...]  #: its lines
    left: int
    top: int
    x: Axis
    y: Axis
    row_width: int
    column_limit: float
    sisters: SisterPlaces | None = None
    offers: tuple[ScaleOffer, ...] = ()

    @property
    def area(self) -> int:
        """Device pixels that the map covers."""
        return self.x.length * self.y.length

    def offer_box(self, style: Style) -> Box | None:
        """Where other scales are offered, beside the colour bar."""
        page, bar = self.page_frame, self.page_frame.bar
        if bar is None or not bar.offer or page.legend_y is None or not style.legend:
            return None
        left = page.legend_x + legends.offer_left(legends.fitted(bar, page.entries, style, page.legend_width), style)
        return left, page.legend_y, bar.offer, round(1.7 * style.font_pixels)

    def zoom_box(self, style: Style) -> Box | None:
        """Where the zoom is controlled, beside the heading."""
        left, top, width, height = self.page_frame.heading
        there = style.on_screen and not style.presented and width
        return (left + width, top, CONTROLS * height, height) if there else None


def maximum_of(shown: ShownMap, style: Style) -> float:
    """The number of full colour."""
    return quantities.highest(shown.weights, style).item() if style.per_map_scale else style.full


def placed(shown: ShownMap, size: tuple[int, int], style: Style) -> tuple[Style, OneMapPlaces]:
    """Where everything lies, and a style without what cells have no room for."""
    if not style.tall:
        style = replace(style, fewest_decimals=1)
    if shown.zoom is None or style.presented:  # more of them are for those who come closer
        style = replace(style, most_decimals=2)
    places = _lay_out(shown, size, style)
    fits = replace(fitting(style, places.x, places.y), row_totals=sums_fit(places.y, style))
    return (style, places) if fits == style else (fits, _lay_out(shown, size, fits))


def _lay_out(shown: ShownMap, size: tuple[int, int], style: Style) -> OneMapPlaces:
    """The map between heading and legend, and the other heads where there is room for them."""
    page_frame, found = _framed(shown, size, style)
    sisters = None
    if style.on_screen and not style.presented and page_frame.legend_y is not None:
        whole = replace(shown, zoom=None)
        key = weakref.ref(shown.trace), shown.kind, page_frame.content, style, picture_texts.spoken()
        heads = range(shown.trace.heads(shown.kind))
        if len(heads) > 1:
            sisters = _arranged.get(key, lambda: (_arrangement(whole, heads, page_frame, style),))[0]
        if sisters is None and shown.zoom is not None:
            heads = range(shown.head, shown.head + 1)
            sisters = _arrangement(whole, heads, page_frame, style, sizes=sister_maps.SIZES[2:])
        if sisters is not None and sisters.lower:
            page_frame = _beside_sisters(page_frame, sisters, style)
    content = page_frame.content if sisters is None else sisters.rest(page_frame.content)
    return replace(_around(shown, page_frame, content, style), sisters=sisters, offers=found)


def _framed(shown: ShownMap, size: tuple[int, int], style: Style) -> tuple[Frame, tuple[ScaleOffer, ...]]:
    """The page, and the scales that are offered on it."""
    trace, kind = shown.trace, shown.kind
    also = signs_in(trace, kind, range(shown.layer, shown.layer + 1), True)
    states = cell_states.drawn_states(trace, kind)
    entries = entries_for(kind if trace.steps else "encoder", states, style, trace.at_once, also)
    found = scale_offers.offers(shown.weights, style)
    bar = Bar(maximum_of(shown, style), offer=scale_offers.room(found, style))
    page_frame = frame(*size, style, "", bar, entries)
    left, top, width, height = page_frame.heading
    if style.on_screen and not style.presented and width:  # the controls of the zoom stand beside it
        page_frame = replace(page_frame, heading=(left, top, max(1, width - CONTROLS * height), height))
    return page_frame, found


def _beside_sisters(page_frame: Frame, sisters: SisterPlaces, style: Style) -> Frame:
    """The page with its legend right of small maps, in the middle of their height."""
    high = sisters.taken - style.px(sister_maps.GAP)
    bottom = page_frame.height - style.px(4)
    found = page_frame.with_legend(sisters.right + style.px(BESIDE_LEGEND), bottom, style)
    assert found.legend_y is not None, "small maps are there only where words have room"
    return replace(found, legend_y=min(found.legend_y, found.legend_y - (high - (bottom - found.legend_y)) // 2))


def _leaves_legend(page_frame: Frame, style: Style) -> Callable[[SisterPlaces], bool]:
    """Has the legend room in the band of small maps? Of one page: many of them end at the same place."""
    bar, entries = page_frame.bar, page_frame.entries

    @cache
    def height(room: int) -> float:
        if bar is not None and legends.bar_width(legends.fitted(bar, entries, style, room), style) > room:
            return math.inf
        return legends.legend_height(room, bar, entries, style, page_frame.language)

    def leaves(sisters: SisterPlaces) -> bool:
        room = page_frame.width - margin_of(style) - sisters.right - style.px(BESIDE_LEGEND)
        return not sisters.lower or height(room) <= sisters.taken

    return leaves


_arranged: PictureCache[tuple[SisterPlaces | None]] = PictureCache(1 << 16, lambda _: 1 << 8)


def _arrangement(
    shown: ShownMap, heads: range, page_frame: Frame, style: Style, sizes: tuple[int, ...] = sister_maps.SIZES
) -> SisterPlaces | None:
    """The small maps as large as leaves the large one enough of the page and its numbers; None where none does."""
    left, leaves = _maps_left(shown, page_frame, style), _leaves_legend(page_frame, style)
    room = sister_maps.PageRoom(page_frame.content, _lower(page_frame, style), left, leaves)
    rows, columns = shown.weights.shape
    wanted = (Sisters(heads, rows, columns, size, numbered) for numbered in (True, False) for size in sizes)
    return sister_maps.largest(wanted, room, style)


def _maps_left(shown: ShownMap, page_frame: Frame, style: Style) -> Callable[[Box], tuple[int, int]]:
    """How large a map a place leaves, and the decimals in its cells; many arrangements leave the same place."""

    @cache
    def left(content: Box) -> tuple[int, int]:
        found = _around(shown, page_frame, content, style)
        return found.area, _digits(found, style)

    return left


def _lower(page_frame: Frame, style: Style) -> int:
    """How high the band of the legend is; 0 without one."""
    _, top, _, height = page_frame.content
    return page_frame.height - style.px(4) - top - height if style.legend else 0


def _digits(places: OneMapPlaces, style: Style) -> int:
    """How many decimals the numbers in cells have, 0 without numbers; more than two are no gain."""
    return min(2, decimals(places.x, style)) if printed(places.x, places.y, style) else 0


def _whole(labels: Labels, style: Style, limit: float) -> float:
    from viz_app.pictures.drawing.sparse_labels import whole_columns  # no first picture needs it

    return whole_columns(labels, style, limit)


def _written(rows: Labels, width: int, style: Style, axes: Callable[[int], tuple[Axis, Axis, int, int]]) -> int:
    from viz_app.pictures.drawing.sparse_labels import narrowed  # nor this

    return narrowed(rows, style, width, lambda names: axes(names)[1])


def _around(shown: ShownMap, page_frame: Frame, content: Box, style: Style) -> OneMapPlaces:
    """Labels take what they need, up to a share; the map gets the rest and stands in the middle of ``content``.

    Every label of the map counts, shown or not: the map must not jump while one moves over it.
    """
    left, top, width, height = content
    rows, columns, row_axis = _sides(shown, content, style)
    line = round((1.3 if style.on_screen else 1.5) * style.font_pixels)
    title: tuple[str, ...] = (picture_texts.column_axis(shown.kind, shown.trace),)
    if (low := height < LOW * style.font_pixels and not style.tall) or style.presented:
        line, row_axis, title = 0, "", ()
    if style.tall:  # the columns' title has a line of its own, above their labels
        row_width = token_labels.width_of(rows, style, 0.28 * width)
        top, height, above, least = top + line, height - line, 0, 0
        limit = min(style.px(110), 0.3 * height)
    else:
        whole = height * len(rows) / shown.part.rows  # of which a part may be shown
        most = (FEW_SHARE if low else ROW_SHARE) * width
        most = most if style.on_screen else _whole(rows, style, most)
        row_width = token_labels.width_of(rows, style, most, whole)
        needed, letters = line, FEW_LETTERS if low else LETTERS
        if title:
            title, needed = _corner(title[0], row_width + line, width, style)
        least, above = needed - line, len(title) * line
        row_width = max(row_width, least)
        limit = min(legends.grown(style, 110), max(COLUMN_SHARE * height, letters * style.font_pixels))
        limit = HALL_SHARE * height if style.presented else limit
    limit = limit if style.on_screen else _whole(columns, style, limit)
    width, left = width - line, left + line  # the rows' axis title

    def axes(names: int) -> tuple[Axis, Axis, int, int]:
        return _axes(shown, columns, (width - names, height, limit, above), style)

    row_width = row_width if style.on_screen else max(least, _written(rows, row_width, style, axes))
    x, y, overhang, column_height = axes(row_width)
    start = left + row_width + max(0, width - row_width - x.length - overhang) // 2
    top += column_height + max(0, height - column_height - y.length) // 3
    return OneMapPlaces(page_frame, content, rows, columns, row_axis, title, start, top, x, y, row_width, limit)


def _corner(title: str, room: float, width: float, style: Style) -> tuple[tuple[str, ...], int]:
    """The lines of the columns' axis title and what they need: it stands above the row labels, where nothing else does.

    Where these are narrow it takes two lines, on a screen three.
    """
    face, (first, *rest) = font(style.font_pixels), title.split(": ", 1)
    lines: tuple[str, ...] = (title,)
    for more in ((f"{first}:", *rest), (f"{first}:", *(word for part in rest for word in part.split(" ")))):
        if max(text_width(each, face) for each in lines) + style.px(8) > room and len(more) <= (
            MOST_LINES if style.on_screen else 2
        ):
            lines = more
    return lines, round(min(max(text_width(each, face) for each in lines), 0.4 * width)) + style.px(8)


def _axes(
    shown: ShownMap, columns: Labels, space: tuple[float, float, float, int], style: Style
) -> tuple[Axis, Axis, int, int]:  # fmt: skip
    """The map's axes, at 0, what stands out at the right, and the height of the labels above.

    ``space`` is (width, height, longest label, least height of labels), shared with the labels of columns.
    """
    part, (width, height, limit, least) = shown.part, space
    rows, count = part.rows, part.columns
    beside = sums_width(style) + round(1.5 * style.font_pixels) if style.row_totals else 0
    if style.tall:
        from viz_app.pictures.one_head.paper_axes import axes_on_paper  # no first picture needs it

        return axes_on_paper(part, shown.zoom is None, columns, space, beside, style)
    growth = max(1.0, style.font_points / FONT_POINTS)
    largest = LARGEST_CELL if shown.zoom is None else LARGEST_IN_PART
    most = style.px(growth * largest[0]), style.px(growth * largest[1])
    even = style.squares or not style.on_screen  # painters of vectors make shapes of whole cells
    high, overhang, wide = least, beside, width - beside
    x = y = Axis(0, 1, 1)
    for _ in range(4):  # what labels need depends on the cells, and these on what labels leave
        size = filled(rows, count, max(1, wide), max(1, height - high), most, even)
        x, y = Axis(0, count, size[0], part.column), Axis(0, rows, size[1], part.row)
        now = max(least, token_labels.column_height(columns, x, limit, style))
        out = beside
        if not token_labels.level_columns(columns, x, style):
            out = max(beside, token_labels.standing_out(columns, style, limit, x.length / max(count, 1)))
            if not shown.every_column:  # any of them may come to be the last one, and nothing is to jump then
                out = max(out, token_labels.column_size(columns, style, limit)[1] - x.length // count // 2)
        if now <= high and out <= overhang:
            break
        high, overhang = max(high, now), max(overhang, out)
        wide = width - overhang
    return x, y, overhang, high


def _sides(shown: ShownMap, content: Box, style: Style) -> tuple[Labels, Labels, str]:
    """Row labels, column labels, and what row labels are: pairs of consumed and produced token where there is room."""
    trace, kind = shown.trace, shown.kind
    queries, keys = shown.weights.shape
    columns = glossed(picture_texts.column_labels(trace, kind, keys), style.glosses, kind, rows=False)
    pairs = picture_texts.pair_labels(trace, kind)
    _, _, width, height = content
    roomy, limit = 1.2 * style.font_pixels * shown.part.rows < 0.7 * height, PAIR_SHARE * width
    if style.tall:  # there, every column has its name first
        needed = token_labels.labelled_column(style) * shown.part.columns + round(3 * style.font_pixels)
        limit = min(0.26 * width, width - needed)
    if roomy and pairs and len(pairs) == queries and token_labels.width_of(pairs, style, width) <= limit:
        told = pairs if kind == "decoder" else glossed(pairs, style.glosses, kind, rows=True)
        return told, columns, picture_texts.row_axis(kind, trace, pairs=True)
    rows = glossed(picture_texts.row_labels(trace, kind, queries), style.glosses, kind, rows=True)
    return rows, columns, picture_texts.row_axis(kind, trace, pairs=False)
