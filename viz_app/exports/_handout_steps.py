"""The pages of a handout that show pictures: masks, and what each step reads, writes and gives weight to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.trace import Kind
from viz_app.controls._candidate import candidates_of, others
from viz_app.controls._sentences import wordings
from viz_app.exports._caption import caption_lines
from viz_app.exports._figure import broken
from viz_app.exports._handout_heads import Chosen, Map
from viz_app.exports._handout_sheet import RIGHT, Page, Paper, read_here, written
from viz_app.pictures import all_pictures
from viz_app.pictures._picture import Style
from viz_app.pictures._words import kind_name
from viz_app.state import Selection, Snapshot
from viz_app.theme import font

translate = QCoreApplication.translate
Listed = Sequence[tuple[str, float, bool]]  #: candidates: token, probability, is it the one that follows
LISTED = 8  #: on a page
INSET = 12  #: what pictures keep free at their left, which here is the page's margin
LINE = 1.5  #: their distance, in heights of letters
MOST_BESIDE = 2  #: maps beside them


def masks_page(snapshot: Snapshot, kind: Kind, maps: Chosen, paper: Paper) -> Page:
    """The masks of a kind, as the largest chosen map of it uses them."""
    own = next((each for each in maps.maps if each.kind == kind), Map(kind, 0, 0))
    shown = replace(snapshot, view="masks", selection=_selected(own, snapshot.selection.step))

    def page(painter: QPainter) -> None:
        body = _honest(painter, shown, paper.body, paper)
        _picture(painter, shown, body, paper.style)

    return page


def maps_page(snapshot: Snapshot, maps: Chosen, paper: Paper) -> Page:
    """The chosen maps of a run without steps."""

    def page(painter: QPainter) -> None:
        _maps(painter, snapshot, maps.maps, _honest(painter, snapshot, paper.body, paper), paper)

    return page


def step_page(snapshot: Snapshot, maps: Chosen, paper: Paper) -> Page:
    """One step: in words, its maps so far, its candidates."""

    def page(painter: QPainter) -> None:
        body = _honest(painter, snapshot, paper.body, paper)
        body = _sentences(painter, snapshot, maps, body, paper)
        listed = _candidates(snapshot)
        (_in_columns if paper.wide else _in_rows)(painter, snapshot, maps.maps, listed, body, paper)

    return page


def _in_rows(
    painter: QPainter, snapshot: Snapshot, maps: Sequence[Map], listed: Listed, body: QRectF, paper: Paper
) -> None:
    """The first map over two others; at the bottom candidates, beside what maps are left."""
    high = (len(listed) + 1) * LINE * paper.pixels if listed else 0.0
    upper = body.adjusted(0, 0, 0, -high - paper.pixels if listed else 0)
    beside = maps[3:] if listed and len(maps) <= MOST_BESIDE + 3 else ()
    _maps(painter, snapshot, maps[: len(maps) - len(beside)], upper, paper)
    lower = QRectF(body.x(), body.bottom() - high, body.width(), high)
    share = 0.5 * body.width()
    _grid(painter, snapshot, beside, lower.adjusted(0, 0, -share, 0), paper)
    _list(painter, lower.adjusted(share if beside else 0, 0, 0 if beside else -share, 0), listed, paper)


def _in_columns(
    painter: QPainter, snapshot: Snapshot, maps: Sequence[Map], listed: Listed, body: QRectF, paper: Paper
) -> None:
    """The first map, two others right of it, and at the right candidates over what maps are left."""
    high = (len(listed) + 1.5) * LINE * paper.pixels if listed else 0.0
    last = 0.28 * body.width() if listed else 0.0
    left = body.adjusted(0, 0, -last, 0)
    right = QRectF(left.right(), body.y(), last, body.height())
    beside = maps[3:] if listed and len(maps) <= MOST_BESIDE + 3 else ()
    _maps(painter, snapshot, maps[: len(maps) - len(beside)], left, paper)
    _list(painter, right, listed, paper)
    _grid(painter, snapshot, beside, right.adjusted(-0.5 * paper.pixels, high, 0, 0), paper)


def _selected(each: Map, step: int) -> Selection:
    return Selection(each.kind, each.layer, each.head, step)


def _honest(painter: QPainter, snapshot: Snapshot, body: QRectF, paper: Paper) -> QRectF:
    """What the numbers are not, at the bottom; returns the room above it."""
    face, high = font(round(0.9 * paper.pixels)), 1.4 * paper.pixels
    line = caption_lines(replace(snapshot, view="all_layers"), provenance=False)[0]
    written(painter, QRectF(body.x(), body.bottom() - high, body.width(), high), line, face, paper.style.palette.muted)
    return body.adjusted(0, 0, 0, -high - 0.5 * paper.pixels)


def _sentences(painter: QPainter, snapshot: Snapshot, maps: Chosen, body: QRectF, paper: Paper) -> QRectF:
    """What the step's row says in the first map of each kind that has one; returns the room below."""
    top, palette = body.top(), paper.style.palette
    kinds = {each.kind: each for each in reversed(maps.maps) if each.kind != "encoder"}
    shown = [kinds[kind] for kind in ("cross", "decoder") if kind in kinds] or [Map("decoder", 0, 0)]
    for number, each in enumerate(shown):
        pixels = (1.25 if number == 0 else 1.0) * paper.pixels
        said = wordings(replace(snapshot, selection=_selected(each, snapshot.selection.step)))[0]
        words = said if number == 0 else f"{kind_name(each.kind)}: {said}"
        face, high = font(round(pixels), bold=number == 0), 1.4 * pixels
        for line in broken(words, face, body.width()):
            written(
                painter, QRectF(body.x(), top, body.width(), high), line, face, palette.muted if number else palette.ink
            )
            top += high
    read_here(painter)
    return body.adjusted(0, top - body.top() + 0.5 * paper.pixels, 0, 0)


def _maps(painter: QPainter, snapshot: Snapshot, maps: Sequence[Map], body: QRectF, paper: Paper) -> None:
    """The first map large, the others below it or right of it."""
    if not maps:
        return
    share = 1.0 if len(maps) == 1 else 0.58 if len(maps) <= 3 else 0.45
    first = QRectF(body)
    if paper.wide:
        first.setWidth(share * body.width())
        rest = body.adjusted(first.width(), 0, 0, 0)
    else:
        first.setHeight(share * body.height())
        rest = body.adjusted(0, first.height(), 0, 0)
    _map(painter, snapshot, maps[0], first, paper.style)
    _grid(painter, snapshot, maps[1:], rest, paper)


def _grid(painter: QPainter, snapshot: Snapshot, maps: Sequence[Map], body: QRectF, paper: Paper) -> None:
    """Smaller maps, in rows."""
    if not maps:
        return
    columns = max(1, min(len(maps), round(math.sqrt(len(maps) * body.width() / max(1.0, body.height())))))
    rows, style = -(-len(maps) // columns), paper.smaller(0.85)
    wide, high = body.width() / columns, body.height() / rows
    for number, each in enumerate(maps):
        row, column = divmod(number, columns)
        _map(painter, snapshot, each, QRectF(body.x() + column * wide, body.y() + row * high, wide, high), style)


def _map(painter: QPainter, snapshot: Snapshot, each: Map, box: QRectF, style: Style) -> None:
    view = "one_layer" if each.whole_layer else "one_head"
    _picture(painter, replace(snapshot, view=view, selection=_selected(each, snapshot.selection.step)), box, style)


def _picture(painter: QPainter, snapshot: Snapshot, box: QRectF, style: Style) -> None:
    """A picture in its box; its words are read together."""
    painter.save()
    painter.translate(box.x() - INSET, box.y())
    all_pictures()[snapshot.view].picture(snapshot, int(box.width() + INSET), int(box.height()), style).paint(painter)
    painter.restore()
    read_here(painter)


def _candidates(snapshot: Snapshot) -> Listed:
    """The likeliest first, then all others together."""
    assert snapshot.trace is not None
    found = candidates_of(snapshot.trace, snapshot.selection.step)
    listed = [each for number, each in enumerate(found) if number < LISTED or each.produced]
    rest = others(tuple(listed))
    lines = [(each.label, each.probability, each.produced) for each in listed]
    return [*lines, (translate("Handout", "all others"), rest, False)] if lines else []


def _list(painter: QPainter, box: QRectF, listed: Listed, paper: Paper) -> None:
    """Tokens with bars and probabilities, the produced one in bold."""
    if not listed:
        return
    palette, high, pixels = paper.style.palette, LINE * paper.pixels, paper.pixels
    heading = font(round(1.1 * pixels), bold=True)
    title = translate("Handout", "Candidates for the next token")
    written(painter, QRectF(box.x(), box.y(), box.width(), high), title, heading, palette.ink)
    name, number = 0.36 * box.width(), 5 * pixels
    for row, (token, share, produced) in enumerate(listed, 1):
        line = QRectF(box.x(), box.y() + row * high, box.width(), high)
        face = font(round(pixels), bold=produced)
        quiet = palette.muted if row == len(listed) else palette.ink
        written(painter, QRectF(line.x(), line.y(), name - pixels, high), token, face, quiet)
        room = line.width() - name - number
        bar = QRectF(line.x() + name, line.y() + 0.25 * high, room, 0.5 * high)
        painter.setPen(QPen(QColor(palette.line), 0.5))
        painter.drawLine(bar.bottomLeft(), bar.bottomRight())
        if not math.isnan(share):
            bar.setWidth(room * share)
            painter.fillRect(bar, QColor(palette.accent if produced else palette.allowed))
            written(painter, line, f"{share:.4f}", face, quiet, RIGHT)
    read_here(painter)
