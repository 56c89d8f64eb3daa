"""Where the masks of a run lie: the padding mask as a strip across the top, the others side by side below.

All cells have one size, so that equal lengths look equal. Arithmetic only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from viz_app.pictures import _labels
from viz_app.pictures._labels import Labels
from viz_app.pictures._layout import Axis, length_of
from viz_app.pictures._page import Frame
from viz_app.pictures._picture import Style

LARGEST_CELL = 40  #: logical pixels


class Words(NamedTuple):
    """The labels of one mask; without row labels it is a strip of one row."""

    rows: Labels
    columns: Labels


@dataclass(frozen=True)
class Place:
    """Where one mask and its labels lie. The axes are the map's own, at (``left``, ``top``)."""

    left: int
    top: int
    x: Axis
    y: Axis
    row_width: int  #: 0 without row labels
    column_limit: float  #: 0 without column labels
    title: tuple[int, int, int]  #: x, y and width of the title's lines


@dataclass(frozen=True)
class _Space:
    """What surrounds the cells, in device pixels."""

    title: int  #: height of a mask's title
    labels: int  #: height of column labels
    overhang: int  #: of the last column label
    limit: float  #: length of a column label
    widths: tuple[int, ...]  #: of the row labels of each map
    gap: int


def title_line(style: Style) -> int:
    """Height of one of the two lines of a mask's title."""
    return round(1.4 * style.font_pixels)


def places(masks: Sequence[Words], page_frame: Frame, style: Style) -> list[Place]:
    """A place for every mask, in their order: strips first, then maps."""
    left, top, width, height = page_frame.content
    strips, maps = [mask for mask in masks if not mask.rows], [mask for mask in masks if mask.rows]
    space = _space(masks, maps, page_frame, style)
    above = space.title + space.labels
    across = width - sum(space.widths) - space.gap * max(0, len(maps) - 1) - space.overhang
    down = height - above - len(strips) * (above + space.gap)
    rows = max((len(mask.rows) for mask in maps), default=0) + len(strips)
    cell = min(across / max(1, sum(len(mask.columns) for mask in maps)), down / max(1, rows))
    cell = min(max(cell, 1e-6), style.px(LARGEST_CELL))
    spare = max(0, across - sum(length_of(len(mask.columns), cell) for mask in maps))
    between = space.gap + min(style.px(48), spare // max(1, 2 * len(maps)))
    x = left + (spare - (between - space.gap) * max(0, len(maps) - 1)) // 2
    result = []
    for mask in strips:
        start = x + (space.widths[0] if space.widths else 0)
        result.append(_strip(mask, start, top, left + width, cell, space, style))
        top = result[-1].top + result[-1].y.length + space.gap
    for mask, row_width in zip(maps, space.widths, strict=True):
        across, down = length_of(len(mask.columns), cell), length_of(len(mask.rows), cell)
        x += row_width
        result.append(
            Place(x, top + above, Axis(0, len(mask.columns), across), Axis(0, len(mask.rows), down),
                  row_width, space.limit, (x, top, across + between - style.px(4)))
        )  # fmt: skip
        x += across + between
    return result


def _space(masks: Sequence[Words], maps: Sequence[Words], page_frame: Frame, style: Style) -> _Space:
    _, _, width, height = page_frame.content
    titled = page_frame.legend_y is not None
    title = round(2.9 * style.font_pixels) if titled else 0
    if not titled or width < style.px(300) or height < style.px(220):
        return _Space(title, 0, 0, 0, (0,) * len(maps), style.px(4))
    limit = min(style.px(70), max(style.px(40), 0.11 * height))
    sizes = [_labels.column_size(mask.columns, style, limit) for mask in masks]
    widths = tuple(
        # Row labels are repeated only where they differ from those of the map to the left.
        _labels.width_of(mask.rows, style, min(style.px(80), 0.09 * width))
        if index == 0 or mask.rows != maps[index - 1].rows
        else 0
        for index, mask in enumerate(maps)
    )
    return _Space(title, max(high for high, _ in sizes), max(over for _, over in sizes), limit, widths, style.px(16))


def _strip(mask: Words, x: int, y: int, right: int, cell: float, space: _Space, style: Style) -> Place:
    """One row; its cells may be wider than the maps', so that its labels have room."""
    count = len(mask.columns)
    room = max(1, right - x - space.overhang) / count
    long = length_of(count, min(max(cell, style.px(12)), room))
    high = max(style.px(8), min(long // count, style.px(LARGEST_CELL)), 1)
    top = y + space.title + space.labels
    return Place(x, top, Axis(0, count, long), Axis(0, 1, high), 0, space.limit, (x, y, max(1, right - x)))
