"""Where the hypotheses of each step lie: steps from left to right, in as many bands below each other as it takes.

A band begins with the step that the one above it ends with, so that no line is torn. Lengths are device pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil

from model.common.lazy_dataclass import dataclass

COLUMN, WIDEST = 7.0, 11.0  #: letter heights from one step to the next, at least and at most
NODE = 0.74  #: of that is a hypothesis, the rest the lines to the next
TWO_LINES, ONE_LINE = 2.6, 1.7  #: letter heights of a hypothesis with its number, and without, at least
ROOMY = 2.6  #: of these it has where there is room
BETWEEN, TALLEST = 0.35, 1.05  #: letter heights under a hypothesis at least; of its least height it has at most
GROWN = 1.6  #: of the letters around it are the largest, where all steps are in one band
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

    @cached_property
    def band(self) -> float:
        """Height of one."""
        return (HEAD + 0.6) * self.pixels + self.rows * self.row

    @cached_property
    def last(self) -> int:
        """The last step that is shown."""
        return min(self.steps, self.first + self.bands * (self.columns - 1) + 1) - 1

    def whole(self, rows: int) -> bool:
        """Are all steps shown, each with up to ``rows`` hypotheses?"""
        return self.first == 0 and self.last == self.steps - 1 and self.rows == rows

    @property
    def height(self) -> float:
        """Of all bands that hold something."""
        used = max(1, ceil((self.last - self.first) / max(1, self.columns - 1)))
        return used * self.band

    def places(self, step: int) -> tuple[tuple[int, int], ...]:
        """(band, column) of a step: one, or two where it ends a band and begins the next."""
        if step not in self._places:
            self._places[step] = tuple(self._placed(step))
        return self._places[step]

    @cached_property
    def _places(self) -> dict[int, tuple[tuple[int, int], ...]]:
        return {}

    def _placed(self, step: int) -> Iterator[tuple[int, int]]:
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
        return column * self.column, top, NODE * self.column, self._high

    @cached_property
    def _high(self) -> float:
        """Of a hypothesis."""
        tallest = TALLEST * (TWO_LINES if self.numbered else ONE_LINE) * self.pixels
        return min(tallest, self.row - BETWEEN * self.pixels)

    def head(self, band: int, column: int) -> Rect:
        """Of the number of a step."""
        return column * self.column, band * self.band, NODE * self.column, HEAD * self.pixels

    def turned(self, forward: bool) -> int | None:
        """A step on the next page, or on the one before; None where there is none."""
        step = self.last + (0 if self.last == self.steps - 1 else 1) if forward else self.first - 1
        return step if 0 <= step < self.steps and not self.first <= step <= self.last else None


def tree_layout(
    steps: int, rows: int, wide: float, high: float, pixels: int, step: int, ends: tuple[int, int]
) -> TreeLayout:  # fmt: skip
    """The largest letters between ``ends`` in which all steps have room; else the page that ``step`` is on.

    Letters grow beyond ``pixels`` only where no band is broken by that.
    """
    least, most = min(pixels, ends[0]), max(pixels, ends[1])
    for letters in range(most, least - 1, -1):
        for numbered in (True, False)[: 1 if letters > pixels else 2]:
            found = _page(steps, rows, wide, high, letters, step, numbered)
            if found.whole(rows) and (found.bands == 1 or letters <= pixels):
                return found
    told, brief = (_page(steps, rows, wide, high, least, step, numbered) for numbered in (True, False))
    return told if told.rows == rows and told.last - told.first >= brief.last - brief.first else brief


def _page(steps: int, rows: int, wide: float, high: float, pixels: int, step: int, numbered: bool) -> TreeLayout:
    row, head = (TWO_LINES if numbered else ONE_LINE) * pixels, (HEAD + 0.6) * pixels
    lost = (1 - NODE) * COLUMN * pixels  # no line leaves the last one
    columns = max(FEWEST, int((wide + lost) / (COLUMN * pixels)))
    columns = max(1, min(columns, steps))
    shown = max(1, min(rows, int((high - head) / row)))
    bands = max(1, int(high / (head + shown * row)))
    needed = max(1, ceil((steps - 1) / max(1, columns - 1)))
    if needed <= bands:  # all have room: in bands of one length
        bands, columns = needed, max(1, min(columns, ceil((steps - 1) / needed) + 1))
    row = max(row, min(ROOMY * row, (high / bands - head) / shown))
    if bands == 1 or columns < FEWEST:
        column = min(WIDEST * pixels, (wide) / (columns - 1 + NODE))
    else:
        column = wide / (columns - 1 + NODE)
    each = max(1, bands * (columns - 1))
    first = 0 if steps <= each + 1 else min(step // each * each, steps - 1 - each)  # the last page is full
    return TreeLayout(pixels, first, steps, columns, bands, column, row, shown, numbered)
