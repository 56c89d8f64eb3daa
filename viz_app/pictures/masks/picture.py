"""One attention block on the run's own tokens: its masks, its scores before them and its weights after them.

What may attend to what, and what that does. A checkpoint holds no mask code, and the picture says so.
"""

from __future__ import annotations

import weakref

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.analysis.causality_check import Extension
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import cell_states, picture_texts, quantities, token_labels
from viz_app.pictures.drawing.drawings import PictureCache
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar, Entry, steps_shown
from viz_app.pictures.drawing.marks import fitting
from viz_app.pictures.drawing.page import Align, Backgrounds, Message, PageText
from viz_app.pictures.drawing.panels import Form, Panel, PlacedStrip, form_of, geometries
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet, SheetPlan
from viz_app.pictures.drawing.token_labels import Label
from viz_app.pictures.masks import mask_texts
from viz_app.pictures.masks import sheet as sheets
from viz_app.pictures.masks.block import Map, MaskBlock, MaskMap, Missing, NumberMap, block_of, maps_of
from viz_app.pictures.masks.places import MapPlace, MapPlaces, MapSizes, places, title_line
from viz_app.pictures.masks.sheet import Around, MaskPage, page, wrapped
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot


def title() -> str:
    """The picture's name."""
    return titles()["masks"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The selected block up to the selected step; see ``PictureModule``."""
    trace, run, chosen = snapshot.trace, snapshot.run, snapshot.selection
    if trace is None or run is None:
        return Message(title(), picture_texts.nothing_yet(), width, height, style)
    block = block_of(snapshot)
    if block is None:
        return Message(title(), picture_texts.no_masks(), width, height, style)
    extension, as_in_code = _of_block(block, snapshot.extension), snapshot.settings.masks_as_in_code
    kept = _kept.get(
        (
            weakref.ref(trace), weakref.ref(run), chosen.kind, chosen.layer, chosen.head, width, height, style,
            as_in_code, id(extension), picture_texts.spoken(),
        ),
        lambda: _draw(_Unplaced(block, _maps(block, style, as_in_code, run), extension, _around(block, snapshot)),
                      width, height, style),
    )  # fmt: skip
    subtitle = " · ".join(
        part for part in (picture_texts.map_name(trace, chosen), picture_texts.step_of(trace, chosen)) if part
    )
    chain = mask_texts.chain(block, chosen)

    def sentence() -> str:
        return f"{title()}, {subtitle}; {kept.told} {chain}".rstrip()

    x, y, wide, high = kept.page.chain
    overlays, words = kept.page.overlays, chain or _unselected(kept, style)
    if high and words:
        told = token_labels.heading(words, wide, high, style.palette.accent, False, style)
        overlays = (*overlays, (told, x, y))
    heading = kept.plan.headed(title(), subtitle)
    return MapSheet(
        heading, width, height, kept.plan.style, chosen, None, sentence, kept.plan, trace, overlays=overlays
    )  # fmt: skip


def _maps(block: MaskBlock, style: Style, as_in_code: bool, run: Trace) -> tuple[Map, ...]:
    """All of the block; on paper nobody can translate again, so what the run does not hold has no empty box there."""
    found = maps_of(block, style, as_in_code, run)
    held = tuple(each for each in found if style.on_screen or not isinstance(each, Missing))
    return held or found


@dataclass(frozen=True, eq=False)
class _Unplaced:
    """What is drawn, before it has a place."""

    block: MaskBlock
    maps: tuple[Map, ...]
    extension: Extension | None
    around: tuple[str, tuple[str, ...]]  #: badge and lessons


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What no selection of a cell or step changes."""

    plan: SheetPlan
    page: MaskPage
    told: str
    lesson: str  #: what the mask hides
    extension: Extension | None  #: kept, so that its id is no other one's


def _unselected(kept: _Drawn, style: Style) -> str:
    """What stands in the selected cell's place: the lesson where it has no other, a hint where one can point."""
    if kept.page.lines < 2 and not kept.page.texts:
        return mask_texts.cut(kept.lesson, font(style.font_pixels), kept.page.chain[2])
    return mask_texts.hint() if style.on_screen else ""


_kept: PictureCache[_Drawn] = PictureCache(64 << 20, lambda drawn: drawn.plan.bytes)


def _of_block(block: MaskBlock, extension: Extension | None) -> Extension | None:
    """What has been proved of the decoder, where that is on screen."""
    return extension if block.kind == "decoder" else None


def _around(block: MaskBlock, snapshot: Snapshot) -> tuple[str, tuple[str, ...]]:
    run = snapshot.run
    assert run is not None, "the caller has looked"
    badge = picture_texts.mask_origin(block.trace.meta.family, bool(block.trace.meta.recorded))
    return badge, mask_texts.lessons(block, run, _of_block(block, snapshot.extension))


def _draw(shown: _Unplaced, width: int, height: int, style: Style) -> _Drawn:
    block, (badge, lessons) = shown.block, shown.around
    numbers = [each for each in shown.maps if isinstance(each, NumberMap)]
    scales = tuple((Bar(each.maximum, each.scale), each.style) for each in numbers)
    sheet = page(Around(badge, lessons, scales, _entries(shown, style)), width, height, style)
    rows, columns = block.labels
    strips = tuple(isinstance(each, MaskMap) and each.strip is not None for each in shown.maps)
    differences = _differences(shown)
    beside = _beside(differences, style) if sheet.lines > 1 else 0
    where = places(MapSizes(rows, columns, strips, beside), sheet.content, sheet.lines, style)
    if max(where.x.cell, where.y.cell) and fitting(style, where.x, where.y) != style and (style.dots or style.squares):
        fits = fitting(style, where.x, where.y)
        sheet = page(Around(badge, lessons, scales, _entries(shown, fits)), width, height, style)
        where = places(MapSizes(rows, columns, strips, beside), sheet.content, sheet.lines, style)
    placed = [_Placed(shown, each, place, where, style) for each, place in zip(shown.maps, where.maps, strict=True)]
    panels = [panel for each in placed for panel in each.panels]
    outlines = [box for each in placed for box in each.outlines]
    texts = [text for each in placed for text in each.texts] if sheet.lines else []
    labels = [strip for each in placed for strip in each.labels]
    if beside:
        labels += _beside_last(differences, where, panels[-1], beside, style)
        texts.append(_difference_title(where, panels[-1], beside, style))
    sources = [source for each in placed for source in each.sources]
    patterns = [pattern for each in placed for pattern in each.patterns]
    background = Backgrounds(sheet.frame, (*sheet.texts, *texts), outlines, style)
    note = quantities.warning(quantities.worst(*(each.trouble for each in numbers)))
    plan = SheetPlan(
        style, background, panels, geometries(panels, style), sources, patterns, labels, sheet.frame.heading, note=note
    )  # fmt: skip
    told = "; ".join(f"{each.name}: {each.meaning}" for each in shown.maps)
    return _Drawn(plan, sheet, " ".join((f"{told}. {badge}.", *lessons)), " ".join(lessons), shown.extension)


def _entries(shown: _Unplaced, style: Style) -> tuple[Entry, ...]:
    """What the legend must explain."""
    seen = {state for each in shown.maps if isinstance(each, MaskMap) for state in each.seen}
    entries: list[Entry] = ["allowed"]
    for state, entry in ((cell_states.FUTURE, "future"), (cell_states.PADDING, "padding")):
        if state in seen:
            entries.append(entry)  # type: ignore[arg-type]  # a literal of the row above
    aside = [each.states for each in shown.maps if isinstance(each, NumberMap) and each.states is not None]
    if any((states == cell_states.ASIDE).any() for states in aside):
        entries.append("aside")
    if shown.block.kind != "encoder" and shown.block.trace.steps:
        entries += sorted(steps_shown(style, shown.block.trace.at_once), reverse=True)
    if style.squares:
        entries.append("square")
    if style.dots:
        entries.append("maximum")
    return tuple(entries)


class _Placed:
    """One map at its place: panels with their images, labels and titles. The strip of padding is a panel too."""

    def __init__(self, shown: _Unplaced, each: Map, place: MapPlace, where: MapPlaces, style: Style) -> None:
        self.panels: list[Panel] = []
        self.sources: list[tuple[QImage, int]] = []
        self.patterns: list[QImage] = []
        self.texts = _titles(each, place, style)
        self._block, self._place, self._where, self._style = shown.block, place, where, style
        trace = shown.block.trace
        self._form = form_of(shown.block.kind, where.x, where.y, trace.steps > 0, trace.at_once)
        self.labels = [] if isinstance(each, Missing) and not place.row_width else self._labels()
        box: Box = (place.left, place.top, where.x.length, where.y.length)
        self.outlines = [box] if isinstance(each, Missing) else []
        if isinstance(each, Missing):
            self.texts += _said_inside(each, box, style)
        elif isinstance(each, MaskMap):
            self._add_mask(each)
        else:
            self._add(self._form, place.top, sheets.colours(each, where.x, where.y),
                      sheets.over(each, where.x, where.y))  # fmt: skip

    def _add_mask(self, mask: MaskMap) -> None:
        x, y, style = self._where.x, self._where.y, self._style
        ground = sheets.allowed(x, y, style)
        self._add(self._form, self._place.top, ground, sheets.states(mask.states, mask.code, x, y, style))
        if mask.strip is not None and self._place.strip is not None:
            high = self._where.strip
            form = Form(x, high, False, self._form.stepwise_columns, queries=False)
            states = cell_states.states_of(mask.strip[np.newaxis], causal=False)
            image = sheets.states(states, mask.strip_code, x, high, style)
            self._add(form, self._place.strip, sheets.allowed(x, high, style), image)

    def _add(self, form: Form, top: int, source: QImage, pattern: QImage) -> None:
        block = self._block
        panel = Panel(block.kind, block.layer, block.head, self._place.left, top, form)
        self.panels.append(panel)
        self.sources.append((source, 0))
        self.patterns.append(pattern)
        self.outlines.append(panel.box)

    def _labels(self) -> list[PlacedStrip]:
        """Above the strip, where there is one, and at the left of the first map of a row."""
        place, where, style, found = self._place, self._where, self._style, []
        rows, columns = self._block.labels
        if where.column_limit:
            top = place.top if place.strip is None else place.strip
            strip = token_labels.column_strip(columns, where.x, where.column_limit, style)
            found.append(PlacedStrip(strip, place.left, top, self._form.stepwise_columns))
        if place.row_width:
            strip = token_labels.row_strip(rows, where.y, place.row_width, style)
            found.append(PlacedStrip(strip, place.left, place.top, self._form.stepwise_rows))
        return found


def _titles(each: Map, place: MapPlace, style: Style) -> list[PageText]:
    left, top, wide, high = place.title
    line = title_line(style)
    texts = [PageText((left, top, wide, line), each.name, bold=True)]
    return texts if high < 2 * line else [*texts, PageText((left, top + line, wide, line), each.meaning, quiet=True)]


def _said_inside(each: Missing, box: Box, style: Style) -> list[PageText]:
    """Why a map is not there, in the middle of its place."""
    left, top, wide, high = box
    line, edge = round(1.5 * style.font_pixels), style.px(6)
    words = wrapped(each.why, font(style.font_pixels), wide - 2 * edge, max(1, high // line))
    start = top + max(0, high - line * len(words)) // 2
    return [
        PageText((left + edge, start + number * line, wide - 2 * edge, line), text, Align.CENTRE, quiet=True)
        for number, text in enumerate(words)
    ]


# --- the proof, row by row ---


def _differences(shown: _Unplaced) -> tuple[Label, ...]:
    if shown.extension is None or not isinstance(shown.maps[-1], NumberMap):
        return ()
    rows = shown.extension.rows
    if len(rows) != shown.block.shape[0]:
        return ()  # the rows on screen are words, the proof's are tokens
    return tuple(Label(mask_texts.small(float(value)), quiet=True) for value in rows)


def _beside(differences: tuple[Label, ...], style: Style) -> int:
    if not differences:
        return 0
    return token_labels.width_of(differences, style, style.px(80)) + round(1.5 * style.font_pixels)


def _beside_last(
    differences: tuple[Label, ...], where: MapPlaces, panel: Panel, wide: int, style: Style
) -> list[PlacedStrip]:
    numbers = wide - round(1.5 * style.font_pixels)
    strip = token_labels.row_strip(differences, where.y, numbers - style.px(4), style)
    return [PlacedStrip(strip, panel.left + where.x.length + numbers, panel.top, panel.form.stepwise_rows)]


def _difference_title(where: MapPlaces, panel: Panel, wide: int, style: Style) -> PageText:
    name = QCoreApplication.translate("pictures", "largest difference")
    line = round(1.5 * style.font_pixels)
    long = max(where.y.length, round(text_width(name, font(style.font_pixels))) + style.px(4))
    top = panel.top + where.y.length - long
    return PageText((panel.left + where.x.length + wide - line, top, line, long), name, quiet=True, upright=True)
