"""Patterns of blocked cells as lines: for painters of vectors, where numpy's pixels would be specks by the thousand.

They lie where :func:`viz_app.pictures.drawing.cell_states.pattern_words` has its pixels. Lengths are device pixels.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.pictures.drawing.layout import Box


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
    _draw(painter, lines, colour, thick / math.sqrt(2))


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
    _draw(painter, lines, colour, thick)


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
        _draw(painter, same, colour, thick, dash, begun / thick)


def _draw(
    painter: QPainter, lines: list[QLineF], colour: str, thick: float, dash: list[float] | None = None, begun: float = 0
) -> None:
    pen = QPen(QColor(colour), thick)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash is not None:
        pen.setDashPattern(dash)
        pen.setDashOffset(begun)
    painter.setPen(pen)
    painter.drawLines(lines)
