"""The places of the maps of one attention block: in as many columns as give the largest cells. Arithmetic only.

All have the same size, so that a cell is found at the same place in each. The padding mask's one row lies
right above the map that it is a part of, so that its columns go on below.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.layout import WIDEST, Axis, Box, fit
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.marks import printed, printed_cell
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Labels

LARGEST_CELL = 64  #: logical pixels
TALLEST_STRIP = 22  #: logical pixels
LABELLED_CELL = 9  #: labels must leave so much to a cell, where there are few of them
WIDE_ON_PAPER = 2.5  #: a cell's width over its height, where columns have names then: a slide is low and wide
STRIP_GAP = 4  #: between it and the map below


class MapSizes(NamedTuple):
    """What is to be placed."""

    rows: Labels
    columns: Labels
    strips: tuple[bool, ...]  #: for each map: does a strip lie above it?
    beside: int = 0  #: device pixels that the last map needs at its right


@dataclass(frozen=True)
class MapPlace:
    """Where one map lies; its corner is on the page, its axes are at 0."""

    left: int
    top: int
    row_width: int  #: of the labels at its left; 0 without
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


def title_line(style: Style) -> int:
    """Height of one of the two lines of a map's title."""
    return round(1.4 * style.font_pixels)


def places(wanted: MapSizes, content: Box, lines: int, style: Style) -> MapPlaces:
    """Every map's place inside ``content``, each with ``lines`` of title: printed numbers first, then large cells."""
    rough = _space(wanted, content, lines, style)
    spaces = {across: _fitted(wanted, across, content, rough, style) for across in range(1, len(wanted.strips) + 1)}
    sizes = {across: _size(wanted, across, content, space, style) for across, space in spaces.items()}

    def quality(across: int) -> tuple[bool, float, int]:
        wide, high = (Axis(0, len(wanted.columns), sizes[across][0]), Axis(0, len(wanted.rows), sizes[across][1]))
        return printed(wide, high, style), min(wide.length / wide.count, high.length / high.count), across

    across = max(sizes, key=quality)
    space, (wide, tall) = spaces[across], sizes[across]
    x, y = Axis(0, len(wanted.columns), wide), Axis(0, len(wanted.rows), tall)
    high = min(max(y.cell, style.px(8)), space.strip - space.strip_gap)
    strip = Axis(0, 1, max(1, high))
    return MapPlaces(x, y, strip, space.limit, _placed(wanted, across, (x, y, strip), content, space))


def _fitted(wanted: MapSizes, across: int, content: Box, space: _Space, style: Style) -> _Space:
    """``space`` with column labels as high as those that are drawn above such maps."""
    if not space.limit:
        return space
    axis = Axis(0, len(wanted.columns), _size(wanted, across, content, space, style)[0])
    return replace(space, labels=token_labels.column_height(wanted.columns, axis, space.limit, style))


def _size(wanted: MapSizes, across: int, content: Box, space: _Space, style: Style) -> tuple[int, int]:
    """(wide, high) of a map where ``across`` of them are side by side."""
    _, _, width, height = content
    down = -(-len(wanted.strips) // across)
    room = width - space.row_width - (across - 1) * space.gap - max(space.overhang, wanted.beside)
    strips = sum(any(row) for row in _rows(wanted, across)) * space.strip
    left = height - down * (space.title + space.labels) - (down - 1) * space.gap - strips
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
    used = len(rows) * (space.title + space.labels + y.length) + sum(rooms) + (len(rows) - 1) * space.gap
    top += max(0, height - used) // 4
    found = []
    for row, room in zip(rows, rooms, strict=True):
        corner = top + space.title + space.labels + room
        for index, has_strip in enumerate(row):
            at = start + index * (x.length + between)
            first = at - (space.row_width if index == 0 else 0)
            end = left + width if index == across - 1 else at + x.length + between - space.gap // 2
            title = (first, top, max(1, end - first), space.title)
            above = corner - space.strip_gap - strip.length if has_strip else None
            found.append(MapPlace(at, corner, at - first, above, title))
        top = corner + y.length + space.gap
    return tuple(found)


def _space(wanted: MapSizes, content: Box, lines: int, style: Style) -> _Space:
    _, _, width, height = content
    title = lines * title_line(style) + style.px(1) if lines else 0
    strip = style.px(TALLEST_STRIP + STRIP_GAP) if any(wanted.strips) else 0
    limit = min(grown(style, 70), max(style.px(40), (0.14 if style.on_screen else 0.2) * height))
    high, over = token_labels.column_room(wanted.columns, style, limit)
    left = height - title - strip - high  # for cells, where maps stand in one row
    if not lines or width < style.px(300) or left < style.px(LABELLED_CELL) * min(len(wanted.rows), 12):
        return _Space(title, 0, 0, 0, 0, min(strip, style.px(12)), style.px(3), style.px(6), style.px(120))
    row_width = token_labels.width_of(wanted.rows, style, min(style.px(90), 0.12 * width))
    return _Space(title, high, over, limit, row_width, strip, style.px(STRIP_GAP), style.px(16), style.px(120))
