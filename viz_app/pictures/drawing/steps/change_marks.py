"""What lies over maps where somebody changed something: ◆ on cells, a frame on rows, a cross on heads that are off.

A shape each, so that nothing depends on colour. Lengths are device pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from model.analysis.baseline import changed_rows
from model.network.interventions import HeadAblated
from model.record.changed_places import changed_places, flipped_cells
from model.record.revised_rows import first_revising_step, revised_rows
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Entry
from viz_app.pictures.drawing.marks import CAPITAL, decimals, number_pixels, printed
from viz_app.pictures.drawing.panels import Panel, Shown
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import font, text_width

DIAMOND = 4.5  #: logical pixels from its middle to a corner, where a cell has room
LARGE = 200  #: logical pixels of a map that is read under its lines
PALE = 0.4  #: opacity of those
POINTER = 3  #: logical pixels of a ▸, from its back to its tip
BAR_LEFT, BAR_WIDE = 6, 2  #: logical pixels from a map to the bar of a row that was computed anew; its width
LEVEL = 1e-9  #: in place of no height of a line: it is beside a cell's number, or as long as that is
AROUND = 2  #: logical pixels between a printed number and a line
MOST = 0.6  #: of a map's sides that a word in it may take


def off_name(change: HeadAblated) -> str:
    """What is written on a head without its say."""
    if change.instead == "zero":
        return QCoreApplication.translate("pictures", "off")
    return QCoreApplication.translate("pictures", "even")


def off_names(trace: Trace, kind: Kind) -> dict[tuple[int, int], str]:
    """The same of every head (layer, head) that has been made so."""
    return {head: off_name(change) for head, change in changed_places(trace, kind).heads.items()}


def signs(trace: Trace, kind: Kind, layers: range, of_rows: bool) -> tuple[Entry, ...]:
    """What a legend must explain beside maps of these layers; with signs ``of_rows`` where the picture has them."""
    rows = any(layer in layers for layer, _ in changed_places(trace, kind).rows)
    found: list[Entry] = ["changed"] if rows or flipped_cells(trace, kind) else []
    others = [changed_rows(trace, kind, layer) for layer in layers] if of_rows else []
    if any(other is not None and other.any() for other in others):
        found.append("differs")
    if of_rows and any(first_revising_step(trace, kind, layer) is not None for layer in layers):
        found.append("revised")
    return tuple(found)


def paint_changes(
    painter: QPainter, drawn: Iterable[tuple[Panel, Shown]], masks: Collection[Panel], trace: Trace, style: Style
) -> None:
    """Over the maps of ``trace``; of those of a block over its own ``masks`` alone, which belong to every head."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for panel, shown in drawn:
        places = changed_places(trace, panel.kind)
        if not places or (masks and panel not in masks) or not (shown.rows and shown.columns):
            continue
        for place in sorted(flipped_cells(trace, panel.kind)):
            _mark(painter, panel, shown, place, style)
        if masks:
            continue
        head = panel.layer, panel.head
        for query in sorted(places.rows.get(head, ())):
            _mark(painter, panel, shown, (query, None), style)
        if head in places.heads:
            _paint_off(painter, panel, shown, places.heads[head], style)
    painter.restore()


def paint_head_off(painter: QPainter, panel: Panel, shown: Shown, trace: Trace, style: Style) -> None:
    """The cross alone: where rows and columns are not those of ``trace``."""
    off = changed_places(trace, panel.kind)
    found = off.heads.get((panel.layer, panel.head)) if off else None
    if found is not None and shown.rows and shown.columns:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_off(painter, panel, shown, found, style)
        painter.restore()


def paint_row_signs(
    painter: QPainter, drawn: Iterable[tuple[Panel, Shown]], trace: Trace, step: int, style: Style
) -> None:
    """Between a row's label and its map: a ▸ where the row is not what it was before the change, a bar where ``step``
    computed it anew, with other weights.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.palette.accent))
    for panel, shown in drawn:
        y = panel.form.y
        rows = slice(y.first, y.first + shown.rows)
        other, anew = changed_rows(trace, panel.kind, panel.layer), revised_rows(trace, panel.kind, panel.layer, step)
        for row in () if other is None else np.flatnonzero(other[panel.head, rows]).tolist():
            start, high = y.span(row)
            _paint_pointer(painter, QPointF(panel.left, panel.top + start + high / 2), high, style)
        for row in () if anew is None else np.flatnonzero(anew[rows]).tolist():
            start, high = y.span(row)
            painter.fillRect(_bar(panel.left, panel.top + start, high, style), QColor(style.palette.accent))
    painter.restore()


def _bar(right: float, top: float, high: float, style: Style) -> QRectF:
    """As editors mark a line that was changed: left of a ▸, a hairline apart from the next row's."""
    gap = min(style.px(1), 0.2 * high)
    return QRectF(right - style.px(BAR_LEFT), top + gap, style.px(BAR_WIDE), high - 2 * gap)


def _paint_pointer(painter: QPainter, tip: QPointF, room: float, style: Style) -> None:
    half, long = min(style.px(4), max(1.0, 0.4 * room)), style.px(POINTER)
    painter.drawPath(_closed([tip, tip - QPointF(long, half), tip + QPointF(-long, half)]))


def _closed(corners: list[QPointF]) -> QPainterPath:
    """A path through them: our painter of vectors knows no polygons."""
    path = QPainterPath(corners[0])
    for corner in corners[1:]:
        path.lineTo(corner)
    path.closeSubpath()
    return path


def _mark(painter: QPainter, panel: Panel, shown: Shown, place: tuple[int, int | None], style: Style) -> None:
    """A cell, or a row of weights, as far as it is in the part that is shown."""
    x, y, (query, key) = panel.form.x, panel.form.y, place
    row, column = query - y.first, 0 if key is None else key - x.first
    if not (0 <= row < shown.rows and 0 <= column < shown.columns):
        return
    (top, high), (left, wide) = y.span(row), x.span(column) if key is not None else (0, shown.wide)
    paint_mark(painter, (panel.left + left, panel.top + top, wide, high), style)


def paint_mark(painter: QPainter, box: Box, style: Style) -> None:
    """A frame within the box and a ◆ in its upper left corner; where it is small the ◆ alone, as large as it can be."""
    left, top, wide, high = box
    least = min(wide, high)
    size = min(style.px(DIAMOND), 0.3 * least)
    if least < 3 * style.px(DIAMOND) - 2:
        paint_diamond(painter, QPointF(left + wide / 2, top + high / 2), max(0.5 * least, style.px(2)), style)
        return
    pen = style.px(2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, inset in ((style.palette.paper, 1.5 * pen), (style.palette.accent, 0.5 * pen)):
        line = QPen(QColor(colour), pen)
        line.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(line)
        painter.drawRect(QRectF(left, top, wide, high).adjusted(inset, inset, -inset, -inset))
    paint_diamond(painter, QPointF(left + size + pen, top + size + pen), size, style)


def paint_diamond(painter: QPainter, middle: QPointF, size: float, style: Style) -> None:
    """The sign of what was changed, with a rim that shows on every colour."""
    corners = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
    painter.setPen(QPen(QColor(style.palette.paper), max(1.0, 0.3 * size)))
    painter.setBrush(QColor(style.palette.accent))
    painter.drawPath(_closed([middle + corner for corner in corners]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_off(painter: QPainter, panel: Panel, shown: Shown, change: HeadAblated, style: Style) -> None:
    """Two lines that cross, or for equal weights two that lie level; the word between them where it has room.

    A map that is large or has its numbers is read under them: they are thin and pale there, and its heading has the
    word.
    """
    box = QRectF(panel.left, panel.top, panel.form.x.length, panel.form.y.length)
    is_read = min(box.width(), box.height()) >= style.px(LARGE) or printed(panel.form.x, panel.form.y, style)
    lines = [(box.topLeft(), box.bottomRight()), (box.bottomLeft(), box.topRight())]
    if change.instead != "zero":
        heights = [box.top() + share * box.height() for share in (1 / 3, 2 / 3)]
        lines = [(QPointF(box.left(), height), QPointF(box.right(), height)) for height in heights]
    pieces = [piece for line in lines for piece in _between_numbers(*line, panel, style)]
    wide = style.px(2)
    for colour, thick in ((style.palette.paper, wide + style.px(2)), (style.palette.ink, wide)):
        painter.setOpacity(PALE if is_read else 1.0)
        painter.setPen(QPen(QColor(colour), thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(pieces)
    painter.setOpacity(1.0)
    if not is_read:
        _paint_word(painter, box, off_name(change), style)


def _between_numbers(start: QPointF, end: QPointF, panel: Panel, style: Style) -> list[QLineF]:
    """The line from left to right as far as it strikes through no number that is printed in a cell."""
    line, x, y = QLineF(start, end), panel.form.x, panel.form.y
    if not printed(x, y, style):
        return [line]
    letters = number_pixels(x, y, style)
    widest = "−" * (style.below is not None) + quantities.figure(0.0, style.quantity, decimals(x, style))
    number = text_width(widest, font(letters))
    sides = []
    for axis, corner, first, long, taken in (
        (x, panel.left, line.x1(), line.dx(), number), (y, panel.top, line.y1(), line.dy(), CAPITAL * letters),
    ):  # fmt: skip
        half = min(taken / 2 + style.px(AROUND), axis.cell / 2)
        middles = np.array([corner - axis.start + axis.middle(index) for index in range(axis.count)])
        shares = (np.stack((middles - half, middles + half)) - first) / (long or LEVEL)
        sides.append((shares.min(axis=0), shares.max(axis=0)))
    (left, right), (top, bottom) = sides
    enters, leaves = np.maximum(left, top[:, np.newaxis]), np.minimum(right, bottom[:, np.newaxis])
    hidden = sorted(zip(enters[enters < leaves].tolist(), leaves[enters < leaves].tolist(), strict=True))
    edges = [0.0, *(share for gap in hidden for share in gap), 1.0]
    return [QLineF(line.pointAt(a), line.pointAt(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]


def _paint_word(painter: QPainter, box: QRectF, word: str, style: Style) -> None:
    face = font(style.font_pixels, bold=True)
    plate = QRectF(0, 0, text_width(word, face) + style.px(10), 1.35 * style.font_pixels)
    if plate.width() > MOST * box.width() or plate.height() > MOST * box.height():
        return
    plate.moveCenter(box.center())
    painter.setPen(QPen(QColor(style.palette.ink), style.px(1)))
    painter.setBrush(QColor(style.palette.paper))
    painter.drawRoundedRect(plate, style.px(3), style.px(3))
    painter.setFont(face)
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, word)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_entry(painter: QPainter, entry: Entry, box: QRect, style: Style) -> None:
    """The sign of an entry of the legend."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if entry in ("changed", "by_hand"):
        paint_mark(painter, (box.x(), box.y(), box.width(), box.height()), style)
    elif entry == "revised":
        right = box.center().x() + style.px(BAR_LEFT)
        painter.fillRect(_bar(right, box.y(), box.height(), style), QColor(style.palette.accent))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(style.palette.accent))
        middle = QRectF(box).center() + QPointF(style.px(POINTER) / 2, 0)
        _paint_pointer(painter, middle, box.height(), style)
    painter.restore()
