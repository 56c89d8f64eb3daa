"""Two runs side by side: the pinned run's map, this run's, and their signed difference; heads by change below.

All three maps have the rows and columns of both runs, so that the same cell has the same place in each; a cell that is
selected is marked in all. Rows of later steps are there too: both runs are complete.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage, QPainter

from model.analysis.comparison.two_runs import Comparison
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from model.transforms.view_transform import limit_of
from viz_app.pictures import titles
from viz_app.pictures.compare import foot, ranks
from viz_app.pictures.compare.numbers import (
    OTHER,
    ComparedHead,
    ComparedMap,
    among_both,
    both_of,
    few_rows,
    run_told,
)
from viz_app.pictures.compare.places import ComparePlaces, placed, title_line
from viz_app.pictures.drawing import cell_states, legends, picture_texts, quantities, signed, token_labels
from viz_app.pictures.drawing.atlas import Weights
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.geometry import Geometry, geometries
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.legends import Bar, Entry
from viz_app.pictures.drawing.marks import dotted, fitting, marks
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Align, Backgrounds, Frame, PageText, frame
from viz_app.pictures.drawing.panels import Panel, PlacedStrip, form_of, part_told
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.sheet import MapSheet, Overlay, SheetPlan
from viz_app.pictures.drawing.steps import change_marks
from viz_app.pictures.drawing.token_labels import BLANK, Label
from viz_app.platform.theme import SIGNED, font, text_width
from viz_app.state.state import Selection, Snapshot

LEAST_FULL = 0.001  #: of the difference: what is less is no strong colour


def title() -> str:
    """The picture's name."""
    return titles()["compare"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style, pointed: Cell | None = None) -> Picture:
    """The selected head of both runs; see ``PictureModule``. Its cells are among the rows and columns of both.

    ``pointed`` is marked in place of what is selected.
    """
    both, chosen = both_of(snapshot), snapshot.run_selection
    if isinstance(both, str):
        return Message(title(), both, width, height, style)
    marked = among_both(both, chosen)
    if pointed is not None:
        marked = replace(marked, query=pointed.query, key=pointed.key)
    return sheet(both, chosen, marked, (width, height), replace(style, row_totals=False, undecoded=False))


def sheet(
    both: Comparison, chosen: Selection, marked: Selection, size: tuple[int, int], style: Style
) -> ComparisonSheet:
    """The same with ``marked`` among the rows and columns of both."""
    head = ComparedHead(both, chosen.kind, chosen.layer, chosen.head)
    few = few_rows(head, among_both(both, chosen)) if style.presented else head
    key = (weakref.ref(both.before), weakref.ref(both.after), both.whole, chosen.kind, chosen.layer, chosen.head)
    drawn = _kept.get((*key, few.zoom, size, style, picture_texts.spoken()), lambda: _draw(few, size, style))
    name = picture_texts.map_name(both.after, chosen)
    subtitle = _subtitle(few)

    def sentence() -> str:
        return f"{title()}: {name}; {subtitle}. {_told_at(head, marked)}".strip()

    return ComparisonSheet(
        drawn.plan.headed(name, subtitle), *size, drawn.plan.style, marked, None, sentence, drawn.plan, both.after,
        overlays=drawn.overlays, ranks=drawn.ranks, before=both.before, change=drawn.change,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class ComparisonSheet(MapSheet):
    """Three maps and a list of heads; a head of the list is its cell of the largest change."""

    ranks: Sequence[ranks.RankPlace] = ()
    before: Trace | None = None
    change: tuple[Weights, Style] | None = None  #: the differences, and the style that all heads share for theirs

    def paint_changes(self, painter: QPainter, now: Geometry) -> None:
        """A head that is off, over the map of the run in which it is."""
        for (panel, shown), run in zip(now.drawn, (self.before, self.trace), strict=False):  # and their difference
            if run is not None and run.meta.interventions:
                change_marks.paint_head_off(painter, panel, shown, run, self.style)

    def paint_over(self, painter: QPainter) -> None:
        """See ``Page``; in a hall the row that is talked about stands out in all three."""
        super().paint_over(painter)
        if self.style.presented:
            from viz_app.pictures.drawing.steps.named_labels import paint_spotlights  # only a hall needs it

            paint_spotlights(painter, self.plan.geometries(self.selection.step).drawn, self.selection, self.style)

    def find(self, x: float, y: float) -> Cell | None:
        """A head of the list, a cell among the rows and columns of both, or the map."""
        for rank in self.ranks:
            left, top, wide, high = rank.box
            if left <= x < left + wide and top <= y < top + high:
                changed = rank.changed
                return Cell(changed.kind, changed.layer, changed.head, changed.row, changed.column)
        return super().find(x, y)


@dataclass(frozen=True, eq=False)
class _DrawnComparison:
    """What no selection of a cell or step changes."""

    plan: SheetPlan
    overlays: tuple[Overlay, ...]
    ranks: tuple[ranks.RankPlace, ...]
    change: tuple[Weights, Style]


_kept: PictureCache[_DrawnComparison] = PictureCache(64 << 20, lambda drawn: drawn.plan.bytes)


def _draw(head: ComparedHead, size: tuple[int, int], style: Style) -> _DrawnComparison:
    both, maps = head.both, head.maps
    full = max(quantities.highest(each.values, style).item() for each in maps[:2]) if style.per_map_scale else 1.0
    weights, difference = replace(style, full=full, per_map_scale=False), _signed_style(head, maps[2], style)
    bar, other = foot.scales(full, difference, size[0])
    page, where = _laid_out(head, (bar, weights, other), size)
    weights = fitting(weights, where.x, where.y)
    difference = replace(difference, squares=weights.squares)
    form = form_of(head.kind, where.x, where.y, both.after.steps > 0, True)
    panels = [Panel(head.kind, head.layer, head.head, left, where.top, form) for left in where.lefts]
    styles = (weights, weights, difference)
    leaky = both.before.meta.leaky_mask, both.after.meta.leaky_mask, False
    over = [marks(each.values, each.states, where.x, where.y, own.full, leak, own)
            for each, own, leak in zip(maps, styles, leaky, strict=True)]  # fmt: skip
    chosen = head.kind, head.layer, head.head
    found = ranks.rank_places(ranks.changed_heads(both), where.ranks, chosen)
    most = next((one.mean for one in both.ranking if math.isfinite(one.mean)), 0.0)
    overlays = ranks.drawn(found, most, chosen, weights)
    if page.legend_y is not None and style.legend:
        left, top = page.width - other.width() - style.px(12), page.legend_y
        if foot.below(other, size[0], style):
            left, top = style.px(12), page.height - other.height() - style.px(2)
        overlays.append((other, left, top))
    shared = replace(
        _signed_style(head, maps[2], replace(style, per_map_scale=False)), per_map_scale=style.per_map_scale
    )
    plan = SheetPlan(
        style, Backgrounds(page, _texts(head, where, page, style, other),
                           [panel.box for panel in panels], style),
        panels, geometries(panels, style), [(_image(each, own, where.x, where.y), 0)
                                            for each, own in zip(maps, styles, strict=True)],
        over, _strips(head, where, style), page.heading,
        note=quantities.warning(head.trouble) or _common(head, style), offer_box=_beside_name(where, page, weights),
    )  # fmt: skip
    return _DrawnComparison(plan, tuple(overlays), tuple(found), (maps[2].values, shared))


def _common(head: ComparedHead, style: Style) -> str:
    """That one of the networks has more; on the screen a switch says it, and the number of the change has its room."""
    return "" if head.both.whole or style.on_screen else ranks.common_told()


def _strips(head: ComparedHead, where: ComparePlaces, style: Style) -> list[PlacedStrip]:
    """Rows named at the left of all, columns above each map: above either run's by its own tokens."""
    found = []
    if where.row_width:
        strip = token_labels.row_strip(where.rows, where.y, where.row_width, style)
        found.append(PlacedStrip(strip, where.lefts[0], where.top, False))
    if where.column_limit:
        face, own, joint = font(style.font_pixels), head.own_told(style.glosses), head.told(style.glosses)[1]
        both = tuple(  # where both have no room, the two maps beside say them
            Label(OTHER) if each.text != mine.text and text_width(each.text, face) > where.column_limit else each
            for each, mine in zip(joint, own[1], strict=True)
        )
        written = token_labels.column_strip(both, where.x, where.column_limit, style).drawn
        if written:  # the same places in all three
            pinned, mine = (tuple(label if at in written else BLANK for at, label in enumerate(each)) for each in own)
            own = pinned, mine
        for columns, left in zip((*own, both), where.lefts, strict=True):
            strip = token_labels.column_strip(columns, where.x, where.column_limit, style)
            found.append(PlacedStrip(strip, left, where.top, False))
    return found


def _laid_out(
    head: ComparedHead, bars: tuple[Bar, Style, Drawing], size: tuple[int, int]
) -> tuple[Frame, ComparePlaces]:
    """The page, without what cells have no room for; the difference's bar has the right end of the legend's line."""
    bar, style, other = bars

    below = foot.below(other, size[0], style)
    place = foot.place_of_note(head, other, size[0], style)

    def tried(entries: tuple[Entry, ...], place: foot.NotePlace, pairs: bool = False) -> tuple[Frame, ComparePlaces]:
        taken = (0, other.height()) if below else (other.width() + style.px(12), 0)
        less = [math.ceil(length / style.ratio) if style.legend else 0 for length in taken]
        note = foot.note(head) if place == "line" else ""
        note = note if style.on_screen else foot.note_on_paper(head, pairs)
        page = frame(size[0] - less[0], size[1] - less[1], style, note, bar, entries)
        if page.legend_y is None:  # none, whatever room one alone has; half of the last row's name is left free
            spare = math.ceil(style.font_pixels / 3 / style.ratio)
            page = replace(frame(size[0], size[1] - spare, replace(style, legend=False), "", bar), legend_y=None)
        more = style.px(size[0]) - page.width
        (x, y, wide, high), (left, top, across, down) = page.heading, page.content
        page = replace(page, width=page.width + more, heading=(x, y, wide + more if wide else 0, high),
                       height=style.px(size[1]), content=(left, top, across + more, down),
                       notes=() if style.on_screen else page.notes)  # fmt: skip
        heads, first = max(1, len(ranks.changed_heads(head.both))), head.zoom.row if head.zoom else 0
        where = placed(*head.told(style.glosses), page.content, heads, style, first, head.kind == "decoder")
        if not (style.on_screen or pairs) and any(label.lead for label in where.rows):
            return tried(entries, place, pairs=True)
        return tried(entries, "line") if place == "list" and not where.ranks else (page, where)

    entries = _entries(head, style)
    page, where = tried(entries, place)
    if style.dots and not dotted(where.x, where.y, style):
        page, where = tried(tuple(each for each in entries if each != "maximum"), place)
    return page, where


def _entries(head: ComparedHead, style: Style) -> tuple[Entry, ...]:
    """What the legend explains beside the colours."""
    states = np.stack([each.states for each in head.maps])
    steps = legends.steps_shown(style, True) if head.kind != "encoder" and head.both.after.steps else set[str]()
    shown = {"maximum": style.dots, "square": style.squares, "step": "step" in steps,
             "future": bool((states == cell_states.FUTURE).any()),
             "padding": bool((states == cell_states.PADDING).any())}  # fmt: skip
    return tuple(entry for entry, there in shown.items() if there)  # type: ignore[misc]  # each is an Entry


def _beside_name(where: ComparePlaces, page: Frame, style: Style) -> Box:
    """What is free after the name of the difference: a head that changes little is offered other scales there."""
    left, top, _, high = where.titles[2]
    name = text_width(QCoreApplication.translate("pictures", "Difference"), font(style.font_pixels, bold=True))
    left += math.ceil(name) + style.px(12)
    return left, top, max(0, page.width - style.px(4) - left), high


def _signed_style(head: ComparedHead, shown: ComparedMap, style: Style) -> Style:
    """Of the difference: colours go two ways from 0; the same for all heads, or each with its own end."""
    below, above = SIGNED[style.palette]
    full = limit_of(shown.values if style.per_map_scale else np.array([head.both.largest], dtype=np.float32))
    if head.both.largest < LEAST_FULL:
        full = LEAST_FULL
    return replace(
        style, quantity="difference", full=full, colour_map=above, below=below, dots=False, per_map_scale=False
    )  # fmt: skip


def _image(shown: ComparedMap, style: Style, x: Axis, y: Axis) -> QImage:
    """One pixel per number, or per block of numbers: the one of the largest size."""
    shares = np.asarray(signed.pool(shown.values, x, y), dtype=np.float32) / np.float32(style.full)
    words = np.empty(shares.shape, dtype=np.uint32)
    quantities.words(shares, style, words)
    return cell_states.image(words)


def _texts(head: ComparedHead, where: ComparePlaces, page: Frame, style: Style, other: Drawing) -> tuple[PageText, ...]:
    """The name of each map, with what is different in each run; the title of the list; what the shapes mean."""
    translate, line = QCoreApplication.translate, title_line(style)
    before, after = head.both.before, head.both.after
    names = [translate("pictures", "Pinned"), translate("pictures", "This run"), translate("pictures", "Difference")]
    if min(where.x.length, where.y.length) >= style.px(change_marks.LARGE):  # a smaller map has the word on it
        for at, run in enumerate((before, after)):
            off = change_marks.off_names(run, head.kind).get((head.layer, head.head))
            names[at] += f" ({off})" if off else ""
    told: list[list[str]] = [
        [run_told(*runs, *short) for short in ((False,), (True,), (True, True))]
        for runs in ((before, after), (after, before))
    ]
    if told[0] == told[1]:  # a recorded trace and its twin: their words say nothing
        told = [[], []]
    texts, face = [], font(style.font_pixels, bold=True)
    for (left, top, wide, _), name, ways in zip(where.titles, names, (*told, []), strict=True):
        wordings = [f"{name}: {more}" for more in ways if more]
        wordings += [name] if not wordings or before.meta.source_text == after.meta.source_text else []
        last = wordings[-1] if style.on_screen else name  # there it is shortened, on paper nothing may be
        said = next((each for each in wordings if text_width(each, face) <= wide), last)
        texts.append(PageText((left, top, wide, line), said, bold=True))
    if where.ranks:
        texts.append(PageText(where.rank_title, ranks.list_title(head.both, style), quiet=True))
    if style.on_screen and page.legend_y is not None:
        place = foot.place_of_note(head, other, round(page.width / style.ratio), style)
        left, under, high = page.legend_x, page.legend_y - style.px(2), round(1.6 * style.font_pixels)
        box, align = (left, under - high, page.width - 2 * left, high), Align.LEFT
        if place == "bar":
            left = other.width() + 2 * style.px(12)
            box = left, page.height - other.height() - style.px(2), page.width - left, other.height()
        elif place == "list" and where.ranks:
            box, align = where.rank_title, Align.RIGHT
        texts.append(PageText(box, foot.note(head), align, quiet=True))
    return tuple(texts)


# --- words ---


def _subtitle(head: ComparedHead) -> str:
    """How much this head changed, and its place among all; which rows are shown."""
    return " · ".join(filter(None, (ranks.place_told(head), part_told(head.zoom, head.shape))))


def _told_at(head: ComparedHead, marked: Selection) -> str:
    return cell_told(head, marked.query, marked.key) if marked.query is not None and marked.key is not None else ""


def cell_told(head: ComparedHead, row: int, column: int) -> str:
    """Both weights of a cell and their difference; below them, which cell it is."""
    translate, (rows, columns), place = QCoreApplication.translate, head.labels, (head.kind, head.layer, head.head)
    one, two = (float(each[row, column]) for each in (head.both.map_before(*place), head.both.map_after(*place)))
    lead = f"{rows[row].lead} → " if rows[row].lead else ""
    where = f"{lead}{rows[row].text} × {columns[column].text}"
    only = {
        (True, False): translate("pictures", "only in this run: {weight}").format(weight=f"{two:.4f}"),
        (False, True): translate("pictures", "only in the pinned run: {weight}").format(weight=f"{one:.4f}"),
        (True, True): translate("pictures", "no run has both tokens"),
    }
    if math.isnan(one) or math.isnan(two):
        return f"{only[math.isnan(one), math.isnan(two)]}\n{where}"
    numbers = {"before": f"{one:.4f}", "after": f"{two:.4f}", "change": f"{two - one:+.4f}".replace("-", "−")}
    return translate("pictures", "{before} → {after}, difference {change}").format(**numbers) + f"\n{where}"
