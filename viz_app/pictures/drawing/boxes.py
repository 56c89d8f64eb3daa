"""Many rectangles at once, as numbers: making hundreds of Qt's objects takes many times as long as drawing them.

Lengths are whole device pixels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter
from shiboken6 import wrapInstance

Boxes = NDArray[np.intc]  #: […,4] left, top, right, bottom, the last pixels in them: what a QRect is made of
Lengths = NDArray[np.intc] | int


def boxes(left: Lengths, top: Lengths, wide: Lengths, high: Lengths) -> Boxes:
    """[n,4] or [4]: rectangles from where they begin and how large they are, each one number or one for each."""
    found = np.empty((*np.broadcast(left, top, wide, high).shape, 4), dtype=np.intc)
    found[..., 0], found[..., 1], found[..., 2], found[..., 3] = left, top, left + wide - 1, top + high - 1
    return found


def outline(left: Lengths, top: Lengths, wide: Lengths, high: Lengths, pen: int) -> Boxes:
    """[n,4,4] or [4,4]: the lines around rectangles, ``pen`` pixels strong; filling them is much faster than a pen."""
    before, across = left - pen, wide + 2 * pen
    lines = (
        boxes(before, top - pen, across, pen),
        boxes(before, top + high, across, pen),
        boxes(before, top, pen, high),
        boxes(left + wide, top, pen, high),
    )
    return np.stack(lines, axis=-2)


def underline(left: Lengths, top: Lengths, wide: Lengths, high: Lengths, pen: int) -> Boxes:
    """[n,1,4] or [1,4]: the line below them alone."""
    return boxes(left - pen, top + high, wide + 2 * pen, pen)[..., np.newaxis, :]


def fill(painter: QPainter, places: Boxes, colour: str) -> None:
    """Fill all of them with one colour. Qt's own painter reads them where they are; others get them one by one."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    places = np.ascontiguousarray(places.reshape(-1, 4), dtype=np.intc)
    if type(painter) is not QPainter:
        painter.drawRects(
            [QRect(left, top, right - left + 1, bottom - top + 1) for left, top, right, bottom in places.tolist()]
        )
    elif len(places):
        first = wrapInstance(places.ctypes.data, QRect)
        assert isinstance(first, QRect), "it was asked for"
        painter.drawRects(first, len(places))
