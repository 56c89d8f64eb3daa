"""One attention block on the run's own tokens: its masks, its scores before them and its weights after them.

What may attend to what, and what that does. A checkpoint holds no mask code, and the picture says so.
"""

from __future__ import annotations

import weakref
from collections.abc import Collection
from dataclasses import replace

from model.analysis.causality_check import Extension
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.pictures.drawing.drawings import PictureCache
from viz_app.pictures.drawing.geometry import geometries
from viz_app.pictures.drawing.legends import Bar, Entry, steps_shown
from viz_app.pictures.drawing.marks import fitting
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Backgrounds
from viz_app.pictures.drawing.panels import part_rows, part_told
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet, Overlay, SheetPlan
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.pictures.masks import differences, mask_texts
from viz_app.pictures.masks.block import MaskBlock, block_of
from viz_app.pictures.masks.maps import Map, MaskMap, Missing, NumberMap, maps_of, rows_of
from viz_app.pictures.masks.placed import PlacedMap, meaning_letters, new_columns, title_letters, title_width
from viz_app.pictures.masks.places import MapPlaces, MapSizes, places, titles_fit
from viz_app.pictures.masks.sentences import sentences
from viz_app.pictures.masks.surroundings import Around, MaskPage, page
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot
from viz_app.state.zoom import Zoom


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
    if style.on_screen and chosen.step + 1 >= trace.steps:
        style = replace(style, undecoded=False)
    extension, as_in_code = _of_block(block, snapshot.extension), snapshot.settings.masks_as_in_code
    part = snapshot.zoom if style.presented else None
    lessons, chain = mask_texts.lessons(block, snapshot, style.on_screen), mask_texts.chain(block, chosen)
    start = replace(snapshot, selection=replace(chosen, step=0, query=None))
    first = mask_texts.lessons(block, start, style.on_screen)
    kept = _kept.get(
        (
            weakref.ref(trace), weakref.ref(run), chosen.kind, chosen.layer, chosen.head, width, height, style,
            as_in_code, id(extension), picture_texts.spoken(), () if style.on_screen else (lessons, bool(chain)), part,
        ),
        lambda: _draw(_unplaced(block, _maps(block, style, as_in_code, run), extension, lessons, first, bool(chain),
                                part), width, height, style),
    )  # fmt: skip
    subtitle = " · ".join(
        part for part in (picture_texts.map_name(trace, chosen), picture_texts.step_of(trace, chosen)) if part
    )

    def sentence() -> str:
        return " ".join(part for part in (f"{title()}, {subtitle}; {kept.told}", *lessons, chain) if part)

    added = 0 if snapshot.padded is None or chosen.kind == "decoder" else snapshot.padded.added
    overlays = [*kept.page.overlays, *kept.scales, *sentences(kept.page, kept.plan.note, lessons, chain, style)]
    overlays += new_columns(kept.plan.panels, added, style)
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
    lessons: tuple[str, ...]
    longest: tuple[str, ...]  #: of the first row, which has most to hide
    chained: bool  #: is there a sentence of a selected cell? A screen has room for one in any case
    shown: range  #: rows

    @property
    def badge(self) -> str:
        """Who computed what is shown."""
        meta = self.block.trace.meta
        return picture_texts.mask_origin(meta.family, bool(meta.recorded))

    def labels(self, style: Style) -> tuple[Labels, Labels]:
        """Of the rows and columns that are shown."""
        rows, columns = self.block.told(style.glosses)
        return rows[self.shown.start : self.shown.stop], columns


def _unplaced(
    block: MaskBlock, maps: tuple[Map, ...], extension: Extension | None, lessons: tuple[str, ...],
    first: tuple[str, ...], chained: bool, part: Zoom | None,
) -> _Unplaced:  # fmt: skip
    """All rows, or those of a part, which stands in place of what the first map means."""
    rows = part_rows(part)
    if rows is None:
        return _Unplaced(block, maps, extension, lessons, first, chained, range(block.shape[0]))
    one, *others = (rows_of(each, rows) for each in maps)
    one = replace(one, meaning=part_told(part, block.shape))
    return _Unplaced(block, (one, *others), extension, lessons, first, chained, rows)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What no selection of a cell or step changes."""

    plan: SheetPlan
    page: MaskPage
    scales: tuple[Overlay, ...]  #: beside the names of maps
    told: str
    extension: Extension | None  #: kept, so that its id is no other one's


_kept: PictureCache[_Drawn] = PictureCache(64 << 20, lambda drawn: drawn.plan.bytes)


def _of_block(block: MaskBlock, extension: Extension | None) -> Extension | None:
    """What has been proved of the decoder, where that is on screen."""
    return extension if block.kind == "decoder" else None


def _draw(shown: _Unplaced, width: int, height: int, style: Style) -> _Drawn:
    sheet, where = _laid_out(shown, width, height, style)
    where = replace(where, y=replace(where.y, first=shown.shown.start))
    named = list(zip(shown.maps, where.maps, strict=True))
    letters = title_letters(named, style)
    placed = [PlacedMap(shown.block, *each, where, style, letters) for each in named]
    panels = [panel for each in placed for panel in each.panels]
    outlines = [box for each in placed for box in each.outlines]
    texts = [text for each in placed for text in each.texts] if sheet.lines else []
    labels = [strip for each in placed for strip in each.labels]
    rows = _differences(shown)
    beside = differences.width(rows, style) if sheet.lines else 0
    if beside:
        labels.append(differences.strip(rows, where, panels[-1], beside, style))
        texts.append(differences.name(where, panels[-1], beside, style))
    numbers = [each for each in shown.maps if isinstance(each, NumberMap)]
    plan = SheetPlan(
        style, Backgrounds(sheet.frame, (*sheet.texts, *texts), outlines, style), panels, geometries(panels, style),
        [source for each in placed for source in each.sources], [over for each in placed for over in each.patterns],
        labels, sheet.frame.heading, note=quantities.warning(quantities.worst(*(each.trouble for each in numbers))),
        switches=[panel for each in placed for panel in each.switches],
    )  # fmt: skip
    told = "; ".join(f"{each.name}: {each.meaning}" for each in shown.maps)
    scales = tuple(scale for each in placed for scale in each.scales) if sheet.lines else ()
    return _Drawn(plan, sheet, scales, f"{told}. {shown.badge}.", shown.extension)


def _laid_out(shown: _Unplaced, width: int, height: int, style: Style) -> tuple[MaskPage, MapPlaces]:
    """Once more where cells have no room for marks: a legend must not explain what nothing shows."""
    numbers = [each for each in shown.maps if isinstance(each, NumberMap)]
    scales = tuple(dict.fromkeys((Bar(each.maximum, each.scale), each.style) for each in numbers))
    rows, columns = shown.labels(style)
    strips = tuple(isinstance(each, MaskMap) and each.strip is not None for each in shown.maps)
    beside = differences.width(_differences(shown), style)
    named = max(title_width(each, style) for each in shown.maps)

    def tried(marked: Style) -> tuple[MaskPage, MapPlaces]:
        now = _entries(shown, marked)
        entries = _entries(shown, replace(marked, undecoded=True), style.beside) if style.on_screen else now
        absent = frozenset(entries) - frozenset(now)  # what lies below them moves with no step and no click
        around = Around(shown.badge, shown.lessons, shown.longest, scales, entries, shown.chained, absent)
        sheet = page(around, width, height, style)
        told = () if style.on_screen or not sheet.lines else _told_wide(shown, sheet.lines, style)
        sizes = MapSizes(rows, columns, strips, beside if sheet.lines else 0, named, told)
        where = places(sizes, sheet.content, sheet.lines, style)
        if titles_fit(sizes, where):
            return sheet, where
        return sheet, places(sizes, sheet.content, sheet.lines + 1, style)

    sheet, where = tried(style)
    fits = fitting(style, where.x, where.y)
    return tried(fits) if fits != style else (sheet, where)


def _told_wide(shown: _Unplaced, lines: int, style: Style) -> tuple[float, ...]:
    """What each map's name takes in one line, and its meaning where there is a line for it."""
    face, bold = font(meaning_letters(style)), font(style.font_pixels, bold=True)
    return tuple(max(text_width(each.name, bold), text_width(each.meaning, face) * (lines > 1)) for each in shown.maps)


def _differences(shown: _Unplaced) -> differences.Rows:
    if shown.extension is None or not isinstance(shown.maps[-1], NumberMap):
        return ()
    found = differences.rows_of(shown.extension, shown.block.shape[0])
    return found[shown.shown.start : shown.shown.stop]


def _entries(shown: _Unplaced, style: Style, clicks: Collection[str] = ()) -> tuple[Entry, ...]:
    """What the legend must explain, and what it will have to after ``clicks`` that may change something."""
    seen = {state for each in shown.maps if isinstance(each, MaskMap) for state in each.seen}
    entries: list[Entry] = ["allowed"]
    if shown.block.flipped or "changed" in style.beside:
        entries.append("changed")
    for state, entry in ((cell_states.FUTURE, "future"), (cell_states.PADDING, "padding")):
        if state in seen:
            entries.append(entry)  # type: ignore[arg-type]  # a literal of the row above
    numbers = [each for each in shown.maps if isinstance(each, NumberMap)]
    if any(each.states is not None and (each.states == cell_states.ASIDE).any() for each in numbers):
        entries.append("aside")
    if any(each.absent is not None and each.absent.any() for each in numbers):
        entries.append("blank")
    if shown.block.kind != "encoder" and shown.block.trace.steps:
        entries += sorted(steps_shown(style, shown.block.trace.at_once), reverse=True)
    if style.squares:
        entries.append("square")
    if style.dots:
        entries.append("maximum")
    if cell_states.BY_HAND in seen or "changed" in clicks:
        entries.append("by_hand")
    return tuple(entries)
