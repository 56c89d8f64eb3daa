"""The places of the rows of teacher forcing.

On screen all rows, as large as they have room, or a page of them in reading size, the one with the selected row; in an
export all rows, in blocks side by side, as small as they may be read, else a page too. Lengths are device pixels; it
draws nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.teacher_forcing.target_rows import Column, TargetRows, headings, ignored_word
from viz_app.platform.theme import font, text_width

#: What is shown, from where everything fits to where hardly anything does.
SETS: tuple[tuple[Column, ...], ...] = (
    ("position", "input", "label", "predicted", "probability", "loss", "mean"),
    ("position", "input", "label", "predicted", "probability", "loss"),
    ("input", "label", "probability", "loss"),
    ("position", "label", "probability"),
)
ROW = 1.75  #: height of a row in heights of its font
LONGEST = 9.0  #: a token's width in heights of the font; longer ones are elided
SMALLEST, LARGEST = 0.8, 1.3  #: of the font in an export; columns are left out before it is smaller
SMALLEST_ON_SLIDE = 0.7  #: where a figure cannot grow: a part of the rows comes before smaller letters
SMALLEST_OF_ALL = 0.54  #: below that nobody reads anything
BAR = 5.0  #: width of a probability's bar in heights of the font
CLOSEST = 1.45  #: height of a row on a screen, where all have room then
CLOSER = 0.93  #: of a page's row, where that gives it one more
ENLARGED = 1.75  #: of the font on a screen where all rows have room
LONGEST_BAR, APART = 16.0, 2.5  #: where there is width to spare: of bars and, more, between columns
BARRED = ("probability", "mean")  #: with both there is room for bars


@dataclass(frozen=True)
class RowLayout:
    """One layout of rows ``first`` … ``first + shown − 1``."""

    columns: tuple[Column, ...]
    lefts: tuple[float, ...]  #: of the columns, from a block's left edge
    widths: tuple[float, ...]
    pixels: int  #: of the font
    row: float  #: height
    block: float  #: width of one block and the gap after it
    rows: int  #: in a block
    blocks: int
    first: int
    shown: int
    bar: float = 0.0  #: width of a probability's

    @property
    def bars(self) -> bool:
        """Are probabilities drawn as bars too?"""
        return all(name in self.columns for name in BARRED)

    def place(self, index: int) -> tuple[float, float] | None:
        """Left and top of a row, from the first block's first row; None where it is not on this page."""
        at = index - self.first
        return ((at // self.rows) * self.block, (at % self.rows) * self.row) if 0 <= at < self.shown else None

    def at(self, x: float, y: float) -> int | None:
        """The row under a point, from the same corner."""
        if x < 0 or y < 0 or y >= self.rows * self.row:
            return None
        inside = int(x // self.block) * self.rows + int(y // self.row)
        return self.first + inside if inside < self.shown and x // self.block < self.blocks else None


def page(lesson: TargetRows, step: int, width: float, height: float, pixels: int) -> RowLayout:
    """For a screen: all rows and columns, as large as they have room; else those around ``step``, in ``pixels``.

    The last page is as full as the others: it begins with rows of the one before.
    """
    whole = _enlarged(lesson, width, height, pixels)
    if whole is not None:
        return whole
    table = _first_that_fits(lesson, width, pixels)
    rows, count = max(1, int(height // (CLOSER * table.row))), len(lesson.positions)
    blocks = max(1, min(int((width + _gap(pixels)) // table.block), -(-count // rows)))
    shown = min(rows * blocks, count)
    first = min(step // (rows * blocks) * rows * blocks, count - shown)
    table = _widened(table, max(0.0, (width + _gap(pixels)) / blocks - table.block))
    return replace(table, rows=rows, blocks=blocks, first=first, shown=shown, row=min(table.row, height / rows))


def everything(
    lesson: TargetRows, width: float, height: float, pixels: int, least: float = SMALLEST_OF_ALL
) -> RowLayout | None:
    """For an export: all rows, in the largest font that has room for them; columns are left out before it is tiny.

    None where letters would be less than ``least`` of the font.
    """
    count = len(lesson.positions)
    for columns in SETS:
        last = columns == SETS[-1]
        for size in range(round(LARGEST * pixels), 0, -1):
            if size < (least if last else SMALLEST) * pixels:
                break
            table = _columns(lesson, columns, size)
            rows = min(count, max(1, int(height // table.row)))
            blocks = -(-count // rows)
            rows = -(-count // blocks)  # as many in each
            if blocks * table.block - _gap(size) <= width and rows * table.row <= height:
                return replace(table, rows=rows, blocks=blocks, shown=count)
    return None


def part(lesson: TargetRows, step: int, width: float, height: float, pixels: int) -> RowLayout:
    """For an export without room for all rows: as many as have it, ``step`` in their middle."""
    table = _columns(lesson, SETS[-1], math.ceil(SMALLEST * pixels))
    rows, count = max(1, int(height // table.row)), len(lesson.positions)
    blocks = max(1, int((width + _gap(table.pixels)) // table.block))
    shown = min(count, rows * blocks)
    first = min(max(0, step - shown // 2), count - shown)
    return replace(table, rows=rows, blocks=blocks, first=first, shown=shown)


def _enlarged(lesson: TargetRows, width: float, height: float, pixels: int) -> RowLayout | None:
    """All rows with every column in the largest font that has room, over the whole width; None where none has."""
    count = len(lesson.positions)
    for size in range(round(ENLARGED * pixels), pixels - 1, -1):
        table = _columns(lesson, SETS[0], size)
        blocks = -(-count // max(1, int(height // table.row)))
        rows = -(-count // blocks)
        spare = (width + _gap(size)) / blocks - table.block
        if spare >= 0 and rows * table.row <= height:
            return _widened(replace(table, rows=rows, blocks=blocks, shown=count), spare)
    table = _columns(lesson, SETS[0], pixels)  # rows a little closer, where that spares turning pages
    blocks = int((width + _gap(pixels)) // table.block)
    if not blocks or (rows := -(-count // blocks)) * CLOSEST * pixels > height:
        return None
    spare = (width + _gap(pixels)) / blocks - table.block
    return _widened(replace(table, rows=rows, blocks=blocks, shown=count, row=height / rows), spare)


def _widened(table: RowLayout, spare: float) -> RowLayout:
    """``spare`` pixels more for a block: a part makes bars longer, the rest stands between columns and blocks."""
    size, at = table.pixels, table.columns.index("probability")
    longer = min(0.5 * spare, (LONGEST_BAR - BAR) * size) if table.bars else 0.0
    between = min((spare - longer) / len(table.columns), APART * size)
    lefts = tuple(left + index * between + longer * (index > at) for index, left in enumerate(table.lefts))
    widths = tuple(width + longer * (index == at) for index, width in enumerate(table.widths))
    return replace(table, lefts=lefts, widths=widths, bar=table.bar + longer, block=table.block + spare)


def _first_that_fits(lesson: TargetRows, width: float, pixels: int) -> RowLayout:
    tables = [_columns(lesson, columns, pixels) for columns in SETS]
    return next((table for table in tables if table.block - _gap(pixels) <= width), tables[-1])


def _columns(lesson: TargetRows, columns: tuple[Column, ...], pixels: int) -> RowLayout:
    """The columns side by side, each as wide as what stands in it."""
    widths = [_width(lesson, name, columns, pixels) for name in columns]
    lefts, x = [], 0.0
    for name, width in zip(columns, widths, strict=True):
        lefts.append(x)
        x += width + pixels * (2.4 if name == "input" else 1.1)  # the shift is drawn after the input
    return RowLayout(
        columns,
        tuple(lefts),
        tuple(widths),
        pixels,
        ROW * pixels,
        x - 1.1 * pixels + _gap(pixels),
        1,
        1,
        0,
        1,
        BAR * pixels,
    )


def _gap(pixels: int) -> float:
    """Between two blocks."""
    return 2.5 * pixels


def _width(lesson: TargetRows, name: Column, columns: tuple[Column, ...], pixels: int) -> float:
    face = font(pixels)
    heading = text_width(headings(lesson)[name], face) + 1
    if name == "position":
        return max(heading, text_width(str(len(lesson.positions)), face))
    if name == "loss" and lesson.ignored:
        heading = max(heading, text_width(ignored_word(), face))
    if name in ("loss", "mean"):
        return max(heading, _number("00.000", pixels))
    if name == "probability":
        number = _widest([row.told for row in lesson.positions], pixels)
        return max(heading, number + (BAR + 0.6) * pixels * all(name in columns for name in BARRED))
    texts = [getattr(row, name) for row in lesson.positions]
    token = min(_longest(texts, pixels), LONGEST * pixels)
    if name == "label" and name in columns and "mean" in columns:
        token = max(token, *(_with_gloss(row.label, row.gloss, pixels) for row in lesson.positions))
    if name == "predicted":
        token += 1.6 * pixels + _widest([row.highest for row in lesson.positions], pixels)
    return max(heading, token)


def _with_gloss(label: str, gloss: str, pixels: int) -> float:
    """The width of a token and what it means; 0 without."""
    return text_width(f"{label} {gloss}", font(pixels)) + pixels if gloss else 0.0


def _widest(numbers: Sequence[str], pixels: int) -> float:
    """The width of a column of probabilities, of four decimals or more."""
    return max(_number(form, pixels) for form in {"0.0000", *(re.sub(r"\d", "0", text) for text in numbers)})


def _number(form: str, pixels: int) -> float:
    """The width of a number of this form, whatever its figures: they are not all equally wide."""
    return max(text_width(form.replace("0", figure), font(pixels)) for figure in "0123456789") + 1


def _longest(texts: Sequence[str], pixels: int) -> float:
    """The width of the widest of ``texts``; only those with the most characters are measured."""
    longest = sorted(set(texts), key=len)[-12:]
    return max((text_width(text, font(pixels)) for text in longest), default=0.0) + 0.4 * pixels
