"""A run as a handout (PDF): its tokens, its masks, a page for each step, and everything that was set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter

from model.common.atomic import write_atomically
from model.common.lazy_dataclass import dataclass
from model.common.progress import progress
from model.common.version import VERSION
from model.record.trace import KINDS, Trace
from viz_app.exports.handout.heads import Chosen, Head, chosen
from viz_app.exports.handout.sheet import PAPERS, Flow, Paper, as_part, framed
from viz_app.exports.handout.steps import (
    maps_page,
    maps_words,
    masks_page,
    masks_words,
    step_page,
    step_words,
    whole_map,
)
from viz_app.exports.handout.texts import honest_words, settings, source_head, source_rows, steps_table, target_rows
from viz_app.exports.pdf_pages.about import About, Bookmark, one_line
from viz_app.exports.pdf_pages.document import PaintPage, document
from viz_app.exports.pdf_pages.structure import Part
from viz_app.pictures.drawing.picture_texts import kind_name, reservations, spoken
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.state.state import Selection, Snapshot

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads

translate = QCoreApplication.translate
LONG = 150  #: characters of a sentence that is set in smaller letters
LEAST_MAP = 0.3  #: of a page that has to be free below the tokens for the whole map
TALLEST_MAP = 0.9  #: its height, of the page's width


@dataclass(frozen=True)
class HandoutSection:
    """Pages that belong together. ``marks``: what a reader's side bar calls each of them."""

    title: str
    pages: Sequence[PaintPage]
    marks: Sequence[str] = ()
    words: Sequence[str] = ()  #: what each page's pictures show; none where all is text


def write_handout(
    trace: Trace, path: Path, paper: str = "A4", heads: Sequence[Head] = (), table: CorpusHeads | None = None
) -> None:
    """Write the handout in one step. ``heads``: (layer, head) from 0; ``table``: theirs over a file. Raises Problem."""
    now = Snapshot(trace=trace, file_heads=table)
    sheet, maps = PAPERS[paper], chosen(now, heads)
    sections = [
        part
        for part in (_cover(now, trace, sheet, maps), *_middle(trace, sheet, maps), _appendix(now, trace, sheet))
        if part.pages
    ]
    pages = [(section.title, page) for section in sections for page in section.pages]
    name = one_line(trace.meta.source_text) or " ".join(token.text for token in tokens_of(trace).source)
    below = _origin(trace)
    framing = [
        framed(_told(page, number, len(pages)), sheet, (name, title), (below, f"{number} / {len(pages)}"))
        for number, (title, page) in enumerate(pages, 1)
    ]
    about = About(
        title=" – ".join([translate("Handout", "Handout"), name]),
        subject="\n".join((maps.why, *honest_words(now))).strip(),
        keywords=f"Transformer, attention, {one_line(trace.meta.checkpoint)}",
        language=spoken().partition("+")[0],
        alternatives=tuple(words for section in sections for words in section.words or [""] * len(section.pages)),
        bookmarks=_bookmarks(sections),
    )
    write_atomically(path, document(framing, sheet.width, sheet.height, about))
    progress("")


def _told(page: PaintPage, number: int, count: int) -> PaintPage:
    """The page, which says that it is being made."""

    def draw(painter: QPainter) -> None:
        progress(translate("Handout", "page {0} of {1}").format(number, count), (number - 1) / count)
        page(painter)

    return draw


def _origin(trace: Trace) -> str:
    """Where everything comes from, for the foot of every page."""
    meta = trace.meta
    known = f"{meta.checkpoint} ({meta.checkpoint_sha256[:12]})" if meta.checkpoint_sha256 else meta.checkpoint
    return " · ".join(part for part in (one_line(known), *reservations(meta), f"Headscope {VERSION}") if part)


def _bookmarks(sections: Sequence[HandoutSection]) -> tuple[Bookmark, ...]:
    found, first = [], 0
    for section in sections:
        found.append(Bookmark(section.title, first))
        found += [Bookmark(words, first + at, 1) for at, words in enumerate(section.marks)]
        first += len(section.pages)
    return tuple(found)


def _cover(now: Snapshot, trace: Trace, paper: Paper, maps: Chosen) -> HandoutSection:
    """Sentence, translation, tokens."""
    flow, points, meta = Flow(paper), paper.points, trace.meta
    larger = 2.0 if len(meta.source_text) < LONG else 1.3
    flow.paragraph(one_line(meta.source_text), larger * points, bold=True, kind="H1")
    if meta.translation:
        flow.gap(0.4)
        flow.paragraph("→ " + one_line(meta.translation), 0.8 * larger * points)
    flow.gap(0.4)
    flow.paragraph(maps.why, quiet=True)
    beside = 3
    flow.heading(translate("Handout", "Source tokens"))
    flow.table(source_head(), source_rows(trace), (0.2, 0.5, 0.3), beside)
    if trace.steps:
        beside, (head, rows, shares) = (3 if paper.wide else 2), steps_table(trace)
        flow.heading(translate("Handout", "Steps"))
        flow.table(head, rows, shares, beside)
    flow.gap(1.5)
    below = 4 * paper.pixels
    if trace.steps and maps.maps and flow.left - below >= LEAST_MAP * paper.body.height():
        whole = Snapshot(trace=trace, selection=Selection(step=trace.steps - 1))
        shown = Part("Figure", "whole map", alt=maps_words(whole, replace(maps, maps=maps.maps[:1]), paper))
        high = min(flow.left - below, TALLEST_MAP * paper.body.width())
        flow.add(high, as_part(shown, whole_map(whole, maps, paper)))
    for words in honest_words(now)[:1]:
        flow.paragraph(words, quiet=True)
    return HandoutSection(translate("Handout", "Sentence and tokens"), flow.as_pages())


def _middle(trace: Trace, paper: Paper, maps: Chosen) -> list[HandoutSection]:
    """Masks, and the maps of every step; of a run without steps, the maps once."""
    whole = Snapshot(trace=trace, selection=Selection(step=max(0, trace.steps - 1)))
    masked = [kind for kind in KINDS if trace.mask(kind) is not None]
    masks = HandoutSection(
        translate("Handout", "Masks"),
        [masks_page(whole, kind, maps, paper) for kind in masked],
        [kind_name(kind) for kind in masked],
        [masks_words(whole, kind, maps, paper) for kind in masked],
    )
    if not trace.steps:
        there, title = maps.maps, translate("Handout", "Maps")
        shown = HandoutSection(title, [maps_page(whole, maps, paper)], (), [maps_words(whole, maps, paper)])
        return [masks, *([shown] if there else [])]
    places = [replace(whole, selection=Selection(step=step)) for step in range(trace.steps)]
    rows = target_rows(trace)
    marks = [f"{row[0]}: {' → '.join(token for token in row[1:3] if token)}" for row in rows]
    words = [step_words(place, maps) for place in places]
    pages = [step_page(place, maps, paper) for place in places]
    return [masks, HandoutSection(translate("Handout", "Steps"), pages, marks, words)]


def _appendix(now: Snapshot, trace: Trace, paper: Paper) -> HandoutSection:
    """All settings, and what the pictures are not."""
    flow = Flow(paper)
    flow.heading(translate("Handout", "Settings"))
    for title, lines in settings(trace):
        flow.paragraph(title, bold=True, with_next=True, kind="H3")
        for name, value in lines:
            flow.entry(name, value)
        flow.gap()
    flow.heading(translate("Handout", "What the numbers are, and what they are not"))
    for words in honest_words(now):
        flow.paragraph(words)
        flow.gap(0.4)
    return HandoutSection(translate("Handout", "Settings"), flow.as_pages())
