"""Cells as centred squares whose area is the weight: a picture that says its numbers without colour too."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Style

SQUARED_CELL = 7  #: logical pixels: squares are told apart in cells at least this large
OUTLINED = 3  #: logical pixels: a pale square has an outline, where it has an inside too


def squared(x: Axis, y: Axis, style: Style) -> bool:
    """Are cells drawn as squares, and have they room for it?"""
    return style.squares and min(x.cell, y.cell) >= style.px(SQUARED_CELL)


def sides(shares: NDArray[np.float32], x: Axis, y: Axis, style: Style) -> NDArray[np.intp]:
    """[Q,K] shares of full colour → sides in device pixels: √share of what a hairline and a gap leave of a cell."""
    full = min(x.cell, y.cell) - 2 * style.px(1)
    known = np.clip(np.nan_to_num(shares, nan=0, posinf=1, neginf=0), 0, 1)
    return np.asarray(np.rint(np.sqrt(known) * full), dtype=np.intp)


def squares(shares: NDArray[np.float32], colours: NDArray[np.uint32], x: Axis, y: Axis, style: Style) -> Drawing:
    """The whole map on paper, ``x.length`` × ``y.length``. ``colours`` are the words of the cells, [Q,K]."""
    side = sides(shares, x, y, style)
    line = style.px(1)
    inside = _inside(side, y.cell, line, axis=0)[:, :, :, np.newaxis] & _inside(side, x.cell, line, axis=1)
    words = np.where(inside, colours[:, np.newaxis, :, np.newaxis], cell_states.opaque(style.palette.paper))
    inner = np.where(side >= style.px(OUTLINED), side - 2 * line, side)
    body = _inside(inner, y.cell, line, axis=0)[:, :, :, np.newaxis] & _inside(inner, x.cell, line, axis=1)
    words[inside & ~body] = cell_states.opaque(style.palette.hatch)
    pixels = cell_states.image(words.astype(np.uint32).reshape(y.length, x.length))
    colours = colours.copy()
    return Drawing(
        x.length, y.length, lambda painter: _draw(painter, side, colours, x, y, style), pixels=pixels
    )  # fmt: skip


def _draw(
    painter: QPainter, side: NDArray[np.intp], colours: NDArray[np.uint32], x: Axis, y: Axis, style: Style
) -> None:  # fmt: skip
    """The same as rectangles: outlines first, then what is inside them, one colour at a time."""
    line = style.px(1)
    painter.fillRect(QRect(0, 0, x.length, y.length), QColor(style.palette.paper))
    outlines: list[QRect] = []
    bodies: dict[int, list[QRect]] = defaultdict(list)
    for row, column in np.argwhere(side > 0).tolist():
        long = int(side[row, column])
        left = column * x.cell + line + (x.cell - line - long) // 2
        top = row * y.cell + line + (y.cell - line - long) // 2
        box = QRect(left, top, long, long)
        if long >= style.px(OUTLINED):
            outlines.append(box)
            box = box.adjusted(line, line, -line, -line)
        bodies[int(colours[row, column])].append(box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.palette.hatch))
    painter.drawRects(outlines)
    for word, boxes in bodies.items():
        painter.setBrush(QColor.fromRgb(word))
        painter.drawRects(boxes)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _inside(side: NDArray[np.intp], cell: int, line: int, axis: int) -> NDArray[np.bool_]:
    """Which pixels of a cell lie in its square: [Q,cell,K] down (axis 0), [Q,1,K,cell] across (axis 1).

    A cell begins with its hairline, ``line`` pixels.
    """
    first = line + (cell - line - side) // 2
    if axis == 0:
        pixel = np.arange(cell)[np.newaxis, :, np.newaxis]
        return np.asarray((pixel >= first[:, np.newaxis]) & (pixel < (first + side)[:, np.newaxis]))
    pixel = np.arange(cell)
    start, end = first[:, np.newaxis, :, np.newaxis], (first + side)[:, np.newaxis, :, np.newaxis]
    return np.asarray((pixel >= start) & (pixel < end))
