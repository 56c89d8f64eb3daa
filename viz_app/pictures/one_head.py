"""One head's map, as large as it gets: every label, printed weights, a dot on each row's maximum."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.trace import Kind, Trace
from viz_app.pictures import _labels, _states, _words
from viz_app.pictures._atlas import atlas
from viz_app.pictures._cache import Cache
from viz_app.pictures._labels import Labels
from viz_app.pictures._layout import Axis, fit
from viz_app.pictures._legend import Bar, entries_for
from viz_app.pictures._marks import PRINTED_CELL, marks
from viz_app.pictures._page import Align, Frame, Message, Text, frame, page
from viz_app.pictures._picture import Picture, Style
from viz_app.pictures._sheet import Panel, PlacedStrip, Plan, Sheet, form_of
from viz_app.state import Snapshot

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
    subtitle = "" if chosen.kind == "encoder" else _words.step_name(chosen.step, attention.shape[-2])
    alt = ", ".join(part for part in (name, subtitle) if part) + f"; {_words.most_weight_here(trace, chosen)}."
    plan = _plans.get(
        (weakref.ref(trace), chosen.kind, chosen.layer, chosen.head, width, height, style, _words.spoken()),
        lambda: _plan(trace, chosen.kind, chosen.layer, chosen.head, width, height, style),
    )
    return Sheet(name, subtitle, alt, width, height, plan, trace, chosen)


_plans: Cache[Plan] = Cache(48 << 20, lambda plan: sum(image.sizeInBytes() for image in plan.patterns))


@dataclass(frozen=True)
class _Places:
    """Where one map and its labels lie. The axes are the map's own, at (``left``, ``top``)."""

    left: int
    top: int
    x: Axis
    y: Axis
    row_width: int
    column_limit: float
    column_height: int


def _plan(trace: Trace, kind: Kind, layer: int, head: int, width: int, height: int, style: Style) -> Plan:
    attention = trace.attention(kind)
    assert attention is not None
    weights, states = attention[layer, head], _states.states(trace, kind)
    maximum = float(np.nan_to_num(weights, posinf=1).max()) or 1.0 if style.per_map_scale else 1.0
    page_frame = frame(width, height, Bar(maximum), entries_for(kind, states, style.dots), style)
    rows, pairs = _rows(trace, kind, len(weights), page_frame, style)
    columns = _words.column_labels(trace, kind, weights.shape[1])
    places = _places(rows, columns, page_frame, style)
    maps = atlas(trace, kind, range(layer, layer + 1), range(head, head + 1), places.x, places.y, style)
    panel = Panel(kind, layer, head, places.left, places.top, form_of(kind, places.x, places.y))
    over = marks(weights, states, places.x, places.y, maximum, trace.meta.leaky_mask, style)
    strips = _strips(panel, rows, columns, places, style)
    texts = _axis_titles(places, _words.row_axis(kind, trace, pairs), _words.column_axis(kind), page_frame, style)
    background = page(page_frame, texts, [panel.box], style)
    note = "" if maps.finite else _words.not_finite()
    return Plan(style, background, [panel], maps.sources, [over], strips, page_frame.heading, maps, note=note)


def _strips(panel: Panel, rows: Labels, columns: Labels, places: _Places, style: Style) -> list[PlacedStrip]:
    beside = _labels.row_strip(rows, places.y, places.row_width, style)
    above = _labels.column_strip(columns, places.x, places.column_limit, style)
    return [
        PlacedStrip(beside, places.left, places.top, panel.form.stepwise_rows),
        PlacedStrip(above, places.left, places.top, panel.form.stepwise_columns),
    ]


def _rows(trace: Trace, kind: Kind, queries: int, page_frame: Frame, style: Style) -> tuple[Labels, bool]:
    """Row labels, and whether there was room for pairs of consumed and produced token."""
    pairs = _words.pair_labels(trace, kind)
    _, _, width, height = page_frame.content
    roomy = 1.2 * style.font_pixels * queries < 0.7 * height
    if roomy and pairs and len(pairs) == queries and _labels.width_of(pairs, style, width) <= 0.26 * width:
        return pairs, True
    return _words.row_labels(trace, kind, queries), False


def _places(rows: Labels, columns: Labels, page_frame: Frame, style: Style) -> _Places:
    """Labels take what they need, up to a share; the map gets the rest and stands in the middle."""
    left, top, width, height = page_frame.content
    line = round(1.5 * style.font_pixels)
    row_width = _labels.width_of(rows, style, 0.28 * width)
    width, left = width - line, left + line  # the rows' axis title
    limit = min(style.px(110), 0.3 * height)
    column_height, overhang = _labels.column_size(columns, style, limit)
    largest, printed = style.px(LARGEST_CELL), style.px(PRINTED_CELL)
    room = width - row_width, height - line
    wide, high = fit(len(rows), len(columns), room[0] - overhang, room[1] - column_height, largest, printed)
    if _labels.level_columns(columns, Axis(0, len(columns), wide), style):
        overhang = 0
        wide, high = fit(len(rows), len(columns), room[0], room[1] - _labels.level_height(style), largest, printed)
    column_height = _labels.column_height(columns, Axis(0, len(columns), wide), limit, style)
    x = left + row_width + max(0, width - row_width - wide - overhang) // 2
    y = top + line + column_height + max(0, height - line - column_height - high) // 3
    return _Places(x, y, Axis(0, len(columns), wide), Axis(0, len(rows), high), row_width, limit, column_height)


def _axis_titles(places: _Places, row_axis: str, column_axis: str, page_frame: Frame, style: Style) -> tuple[Text, ...]:
    """The key's title above the column labels, the query's upright along the row labels."""
    if page_frame.legend_y is None:
        return ()
    line = round(1.5 * style.font_pixels)
    x, y = places.left, places.top
    below = page_frame.content[1] + page_frame.content[3] - y
    above = (x, y - places.column_height - line, max(places.x.length, style.px(200)), line)
    return (
        Text(above, column_axis, quiet=True),
        Text((x - places.row_width - line, y, line, below), row_axis, Align.RIGHT, quiet=True, upright=True),
    )
