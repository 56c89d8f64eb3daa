"""Which bars of a strip have their names below them, and where: as many as have room, none on another."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from viz_app.platform.theme import font, text_width

if TYPE_CHECKING:
    from viz_app.controls.inspector.number_strips import Numbers

MOST = 40  #: bars that are asked whether their name has room


def placed(numbers: Numbers, body: QRectF, high: float, pixels: int) -> dict[int, QRectF]:
    """Bar → the box of its name in a line so ``high`` under ``body``. Every n-th, where they are read as an axis, but
    one at an end that would stand beside its bar; else the selected one, then the largest."""

    def box(index: int) -> QRectF:
        wide = text_width(numbers.names[index], font(pixels, bold=index == numbers.marked)) + 6
        return QRectF(
            body.left() + (index + 0.5) * body.width() / numbers.count - wide / 2, body.bottom() + 1, wide, high
        )

    for every in numbers.evenly:
        boxes = {index: box(index) for index in range(every - 1, numbers.count, every)}
        inside = {
            index: one for index, one in boxes.items() if body.left() <= one.left() and one.right() <= body.right()
        }
        if inside and not any(one.intersects(other) for one, other in pairwise(inside.values())):
            return inside
    taken = dict[int, QRectF]()
    for index in _ranked(numbers):
        room = box(index)
        room.moveLeft(min(max(room.left(), body.left()), body.right() - room.width()))
        if room.width() <= body.width() and not any(room.intersects(other) for other in taken.values()):
            taken[index] = room
    return taken


def _ranked(numbers: Numbers) -> list[int]:
    """By size, or by what ranks the same bars in the strips beside it."""
    values = numbers.values if numbers.ranked_by is None else numbers.ranked_by
    sizes = np.abs(np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0))
    first = [] if numbers.marked is None else [numbers.marked]
    return [*first, *(index for index in np.argsort(-sizes, kind="stable").tolist() if index not in first)][:MOST]
