"""Every layer and head of one attention kind at once: layers go down, heads go across."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from viz_app.pictures import titles
from viz_app.pictures.drawing import head_orders, picture_texts, sparse_labels
from viz_app.pictures.drawing.grid import (
    Arranged,
    GridSides,
    Maps,
    Room,
    ShownMaps,
    arrange,
    axis_titles,
    levelled,
    plan,
    sides,
)
from viz_app.pictures.drawing.head_orders import Sorted
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Align, Frame, PageText
from viz_app.pictures.drawing.panels import PlacedStrip, part_rows, part_told
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet, SheetPlan
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection, Snapshot

LARGEST_CELL = 96  #: logical pixels
LABELLED_CELL = 6  #: where a figure may grow: below this, only every so many tokens have names, keys level ones
SLANTED = 0.07  #: of the page's height that slanted labels may take
SMALL, UPRIGHT = 64, 0.72  #: heights of a letter: a narrower page has layers' names upright, in so much of their share
ROOMY = 8  #: heights of a letter from which on a map has names beside it, not only numbers
APART = 5  #: logical pixels between the title of the rows' axis and the names of layers
NAMED = 8  #: heights of a letter of a screen's page that has room for them, even where it has none for a legend


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
    part, shape = snapshot.zoom if style.presented else None, trace.maps(chosen.kind).shape
    step = picture_texts.step_of(trace, chosen)
    parts = head_orders.told(snapshot), size, step, part_told(part, shape[-2:])
    subtitle = " · ".join(words for words in parts if words)

    def sentence() -> str:
        return picture_texts.sentence((name, subtitle), trace, chosen)

    style = _without_dots(style)
    rows = part_rows(part)
    wanted = ShownMaps(range(shape[0]), head_orders.heads(snapshot), row_signs=False, rows=rows)
    kept = plan(trace, chosen.kind, wanted, _lay_out, (width, height), style)
    heading, strips = kept.headed(name, subtitle), _strips(kept, chosen)
    kept = kept if strips is kept.strips else replace(kept, strips=strips)
    return MapSheet(heading, width, height, kept.style, chosen, None, sentence, kept, trace, frame_selected=True)


@lru_cache(maxsize=8)
def _without_dots(style: Style) -> Style:
    """There are too many, too small."""
    return replace(style, dots=False)


def _strips(plan: SheetPlan, chosen: Selection) -> Sequence[PlacedStrip]:
    """Where rows are so low that only the current one has its label, it stands beside the selected map's alone."""
    if not any(sparse_labels.is_unwritten(placed.strip) for placed in plan.strips):
        return plan.strips
    top = next((panel.top for panel in plan.panels if panel[1:3] == (chosen.layer, chosen.head)), None)
    return [placed for placed in plan.strips if placed.top == top or not sparse_labels.is_unwritten(placed.strip)]


def _lay_out(maps: Maps, page_frame: Frame, style: Style) -> tuple[Arranged, list[PageText], int]:
    """Layers as rows and heads as columns, numbered at the edges; tokens where there is room for some of them."""
    heads, titled = len(maps.heads), _titled(page_frame, style)
    labels = _sides(maps, page_frame, style)
    room = _room(maps, page_frame, labels, style)
    places = arrange(maps, heads, labels, room, page_frame, style)
    if style.tall and labels.row_width and places.y.cell < style.px(LABELLED_CELL):
        labels = _level(labels, maps, page_frame, style)
        room = _room(maps, page_frame, labels, style)
        places = arrange(maps, heads, labels, room, page_frame, style)
    texts = axis_titles(maps, places, room, style) if _axes_titled(places.labels, style) else []
    if titled:
        above = _each_head(maps, maps.order, places, style) if maps.order else _columns(maps, places, room, style)
        texts += [*above, *_rows(maps, places, room, style)]
    return places, texts, 0


def _titled(page_frame: Frame, style: Style) -> bool:
    """Have the names of layers and heads room?"""
    low = style.on_screen and page_frame.content[3] >= NAMED * style.font_pixels
    return page_frame.legend_y is not None or low


def _sides(maps: Maps, page_frame: Frame, style: Style) -> GridSides:
    """Rows by their tokens; keys slanted where that takes little, else level, or none above very small maps."""
    labels = sides(maps, page_frame, style, share=0.1)
    if style.tall or not labels.column_limit:
        return labels
    if labels.column_height <= SLANTED * page_frame.content[3] and _roomy(maps, page_frame, style):
        return labels
    return _level(labels, maps, page_frame, style)


def _level(labels: GridSides, maps: Maps, page_frame: Frame, style: Style) -> GridSides:
    """Keys level, as many as maps have room for."""
    pitch = (page_frame.content[2] - labels.row_width - 2 * style.font_pixels) / len(maps.heads)
    return levelled(labels, pitch, style)


def _roomy(maps: Maps, page_frame: Frame, style: Style) -> bool:
    """Are maps so wide that names beside them take little?"""
    return page_frame.content[2] >= ROOMY * style.font_pixels * len(maps.heads)


def _heads() -> str:
    """Before a row of heads that have room for their numbers only."""
    return QCoreApplication.translate("pictures", "Head")


def _layers() -> str:
    """Above a column of layers of which the same is true."""
    return QCoreApplication.translate("pictures", "Layer")


def _upright(maps: Maps, page_frame: Frame, style: Style) -> bool:
    """Do the names of layers stand upright beside their rows, where a screen is small and they have room so?"""
    if not style.on_screen or page_frame.content[2] >= SMALL * style.font_pixels:
        return False
    names = (picture_texts.layer_of(maps.reading, maps.kind, layer) for layer in maps.layers)
    longest = max(text_width(name, font(style.font_pixels, bold=True)) for name in names)
    return longest + style.px(4) <= UPRIGHT * page_frame.content[3] / len(maps.layers)


def _numbered(maps: Maps, page_frame: Frame, style: Style) -> bool:
    """Have layers their numbers only, since their names would take much of the maps' room?"""
    joined = maps.reading is not None and maps.reading.aggregate != "none"
    return not joined and not _roomy(maps, page_frame, style)


def _room(maps: Maps, page_frame: Frame, labels: GridSides, style: Style) -> Room:
    """Space for "Layer 1" or its number at the left and "Head 1" above, every map where these are sorted."""
    largest, line = style.px(LARGEST_CELL), round(1.6 * style.font_pixels)
    pitch, bold = page_frame.content[2] / len(maps.heads), font(style.font_pixels, bold=True)
    gap = style.px(10 if pitch > style.px(90) else 6 if pitch > style.px(45) else 3)
    if not _titled(page_frame, style):
        return Room(gap=gap, largest=largest)
    titled = _axes_titled(labels, style)
    if _numbered(maps, page_frame, style):
        words = text_width(f"{_layers()}  {_heads()}", font(style.font_pixels)) + style.px(APART)
        name = max(text_width(str(len(maps.layers)), bold), words - labels.row_width)
    else:
        name = max(text_width(picture_texts.layer_of(maps.reading, maps.kind, layer), bold) for layer in maps.layers)
        if _upright(maps, page_frame, style):
            name = line
    left = math.ceil(name) + style.px(8) + titled * (line + style.px(APART))
    narrow = not _numbered(maps, page_frame, style)  # else words stand over the names of rows
    return Room(left, line * (1 + titled), line if maps.order else 0, gap, largest, narrow=narrow)


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
    left, word = _left(places, room, line, style), _heads()
    if not full:
        wide = min(math.ceil(text_width(word, font(style.font_pixels))), grid.x - left - grid.gap_x - style.px(APART))
        box = (grid.x - grid.gap_x - style.px(APART) - wide, top, wide, line)
        texts.append(PageText(box, word, Align.RIGHT, quiet=True))
    return texts


def _each_head(maps: Maps, order: Sorted, places: Arranged, style: Style) -> list[PageText]:
    """Its own number above each map, since heads of a column are not the same head any more; what it is sorted by."""
    grid, line = places.grid, round(1.6 * style.font_pixels)
    pitch, face = grid.box_width + grid.gap_x, font(style.font_pixels, bold=True)
    widest = max((maps.name(layer, head) for layer in range(len(maps.layers)) for head in maps.heads), key=len)
    full = text_width(widest, face) + style.px(8) <= pitch
    valued = text_width(f"{widest}: 0.00", face) + style.px(8) <= pitch
    texts = []
    for layer in range(len(maps.layers)):
        for head in maps.heads:
            row, column = divmod(maps.place(layer, head), grid.columns)
            top = grid.top(row) - line - (places.labels.column_height if row == 0 else style.px(2))
            name = maps.name(layer, head) if full else str(head + 1)
            name += f": {order.values[layer][head]}" if valued else ""
            texts.append(
                PageText((grid.left(column) - grid.gap_x // 2, top, pitch, line), name, Align.CENTRE, bold=True)
            )
    return texts


def _rows(maps: Maps, places: Arranged, room: Room, style: Style) -> list[PageText]:
    """Layer names beside the rows, as many as have room; or their numbers, with the word above them."""
    grid, line = places.grid, round(1.6 * style.font_pixels)
    left, numbered = _left(places, room, line, style), _numbered(maps, places.page_frame, style)
    skip = max(1, -(-round(1.15 * style.font_pixels) // (grid.box_height + grid.gap_y)))
    texts = []
    if not numbered and _upright(maps, places.page_frame, style):
        return [
            PageText((left, grid.top(layer), line, grid.box_height),
                     picture_texts.layer_of(maps.reading, maps.kind, layer), Align.CENTRE, bold=True, upright=True)
            for layer in range(len(maps.layers))
        ]  # fmt: skip
    for layer in range(0, len(maps.layers), skip):
        middle = grid.top(layer) + grid.box_height // 2
        box = (left, middle - line // 2, grid.x - places.labels.row_width - left - style.px(4), line)
        name = str(layer + 1) if numbered else picture_texts.layer_of(maps.reading, maps.kind, layer)
        texts.append(PageText(box, name, bold=True))
    if numbered:
        word = _layers()
        wide = math.ceil(text_width(word, font(style.font_pixels))) + 1
        top = grid.y - places.labels.column_height - line
        texts.append(PageText((left, top, wide, line), word, quiet=True))
    return texts


def _axes_titled(labels: GridSides, style: Style) -> bool:
    """Have the axes titles? On a screen beside slanted names alone; paper says what its rows and columns are."""
    return bool(labels.row_width and (labels.column_limit or not style.on_screen))


def _left(places: Arranged, room: Room, line: int, style: Style) -> int:
    """Where layer names start: right of the query's title, if there is one."""
    labels = places.labels
    return places.grid.x - labels.row_width - room.left + (line + style.px(APART)) * _axes_titled(labels, style)
