"""One head's map or a part of it, as large as it gets: labels, weights, row totals, a dot on each row's maximum.

What each row of a map sums to, right of the map: 1.00, or less where weight lies in columns that are not shown.
"""

from __future__ import annotations

import math
import weakref
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import cell_states, picture_texts, quantities, token_labels
from viz_app.pictures.drawing.atlas import Weights, atlas, cut
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.layout import Axis, fit
from viz_app.pictures.drawing.legends import Bar, entries_for
from viz_app.pictures.drawing.marks import fitting, marks, printed_cell
from viz_app.pictures.drawing.page import Align, Backgrounds, Frame, Message, PageText, frame
from viz_app.pictures.drawing.panels import Panel, PlacedStrip, form_of, geometries
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet, SheetPlan
from viz_app.pictures.drawing.token_labels import Labels, LabelStrip
from viz_app.pictures.drawing.why_here import why_here
from viz_app.pictures.one_head import sister_maps
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot
from viz_app.state.zoom import Zoom

LARGEST_CELL, LARGEST_IN_PART = 60, 150  #: logical pixels


def title() -> str:
    """The picture's name."""
    return titles()["one_head"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The selected head's map up to the selected step; see ``PictureModule``."""
    trace, chosen = snapshot.trace, snapshot.selection
    lacking = picture_texts.no_maps(snapshot)
    if trace is None or lacking:
        return Message(title(), lacking, width, height, style)
    name = picture_texts.map_name(trace, chosen)
    style = quantities.measured(style, trace, chosen.kind)
    zoom = snapshot.zoom
    step, part = picture_texts.step_of(trace, chosen), sister_maps.told(zoom, trace.maps(chosen.kind).shape[-2:])
    subtitle = " · ".join(words for words in (step, part) if words)
    reason = why_here(snapshot) if style.on_screen else ""
    aside = sister_maps.way_back() if part and style.on_screen else reason

    def sentence() -> str:
        return picture_texts.sentence((name, subtitle, reason), trace, chosen)

    place, size = (chosen.kind, chosen.layer, chosen.head), (width, height)
    kept = _kept.get(
        (weakref.ref(trace), place, zoom, size, style, picture_texts.spoken()),
        lambda: _plans(_OneMap(trace, *place, zoom), size, style),
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
    shown = _OneMap(trace, chosen.kind, chosen.layer, chosen.head, snapshot.zoom)
    places = _placed(shown, _maximum(shown, style), (width, height), style)[1]
    return places.x.at(places.left), places.y.at(places.top)


_kept: PictureCache[tuple[SheetPlan, ...]] = PictureCache(96 << 20, lambda plans: sum(plan.bytes for plan in plans))


@dataclass(frozen=True)
class _OneMap:
    """What is drawn: one head's map, or the part of it that a person has zoomed to."""

    trace: Trace
    kind: Kind
    layer: int
    head: int
    zoom: Zoom | None

    @property
    def weights(self) -> Weights:
        """[Q,K], the whole map's."""
        return np.asarray(self.trace.maps(self.kind)[self.layer, self.head])

    @property
    def part(self) -> Zoom:
        """The part, which may be all of it."""
        return self.zoom or Zoom(0, 0, *self.weights.shape)

    @property
    def every_column(self) -> bool:
        """Are rows shown in full?"""
        return self.part.columns == len(self.weights[0])


@dataclass(frozen=True)
class _Places:
    """Where one map and its labels lie. The axes are the map's own, at (``left``, ``top``)."""

    page_frame: Frame
    rows: Labels  #: of the whole map, as columns
    columns: Labels
    row_axis: str
    left: int
    top: int
    x: Axis
    y: Axis
    row_width: int
    column_limit: float
    sisters: sister_maps.SisterPlaces | None


def _plans(shown: _OneMap, size: tuple[int, int], style: Style) -> tuple[SheetPlan, ...]:
    """The map's plan, and that of the small maps beside it where there is room."""
    trace, kind, layer, head = shown.trace, shown.kind, shown.layer, shown.head
    maximum = _maximum(shown, style)
    style, places = _placed(shown, maximum, size, style)
    x, y = places.x, places.y
    maps = atlas(trace, kind, range(layer, layer + 1), range(head, head + 1), x, y, style)
    panel = Panel(kind, layer, head, places.left, places.top, form_of(kind, x, y, trace.steps > 0, trace.at_once))
    over = marks(shown.weights, cell_states.states(trace, kind), x, y, maximum, trace.meta.leaky_mask, style)
    beside = () if places.sisters is None else (sister_maps.plan(trace, kind, layer, places.sisters, style),)
    outlines = [each.box for each in (panel, *(small for plan in beside for small in plan.panels))]
    background = Backgrounds(places.page_frame, _texts(places, shown, style), outlines, style)
    note = quantities.warning(maps.trouble)
    own = SheetPlan(
        style, background, [panel], geometries([panel], style), maps.sources, [over],
        _strips(panel, shown, places, style), places.page_frame.heading, maps, note=note,
    )  # fmt: skip
    return (own, *beside)


def _maximum(shown: _OneMap, style: Style) -> float:
    """The number of full colour."""
    return quantities.highest(shown.weights, style).item() if style.per_map_scale else style.full


def _placed(shown: _OneMap, maximum: float, size: tuple[int, int], style: Style) -> tuple[Style, _Places]:
    """Where everything lies, and a style without what cells have no room for."""
    places = _lay_out(shown, maximum, size, style)
    fits = replace(fitting(style, places.x, places.y), row_totals=sums_fit(places.y, style))
    return (style, places) if fits == style else (fits, _lay_out(shown, maximum, size, fits))


def _strips(panel: Panel, shown: _OneMap, places: _Places, style: Style) -> list[PlacedStrip]:
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
        totals = sums_strip(cut(shown.weights, places.x, places.y), places.x, places.y, style)
        strips.append(PlacedStrip(totals, *corner, panel.form.stepwise_rows))
    return strips


def _lay_out(shown: _OneMap, maximum: float, size: tuple[int, int], style: Style) -> _Places:
    """Labels take what they need, up to a share; the map gets the rest and stands in the middle.

    Every label of the map counts, shown or not: the map must not jump while one moves over it.
    """
    trace, kind = shown.trace, shown.kind
    entries = entries_for(kind if trace.steps else "encoder", cell_states.states(trace, kind), style, trace.at_once)
    page_frame = frame(*size, style, "", Bar(maximum), entries)
    rows, columns, row_axis = _sides(shown, page_frame, style)
    small = None
    if style.on_screen and page_frame.legend_y is not None:
        small = sister_maps.places(trace.heads(kind), len(rows), len(columns), page_frame.content, style)
    left, top, width, height = page_frame.content
    width -= 0 if small is None else small.width
    line = round(1.5 * style.font_pixels)
    row_width = token_labels.width_of(rows, style, 0.28 * width)
    if style.tall:  # the columns' title has a line of its own, above their labels
        top, height = top + line, height - line
    else:
        row_width = max(row_width, _corner(shown, width, style) - line)
    width, left = width - line, left + line  # the rows' axis title
    limit = min(style.px(110), 0.3 * height)
    x, y, overhang = _axes(shown, columns, width - row_width, height, limit, style)
    column_height = token_labels.column_height(columns, x, limit, style)
    start = left + row_width + max(0, width - row_width - x.length - overhang) // 2
    top += column_height + max(0, height - column_height - y.length) // 3
    return _Places(page_frame, rows, columns, row_axis, start, top, x, y, row_width, limit, small)


def _corner(shown: _OneMap, width: int, style: Style) -> int:
    """What the columns' axis title needs: it stands above the row labels, where nothing else does."""
    title = text_width(picture_texts.column_axis(shown.kind, shown.trace), font(style.font_pixels))
    return round(min(title, 0.4 * width)) + style.px(8)


def _axes(
    shown: _OneMap, columns: Labels, width: float, height: float, limit: float, style: Style
) -> tuple[Axis, Axis, int]:  # fmt: skip
    """The map's axes, at 0, in a space that column labels share; and how far something stands out at the right."""
    part, rows, count = shown.part, shown.part.rows, shown.part.columns
    largest, printed = style.px(LARGEST_CELL if shown.zoom is None else LARGEST_IN_PART), printed_cell(style)
    beside = sums_width(style) + round(1.5 * style.font_pixels) if style.row_totals else 0
    high, overhang = token_labels.column_room(columns, style, limit)
    overhang, labelled = max(overhang, beside), (token_labels.labelled_column(style), token_labels.named_row(style))
    size = fit(rows, count, width - overhang, height - high, largest, printed, labelled)
    if token_labels.level_columns(columns, Axis(0, count, size[0]), style):
        overhang = beside
        size = fit(rows, count, width - beside, height - token_labels.level_height(style), largest, printed)
    return Axis(0, count, size[0], part.column), Axis(0, rows, size[1], part.row), overhang


def _sides(shown: _OneMap, page_frame: Frame, style: Style) -> tuple[Labels, Labels, str]:
    """Row labels, column labels, and what row labels are: pairs of consumed and produced token where there is room."""
    trace, kind = shown.trace, shown.kind
    queries, keys = shown.weights.shape
    columns = picture_texts.column_labels(trace, kind, keys)
    pairs = picture_texts.pair_labels(trace, kind)
    _, _, width, height = page_frame.content
    roomy, needed = 1.2 * style.font_pixels * shown.part.rows < 0.7 * height, 0
    if style.tall:  # there, every column has its name first
        needed = token_labels.labelled_column(style) * shown.part.columns + round(3 * style.font_pixels)
    limit = min(0.26 * width, width - needed)
    if roomy and pairs and len(pairs) == queries and token_labels.width_of(pairs, style, width) <= limit:
        return pairs, columns, picture_texts.row_axis(kind, trace, pairs=True)
    return picture_texts.row_labels(trace, kind, queries), columns, picture_texts.row_axis(kind, trace, pairs=False)


def _texts(places: _Places, shown: _OneMap, style: Style) -> tuple[PageText, ...]:
    """The key's title in the corner, the query's upright along the row labels; the names of totals and small maps."""
    page_frame, trace, kind = places.page_frame, shown.trace, shown.kind
    if page_frame.legend_y is None:
        return ()
    line = round(1.5 * style.font_pixels)
    x, y, edge = places.left, places.top, page_frame.content[0]
    below = page_frame.content[1] + page_frame.content[3] - y
    corner = (edge, y - line, x - edge - style.px(7), line)
    if style.tall:
        corner = (edge, page_frame.content[1], page_frame.content[2], line)
    beside = (x - places.row_width - line, y, line, below)
    texts = [
        PageText(corner, picture_texts.column_axis(kind, shown.trace), Align.RIGHT, quiet=True),
        PageText(beside, places.row_axis, Align.RIGHT, quiet=True, upright=True),
    ]
    if style.row_totals:
        right = (x + places.x.length + sums_width(style), y, line, below)
        texts.append(PageText(right, sums_name(shown.every_column), Align.RIGHT, quiet=True, upright=True))
    if places.sisters is not None:
        texts += sister_maps.texts(places.sisters, trace.heads(kind), style)
    return tuple(texts)


GAP = 8  #: logical pixels between the map and the numbers


def sums_name(every_column: bool) -> str:
    """What the numbers are called."""
    translate = QCoreApplication.translate
    return translate("pictures", "row total") if every_column else translate("pictures", "total of these columns")


def sums_fit(y: Axis, style: Style) -> bool:
    """One number a row, or none at all."""
    return style.row_totals and y.cell >= 1.1 * style.font_pixels


def sums_width(style: Style) -> int:
    """Device pixels that the numbers take, with the gap before them."""
    return math.ceil(text_width("0.00", font(style.font_pixels))) + style.px(GAP)


def sums_texts(weights: Weights) -> list[str]:
    """The sum of each row of [Q,K] as it is written."""
    return [f"{total:.2f}" for total in weights.sum(axis=1, dtype=np.float64)]


def sums_strip(weights: Weights, x: Axis, y: Axis, style: Style) -> LabelStrip:
    """The sums of [Q,K] ``weights``, one a row, to stand at the map's right."""
    margin, wide, written = style.font_pixels, sums_width(style), sums_texts(weights)
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(style.font_pixels))
        painter.setPen(QColor(style.palette.muted))
        for row, text in enumerate(written):
            top, high = y.span(row)
            painter.drawText(QRectF(0, margin + top, wide, high), flags, text)

    picture = Drawing(wide, y.length + 2 * margin, draw)
    return LabelStrip(picture, x.length, -margin, y, 1, rows=True)
