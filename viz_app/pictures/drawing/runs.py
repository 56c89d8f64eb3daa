"""Cells of one value joined into rectangles, so that few shapes draw many cells. Arithmetic only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Run = tuple[int, int, int, int]  #: first column, first row, columns, rows of cells of one value


def runs(cells: NDArray[Any]) -> dict[int, list[Run]]:
    """[rows, columns] whole numbers → value → its rectangles.

    Neighbours in a row are joined, then equal stretches of rows below each other. Every cell is covered once.
    """
    rows, columns = cells.shape
    if not cells.size:
        return {}
    first = np.ones((rows, columns), dtype=bool)
    np.not_equal(cells[:, 1:], cells[:, :-1], out=first[:, 1:])
    begins = np.flatnonzero(first)
    values = cells.ravel()[begins].tolist()
    lengths = np.diff(np.append(begins, cells.size)).tolist()
    found: dict[int, list[Run]] = {}
    above: dict[tuple[int, int, int], int] = {}  # (column, columns, value) → its place among that value's
    now: dict[tuple[int, int, int], int] = {}
    line = 0
    for begin, length, value in zip(begins.tolist(), lengths, values, strict=True):
        row, column = divmod(begin, columns)
        if row != line:
            above, now, line = now, {}, row
        mine, key = found.setdefault(value, []), (column, length, value)
        place = above.get(key)
        if place is None:
            place = len(mine)
            mine.append((column, row, length, 1))
        else:
            x, y, wide, high = mine[place]
            mine[place] = (x, y, wide, high + 1)
        now[key] = place
    return found
