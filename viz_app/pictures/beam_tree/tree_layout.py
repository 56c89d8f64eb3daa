"""Where the hypotheses of each step lie: steps from left to right, in as many bands below each other as it takes.

A band begins with the step that the one above it ends with, so that no line is torn. Lengths are device pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from model.common.lazy_dataclass import dataclass

COLUMN, WIDEST = 7.0, 11.0  #: letter heights from one step to the next, at least and at most
NODE = 0.74  #: of that is a hypothesis, the rest the lines to the next
TWO_LINES, ONE_LINE = 2.9, 1.7  #: letter heights of a hypothesis with its number, and without
HEAD = 1.7  #: above a band: the numbers of its steps
FEWEST = 2  #: steps in a band
SMALLEST = 0.9  #: of the font on paper, before steps are left out

Rect = tuple[float, float, float, float]  #: left, top, width, height


@dataclass(frozen=True)
class TreeLayout:
    """One page of it."""

    pixels: int  #: of letters
    first: int  #: step
    steps: int  #: all that there are
    columns: int  #: of a band
    bands: int
    column: float
    row: float
    rows: int  #: hypotheses of a step that have room
    numbered: bool  #: each with its number below

    @property
    def band(self) -> float:
        """Height of one."""
        return (HEAD + 0.6) * self.pixels + self.rows * self.row

    @property
    def last(self) -> int:
        """The last step that is shown."""
        return min(self.steps, self.first + self.bands * (self.columns - 1) + 1) - 1

    @property
    def height(self) -> float:
        """Of all bands that hold something."""
        used = max(1, ceil((self.last - self.first) / max(1, self.columns - 1)))
        return used * self.band

    def places(self, step: int) -> Iterator[tuple[int, int]]:
        """(band, column) of a step: one, or two where it ends a band and begins the next."""
        if not self.first <= step <= self.last:
            return
        band, column = divmod(step - self.first, max(1, self.columns - 1))
        if column == 0 and band > 0:
            yield band - 1, self.columns - 1
        if band < self.bands and (column > 0 or step < self.last or step == self.first):
            yield band, column

    def box(self, band: int, column: int, row: int) -> Rect:
        """Of a hypothesis."""
        top = band * self.band + HEAD * self.pixels + row * self.row
        return column * self.column, top, NODE * self.column, self.row - 0.35 * self.pixels

    def head(self, band: int, column: int) -> Rect:
        """Of the number of a step."""
        return column * self.column, band * self.band, NODE * self.column, HEAD * self.pixels

    def turned(self, forward: bool) -> int | None:
        """A step on the next page, or on the one before; None where there is none."""
        step = self.last + (0 if self.last == self.steps - 1 else 1) if forward else self.first - 1
        return step if 0 <= step < self.steps and not self.first <= step <= self.last else None


def tree_layout(steps: int, rows: int, wide: float, high: float, pixels: int, step: int, least: int) -> TreeLayout:
    """The largest letters, down to ``least``, in which all steps have room; else the page that ``step`` is on."""
    for letters in range(pixels, min(pixels, least) - 1, -1):
        for numbered in (True, False):
            found = _page(steps, rows, wide, high, letters, step, numbered)
            if found.first == 0 and found.last == steps - 1 and found.rows == rows:
                return found
    small = pixels if pixels <= least else least
    both = [_page(steps, rows, wide, high, small, step, numbered) for numbered in (True, False)]
    return both[0] if both[0].rows == rows else both[1]


def _page(steps: int, rows: int, wide: float, high: float, pixels: int, step: int, numbered: bool) -> TreeLayout:
    row = (TWO_LINES if numbered else ONE_LINE) * pixels
    lost = (1 - NODE) * COLUMN * pixels  # no line leaves the last one
    columns = max(FEWEST, int((wide + lost) / (COLUMN * pixels)))
    columns = max(1, min(columns, steps))
    shown = max(1, min(rows, int((high - (HEAD + 0.6) * pixels) / row)))
    band = (HEAD + 0.6) * pixels + shown * row
    bands = max(1, int(high / band))
    bands = min(bands, max(1, ceil((steps - 1) / max(1, columns - 1))))
    if bands == 1 or columns < FEWEST:
        column = min(WIDEST * pixels, (wide) / (columns - 1 + NODE))
    else:
        column = wide / (columns - 1 + NODE)
    each = max(1, bands * (columns - 1))
    first = 0 if steps <= each + 1 else min(step // each * each, steps - 1 - each)  # the last page is full
    return TreeLayout(pixels, first, steps, columns, bands, column, row, shown, numbered)
