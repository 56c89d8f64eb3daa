"""The places of cells: whole device pixels, so that no cell is blended with its neighbour. Arithmetic only.

Cells of one value are joined into rectangles, so that few shapes draw many cells.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass

Box = tuple[int, int, int, int]  #: x, y, width, height in device pixels


@dataclass(frozen=True)
class Axis:
    """One side of a map: ``count`` cells on ``length`` device pixels from ``start``.

    Each pixel shows the cell under its middle, so that cells have the same whole number of pixels, or neighbours differ
    by one. Or there are fewer pixels than cells and each pixel stands for a block of one or more cells (*pooled*).
    """

    start: int
    count: int
    length: int
    first: int = 0  #: which cell of the whole map is the first one here; everything else counts from that one

    @property
    def pooled(self) -> bool:
        return self.length < self.count

    @property
    def stretched(self) -> bool:
        """Has an image of it one value per cell, which a painter stretches? Else it has one per pixel."""
        return _at_once(self.count, self.length) > 0

    @property
    def at_once(self) -> int:
        """How many cells Qt's painter stretches at once so that each pixel shows its own; 0 where not *stretched*."""
        return _at_once(self.count, self.length)

    @property
    def cell(self) -> int:
        """Pixels per cell, of the smallest ones; 0 where pooled."""
        return self.length // self.count if self.count else 0

    @property
    def end(self) -> int:
        return self.start + self.length

    @property
    def pixels(self) -> int:
        """How many values an image of this axis needs."""
        return self.count if self.stretched else self.length

    @cached_property
    def blocks(self) -> NDArray[np.intp]:
        """[length]: the cell of each pixel; the first one where pooled."""
        pixels = np.arange(self.length)
        if self.pooled:
            return pixels * self.count // max(self.length, 1)
        return ((2 * pixels + 1) * self.count - 1) // (2 * self.length)

    def edge(self, index: int) -> int:
        """The first pixel of cell ``index``; ``edge(count)`` is the end."""
        if self.pooled:
            return self.start + ((index + 1) * self.length - 1) // self.count
        if index == self.count:
            return self.end if self.count else self.start
        return self.start - (self.count - 2 * index * self.length - 1) // (2 * self.count)

    def span(self, index: int) -> tuple[int, int]:
        """First pixel and size of cell ``index``; at least one pixel."""
        first = self.edge(index)
        return first, max(1, self.edge(index + 1) - first)

    def middle(self, index: int) -> float:
        first, size = self.span(index)
        return first + size / 2

    def cells(self, pixel: float) -> range:
        """The cells under a pixel; empty outside."""
        offset = int(pixel) - self.start
        if not (self.count and 0 <= offset < self.length):
            return range(0)
        if self.pooled:
            return range(offset * self.count // self.length, (offset + 1) * self.count // self.length)
        cell = ((2 * offset + 1) * self.count - 1) // (2 * self.length)
        return range(cell, cell + 1)

    def at(self, start: int) -> Axis:
        """The same axis elsewhere."""
        return self if start == self.start else replace(self, start=start)


LEAST = 2  #: pixels of a cell from which on a painter stretches it: an image of its pixels is hardly larger before
ONE = 1 << 16  #: a cell in the numbers of Qt's painter (qt_scale_image_32bit, qblendfunctions_p.h)


@lru_cache(maxsize=256)
def _at_once(count: int, length: int) -> int:
    """Qt's painter takes equal steps of whole 1/65536 through an image's cells, and many steps fall behind by a pixel.

    Where a pixel's middle is between two cells, the first is its own for both.
    """
    if length == count or not count:
        return max(count, 1)
    if length < LEAST * count:
        return 0
    taken = (ONE // 2 * count // length + np.arange(length) * (ONE * count // length)) // ONE
    if np.array_equal(taken, Axis(0, count, length).blocks):
        return count
    cell, rest = divmod(length, count)
    return 0 if rest else max(1, (ONE // 2 - 1) // cell**2)


WIDEST = 1.75  #: a cell's width over its height, at most
#: Width and height of a cell from which on its label has room, 0 where it is not asked; and what is too wide for it.
Labelled = tuple[float, float] | tuple[float, float, float]
HIGHEST = 5  #: its height over its width, where rows have names then and not otherwise


def fit(
    rows: int, columns: int, width: float, height: float, largest: float, printed: float, labelled: Labelled = (0, 0)
) -> tuple[int, int]:
    """Device pixels (wide, high) of a ``rows`` × ``columns`` map inside ``width`` × ``height``.

    Cells are whole pixels where there is room for one, at most ``largest`` and nearly square. They are
    wider than high only to reach ``printed``, where cells hold numbers, or ``labelled``, where every
    column has room for its label; and higher than wide by little, or where every row has room then.
    """
    across, down = min(width / max(columns, 1), largest), min(height / max(rows, 1), largest)
    across, down = int(across) if across >= 1 else across, int(down) if down >= 1 else down
    square = down + 1 if down >= 1 else down * 1.5
    roomy = 1.5 * down if min(across, 1.5 * down) >= printed else 0
    widest = labelled[2] if len(labelled) == 3 else WIDEST
    reached = [needed for needed, most in ((labelled[0], widest), (printed, WIDEST)) if needed <= most * down]
    across = min(across, max(square, roomy, *reached))
    tallest = max(across * 1.2, min(labelled[1], across * HIGHEST))
    return length_of(columns, across), length_of(rows, min(down, tallest))


SLIMMEST = 6  #: how many times one side of a cell of a map that fills its place is longer than the other, at most
EVEN_CELL = 26  #: device pixels: smaller cells may differ by one, or up to half of the place would stay empty
EVEN_ON_PAPER = 4  #: the same where cells are to be of one size: a quarter of the place stays empty at most


def filled(
    rows: int, columns: int, width: float, height: float, largest: tuple[float, float], even: bool = False
) -> tuple[int, int]:
    """Device pixels (wide, high) of a ``rows`` × ``columns`` map that fills ``width`` × ``height``.

    Cells are as wide and as high as there is room, up to ``largest`` (wide, high) and :data:`SLIMMEST`; of one size
    where they are to be ``even`` and are no hairlines.
    """
    across, down = min(width / max(columns, 1), largest[0]), min(height / max(rows, 1), largest[1])
    across, down = min(across, SLIMMEST * down), min(down, SLIMMEST * across)
    sides = [max(1, int(count * cell + 1e-6)) for count, cell in ((columns, across), (rows, down))]
    for side, (count, cell) in enumerate(((columns, across), (rows, down))):
        if cell >= (EVEN_ON_PAPER if even else EVEN_CELL):
            sides[side] = count * int(cell + 1e-6)
    return sides[0], sides[1]


def length_of(count: int, cell: float, even: bool = True) -> int:
    """Device pixels of ``count`` cells: whole pixels each where ``cell`` is at least one.

    Where they need not be ``even``, small ones may differ by one, or up to half of the place would stay empty.
    """
    return count * int(cell) if cell >= (1 if even else EVEN_CELL) else max(1, int(count * cell))


@dataclass(frozen=True)
class Grid:
    """``rows`` × ``columns`` equal boxes with gaps, from (``x``, ``y``). Device pixels."""

    x: int
    y: int
    rows: int
    columns: int
    box_width: int
    box_height: int
    gap_x: int
    gap_y: int

    def left(self, column: int) -> int:
        return self.x + column * (self.box_width + self.gap_x)

    def top(self, row: int) -> int:
        return self.y + row * (self.box_height + self.gap_y)

    @property
    def right(self) -> int:
        return self.left(self.columns - 1) + self.box_width

    @property
    def bottom(self) -> int:
        return self.top(self.rows - 1) + self.box_height


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
