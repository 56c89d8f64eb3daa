"""All heads of the selected layer beside each other, each under its name, with shared outer labels."""

from __future__ import annotations

from viz_app.pictures import titles
from viz_app.pictures.drawing import picture_texts
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
from viz_app.pictures.drawing.marks import printed
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Frame, PageText
from viz_app.pictures.drawing.panels import part_rows, part_told
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.token_labels import keys_per_name
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot

LARGEST_CELL = 96  #: logical pixels
ROOMY = 25  #: heights of a letter of a page that has room for a line with the title of the keys' axis
NAMED = 8  #: heights of a letter of a page that has room for the names of heads
FEW = 3  #: keys of which only one is named by slanted labels: level ones take less; one fewer on a low page
SLANTED = 0.07  #: of the page's height that slanted labels may take in any case
FRAMED = 3  #: logical pixels between a name and the frame of the selected map


def title() -> str:
    """The picture's name."""
    return titles()["one_layer"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """Every head of the selected layer up to the selected step; see ``PictureModule``."""
    trace, chosen = snapshot.trace, snapshot.selection
    lacking = picture_texts.no_maps(snapshot)
    if trace is None or lacking:
        return Message(title(), lacking, width, height, style)
    named = picture_texts.layer_of(trace.meta.reading, chosen.kind, chosen.layer)
    name = f"{picture_texts.kind_name(chosen.kind)} · {named}"
    part = snapshot.zoom if style.presented else None
    told = picture_texts.step_of(trace, chosen), part_told(part, trace.maps(chosen.kind).shape[-2:])
    subtitle = " · ".join(words for words in told if words)
    heads = picture_texts.all_heads(trace, chosen.kind)

    def sentence() -> str:
        return picture_texts.sentence((name, heads, subtitle), trace, chosen)

    layer = range(chosen.layer, chosen.layer + 1)
    wanted = ShownMaps(layer, rows=part_rows(part))
    kept = plan(trace, chosen.kind, wanted, _lay_out, (width, height), style)
    heading = kept.headed(name, subtitle)
    return MapSheet(heading, width, height, kept.style, chosen, None, sentence, kept, trace, frame_selected=True)


def _lay_out(maps: Maps, page_frame: Frame, style: Style) -> tuple[Arranged, list[PageText], int]:
    """Each head under its name, in as many columns as make the maps largest; labels at the left and above."""
    free, titled = style.px(FRAMED), _titled(page_frame, style)
    line = round(1.6 * style.font_pixels) + free
    labels = sides(maps, page_frame, style, share=0.13)

    def arranged(columns: int) -> tuple[Arranged, Room]:
        room = _room(maps, columns, labels, page_frame, style)
        found = arrange(maps, columns, labels, room, page_frame, style)
        low = page_frame.content[3] < ROOMY * style.font_pixels
        few = keys_per_name(found.x, style) >= FEW - (low and style.on_screen)
        level = levelled(labels, found.x.length, style)
        if style.tall or not (few and level.column_height) or labels.column_height <= SLANTED * page_frame.content[3]:
            return found, room
        room = _room(maps, columns, level, page_frame, style)
        return arrange(maps, columns, level, room, page_frame, style), room

    fewest = {-(-maps.number // columns): columns for columns in range(maps.number, 0, -1)}  # for so many rows

    def quality(found: tuple[Arranged, Room]) -> tuple[bool, int]:
        """On a large screen fewer in a row have room for their numbers."""
        return style.on_screen and printed(found[0].x, found[0].y, style), found[0].area

    places, room = max(map(arranged, fewest.values()), key=quality)
    grid, above = places.grid, places.labels.column_height
    texts, face = axis_titles(maps, places, room, style), font(style.font_pixels, bold=True)
    widest = max(text_width(maps.name(0, head), face) for head in maps.heads)
    short = maps.number > 1 and widest > grid.box_width + room.gap
    for index, head in enumerate(maps.heads if titled else ()):
        row, column = divmod(index, grid.columns)
        top = grid.top(row) - line - (above if row == 0 else 0)
        box = (grid.left(column), top, grid.box_width + room.gap, line - free)
        texts.append(PageText(box, str(head + 1) if short else maps.name(0, head), bold=True))
    return places, texts, line if titled else 0


def _titled(page_frame: Frame, style: Style) -> bool:
    """Have the names of heads room, whether or not the legend has?"""
    return page_frame.legend_y is not None or page_frame.content[3] >= NAMED * style.font_pixels


def _room(maps: Maps, columns: int, labels: GridSides, page_frame: Frame, style: Style) -> Room:
    """Space for the names of heads, and for the axes' titles: the keys' stands beside the last name if it has room."""
    titled, face = _titled(page_frame, style), font(style.font_pixels, bold=True)
    line = round(1.6 * style.font_pixels) + style.px(FRAMED)
    pitch = (page_frame.content[2] - line - labels.row_width) / columns
    name = max(text_width(picture_texts.head_of(maps.reading, maps.kind, head), face) for head in maps.heads)
    apart = name + style.px(16) + text_width(maps.column_axis, font(style.font_pixels)) > pitch
    keys = not (apart and style.on_screen) or page_frame.content[3] >= ROOMY * style.font_pixels
    return Room(
        left=line if labels.row_width else 0,
        top=line * (1 + (apart and keys and bool(labels.column_height or not style.on_screen))) if titled else 0,
        between=line - style.px(FRAMED) if titled else 0,
        gap=style.px(10),
        largest=style.px(LARGEST_CELL),
        keys=keys,
    )
