"""The pages of a handout that show pictures: masks, and what each step reads, writes and gives weight to.

Where the parts of a step's page lie: pure geometry, in logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.exports.figures.caption import caption_lines
from viz_app.exports.figures.figure import broken
from viz_app.exports.handout.heads import Chosen, Map
from viz_app.exports.handout.sheet import Paper, read_here, running
from viz_app.exports.pdf_pages.document import PaintPage
from viz_app.pictures import all_pictures
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.glosses.run_glosses import glosses_of
from viz_app.pictures.drawing.legends import entries_for
from viz_app.pictures.drawing.page import Align, write
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.picture_texts import kind_name, layer_of, place_name
from viz_app.platform.spelling import share_text
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.candidates import candidates_of, others
from viz_app.tables.parts.current_row import wordings

translate = QCoreApplication.translate
Draw = Callable[[QPainter, QRectF], None]
Listed = Sequence[tuple[str, float, bool]]  #: candidates: token, probability, is it the one that follows
LISTED = 8  #: on a page
INSET = 12  #: what pictures keep free at their left, which here is the page's margin
LINE = 1.5  #: their distance, in heights of letters
MOST_LINES = 2  #: of a sentence


def masks_page(snapshot: Snapshot, kind: Kind, maps: Chosen, paper: Paper) -> PaintPage:
    """The masks of a kind, as the largest chosen map of it uses them."""
    shown = _masks_of(snapshot, kind, maps)

    def page(painter: QPainter) -> None:
        body = _honest(painter, shown, paper.body, paper)
        put_picture(painter, shown, body, paper.style)

    return page


def masks_words(snapshot: Snapshot, kind: Kind, maps: Chosen, paper: Paper) -> str:
    """The same for those who do not see it."""
    return _alt(_masks_of(snapshot, kind, maps), paper)


def _masks_of(snapshot: Snapshot, kind: Kind, maps: Chosen) -> Snapshot:
    own = next((each for each in maps.maps if each.kind == kind), Map(kind, 0, 0))
    return replace(snapshot, view="masks", selection=_selected(own, snapshot.selection.step))


def whole_map(snapshot: Snapshot, maps: Chosen, paper: Paper) -> Draw:
    """The largest of the chosen maps, complete; in words it is on the page of the last step."""
    one, style = _one(snapshot, maps.maps[0]), replace(paper.style, emphasis=False)
    return lambda painter, box: put_picture(painter, one, box, style)


def maps_page(snapshot: Snapshot, maps: Chosen, paper: Paper) -> PaintPage:
    """The chosen maps of a run without steps."""

    def page(painter: QPainter) -> None:
        body = _honest(painter, snapshot, paper.body, paper)
        _maps(painter, snapshot, maps.maps, places(body, len(maps.maps), 0.0, paper.pixels), paper)

    return page


def maps_words(snapshot: Snapshot, maps: Chosen, paper: Paper) -> str:
    """The same for those who do not see it."""
    return "\n".join(_alt(_one(snapshot, each), paper) for each in maps.maps)


def step_page(snapshot: Snapshot, maps: Chosen, paper: Paper) -> PaintPage:
    """One step: in words, its maps so far, its candidates."""

    def page(painter: QPainter) -> None:
        body = _honest(painter, snapshot, paper.body, paper)
        body = _sentences(painter, snapshot, maps, body, paper)
        listed = _candidates(snapshot)
        high = (len(listed) + 1) * LINE * paper.pixels if listed else 0.0
        where = places(body, len(maps.maps), high, paper.pixels)
        _maps(painter, snapshot, maps.maps, where, paper)
        box = where.listed if maps.maps else where.listed.adjusted(0, 0, -0.5 * body.width(), 0)
        _list(painter, box, listed, paper)

    return page


def step_words(snapshot: Snapshot, maps: Chosen) -> str:
    """The same for those who do not see it."""
    told = [wordings[0] for wordings in _wordings(snapshot, maps)]
    listed = ", ".join(f"{token} {share_text(share)}" for token, share, _ in _candidates(snapshot))
    return "\n".join([*told, *([f"{_listed_title()}: {listed}"] if listed else [])])


def _maps(painter: QPainter, snapshot: Snapshot, maps: Sequence[Map], where: PagePlaces, paper: Paper) -> None:
    """The first map large, the others where there is room for them."""
    for each in maps[:1]:
        put_picture(
            painter, _one(snapshot, each), where.first, replace(paper.style, beside=_marks(snapshot, maps[1:], paper))
        )
    middle = len(maps) if where.last.isEmpty() else 3
    _grid(painter, snapshot, maps[1:middle], where.rest, paper)
    _grid(painter, snapshot, maps[middle:], where.last, paper)


def _marks(snapshot: Snapshot, maps: Sequence[Map], paper: Paper) -> frozenset[str]:
    """What the legend below the first map has to explain of the others, which have none: what they show by now."""
    trace, step = snapshot.trace, snapshot.selection.step
    assert trace is not None
    found: set[str] = set()
    for kind in {each.kind for each in maps}:
        states = cell_states.drawn_states(trace, kind)
        if states is not None:
            rows, columns = trace.decoded(kind, step, states.shape)
            states = states[:rows, :columns]
        style = replace(_style_at(snapshot, paper.style), dots=False)
        found.update(entries_for(kind if trace.steps else "encoder", states, style, trace.at_once))
    return frozenset(found)


def _selected(each: Map, step: int) -> Selection:
    return Selection(each.kind, each.layer, each.head, step)


def _honest(painter: QPainter, snapshot: Snapshot, body: QRectF, paper: Paper) -> QRectF:
    """What the numbers are not, at the bottom; returns the room above it."""
    face, high = font(round(0.9 * paper.pixels)), 1.4 * paper.pixels
    line = caption_lines(replace(snapshot, view="all_layers"), provenance=False)[0]
    write(painter, QRectF(body.x(), body.bottom() - high, body.width(), high), line, face, paper.style.palette.muted)
    return body.adjusted(0, 0, 0, -high - 0.5 * paper.pixels)


def _sentences(painter: QPainter, snapshot: Snapshot, maps: Chosen, body: QRectF, paper: Paper) -> QRectF:
    """What the step's row says in the first map of each kind that has one; returns the room below."""
    top, palette = body.top(), paper.style.palette
    for number, said in enumerate(_wordings(snapshot, maps)):
        pixels = (1.25 if number == 0 else 1.0) * paper.pixels
        face, high = font(round(pixels), bold=number == 0), 1.4 * pixels
        ink = palette.muted if number else palette.ink
        for line in _fitting(said, face, body.width()):
            draw = running(partial(write, text=line, face=face, colour=ink), said[0])
            draw(painter, QRectF(body.x(), top, body.width(), high))
            top += high
    read_here(painter)
    return body.adjusted(0, top - body.top() + 0.5 * paper.pixels, 0, 0)


def _wordings(snapshot: Snapshot, maps: Chosen) -> list[list[str]]:
    """Of each such map the sentence, the longest wording first; behind the first one the kind stands before it."""
    kinds = {each.kind: each for each in reversed(maps.maps) if each.kind != "encoder"}
    found: list[list[str]] = []
    for each in [kinds[kind] for kind in ("cross", "decoder") if kind in kinds] or [Map("decoder", 0, 0)]:
        said = wordings(replace(snapshot, selection=_selected(each, snapshot.selection.step)))
        before = f"{kind_name(each.kind)}: " if found else ""
        found.append([before + words for words in said])
    return found


def _fitting(wordings: Sequence[str], face: QFont, width: float) -> list[str]:
    """The longest wording of one line, else of few, else the shortest, cut: maps shall not shrink from page to page."""
    found = [broken(words, face, width) for words in wordings]
    for most in range(1, MOST_LINES + 1):
        for lines in found:
            if len(lines) <= most:
                return lines
    return [*found[-1][: MOST_LINES - 1], found[-1][MOST_LINES - 1] + "…"]


def _grid(painter: QPainter, snapshot: Snapshot, maps: Sequence[Map], body: QRectF, paper: Paper) -> None:
    """Smaller maps, in rows."""
    if not maps:
        return
    columns = max(1, min(len(maps), round(math.sqrt(len(maps) * body.width() / max(1.0, body.height())))))
    rows, style = -(-len(maps) // columns), replace(paper.smaller(0.85), titled=False)
    wide, high = body.width() / columns, body.height() / rows
    for number, each in enumerate(maps):
        row, column = divmod(number, columns)
        box = QRectF(body.x() + column * wide, body.y() + row * high, wide, high)
        put_picture(painter, _one(snapshot, each), _titled(painter, each, box, paper), style)


def _titled(painter: QPainter, each: Map, box: QRectF, paper: Paper) -> QRectF:
    """A small map's name, whole in one line or in two; returns the room below it."""
    face, ink = font(round(0.9 * paper.pixels), bold=True), paper.style.palette.ink
    place = (
        layer_of(None, each.kind, each.layer)
        if each.whole_layer
        else place_name(None, each.kind, each.layer, each.head)
    )
    room = 0.96 * box.width()
    names = _lines_of_name(each.kind, place, face, room)
    high = 1.3 * paper.pixels
    for number, name in enumerate(names):
        write(painter, QRectF(box.x(), box.y() + number * high, room, high), name, face, ink)
    return box.adjusted(0, len(names) * high, 0, 0)


def _lines_of_name(kind: Kind, place: str, face: QFont, room: float) -> tuple[str, ...]:
    """The longest wording that is whole; the shortest is without what stands in brackets."""
    name = kind_name(kind)
    ways = (f"{name} · {place}",), (name, place), (name.partition(" (")[0], place)
    return next((lines for lines in ways if max(text_width(line, face) for line in lines) <= room), ways[-1])


def _one(snapshot: Snapshot, each: Map) -> Snapshot:
    view = "one_layer" if each.whole_layer else "one_head"
    return replace(snapshot, view=view, selection=_selected(each, snapshot.selection.step))


def _alt(snapshot: Snapshot, paper: Paper) -> str:
    """A picture in words, which are those of any size."""
    wide, high = int(paper.body.width()), int(paper.body.height())
    return all_pictures()[snapshot.view].picture(snapshot, wide, high, paper.style).alt


def put_picture(painter: QPainter, snapshot: Snapshot, box: QRectF, style: Style) -> None:
    """A picture in its box; its words are read together."""
    painter.save()
    painter.translate(box.x() - INSET, box.y())
    style = _style_at(snapshot, style)
    all_pictures()[snapshot.view].picture(snapshot, int(box.width() + INSET), int(box.height()), style).paint(painter)
    painter.restore()
    read_here(painter)


def _style_at(snapshot: Snapshot, style: Style) -> Style:
    """The legend of the last step explains nothing that is still to come; words have their glosses."""
    trace = snapshot.trace
    later = trace is not None and snapshot.selection.step + 1 < trace.steps
    return replace(style, undecoded=later, glosses=glosses_of(snapshot))


def _listed_title() -> str:
    """What the list of them is called."""
    return translate("Handout", "Candidates for the next token")


def _candidates(snapshot: Snapshot) -> Listed:
    """The likeliest first, then all others together."""
    assert snapshot.trace is not None
    found = candidates_of(snapshot.trace, snapshot.selection.step)
    listed = [each for number, each in enumerate(found) if number < LISTED or each.produced]
    rest = others(tuple(listed))
    lines = [(each.label, each.probability, each.produced) for each in listed]
    rest = round(rest, 4)  # what is smaller is what rounding left of 1
    return [*lines, (translate("Handout", "all others"), rest, False)] if lines else []


def _list(painter: QPainter, box: QRectF, listed: Listed, paper: Paper) -> None:
    """Tokens with bars and probabilities, the produced one in bold."""
    if not listed:
        return
    palette, high, pixels = paper.style.palette, LINE * paper.pixels, paper.pixels
    heading = font(round(1.1 * pixels), bold=True)
    write(painter, QRectF(box.x(), box.y(), box.width(), high), _listed_title(), heading, palette.ink)
    name, number = 0.36 * box.width(), 5 * pixels
    for row, (token, share, produced) in enumerate(listed, 1):
        line = QRectF(box.x(), box.y() + row * high, box.width(), high)
        face = font(round(pixels), bold=produced)
        quiet = palette.muted if row == len(listed) else palette.ink
        write(painter, QRectF(line.x(), line.y(), name - pixels, high), token, face, quiet)
        room = line.width() - name - number
        bar = QRectF(line.x() + name, line.y() + 0.25 * high, room, 0.5 * high)
        painter.setPen(QPen(QColor(palette.line), 0.5))
        painter.drawLine(bar.bottomLeft(), bar.bottomRight())
        if not math.isnan(share):
            bar.setWidth(room * share)
            painter.fillRect(bar, QColor(palette.accent if produced else palette.bar))
            write(painter, line, share_text(share), face, quiet, Align.RIGHT)
    read_here(painter)


FEW = 5  #: maps: one large, two beside it, two beside the candidates


@dataclass(frozen=True)
class PagePlaces:
    """Boxes; of no size where there is nothing for them."""

    first: QRectF  #: the largest map
    rest: QRectF  #: other maps
    listed: QRectF  #: candidates
    last: QRectF  #: maps beside the candidates


def places(body: QRectF, maps: int, high: float, gap: float) -> PagePlaces:
    """Divide ``body`` among so many maps and candidates ``high`` (0 = none); parts are ``gap`` apart."""
    if not high or not maps:
        halve = _across if body.width() > body.height() else _down  # along the longer side
        first, rest = halve(body, 1.0 if maps < 2 else 0.55, gap)
        return PagePlaces(first if maps else QRectF(), rest, body if high else QRectF(), QRectF())
    wide = body.width() > body.height()
    if maps > FEW:
        return _many(body, wide, high, gap)
    if wide:
        left, right = _across(body, 0.72, gap)
        first, rest = _across(left, 0.58 if maps > 1 else 1.0, 0.0)
        listed, last = _down(right, high / right.height(), gap)
        return PagePlaces(first, rest, listed, last)
    upper, lower = _down(body, 1 - (high + gap) / body.height(), gap)
    first, rest = _down(upper, 0.58 if maps > 1 else 1.0, 0.0)
    last, listed = _across(lower, 0.5, gap)
    return PagePlaces(first, rest, listed, last)


def _many(body: QRectF, wide: bool, high: float, gap: float) -> PagePlaces:
    """The first map and the candidates together; all others share what is left."""
    if wide:
        left, rest = _across(body, 0.4, gap)
        first, listed = _down(left, 1 - (high + gap) / left.height(), gap)
    else:
        upper, rest = _down(body, 0.36, gap)
        first, listed = _across(upper, 0.6, gap)
    return PagePlaces(first, rest, listed, QRectF())


def _across(box: QRectF, share: float, gap: float) -> tuple[QRectF, QRectF]:
    wide = share * box.width()
    left = QRectF(box.x(), box.y(), wide, box.height())
    return left, box.adjusted(min(wide + gap, box.width()), 0, 0, 0)


def _down(box: QRectF, share: float, gap: float) -> tuple[QRectF, QRectF]:
    high = share * box.height()
    upper = QRectF(box.x(), box.y(), box.width(), high)
    return upper, box.adjusted(0, min(high + gap, box.height()), 0, 0)
