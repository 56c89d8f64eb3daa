"""The states of a cell, never confused: a weight (map colour), blocked as future (hatch), blocked as padding (dots),
blocked by hand (plain ground; a sign lies over it), set aside (upright stripes), not yet decoded (dashed outline, drawn
by the sheet).

The patterns are pixels on a screen, and lines for painters of vectors, where pixels would be specks by the thousand;
both lie in the same places. Lengths are device pixels.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from model.record.trace import Kind, Trace
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.layout import Axis, Box, Run, runs
from viz_app.pictures.drawing.picture import Style

OPEN, FUTURE, PADDING, ASIDE, BY_HAND = 0, 1, 2, 3, 4
States = NDArray[np.uint8]


def states(trace: Trace, kind: Kind) -> States | None:
    """[Q,K]: why cells of a kind's maps are blocked, as the model used its mask, or set aside; None where none is.

    A blocked cell stays blocked in a column that is set aside.
    """
    mask, done = trace.mask(kind), trace.meta.reading
    aside = () if done is None else done.aside_keys(kind)
    attention, by_hand = trace.attention(kind), _flipped(trace, kind)
    if not aside or attention is None:
        return None if mask is None or mask.all() else states_of(mask, kind == "decoder", by_hand)
    allowed = np.ones(attention.shape[-2:], dtype=bool) if mask is None else mask
    reason = states_of(allowed, kind == "decoder", by_hand)
    reason[:, list(aside)] = np.where(allowed[:, list(aside)], ASIDE, reason[:, list(aside)])
    return reason


def drawn_states(trace: Trace, kind: Kind) -> States | None:
    """The same as pictures of weights show them: where a mask leaks, a cell blocked by hand has no ground that could be
    explained. Its weight is seen as any other, under the sign of what was changed.
    """
    found = states(trace, kind)
    if found is not None and trace.meta.leaky_mask:
        found[found == BY_HAND] = OPEN
    return found


def _flipped(trace: Trace, kind: Kind) -> Collection[tuple[int, int]]:
    if not trace.meta.interventions:
        return ()
    from model.record.changed_places import flipped_cells  # no first picture needs it

    return flipped_cells(trace, kind)


def states_of(mask: NDArray[np.bool_], causal: bool, by_hand: Collection[tuple[int, int]] = ()) -> States:
    """[Q,K] bool → states. In a causal map a blocked key after its query is future, another is padding.

    Cells that were flipped ``by_hand`` (query, key) have neither reason.
    """
    reason = np.full(mask.shape, PADDING, dtype=np.uint8)
    if causal:
        reason[np.arange(mask.shape[0])[:, np.newaxis] < np.arange(mask.shape[1])] = FUTURE
    for query, key in by_hand:
        if query < mask.shape[0] and key < mask.shape[1]:
            reason[query, key] = BY_HAND
    reason[mask] = OPEN
    return reason


def pooled(states: States, x: Axis, y: Axis) -> States:
    """[rows, columns], fewer where pooled: a pixel for several cells shows a pattern only if none of them is open."""
    if y.pooled:
        states = np.minimum.reduceat(states, y.blocks, axis=0)
    if x.pooled:
        states = np.minimum.reduceat(states, x.blocks, axis=1)
    return states


def spread(values: NDArray[np.generic], x: Axis, y: Axis) -> NDArray[np.generic]:
    """What :func:`pooled` makes → [y.length, x.length]: every value on all pixels of its cell."""
    if not y.pooled:
        values = values.take(y.blocks, axis=0)
    if not x.pooled:
        values = values.take(x.blocks, axis=1)
    return values


def _box(x: Axis, y: Axis, run: Run) -> Box:
    """A rectangle of cells in device pixels."""
    (left, wide), (top, high) = _stretch(x, run[0], run[2]), _stretch(y, run[1], run[3])
    return left, top, wide, high


def _stretch(axis: Axis, first: int, count: int) -> tuple[int, int]:
    """Where ``count`` of what :func:`pooled` makes begin, and their length, from the map's corner."""
    if axis.pooled:
        return first, count
    start = axis.edge(first) - axis.start
    return start, axis.edge(first + count) - axis.start - start


_patterns: PictureCache[Drawing] = PictureCache(32 << 20, lambda each: each.bytes())


def patterns(states: States, x: Axis, y: Axis, style: Style, ground: bool) -> Drawing:
    """Hatch, dots and stripes on transparency, ``x.length`` × ``y.length``; shared.

    ``ground`` fills blocked cells first. Without it a leaking mask's weights stay visible; a column that is
    set aside has its ground in any case.
    """
    key = (states.tobytes(), x.count, x.length, y.count, y.length, style.palette, style.ratio, ground)
    return _patterns.get(key, lambda: _draw(states, x, y, style, ground))


def _draw(states: States, x: Axis, y: Axis, style: Style, ground: bool) -> Drawing:
    states = states.copy()  # a part of a run must not keep all of it
    cells = pooled(states, x, y).copy()

    def lines(painter: QPainter) -> None:
        found = runs(cells)
        boxes = {
            state: [_box(x, y, run) for run in found[state]]
            for state in (FUTURE, PADDING, ASIDE, BY_HAND)
            if state in found
        }
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(style.palette.blocked))
        filled = [QRect(*box) for state, same in boxes.items() if ground or state == ASIDE for box in same]
        painter.drawRects(filled)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hatch(painter, boxes.get(FUTURE, ()), style.px(6), style.px(1), style.palette.hatch)
        dots(painter, boxes.get(PADDING, ()), style.px(5), style.px(1.5), style.palette.dots)
        stripes(painter, boxes.get(ASIDE, ()), style.px(4), style.px(1), style.palette.hatch)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def pixels() -> QImage:
        return image(pattern_words(states, x, y, style, ground), QImage.Format.Format_ARGB32_Premultiplied)

    return Drawing(x.length, y.length, lines, pixels=pixels)


def pattern_words(states: States, x: Axis, y: Axis, style: Style, ground: bool) -> NDArray[np.uint32]:
    """[y.length, x.length] the same as 32-bit words; 0 is transparent."""
    palette = style.palette
    if not states.any():
        return np.zeros((y.length, x.length), dtype=np.uint32)
    shown = spread(pooled(states, x, y), x, y)
    down, across = np.arange(shown.shape[0])[:, np.newaxis], np.arange(shown.shape[1])
    hatch = (down + across) % style.px(6) < style.px(1)
    size, every = style.px(1.5), style.px(5)
    dots = ((down - every // 3) % every < size) & ((across - every // 3) % every < size)
    stripes = np.broadcast_to(across % style.px(4) < style.px(1), shown.shape)
    words = np.zeros(shown.shape, dtype=np.uint32)
    words[shown == ASIDE] = opaque(palette.blocked)
    if ground:
        words[shown != OPEN] = opaque(palette.blocked)
    words[(shown == FUTURE) & hatch] = opaque(palette.hatch)
    words[(shown == PADDING) & dots] = opaque(palette.dots)
    words[(shown == ASIDE) & stripes] = opaque(palette.hatch)
    return words


def opaque(colour: str) -> int:
    """``#rrggbb`` as QImage's 32-bit word."""
    return QColor(colour).rgb()


def image(words: NDArray[np.uint32], form: QImage.Format = QImage.Format.Format_RGB32) -> QImage:
    """[high, wide] 32-bit words → an image with memory of its own."""
    words = np.ascontiguousarray(words)
    return QImage(words.data, words.shape[1], words.shape[0], 4 * words.shape[1], form).copy()


def hatch(painter: QPainter, boxes: Iterable[Box], every: int, thick: int, colour: str) -> None:
    """Diagonals from bottom left to top right, where x + y is a multiple of ``every``."""
    pieces: dict[int, list[tuple[int, int]]] = defaultdict(list)  # of the diagonal x + y → from x, to x
    for x, y, wide, high in boxes:
        for total in range((x + y) // every * every, x + y + wide + high, every):
            left, right = max(x, total - y - high), min(x + wide, total - y)
            if left < right:
                pieces[total].append((left, right))
    middle = thick / 2 + 0.5  # pixels of x + y = total … total + thick - 1
    lines = [
        QLineF(left + middle / 2, total - left + middle / 2, right + middle / 2, total - right + middle / 2)
        for total, parts in pieces.items()
        for left, right in _joined(parts)
    ]
    _hatches_draw(painter, lines, colour, thick / math.sqrt(2))


def _joined(parts: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Pieces of one line: those that touch are one."""
    parts.sort()
    left, right = parts[0]
    for start, end in parts[1:]:
        if start > right:
            yield left, right
            left = start
        right = end
    yield left, right


def stripes(painter: QPainter, boxes: Iterable[Box], every: int, thick: int, colour: str) -> None:
    """Upright lines, where x is a multiple of ``every``."""
    lines = [
        QLineF(column + thick / 2, y, column + thick / 2, y + high)
        for x, y, wide, high in boxes
        for column in range(-(-x // every) * every, x + wide, every)
    ]
    _hatches_draw(painter, lines, colour, thick)


def dots(painter: QPainter, boxes: Iterable[Box], every: int, size: int, colour: str) -> None:
    """Squares ``size`` wide in every direction ``every`` apart: rows of them are dashed lines."""
    start = every // 3
    lines: dict[tuple[int, int], list[QLineF]] = defaultdict(list)  # (where the pattern is at x, thickness)
    for x, y, wide, high in boxes:
        for row in range((y - start) // every * every + start, y + high, every):
            top, bottom = max(row, y), min(row + size, y + high)
            if top < bottom:
                middle = (top + bottom) / 2
                lines[(x - start) % every, bottom - top].append(QLineF(x, middle, x + wide, middle))
    for (begun, thick), same in lines.items():
        dash = [size / thick, (every - size) / thick]
        _hatches_draw(painter, same, colour, thick, dash, begun / thick)


def _hatches_draw(
    painter: QPainter, lines: list[QLineF], colour: str, thick: float, dash: list[float] | None = None, begun: float = 0
) -> None:
    pen = QPen(QColor(colour), thick)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash is not None:
        pen.setDashPattern(dash)
        pen.setDashOffset(begun)
    painter.setPen(pen)
    painter.drawLines(lines)
