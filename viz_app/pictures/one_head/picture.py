"""One head's map or a part of it, as large as it gets: labels, weights, row totals, a dot on each row's maximum."""

from __future__ import annotations

import weakref
from dataclasses import replace

from viz_app.pictures import titles
from viz_app.pictures.drawing import cell_states, picture_texts, quantities, token_labels
from viz_app.pictures.drawing.atlas import atlas, cut
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.geometry import geometries
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.legends import first_steps
from viz_app.pictures.drawing.marks import marks, off_heads, signs_from, sums_width
from viz_app.pictures.drawing.page import Align, Backgrounds, PageText
from viz_app.pictures.drawing.panels import Panel, PlacedStrip, form_of, part_told
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet, SheetPlan
from viz_app.pictures.drawing.why_here import wordings
from viz_app.pictures.one_head import sister_maps
from viz_app.pictures.one_head.places import OneMapPlaces, ShownMap, maximum_of, placed
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.state.state import Snapshot


def title() -> str:
    """The picture's name."""
    return titles()["one_head"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The selected head's map up to the selected step; see ``PictureModule``."""
    trace, chosen = snapshot.trace, snapshot.selection
    lacking = picture_texts.no_maps(snapshot)
    if trace is None or lacking:
        from viz_app.pictures.drawing.message import Message

        return Message(title(), lacking, width, height, style)
    name = picture_texts.map_name(trace, chosen)
    style = quantities.measured(style, trace, chosen.kind)
    zoom = snapshot.zoom
    step, part = picture_texts.step_of(trace, chosen), part_told(zoom, trace.maps(chosen.kind).shape[-2:])
    off = off_heads(trace, chosen.kind).get((chosen.layer, chosen.head), "")
    subtitle = " · ".join(words for words in (off, step, part) if words)
    reason = wordings(snapshot) if style.on_screen and not style.presented else ()
    aside = (sister_maps.way_back(),) if part and style.on_screen and not style.presented else reason

    def sentence() -> str:
        return picture_texts.sentence((name, subtitle, *reason[:1]), trace, chosen)

    place, size = (chosen.kind, chosen.layer, chosen.head), (width, height)
    kept = _kept.get(
        (weakref.ref(trace), place, zoom, size, style, picture_texts.spoken()),
        lambda: _plans(ShownMap(trace, *place, zoom), size, style),
    )
    sheets = [
        MapSheet(plan.headed(name, subtitle, aside), width, height, plan.style, chosen, None, sentence, plan, trace)
        for plan in kept
    ]
    if len(sheets) == 1:
        return sheets[0]
    return WithSisters(sheets[0], replace(sheets[1], frame_selected=True), zoom)


def axes(snapshot: Snapshot, width: int, height: int, style: Style) -> tuple[Axis, Axis]:
    """Where columns and rows will lie on the page, in device pixels. ``snapshot`` must hold the selected map."""
    trace, chosen = snapshot.trace, snapshot.selection
    assert trace is not None
    style = quantities.measured(style, trace, chosen.kind)
    shown = ShownMap(trace, chosen.kind, chosen.layer, chosen.head, snapshot.zoom)
    places = placed(shown, (width, height), style)[1]
    return places.x.at(places.left), places.y.at(places.top)


#: Marks by the size of a cell, which is the same for most widths of a window that is being resized.
_over: PictureCache[Drawing] = PictureCache(16 << 20, Drawing.bytes, count=2)
_kept: PictureCache[tuple[SheetPlan, ...]] = PictureCache(96 << 20, lambda plans: sum(plan.bytes for plan in plans))


def _plans(shown: ShownMap, size: tuple[int, int], style: Style) -> tuple[SheetPlan, ...]:
    """The map's plan, and that of the small maps beside it where there is room."""
    trace, kind, layer, head = shown.trace, shown.kind, shown.layer, shown.head
    style, places = placed(shown, size, style)
    x, y, states = places.x, places.y, cell_states.drawn_states(trace, kind)
    maps = atlas(trace, kind, range(layer, layer + 1), range(head, head + 1), x, y, style)
    panel = Panel(kind, layer, head, places.left, places.top, form_of(kind, x, y, trace.steps > 0, trace.at_once))
    over = _over.get(
        (weakref.ref(trace), kind, layer, head, x.at(0), y.at(0), style),
        lambda: marks(shown.weights, states, x, y, maximum_of(shown, style), trace.meta.leaky_mask, style),
    )
    beside = () if places.sisters is None else (sister_maps.plan(trace, kind, layer, places.sisters, style),)
    outlines = [each.box for each in (panel, *(small for plan in beside for small in plan.panels))]
    background = Backgrounds(places.page_frame, _texts(places, shown, style), outlines, style)
    note, anew = quantities.warning(maps.trouble), signs_from(trace, kind, range(layer, layer + 1))
    own = SheetPlan(
        style, background, [panel], geometries([panel], style), maps.sources, [over],
        _strips(panel, shown, places, style), places.page_frame.heading, maps, note=note,
        first_steps=first_steps(states, replace(panel.form, x=x, y=y)) | anew,
        zoom_box=places.zoom_box(style), offer_box=places.offer_box(style), offers=places.offers, row_signs=True,
    )  # fmt: skip
    return (own, *beside)


def _strips(panel: Panel, shown: ShownMap, places: OneMapPlaces, style: Style) -> list[PlacedStrip]:
    """Labels of the rows and columns that are shown, and the rows' totals."""
    part, corner = shown.part, (places.left, places.top)
    rows, columns = places.rows[part.row :][: part.rows], places.columns[part.column :][: part.columns]
    beside = token_labels.row_strip(rows, places.y, places.row_width, style)
    above = token_labels.column_strip(columns, places.x, places.column_limit, style)
    strips = [
        PlacedStrip(beside, *corner, panel.form.stepwise_rows),
        PlacedStrip(above, *corner, panel.form.stepwise_columns),
    ]
    if style.row_totals:
        from viz_app.pictures.one_head.row_totals import sums_strip  # few first pictures need it

        totals = sums_strip(cut(shown.weights, places.x, places.y), places.x, places.y, style)
        strips.append(PlacedStrip(totals, *corner, panel.form.stepwise_rows))
    return strips


def _texts(places: OneMapPlaces, shown: ShownMap, style: Style) -> tuple[PageText, ...]:
    """The key's title in the corner, the query's upright along the row labels; the names of totals and small maps."""
    if places.page_frame.legend_y is None:
        return ()
    line = round(1.5 * style.font_pixels)
    x, y, (edge, top, _, high) = places.left, places.top, places.content
    above = y - max(0, round(token_labels.row_pitch(places.y, style) - places.y.cell) // 2)  # of the first row's name
    below = top + high - y
    lines = places.column_axis
    close = line if style.tall or not lines else min(line, (above - top) // len(lines))  # none on the heading
    boxes = [(edge, top, x + places.x.length - edge, line) for _ in lines]
    if not style.tall:
        wide = x - edge - style.px(7)
        boxes = [(edge, above - number * close, wide, close) for number in range(len(lines), 0, -1)]
    texts = [PageText(box, title, Align.RIGHT, quiet=True) for box, title in zip(boxes, lines, strict=True)]
    beside = (x - places.row_width - line, y, line, below)
    texts.append(PageText(beside, places.row_axis, Align.RIGHT, quiet=True, upright=True))
    if style.row_totals:
        from viz_app.pictures.one_head.row_totals import sums_name

        right = (x + places.x.length + sums_width(style), y, line, below)
        texts.append(PageText(right, sums_name(shown.every_column), Align.RIGHT, quiet=True, upright=True))
    if places.sisters is not None:
        texts += sister_maps.texts(places.sisters, style)
    return tuple(texts)
