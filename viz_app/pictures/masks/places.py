"""The places of the maps of one attention block: in as many columns as give the largest cells. Arithmetic only.

All have the same size, so that a cell is found at the same place in each. The padding mask's one row lies
right above the map that it is a part of, so that its columns go on below.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import sparse_labels, token_labels
from viz_app.pictures.drawing.layout import WIDEST, Axis, Box, filled, fit
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.marks import printed, printed_cell
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Labels

LARGEST_CELL = 64  #: logical pixels
TALLEST_STRIP, TALL_ON_SCREEN = 22, 12  #: logical pixels
LABELLED_CELL = 9  #: labels must leave so much to a cell, where there are few of them
WIDE_ON_PAPER = 2.5  #: a cell's width over its height, where columns have names then: a slide is low and wide
LONGEST = 3  #: a cell's longer side over its shorter one, on a screen and on paper that does not grow
NAMED = 0.3  #: of a map's area is what it is worth that all its rows, or columns, have their names
APART = 12  #: logical pixels of paper between what a map means and the name of the next one
GAP = 8  #: logical pixels between maps on a screen
LOW = 300  #: logical pixels of height: below, the strip of padding is low too, and the labels of keys sooner level
LOWEST_TITLED = 12  #: heights of a letter: below, a title has one line, and no scale where it has no room in it
FEW = 3  #: keys of which only one is named by slanted labels: level ones take less; one fewer on a low page
SHORTEST = 2  #: heights of a letter that a slanted name has room for
SHARE_OF_COLUMNS, HALL_COLUMNS = 0.12, 0.18  #: of the height that slanted names take at most, and in a hall
STRIP_GAP = 4  #: between it and the map below


class MapSizes(NamedTuple):
    """What is to be placed."""

    rows: Labels
    columns: Labels
    strips: tuple[bool, ...]  #: for each map: does a strip lie above it?
    beside: int = 0  #: device pixels that the last map needs at its right
    title: int = 0  #: device pixels that a title with its scale takes in one line
    told: tuple[float, ...] = ()  #: on paper, what the longest line of each map's title takes


@dataclass(frozen=True)
class MapPlace:
    """Where one map lies; its corner is on the page, its axes are at 0."""

    left: int
    top: int
    row_width: int  #: of the labels at its left; 0 without
    column_labels: bool  #: whether they stand above it, or above the map over it alone
    strip: int | None  #: where the strip begins, from the page's top
    title: Box  #: of its lines; of no height where there is no room


@dataclass(frozen=True)
class MapPlaces:
    """All maps have these axes."""

    x: Axis
    y: Axis
    strip: Axis  #: down a strip
    column_limit: float  #: 0 without column labels
    maps: tuple[MapPlace, ...]
    level: bool = False  #: column labels are level, and only as many as have room


@dataclass(frozen=True)
class _Space:
    """What surrounds the cells, in device pixels."""

    title: int
    labels: int  #: height of column labels
    overhang: int  #: of the last column label
    limit: float
    row_width: int
    strip: int  #: height, with the gap below
    strip_gap: int
    gap: int  #: between maps, at least
    widest_gap: int = 0  #: more than that, where titles want it
    apart: int = 0  #: between a title and the next, at least
    each: bool = True  #: column labels above every row of maps, else above the first alone
    level: bool = False  #: column labels

    def label_height(self, row: int) -> int:
        """Above the maps of a row."""
        return self.labels if self.each or not row else 0


def title_line(style: Style) -> int:
    """Height of one of the two lines of a map's title; low on paper, where the second has smaller letters."""
    return round((1.4 if style.on_screen else 1.3) * style.font_pixels)


def places(wanted: MapSizes, content: Box, lines: int, style: Style) -> MapPlaces:
    """Every map's place inside ``content``, each with ``lines`` of title: printed numbers first, then large cells.

    A screen decides by itself how many lines titles take, and fills its room: cells need not be square there.
    """
    if style.on_screen and lines:
        return _on_screen(wanted, content, style)
    found = _arranged(wanted, content, lines, style, 1)
    if style.on_screen or not found.column_limit:
        return found
    whole = _arranged(wanted, content, lines, style, sparse_labels.LITTLE)
    kept = zip(_told(wanted, whole, style), _told(wanted, found, style), strict=True)
    return whole if all(now >= usual for now, usual in kept) else found


def titles_fit(wanted: MapSizes, found: MapPlaces) -> bool:
    """Has each map's title room in one line?"""
    return all(need <= place.title[2] for need, place in zip(wanted.told, found.maps, strict=False))


def _told(wanted: MapSizes, found: MapPlaces, style: Style) -> tuple[int, ...]:
    """What whole words must not cost: numbers in cells, titles in a line, names of rows and of columns."""
    x, y = found.x, found.y
    rows_per_name = token_labels.stride(y, token_labels.row_pitch(y, style))
    return printed(x, y, style), titles_fit(wanted, found), -rows_per_name, -token_labels.keys_per_name(x, style)


def _arranged(wanted: MapSizes, content: Box, lines: int, style: Style, longer: float) -> MapPlaces:
    """The best of all ways, with words over columns up to ``longer`` times as long as usual, where they are whole."""
    rough, maps = _space(wanted, content, lines, style, longer), len(wanted.strips)
    ways = [across for across in range(1, maps + 1) if not (maps % across == 1 and across > 2)]  # none alone in a row
    spaces = {across: _fitted(wanted, across, content, rough, style) for across in ways}
    sizes = {across: _size(wanted, across, content, space, style) for across, space in spaces.items()}

    def quality(across: int) -> tuple[bool, float, int]:
        wide, high = (Axis(0, len(wanted.columns), sizes[across][0]), Axis(0, len(wanted.rows), sizes[across][1]))
        return printed(wide, high, style), min(wide.length / wide.count, high.length / high.count), across

    across = max(sizes, key=quality)
    return _finished(wanted, across, sizes[across], content, spaces[across], style)


def _finished(
    wanted: MapSizes, across: int, size: tuple[int, int], content: Box, space: _Space, style: Style
) -> MapPlaces:
    wide, tall = size
    x, y = Axis(0, len(wanted.columns), wide), Axis(0, len(wanted.rows), tall)
    high = min(max(y.cell, style.px(8)), space.strip - space.strip_gap)
    strip = Axis(0, 1, max(1, high))
    found = _placed(wanted, across, (x, y, strip), content, space)
    return MapPlaces(x, y, strip, space.limit, found, space.level)


def _fitted(wanted: MapSizes, across: int, content: Box, space: _Space, style: Style) -> _Space:
    """``space`` as what is drawn around such maps takes: labels of columns and rows, and a strip as high as a row."""
    if not space.limit:
        return space
    wide, tall = _size(wanted, across, content, space, style)
    x, y = Axis(0, len(wanted.columns), wide), Axis(0, len(wanted.rows), tall)
    every = token_labels.keys_per_name(x, style)
    if not style.tall and every >= FEW and sparse_labels.fits(x.length, style):
        space = replace(space, labels=sparse_labels.height(style), overhang=0, level=True)
    else:
        out = token_labels.standing_out(wanted.columns, style, space.limit, wide / len(wanted.columns))
        high = token_labels.column_height(wanted.columns, x, space.limit, style)
        space = replace(space, labels=high, overhang=min(space.overhang, out))
    strip = min(space.strip, max(y.cell, style.px(8)) + space.strip_gap)
    return replace(space, strip=strip, row_width=sparse_labels.row_width(wanted.rows, y, style, space.row_width))


def _size(wanted: MapSizes, across: int, content: Box, space: _Space, style: Style) -> tuple[int, int]:
    """(wide, high) of a map where ``across`` of them are side by side."""
    _, _, width, height = content
    down = -(-len(wanted.strips) // across)
    room = width - space.row_width - (across - 1) * space.gap - max(space.overhang, wanted.beside)
    strips = sum(any(row) for row in _rows(wanted, across)) * space.strip
    left = height - down * (space.title + space.labels) - (down - 1) * space.gap - strips
    if not style.tall:
        return _stretched(wanted, max(1, room / across), max(1, left / down), style)
    return fit(
        len(wanted.rows), len(wanted.columns), max(1, room / across), max(1, left / down),
        style.px(LARGEST_CELL), printed_cell(style),
        (token_labels.labelled_column(style) if space.limit else 0, token_labels.named_row(style),
         WIDEST if style.on_screen else WIDE_ON_PAPER),
    )  # fmt: skip


def _rows(wanted: MapSizes, across: int) -> list[tuple[bool, ...]]:
    """The maps in rows of ``across``."""
    return [wanted.strips[start : start + across] for start in range(0, len(wanted.strips), across)]


def _placed(
    wanted: MapSizes, across: int, axes: tuple[Axis, Axis, Axis], content: Box, space: _Space
) -> tuple[MapPlace, ...]:
    """Spare room goes between the maps first, where their titles need it, then around them."""
    (left, top, width, height), (x, y, strip) = content, axes
    beside = max(space.overhang, wanted.beside)
    spare = width - space.row_width - across * x.length - (across - 1) * space.gap - beside
    between = space.gap + max(0, min(spare // across, space.widest_gap))
    start = left + space.row_width + max(0, spare - (between - space.gap) * across) // 2
    rows = _rows(wanted, across)
    rooms = [space.strip if any(row) else 0 for row in rows]
    labels = sum(map(space.label_height, range(len(rows))))
    used = len(rows) * (space.title + y.length) + labels + sum(rooms) + (len(rows) - 1) * space.gap
    top += max(0, height - used) // 4
    found = []
    for number, (row, room) in enumerate(zip(rows, rooms, strict=True)):
        corner = top + space.title + space.label_height(number) + room
        for index, has_strip in enumerate(row):
            at = start + index * (x.length + between)
            first = at - (space.row_width if index == 0 else 0)
            end = left + width if index == across - 1 else at + x.length + between - max(space.apart, space.gap // 2)
            title = (first, top, max(1, end - first), space.title)
            above = corner - space.strip_gap - strip.length if has_strip else None
            labelled = bool(space.labels and space.label_height(number))
            found.append(MapPlace(at, corner, at - first, labelled, above, title))
        top = corner + y.length + space.gap
    return tuple(found)


# --- on a screen ---


def _on_screen(wanted: MapSizes, content: Box, style: Style) -> MapPlaces:
    """Numbers first, then the largest maps, of which named rows and columns make up for a smaller size.

    No map stands alone below three others.
    """
    maps = len(wanted.strips)
    ways = [(across, each) for across in range(1, maps + 1) for each in (True, False)
            if not (maps % across == 1 and across > 2) and (each or across < maps)]  # fmt: skip
    plain = wanted._replace(beside=0)  # what comes to stand beside the last map moves no map elsewhere
    spaces = {way: _screen_space(plain, content, *way, style) for way in ways}
    sizes = {way: _screen_size(plain, content, way[0], space, style) for way, space in spaces.items()}

    def quality(way: tuple[int, bool]) -> tuple[bool, float, int]:
        x, y = Axis(0, len(wanted.columns), sizes[way][0]), Axis(0, len(wanted.rows), sizes[way][1])
        labelled = bool(spaces[way].labels)
        named = labelled * ((x.cell >= token_labels.labelled_column(style)) + (y.cell >= row_pitch(style)))
        worth = x.length * y.length * (1 + NAMED * named + 0.1 * (way[1] and named == 2))
        return printed(x, y, style), worth, way[0]

    best = max(ways, key=quality)
    size = _screen_size(wanted, content, best[0], spaces[best], style)
    return _finished(wanted, best[0], size, content, spaces[best], style)


def row_pitch(style: Style) -> int:
    """Device pixels from which on every row has room for its name."""
    return math.ceil(round(0.8 * style.font_pixels) * 1.1)


def _screen_space(wanted: MapSizes, content: Box, across: int, each: bool, style: Style) -> _Space:
    """What surrounds the cells, where ``across`` maps stand side by side."""
    _, _, width, height = content
    lines = 1 if width / across - style.px(GAP) >= wanted.title or height < LOWEST_TITLED * style.font_pixels else 2
    title = lines * title_line(style) + style.px(1)
    strip = style.px(TALL_ON_SCREEN + STRIP_GAP) if any(wanted.strips) else 0
    if strip and height < style.px(LOW):
        strip = style.px(8 + STRIP_GAP)
    share = HALL_COLUMNS if style.presented else SHARE_OF_COLUMNS
    limit = min(grown(style, 70), max(style.px(36), share * height))
    row_width = token_labels.width_of(wanted.rows, style, min(grown(style, 90), 0.14 * width), height)
    cell = max(1.0, (width - row_width) / across - style.px(GAP)) / len(wanted.columns)
    over = token_labels.column_room(wanted.columns, replace(style, tall=True), limit, cell)[1]
    space = _Space(title, 0, over, limit, row_width, strip, style.px(STRIP_GAP), style.px(GAP), style.px(40), each)
    if width < style.px(300) or height < 6 * title_line(style):
        return replace(space, overhang=0, limit=0, row_width=0, gap=style.px(6))
    axis = Axis(0, len(wanted.columns), _screen_size(wanted, content, across, space, style)[0])
    every = token_labels.keys_per_name(axis, style)
    short = limit < SHORTEST * style.font_pixels  # of a slanted name nothing would be left but its “…”
    level = replace(space, labels=sparse_labels.height(style), overhang=0, level=True)
    if every >= FEW - (height < style.px(LOW)) and sparse_labels.fits(axis.length, style):
        return level
    if short:
        long = _screen_size(wanted, content, across, level, style)[0]
        if not style.presented and sparse_labels.fits(long, style, sparse_labels.SMALLEST):
            return level
        return replace(space, overhang=0, limit=0)
    return replace(space, labels=token_labels.column_height(wanted.columns, axis, limit, style))


def _screen_size(wanted: MapSizes, content: Box, across: int, space: _Space, style: Style) -> tuple[int, int]:
    """(wide, high) of a map: all the room there is, in cells at most three times as long as they are short."""
    _, _, width, height = content
    rows = _rows(wanted, across)
    labels = sum(map(space.label_height, range(len(rows))))
    room = width - space.row_width - (across - 1) * space.gap - max(space.overhang, wanted.beside)
    left = height - len(rows) * space.title - labels - (len(rows) - 1) * space.gap - sum(map(any, rows)) * space.strip
    box, largest = (max(1, room / across), max(1, left / len(rows))), grown(style, LARGEST_CELL)
    wide, high = (min(side / count, largest) for side, count in zip(
        box, (len(wanted.columns), len(wanted.rows)), strict=True)
    )  # fmt: skip
    most = min(largest, LONGEST * high), min(largest, LONGEST * wide)
    return filled(len(wanted.rows), len(wanted.columns), *box, most, style.squares)


def _stretched(wanted: MapSizes, width: float, height: float, style: Style) -> tuple[int, int]:
    """(wide, high) of a map in so much room, where cells need not be square."""
    largest = grown(style, LARGEST_CELL)
    wide, high = min(width / len(wanted.columns), largest), min(height / len(wanted.rows), largest)
    most = min(wide, LONGEST * high), min(high, LONGEST * wide)
    return filled(len(wanted.rows), len(wanted.columns), width, height, most, even=True)


def _space(wanted: MapSizes, content: Box, lines: int, style: Style, longer: float) -> _Space:
    _, _, width, height = content
    title = lines * title_line(style) + style.px(1) if lines else 0
    strip = style.px(TALLEST_STRIP + STRIP_GAP) if any(wanted.strips) else 0
    limit = min(grown(style, 70), max(style.px(40), (0.14 if style.on_screen else 0.2) * height))
    limit = sparse_labels.whole_columns(wanted.columns, style, limit, longer)
    high, over = token_labels.column_room(wanted.columns, style, limit)
    left = height - title - strip - high  # for cells, where maps stand in one row
    if not lines or width < style.px(300) or left < style.px(LABELLED_CELL) * min(len(wanted.rows), 12):
        return _Space(title, 0, 0, 0, 0, min(strip, style.px(12)), style.px(3), style.px(6), style.px(120))
    most = sparse_labels.whole_columns(wanted.rows, style, min(style.px(90), 0.12 * width), longer)
    row_width = token_labels.width_of(wanted.rows, style, most)
    return _Space(
        title, high, over, limit, row_width, strip, style.px(STRIP_GAP), style.px(16), style.px(120), style.px(APART)
    )
