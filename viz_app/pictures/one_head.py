"""One head's map, as large as it gets: every label, printed weights, a dot on each row's maximum."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.trace import Kind, Trace
from viz_app.pictures import _labels, _sisters, _states, _words
from viz_app.pictures._atlas import atlas
from viz_app.pictures._cache import Cache
from viz_app.pictures._labels import Labels
from viz_app.pictures._layout import Axis, fit
from viz_app.pictures._legend import Bar, entries_for
from viz_app.pictures._marks import PRINTED_CELL, dotted, marks
from viz_app.pictures._page import Align, Frame, Message, Pages, Text, frame
from viz_app.pictures._panels import Panel, PlacedStrip, form_of, geometries
from viz_app.pictures._picture import Picture, Style
from viz_app.pictures._sheet import Plan, Sheet
from viz_app.pictures._sisters import WithSisters
from viz_app.state import Snapshot
from viz_app.theme import font, text_width

order = 10
LARGEST_CELL = 60  #: logical pixels


def title() -> str:
    """The picture's name."""
    return QCoreApplication.translate("pictures", "One head")


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The selected head's map up to the selected step; see ``PictureModule``."""
    trace, chosen = snapshot.trace, snapshot.selection
    if trace is None:
        return Message(title(), _words.nothing_yet(), width, height, style)
    attention = trace.attention(chosen.kind)
    if attention is None or 0 in attention.shape:
        return Message(title(), _words.no_such_attention(chosen.kind), width, height, style)
    name = f"{_words.kind_name(chosen.kind)} · {_words.layer_name(chosen.layer)} · {_words.head_name(chosen.head)}"
    subtitle, reason = _words.step_of(trace, chosen), _words.why_chosen(snapshot.choice, trace, chosen)

    def sentence() -> str:
        return _words.sentence((name, subtitle, reason), trace, chosen)

    kept = _kept.get(
        (weakref.ref(trace), chosen.kind, chosen.layer, chosen.head, width, height, style, _words.spoken()),
        lambda: _plans(trace, chosen.kind, chosen.layer, chosen.head, (width, height), style),
    )
    sheets = [Sheet(name, subtitle, sentence, width, height, plan, trace, chosen, aside=reason) for plan in kept]
    return WithSisters(sheets[0], replace(sheets[1], frame_selected=True)) if len(sheets) > 1 else sheets[0]


_kept: Cache[tuple[Plan, ...]] = Cache(96 << 20, lambda plans: sum(plan.bytes for plan in plans))


@dataclass(frozen=True)
class _Places:
    """Where one map and its labels lie. The axes are the map's own, at (``left``, ``top``)."""

    page_frame: Frame
    rows: Labels
    columns: Labels
    row_axis: str
    left: int
    top: int
    x: Axis
    y: Axis
    row_width: int
    column_limit: float
    sisters: _sisters.Places | None


def _plans(trace: Trace, kind: Kind, layer: int, head: int, size: tuple[int, int], style: Style) -> tuple[Plan, ...]:
    """The map's plan, and that of the small maps beside it where there is room."""
    attention = trace.attention(kind)
    assert attention is not None
    weights, states = attention[layer, head], _states.states(trace, kind)
    maximum = float(np.nan_to_num(weights, posinf=1).max()) or 1.0 if style.per_map_scale else 1.0
    places = _lay_out(trace, kind, maximum, size, style)
    if style.dots and not dotted(places.x, places.y, style):
        style = replace(style, dots=False)  # the legend must not explain what no cell has room for
        places = _lay_out(trace, kind, maximum, size, style)
    maps = atlas(trace, kind, range(layer, layer + 1), range(head, head + 1), places.x, places.y, style)
    form = form_of(kind, places.x, places.y, stepwise=trace.steps > 0)
    panel = Panel(kind, layer, head, places.left, places.top, form)
    over = marks(weights, states, places.x, places.y, maximum, trace.meta.leaky_mask, style)
    beside = () if places.sisters is None else (_sisters.plan(trace, kind, layer, places.sisters, style),)
    outlines = [each.box for each in (panel, *(small for plan in beside for small in plan.panels))]
    background = Pages(places.page_frame, _texts(places, trace, kind, style), outlines, style)
    note = "" if maps.finite else _words.not_finite()
    own = Plan(
        style, background, [panel], geometries([panel], style), maps.sources, [over], _strips(panel, places, style),
        places.page_frame.heading, maps, note=note,
    )  # fmt: skip
    return (own, *beside)


def _strips(panel: Panel, places: _Places, style: Style) -> list[PlacedStrip]:
    beside = _labels.row_strip(places.rows, places.y, places.row_width, style)
    above = _labels.column_strip(places.columns, places.x, places.column_limit, style)
    return [
        PlacedStrip(beside, places.left, places.top, panel.form.stepwise_rows),
        PlacedStrip(above, places.left, places.top, panel.form.stepwise_columns),
    ]


def _lay_out(trace: Trace, kind: Kind, maximum: float, size: tuple[int, int], style: Style) -> _Places:
    """Labels take what they need, up to a share; the map gets the rest and stands in the middle."""
    entries = entries_for(kind if trace.steps else "encoder", _states.states(trace, kind), style.dots)
    page_frame = frame(*size, Bar(maximum), entries, style)
    rows, columns, row_axis = _sides(trace, kind, page_frame, style)
    small = None
    if style.on_screen and page_frame.legend_y is not None:
        small = _sisters.places(trace.heads(kind), len(rows), len(columns), page_frame.content, style)
    left, top, width, height = page_frame.content
    width -= 0 if small is None else small.width
    line = round(1.5 * style.font_pixels)
    row_width = max(_labels.width_of(rows, style, 0.28 * width), _corner(kind, width, style) - line)
    width, left = width - line, left + line  # the rows' axis title
    limit = min(style.px(110), 0.3 * height)
    x, y, overhang = _axes(columns, len(rows), width - row_width, height, limit, style)
    column_height = _labels.column_height(columns, x, limit, style)
    start = left + row_width + max(0, width - row_width - x.length - overhang) // 2
    top += column_height + max(0, height - column_height - y.length) // 3
    return _Places(page_frame, rows, columns, row_axis, start, top, x, y, row_width, limit, small)


def _corner(kind: Kind, width: int, style: Style) -> int:
    """What the columns' axis title needs: it stands above the row labels, where nothing else does."""
    return round(min(text_width(_words.column_axis(kind), font(style.font_pixels)), 0.4 * width)) + style.px(8)


def _axes(
    columns: Labels, rows: int, width: float, height: float, limit: float, style: Style
) -> tuple[Axis, Axis, int]:  # fmt: skip
    """The map's axes, at 0, in a space that column labels share; and how far the last label stands out."""
    largest, printed = style.px(LARGEST_CELL), style.px(PRINTED_CELL)
    high, overhang = _labels.column_size(columns, style, limit)
    count, labelled = len(columns), _labels.labelled_column(style)
    size = fit(rows, count, width - overhang, height - high, largest, printed, labelled)
    if _labels.level_columns(columns, Axis(0, count, size[0]), style):
        overhang = 0
        size = fit(rows, count, width, height - _labels.level_height(style), largest, printed)
    return Axis(0, count, size[0]), Axis(0, rows, size[1]), overhang


def _sides(trace: Trace, kind: Kind, page_frame: Frame, style: Style) -> tuple[Labels, Labels, str]:
    """Row labels, column labels, and what row labels are: pairs of consumed and produced token where there is room."""
    attention = trace.attention(kind)
    assert attention is not None
    queries, keys = attention.shape[-2:]
    columns = _words.column_labels(trace, kind, keys)
    pairs = _words.pair_labels(trace, kind)
    _, _, width, height = page_frame.content
    roomy = 1.2 * style.font_pixels * queries < 0.7 * height
    if roomy and pairs and len(pairs) == queries and _labels.width_of(pairs, style, width) <= 0.26 * width:
        return pairs, columns, _words.row_axis(kind, trace, pairs=True)
    return _words.row_labels(trace, kind, queries), columns, _words.row_axis(kind, trace, pairs=False)


def _texts(places: _Places, trace: Trace, kind: Kind, style: Style) -> tuple[Text, ...]:
    """The key's title in the corner, the query's upright along the row labels; the names of the small maps."""
    page_frame = places.page_frame
    if page_frame.legend_y is None:
        return ()
    line = round(1.5 * style.font_pixels)
    x, y, edge = places.left, places.top, page_frame.content[0]
    below = page_frame.content[1] + page_frame.content[3] - y
    corner = (edge, y - line, x - edge - style.px(7), line)
    beside = (x - places.row_width - line, y, line, below)
    small = () if places.sisters is None else _sisters.texts(places.sisters, trace.heads(kind), style)
    return (
        Text(corner, _words.column_axis(kind), Align.RIGHT, quiet=True),
        Text(beside, places.row_axis, Align.RIGHT, quiet=True, upright=True),
        *small,
    )
