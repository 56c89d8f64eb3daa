"""Every layer and head of one attention kind at once: layers go down, heads go across."""

from __future__ import annotations

import math
from dataclasses import replace

from viz_app.pictures import titles
from viz_app.pictures.drawing import head_orders, picture_texts
from viz_app.pictures.drawing.grid import Arranged, GridSides, Maps, Room, ShownMaps, arrange, axis_titles, plan, sides
from viz_app.pictures.drawing.head_orders import Sorted
from viz_app.pictures.drawing.marks import printed_cell
from viz_app.pictures.drawing.page import Align, Frame, Message, PageText
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot

LARGEST_CELL = 28  #: logical pixels
LABELLED_CELL = 6  #: below this, token labels beside small maps are noise


def title() -> str:
    """The picture's name."""
    return titles()["all_layers"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """All maps of the selected kind up to the selected step; see ``PictureModule``."""
    trace, chosen = snapshot.trace, snapshot.selection
    lacking = picture_texts.no_maps(snapshot)
    if trace is None or lacking:
        return Message(title(), lacking, width, height, style)
    name = picture_texts.kind_name(chosen.kind)
    size = picture_texts.all_maps(trace, chosen.kind)
    order = snapshot.settings.head_order
    parts = head_orders.told(order), size, picture_texts.step_of(trace, chosen)
    subtitle = " · ".join(part for part in parts if part)

    def sentence() -> str:
        return picture_texts.sentence((name, subtitle), trace, chosen)

    style = replace(style, dots=False)  # too many, too small
    shape = trace.maps(chosen.kind).shape
    wanted = ShownMaps(range(shape[0]), head_orders.heads(snapshot), style.tall or _may_name(shape, width, height))
    kept = plan(trace, chosen.kind, wanted, _lay_out, (width, height), style)
    heading = kept.headed(name, subtitle)
    return MapSheet(heading, width, height, kept.style, chosen, None, sentence, kept, trace, frame_selected=True)


def _may_name(shape: tuple[int, ...], width: int, height: int) -> bool:
    """Whether cells could be large enough for token labels if the maps had the whole page. ``shape`` is [L,H,Q,K]."""
    layers, heads, queries, keys = shape
    return min(width / heads / keys, height / layers / queries) >= LABELLED_CELL


def _lay_out(maps: Maps, page_frame: Frame, style: Style) -> tuple[Arranged, list[PageText], int]:
    """Layers as rows and heads as columns, named at the edges; token labels only where cells are large."""
    heads, titled = len(maps.heads), page_frame.legend_y is not None
    labels = sides(maps, page_frame, style, share=0.12)
    pitch, named = page_frame.content[2] / heads, titled and bool(maps.order)
    room = _room(maps, titled, bool(labels.row_width), pitch, named, style)
    places = arrange(maps, heads, labels, room, page_frame, style)
    smallest = places.y.cell if style.tall else min(places.x.cell, places.y.cell)
    if labels.row_width and smallest < style.px(LABELLED_CELL):
        room = _room(maps, titled, False, pitch, named, style)
        places = arrange(maps, heads, GridSides(), room, page_frame, style)
    texts = axis_titles(maps, places, room, style)
    if titled:
        above = _each_head(maps, maps.order, places, style) if maps.order else _columns(maps, places, room, style)
        texts += [*above, *_rows(maps, places, room, style)]
    return places, texts, 0


def _room(maps: Maps, titled: bool, labelled: bool, pitch: float, each: bool, style: Style) -> Room:
    """Space for "Layer 1" at the left and "Head 1" above (every map: ``each``), and for the query's title."""
    line = round(1.6 * style.font_pixels)
    names = (picture_texts.layer_of(maps.reading, maps.kind, layer) for layer in maps.layers)
    name = max(text_width(each, font(style.font_pixels, bold=True)) for each in names)
    gap = style.px(10 if pitch > style.px(90) else 6 if pitch > style.px(40) else 3)
    return Room(
        left=round(name) + style.px(10) + (line if labelled else 0) if titled else 0,
        top=line * (1 + labelled) if titled else 0,
        between=line if each else 0,
        gap=gap,
        largest=style.px(LARGEST_CELL),
        printed=printed_cell(style),
    )


def _columns(maps: Maps, places: Arranged, room: Room, style: Style) -> list[PageText]:
    """Head names above the columns; only numbers where names do not fit."""
    grid, labels, heads = places.grid, places.labels, len(maps.heads)
    line, face = round(1.6 * style.font_pixels), font(style.font_pixels, bold=True)
    pitch = grid.box_width + grid.gap_x
    names = [picture_texts.head_of(maps.reading, maps.kind, head) for head in maps.heads]
    full = heads == 1 or text_width(names[-1], face) + style.px(8) <= pitch
    every = 1 if text_width(str(heads), face) <= pitch else 2
    top = grid.y - labels.column_height - line
    least = math.ceil(text_width(names[0], face)) if heads == 1 else 0
    texts = [
        PageText((grid.left(head) - grid.gap_x // 2, top, max(pitch * every, least), line),
             names[head] if full else str(head + 1), Align.LEFT if every > 1 else Align.CENTRE, bold=True)
        for head in range(0, heads, every)
    ]  # fmt: skip
    left = _left(places, room, line)
    if not full:
        texts.append(
            PageText((left, top, grid.x - left - grid.gap_x, line), picture_texts.heads_name(), Align.RIGHT, quiet=True)
        )
    return texts


def _each_head(maps: Maps, order: Sorted, places: Arranged, style: Style) -> list[PageText]:
    """Its own number above each map, since heads of a column are not the same head any more; what it is sorted by."""
    grid, line = places.grid, round(1.6 * style.font_pixels)
    pitch, face = grid.box_width + grid.gap_x, font(style.font_pixels, bold=True)
    widest = picture_texts.head_name(len(maps.heads) - 1)
    full = text_width(widest, face) + style.px(8) <= pitch
    valued = text_width(f"{widest}: 0.00", face) + style.px(8) <= pitch
    texts = []
    for layer in range(len(maps.layers)):
        for head in maps.heads:
            row, column = divmod(maps.place(layer, head), grid.columns)
            top = grid.top(row) - line - (places.labels.column_height if row == 0 else style.px(2))
            name = picture_texts.head_name(head) if full else str(head + 1)
            name += f": {order.values[layer][head]}" if valued else ""
            texts.append(
                PageText((grid.left(column) - grid.gap_x // 2, top, pitch, line), name, Align.CENTRE, bold=True)
            )
    return texts


def _rows(maps: Maps, places: Arranged, room: Room, style: Style) -> list[PageText]:
    """Layer names beside the rows, as many as have room."""
    grid, line = places.grid, round(1.6 * style.font_pixels)
    skip = max(1, -(-line // (grid.box_height + grid.gap_y)))
    texts = []
    for layer in range(0, len(maps.layers), skip):
        middle = grid.top(layer) + grid.box_height // 2
        box = (_left(places, room, line), middle - line // 2, room.left, line)
        texts.append(PageText(box, picture_texts.layer_of(maps.reading, maps.kind, layer), bold=True))
    return texts


def _left(places: Arranged, room: Room, line: int) -> int:
    """Where layer names start: right of the query's title, if there is one."""
    return places.grid.x - places.labels.row_width - room.left + (line if places.labels.row_width else 0)
