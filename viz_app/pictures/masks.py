"""The masks of the run on its own tokens: padding, look-ahead, target (both), and the selected block's.

What may attend to what, not how much. A checkpoint holds no mask code, and the picture says so.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QImage, QPainter

from model.trace import Kind, Trace
from viz_app.pictures import _labels, _states, _words
from viz_app.pictures._grid import plans
from viz_app.pictures._labels import Labels
from viz_app.pictures._layout import Axis, length_of
from viz_app.pictures._legend import Entry
from viz_app.pictures._marks import RULED_CELL, rule
from viz_app.pictures._page import Frame, Message, Text, frame, page
from viz_app.pictures._picture import Picture, Style
from viz_app.pictures._sheet import Panel, PlacedStrip, Plan, Sheet
from viz_app.state import Selection, Snapshot

order = 40
LARGEST_CELL = 34  #: logical pixels


def title() -> str:
    """The picture's name."""
    return QCoreApplication.translate("pictures", "Masks")


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """All masks up to the selected step; see ``PictureModule``."""
    trace, chosen = snapshot.trace, snapshot.selection
    if trace is None:
        return Message(title(), _words.nothing_yet(), width, height, style)
    parts = _parts(trace, chosen)
    if not parts:
        return Message(title(), _words.no_masks(), width, height, style)
    kept = plans.get(
        (weakref.ref(trace), "masks", chosen.kind, chosen.layer, chosen.head, width, height, style),
        lambda: _plan(trace, parts, width, height, style),
    )
    subtitle = _words.step_name(chosen.step, trace.steps) if trace.steps else ""
    sentence = "; ".join(f"{part.name}: {part.meaning}" for part in parts)
    alt = f"{title()}, {subtitle}; {sentence}. {_words.mask_origin(trace.meta.family)}."
    return Sheet(title(), subtitle, alt, width, height, kept, trace, chosen)


@dataclass(frozen=True, eq=False)
class _Part:
    """One mask: what it is called, what it means, and its cells."""

    name: str
    meaning: str
    kind: Kind  #: whose rows and columns it has
    layer: int
    head: int
    states: _states.States
    rows: Labels
    columns: Labels
    stepwise_rows: bool
    stepwise_columns: bool


def _parts(trace: Trace, chosen: Selection) -> list[_Part]:
    """The masks that this run holds, in reading order; the padding mask's single row first."""
    translate = QCoreApplication.translate
    parts: list[_Part] = []

    def add(name: str, meaning: str, kind: Kind, mask: NDArray[np.bool_] | None, strip: bool = False) -> None:
        if mask is None or 0 in mask.shape:
            return
        states = _states.states_of(mask, causal=kind == "decoder")
        rows = () if strip else _words.row_labels(trace, kind, len(mask))
        columns = _words.column_labels(trace, kind, mask.shape[1])
        by_step = kind != "encoder" and not strip
        parts.append(_Part(name, meaning, kind, chosen.layer, chosen.head, states, rows, columns, by_step,
                           kind == "decoder"))  # fmt: skip

    source: Kind = "encoder" if chosen.kind == "decoder" else chosen.kind
    padding = None if trace.padding_mask is None else trace.padding_mask[np.newaxis]
    add(translate("pictures", "Padding mask"), translate("pictures", "[S] may attend to all but padding"),
        source, padding, strip=True)  # fmt: skip
    add(translate("pictures", "Look-ahead mask"), translate("pictures", "[T, T] no later key"),
        "decoder", trace.look_ahead_mask)  # fmt: skip
    add(translate("pictures", "Target mask"), translate("pictures", "[T, T] look-ahead AND padding"),
        "decoder", trace.target_mask)  # fmt: skip
    add(translate("pictures", "Mask of this block"), _words.block_mask(chosen.kind), chosen.kind,
        trace.mask(chosen.kind))  # fmt: skip
    return parts


def _plan(trace: Trace, parts: list[_Part], width: int, height: int, style: Style) -> Plan:
    states = np.concatenate([part.states.ravel() for part in parts])
    entries: list[Entry] = ["allowed", "future", "padding", "undecoded"]
    present = {"future": _states.FUTURE, "padding": _states.PADDING}
    entries = [entry for entry in entries if entry not in present or (states == present[entry]).any()]
    page_frame = frame(width, height, None, entries, style, footnote=_words.mask_origin(trace.meta.family))
    places = _places(parts, page_frame, style)
    panels, strips, texts = [], [], []
    line = round(1.4 * style.font_pixels)
    for part, place in zip(parts, places, strict=True):
        panels.append(_panel(part, place, style))
        if place.column_limit:
            columns = _labels.column_strip(part.columns, place.x, place.column_limit, style)
            strips.append(PlacedStrip(columns, place.x.start, place.y.start, part.stepwise_columns))
        if place.row_width:
            rows = _labels.row_strip(part.rows, place.y, place.row_width, style)
            strips.append(PlacedStrip(rows, place.x.start, place.y.start, part.stepwise_rows))
        if place.titled:
            left, top, wide = place.titled
            texts.append(Text((left, top, wide, line), part.name, bold=True))
            texts.append(Text((left, top + line, wide, line), part.meaning, quiet=True))
    boxes = [(panel.x.start, panel.y.start, panel.x.length, panel.y.length) for panel in panels]
    background = page(page_frame, texts, boxes, style)
    return Plan(style, background, tuple(panels), tuple(strips), QRect(*page_frame.heading))


@dataclass(frozen=True)
class _Place:
    x: Axis
    y: Axis
    row_width: int = 0
    column_limit: float = 0
    titled: tuple[int, int, int] | None = None  #: x, y, width of the title's two lines


def _places(parts: list[_Part], page_frame: Frame, style: Style) -> list[_Place]:
    """The strip across the top, the square masks side by side below it, all cells of one size."""
    left, top, width, height = page_frame.content
    titled = page_frame.legend_y is not None
    roomy = titled and width >= style.px(300) and height >= style.px(220)
    head = round(2.9 * style.font_pixels) if titled else 0
    gap = style.px(16 if roomy else 4)
    limit = min(style.px(70), max(style.px(40), 0.11 * height)) if roomy else 0.0
    strip = [part for part in parts if not part.rows]
    maps = [part for part in parts if part.rows]
    label_height = (
        max((_labels.column_size(part.columns, style, limit)[0] for part in parts), default=0) if roomy else 0
    )
    widths = [
        _labels.width_of(part.rows, style, min(style.px(80), 0.09 * width)) if roomy and _own_rows(maps, index) else 0
        for index, part in enumerate(maps)
    ]
    strip_height = (head + label_height + gap) if strip else 0
    across = width - sum(widths) - gap * max(0, len(maps) - 1) - (label_height if roomy else 0)
    columns = sum(len(part.columns) for part in maps)
    rows = max((len(part.rows) for part in maps), default=0) + bool(strip)
    cell = min(across / max(columns, 1), (height - strip_height - head - label_height) / max(rows, 1))
    cell = min(max(cell, 1e-6), style.px(LARGEST_CELL))
    result, y = [], top
    used = sum(widths) + gap * max(0, len(maps) - 1) + sum(length_of(len(part.columns), cell) for part in maps)
    spare = max(0, width - used - (label_height if roomy else 0))
    between = gap + min(style.px(48), spare // max(1, 2 * len(maps)))
    start = left + (spare - (between - gap) * max(0, len(maps) - 1)) // 2
    for part in strip:
        x0 = start + (widths[0] if widths else 0)
        long = length_of(
            len(part.columns), min(max(cell, style.px(12)), (left + width - x0 - label_height) / len(part.columns))
        )
        tall = max(1, min(long // len(part.columns) or 1, style.px(LARGEST_CELL)), style.px(8))
        y += head + label_height
        result.append(_Place(Axis(x0, len(part.columns), long), Axis(y, 1, tall), 0, limit,
                             (x0, y - head - label_height, left + width - x0) if titled else None))  # fmt: skip
        y += tall + gap
    x = start
    for part, row_width in zip(maps, widths, strict=True):
        x += row_width
        wide, high = length_of(len(part.columns), cell), length_of(len(part.rows), cell)
        result.append(_Place(Axis(x, len(part.columns), wide), Axis(y + head + label_height, len(part.rows), high),
                             row_width, limit, (x, y, wide + between - style.px(4)) if titled else None))  # fmt: skip
        x += wide + between
    return result


def _own_rows(maps: list[_Part], index: int) -> bool:
    """Row labels are repeated only where they differ from those of the map to the left."""
    return index == 0 or maps[index].rows != maps[index - 1].rows


def _panel(part: _Part, place: _Place, style: Style) -> Panel:
    x, y = place.x.at(0), place.y.at(0)
    patterns = _states.patterns(part.states, x, y, style, ground=True).copy()
    if min(x.cell, y.cell) >= style.px(RULED_CELL):
        painter = QPainter(patterns)
        rule(painter, x, y, style)
        painter.end()
    return Panel(
        part.kind, part.layer, part.head, place.x, place.y, _flat(x, y, style), patterns,
        part.stepwise_rows, part.stepwise_columns,
    )  # fmt: skip


def _flat(x: Axis, y: Axis, style: Style) -> QImage:
    """May attend, everywhere; the patterns lie over it."""
    words = np.full((y.pixels, x.pixels), _states.opaque(style.palette.allowed), dtype=np.uint32)
    return _states.image(words)
