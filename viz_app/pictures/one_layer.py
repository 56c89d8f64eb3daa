"""All heads of the selected layer beside each other, each under its name, with shared outer labels."""

from __future__ import annotations

from viz_app.pictures import titles
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.grid import Arranged, Maps, Room, ShownMaps, arrange, axis_titles, plan, sides
from viz_app.pictures.drawing.layout import best_columns
from viz_app.pictures.drawing.marks import printed_cell
from viz_app.pictures.drawing.page import Frame, Message, PageText
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.state.state import Snapshot

LARGEST_CELL = 40  #: logical pixels
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
    subtitle = picture_texts.step_of(trace, chosen)
    heads = picture_texts.all_heads(trace, chosen.kind)

    def sentence() -> str:
        return picture_texts.sentence((name, heads, subtitle), trace, chosen)

    layer = range(chosen.layer, chosen.layer + 1)
    kept = plan(trace, chosen.kind, ShownMaps(layer), _lay_out, (width, height), style)
    heading = kept.headed(name, subtitle)
    return MapSheet(heading, width, height, kept.style, chosen, None, sentence, kept, trace, frame_selected=True)


def _lay_out(maps: Maps, page_frame: Frame, style: Style) -> tuple[Arranged, list[PageText], int]:
    """Each head under its name; labels only at the left and above the first row."""
    free = style.px(FRAMED)
    line = round(1.6 * style.font_pixels) + free
    labels = sides(maps, page_frame, style, share=0.16)
    titled = page_frame.legend_y is not None
    room = Room(
        left=line if labels.row_width else 0,
        top=line * (1 + bool(labels.row_width)) if titled else 0,
        between=line if titled else 0,
        gap=style.px(14),
        largest=style.px(LARGEST_CELL),
        printed=printed_cell(style),
    )
    _, _, wide, high = page_frame.content
    columns = best_columns(
        maps.number, len(maps.rows), len(maps.columns), wide - room.left - labels.row_width - labels.overhang,
        high - room.top - labels.column_height, (room.gap, room.between + room.gap),
    )  # fmt: skip
    places = arrange(maps, columns, labels, room, page_frame, style)
    grid, above = places.grid, places.labels.column_height
    texts = axis_titles(maps, places, room, style)
    for index, head in enumerate(maps.heads if titled else ()):
        row, column = divmod(index, columns)
        top = grid.top(row) - line - (above if row == 0 else 0)
        box = (grid.left(column), top, grid.box_width + room.gap, line - free)
        texts.append(PageText(box, picture_texts.head_of(maps.reading, maps.kind, head), bold=True))
    return places, texts, line if titled else 0
