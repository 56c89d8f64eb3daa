"""Small multiples: many heads' maps in one grid with shared outer labels. Used by one layer and all layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from model.trace import Kind, Trace
from viz_app.pictures import _labels, _states, _words
from viz_app.pictures._atlas import Atlas, atlas
from viz_app.pictures._cache import Cache
from viz_app.pictures._labels import Labels
from viz_app.pictures._layout import Axis, Grid, fit
from viz_app.pictures._legend import Bar, entries_for
from viz_app.pictures._marks import DOTTED_CELL, marks
from viz_app.pictures._page import Align, Frame, Text, frame, page
from viz_app.pictures._picture import Style
from viz_app.pictures._sheet import Panel, PlacedStrip, Plan

Place = tuple[int, int]  # row and column of a map in the grid
plans: Cache[Plan] = Cache(
    48 << 20, lambda plan: sum(panel.patterns.sizeInBytes() for panel in plan.panels if panel.patterns)
)


@dataclass(frozen=True)
class Maps:
    """Which maps stand where. ``layers`` and ``heads`` number the grid's contents, counted from 0."""

    kind: Kind
    layers: range
    heads: range
    rows: int
    columns: int
    place: Callable[[int, int], Place]  #: layer, head → row, column

    def each(self) -> list[tuple[int, int, Place]]:
        """(layer, head, place) of every map, in the order of an atlas."""
        return [(layer, head, self.place(layer, head)) for layer in self.layers for head in self.heads]


@dataclass(frozen=True)
class Room:
    """Device pixels around the maps, for headings."""

    left: int = 0
    top: int = 0  #: above the first row, before labels
    between: int = 0  #: above every further row
    gap: int = 0
    largest: int = 1  #: cell
    printed: int = 1  #: smallest cell with a number


@dataclass(frozen=True)
class Sides:
    """Labels of the grid's outer edges; sizes are 0 where there is no room for them."""

    rows: Labels
    columns: Labels
    row_width: int = 0
    column_limit: float = 0
    column_height: int = 0
    overhang: int = 0


def sides(trace: Trace, kind: Kind, page_frame: Frame, style: Style, share: float) -> Sides:
    """Labels that take at most ``share`` of the page each way."""
    attention = trace.attention(kind)
    assert attention is not None
    rows = _words.row_labels(trace, kind, attention.shape[-2])
    columns = _words.column_labels(trace, kind, attention.shape[-1])
    _, _, width, height = page_frame.content
    if width < style.px(280) or height < style.px(180):
        return Sides(rows, columns)
    limit = min(style.px(96), share * height)
    tall, overhang = _labels.column_size(columns, style, limit)
    row_width = _labels.width_of(rows, style, min(style.px(110), share * width))
    return Sides(rows, columns, row_width, limit, tall, overhang)


@dataclass(frozen=True)
class Arranged:
    """Where everything has come to lie."""

    page_frame: Frame
    grid: Grid
    x: Axis  #: one map's, at 0
    y: Axis
    labels: Sides  #: as they came out


def arrange(maps: Maps, labels: Sides, room: Room, page_frame: Frame, style: Style) -> Arranged:
    """Maps are as large as whole pixels per cell allow, and stand in the middle."""
    left, top, width, height = page_frame.content
    across = width - room.left - labels.row_width - labels.overhang - room.gap * (maps.columns - 1)
    down = height - room.top - labels.column_height - (room.between + room.gap) * (maps.rows - 1)
    count_x, count_y = len(labels.columns), len(labels.rows)
    wide, high = fit(count_y, count_x, max(1, across / maps.columns), max(1, down / maps.rows),
                     room.largest, room.printed)  # fmt: skip
    x, y = Axis(0, count_x, wide), Axis(0, count_y, high)
    if labels.row_width:
        labels = replace(labels, column_height=_labels.column_height(labels.columns, x, labels.column_limit, style))
    used_x = room.left + labels.row_width + wide * maps.columns + room.gap * (maps.columns - 1) + labels.overhang
    used_y = room.top + labels.column_height + high * maps.rows + (room.between + room.gap) * (maps.rows - 1)
    grid = Grid(
        left + max(0, width - used_x) // 2 + room.left + labels.row_width,
        top + max(0, height - used_y) // 3 + room.top + labels.column_height,
        maps.rows, maps.columns, wide, high, room.gap, room.between + room.gap,
    )  # fmt: skip
    return Arranged(page_frame, grid, x, y, labels)


def frame_for(trace: Trace, kind: Kind, width: int, height: int, style: Style) -> Frame:
    """The page for maps of a kind, with their legend."""
    states = _states.states(trace, kind)
    bar = Bar(None if style.per_map_scale else 1.0)
    return frame(width, height, bar, entries_for(kind, states, style.dots), style)


def plan(trace: Trace, maps: Maps, places: Arranged, texts: Sequence[Text], heading: int, style: Style) -> Plan:
    """Put everything together. ``heading`` pixels above each map belong to it when clicked."""
    grid, x, y = places.grid, places.x, places.y
    images = atlas(trace, maps.kind, maps.layers, maps.heads, x, y, style)
    patterns = _patterns(trace, maps, images, x, y, style)
    panels = tuple(
        Panel(
            maps.kind, layer, head, x.at(grid.left(column)), y.at(grid.top(row)),
            images.images[layer - maps.layers.start][head - maps.heads.start],
            patterns[index % len(patterns)] if patterns else None,
            stepwise_rows=maps.kind != "encoder", stepwise_columns=maps.kind == "decoder",
            place=QRect(grid.left(column), grid.top(row) - heading, x.length, y.length + heading),
        )
        for index, (layer, head, (row, column)) in enumerate(maps.each())
    )  # fmt: skip
    boxes = [(panel.x.start, panel.y.start, x.length, y.length) for panel in panels]
    background = page(places.page_frame, texts, boxes, style)
    note = "" if images.finite else _words.not_finite()
    place = QRect(*places.page_frame.heading)
    return Plan(style, background, panels, _strips(maps.kind, places, style), place, images, read_outs=True, note=note)


def _patterns(trace: Trace, maps: Maps, images: Atlas, x: Axis, y: Axis, style: Style) -> list[QImage]:
    """One image per map where cells are large enough for dots or numbers, else one for all; [] for none."""
    states = _states.states(trace, maps.kind)
    attention = trace.attention(maps.kind)
    leaky = trace.meta.leaky_mask
    if attention is not None and min(x.cell, y.cell) >= 2 * style.px(DOTTED_CELL):
        return [
            marks(attention[layer, head], states, x, y, images.maximum(layer, head), leaky, style)
            for layer, head, _ in maps.each()
        ]
    if states is None or not np.any(states):
        return []
    return [_states.patterns(states, x, y, style, ground=not leaky)]


def _strips(kind: Kind, places: Arranged, style: Style) -> tuple[PlacedStrip, ...]:
    grid, labels = places.grid, places.labels
    if not labels.row_width:
        return ()
    rows = _labels.row_strip(labels.rows, places.y, labels.row_width, style)
    columns = _labels.column_strip(labels.columns, places.x, labels.column_limit, style)
    beside = tuple(PlacedStrip(rows, grid.x, grid.top(row), kind != "encoder") for row in range(grid.rows))
    above = tuple(PlacedStrip(columns, grid.left(column), grid.y, kind == "decoder") for column in range(grid.columns))
    return beside + above


def axis_titles(kind: Kind, trace: Trace, places: Arranged, room: Room, style: Style) -> list[Text]:
    """The key's title at the top right, the query's upright at the far left; [] without labels."""
    grid, labels = places.grid, places.labels
    if not labels.row_width:
        return []
    line = round(1.5 * style.font_pixels)
    top = grid.y - labels.column_height - room.top
    bottom = places.page_frame.content[1] + places.page_frame.content[3]
    beside = (grid.x - labels.row_width - room.left, grid.y, line, bottom - grid.y)
    above = (grid.x - labels.row_width, top, grid.right - grid.x + labels.row_width + labels.overhang, line)
    return [
        Text(above, _words.column_axis(kind), Align.RIGHT, quiet=True),
        Text(beside, _words.row_axis(kind, trace, pairs=False), Align.RIGHT, quiet=True, upright=True),
    ]
