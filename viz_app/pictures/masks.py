"""The masks of the run on its own tokens: padding, look-ahead, target (both), and the selected block's.

What may attend to what, not how much. A checkpoint holds no mask code, and the picture says so.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage, QPainter

from model.trace import Kind, Trace
from viz_app.pictures import _labels, _states, _words
from viz_app.pictures._cache import Cache
from viz_app.pictures._legend import Entry
from viz_app.pictures._marks import RULED_CELL, rule
from viz_app.pictures._mask_places import Place, Words, places, title_line
from viz_app.pictures._page import Message, Pages, Text, frame
from viz_app.pictures._panels import Panel, PlacedStrip, form_of, geometries
from viz_app.pictures._picture import Picture, Style
from viz_app.pictures._sheet import Plan, Sheet
from viz_app.state import Selection, Snapshot

order = 40


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
    kept = _plans.get(
        (weakref.ref(trace), chosen.kind, chosen.layer, chosen.head, width, height, style, _words.spoken()),
        lambda: _plan(trace, parts, width, height, style),
    )
    subtitle = _words.step_name(chosen.step, trace.steps) if trace.steps else ""

    def sentence() -> str:
        meanings = "; ".join(f"{part.name}: {part.meaning}" for part in parts)
        name = ", ".join(part for part in (title(), subtitle) if part)
        return f"{name}; {meanings}. {_words.mask_origin(trace.meta.family, bool(trace.meta.recorded))}."

    return Sheet(title(), subtitle, sentence, width, height, kept, trace, chosen)


_plans: Cache[Plan] = Cache(64 << 20, lambda plan: plan.bytes)


@dataclass(frozen=True, eq=False)
class _Part:
    """One mask: what it is called, what it means, its cells, and whose rows and columns it has."""

    name: str
    meaning: str
    kind: Kind
    layer: int
    head: int
    mask: NDArray[np.bool_]
    words: Words

    @cached_property
    def states(self) -> _states.States:
        """Why cells are blocked."""
        return _states.states_of(self.mask, causal=self.kind == "decoder")


def _parts(trace: Trace, chosen: Selection) -> list[_Part]:
    """The masks that this run holds, in reading order; the padding mask's single row first."""
    translate = QCoreApplication.translate
    parts: list[_Part] = []

    def add(name: str, meaning: str, kind: Kind, mask: NDArray[np.bool_] | None, strip: bool = False) -> None:
        if mask is None or 0 in mask.shape:
            return
        rows = () if strip else _words.row_labels(trace, kind, len(mask))
        words = Words(rows, _words.column_labels(trace, kind, mask.shape[1]))
        parts.append(_Part(name, meaning, kind, chosen.layer, chosen.head, mask, words))

    source: Kind = "encoder" if chosen.kind == "decoder" else chosen.kind
    padding = None if trace.padding_mask is None else trace.padding_mask[np.newaxis]
    add(translate("pictures", "Padding mask"), translate("pictures", "[S] may attend to all but padding"),
        source, padding, strip=True)  # fmt: skip
    add(translate("pictures", "Look-ahead mask"), translate("pictures", "[T, T] no later key"),
        "decoder", trace.look_ahead_mask)  # fmt: skip
    add(translate("pictures", "Target mask"), translate("pictures", "[T, T] look-ahead AND padding"),
        "decoder", trace.target_mask)  # fmt: skip
    add(translate("pictures", "Mask of this block"), _words.block_mask(chosen.kind, bool(trace.meta.recorded)),
        chosen.kind, _own_mask(trace, chosen))  # fmt: skip
    return parts


def _own_mask(trace: Trace, chosen: Selection) -> NDArray[np.bool_] | None:
    """The block's mask; in a run of somebody's own code every layer and head may have another."""
    every, attention = trace.activations.get(f"recorded/{chosen.kind}_mask"), trace.attention(chosen.kind)
    if every is None or attention is None or every.shape != attention.shape or every.dtype != np.bool_:
        return trace.mask(chosen.kind)
    return np.asarray(every[chosen.layer, chosen.head])


def _plan(trace: Trace, parts: list[_Part], width: int, height: int, style: Style) -> Plan:
    footnote = _words.mask_origin(trace.meta.family, bool(trace.meta.recorded))
    page_frame = frame(width, height, None, _entries(parts), style, footnote)
    where = places([part.words for part in parts], page_frame, style)
    panels = [_panel(part, place, trace.steps > 0) for part, place in zip(parts, where, strict=True)]
    strips = [strip for panel, part, place in zip(panels, parts, where, strict=True)
              for strip in _strips(panel, part, place, style)]  # fmt: skip
    texts = [text for part, place in zip(parts, where, strict=True) for text in _titles(part, place, style)]
    if page_frame.legend_y is None:
        texts = []
    background = Pages(page_frame, texts, [panel.box for panel in panels], style)
    sources = [(_flat(place, style), 0) for place in where]
    patterns = [_ruled(part, place, style) for part, place in zip(parts, where, strict=True)]
    now = geometries(panels, style)
    return Plan(style, background, panels, now, sources, patterns, strips, page_frame.heading)


def _entries(parts: list[_Part]) -> tuple[Entry, ...]:
    """What the legend must explain."""
    present = set(np.unique(np.concatenate([part.states.ravel() for part in parts])))
    future: tuple[Entry, ...] = ("future",) if _states.FUTURE in present else ()
    padding: tuple[Entry, ...] = ("padding",) if _states.PADDING in present else ()
    grows: tuple[Entry, ...] = ("undecoded", "step") if any(part.kind != "encoder" for part in parts) else ()
    return ("allowed", *future, *padding, *grows)


def _panel(part: _Part, place: Place, stepwise: bool) -> Panel:
    form = form_of(part.kind, place.x, place.y, stepwise)
    if not part.words.rows:
        form = replace(form, stepwise_rows=False, queries=False)
    return Panel(part.kind, part.layer, part.head, place.left, place.top, form)


def _strips(panel: Panel, part: _Part, place: Place, style: Style) -> list[PlacedStrip]:
    result = []
    if place.column_limit:
        columns = _labels.column_strip(part.words.columns, place.x, place.column_limit, style)
        result.append(PlacedStrip(columns, place.left, place.top, panel.form.stepwise_columns))
    if place.row_width:
        rows = _labels.row_strip(part.words.rows, place.y, place.row_width, style)
        result.append(PlacedStrip(rows, place.left, place.top, panel.form.stepwise_rows))
    return result


def _titles(part: _Part, place: Place, style: Style) -> tuple[Text, Text]:
    left, top, wide = place.title
    line = title_line(style)
    return (
        Text((left, top, wide, line), part.name, bold=True),
        Text((left, top + line, wide, line), part.meaning, quiet=True),
    )


def _flat(place: Place, style: Style) -> QImage:
    """May attend, everywhere; the patterns lie over it."""
    allowed = _states.opaque(style.palette.allowed)
    return _states.image(np.full((place.y.pixels, place.x.pixels), allowed, dtype=np.uint32))


def _ruled(part: _Part, place: Place, style: Style) -> QImage:
    """Patterns of blocked cells, and hairlines where cells are large."""
    patterns = _states.patterns(part.states, place.x, place.y, style, ground=True)
    if min(place.x.cell, place.y.cell) < style.px(RULED_CELL):
        return patterns
    patterns = patterns.copy()
    painter = QPainter(patterns)
    rule(painter, place.x, place.y, style)
    painter.end()
    return patterns
