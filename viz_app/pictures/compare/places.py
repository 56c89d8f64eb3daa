"""The places of *Compare*: three maps of equal size side by side, heads by change below them. Arithmetic only.

A row stands at the same height in all three, and a column equally far from each map's left, so that one eye movement
finds the same cell. Lengths are device pixels.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.compare.numbers import OTHER
from viz_app.pictures.drawing import sparse_labels, token_labels
from viz_app.pictures.drawing.drawings import without_glosses
from viz_app.pictures.drawing.layout import Axis, Box, filled
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Label, Labels

MAPS = 3
SHAPES = "◀▶"  #: before tokens that only one run has
SLACK = 1.3  #: of the room of row labels: longer ones are shortened
HALL_NAMES = 0.28  #: of the width that names of rows have in a hall, where none is cut that stands there with another
HALL_COLUMNS = 0.25  #: of the height that names of columns have there
COLUMN_NAME, COLUMN_SHARE = 110, 0.19  #: logical pixels, and of the maps' room, that names of columns take at most
LARGEST_CELL = 64  #: logical pixels
EVEN_ON_PAPER = 4  #: logical pixels: smaller cells may differ by one there too, or half of the place stays empty
LONGEST = 3  #: a cell's longer side over its shorter one
LEAST_NAMED = 5  #: heights of a letter of maps whose rows have names, though their columns have no room for any
GAP = 14  #: logical pixels between maps
RANK_WIDTH, RANK_LINE = 11.5, 1.75  #: heights of a letter: one head in the list below
MOST_LINES, LEAST_HEIGHT = 3, 16  #: of that list; heights of a letter of a page that has one


@dataclass(frozen=True)
class ComparePlaces:
    """Where everything lies. The axes are at 0, the maps' corners on the page."""

    x: Axis
    y: Axis
    rows: Labels  #: as they have room
    lefts: tuple[int, ...]
    top: int
    row_width: int  #: of the labels left of the first map
    column_limit: float  #: 0 without labels above
    titles: tuple[Box, ...]  #: above each map
    ranks: tuple[Box, ...]  #: below, in the order of reading: the first column from top to bottom, then the next
    rank_title: Box


def title_line(style: Style) -> int:
    """Height of a map's name."""
    return round(1.4 * style.font_pixels)


def placed(
    rows: Labels, columns: Labels, content: Box, heads: int, style: Style, first: int = 0, inputs: bool = False
) -> ComparePlaces:  # fmt: skip
    """Divide ``content`` among three maps and as many of ``heads`` as have room below them.

    ``first`` of all rows is the first of these; ``inputs``: where rows have room for one token, it is that. On paper
    words over columns are whole, as long as this costs no name of a row.
    """
    sized, own = partial(_placed, _Wanted(rows, columns, heads, first, inputs), content, style), _own(columns)
    usual = sized(columns, sparse_labels.LITTLE)
    if style.on_screen or not usual.column_limit:
        return usual
    longer = (sized(words, sparse_labels.LONGER) for words in ((*columns, *own), own))
    return next((found for found in longer if _names(found, style) >= _names(usual, style)), usual)


class _Wanted(NamedTuple):
    """What is to be placed."""

    rows: Labels
    columns: Labels
    heads: int
    first: int
    inputs: bool


def _own(columns: Labels) -> Labels:
    """What stands over either run's map: of two tokens in one place its own, which are not beside each other there."""
    parts = (OTHER + part for label in columns if OTHER in label.text for part in label.text.split(OTHER))
    return (*(label for label in columns if OTHER not in label.text), *map(Label, parts))


def _names(found: ComparePlaces, style: Style) -> tuple[int, int]:
    """One of how many rows has a name, and of how many columns, less than 0: the more the better."""
    y = found.y
    return -token_labels.stride(y, token_labels.row_pitch(y, style)), -token_labels.keys_per_name(found.x, style)


def _placed(wanted: _Wanted, content: Box, style: Style, words: Labels, longer: float) -> ComparePlaces:
    """The same, with ``words`` up to ``longer`` times as long as usual over columns, where they are whole then."""
    (rows, columns, heads, first, inputs), (left, top, width, height) = wanted, content
    roomy = height >= LEAST_HEIGHT * style.font_pixels
    line = round(RANK_LINE * style.font_pixels)
    lines = 0 if not roomy or not heads else min(MOST_LINES, max(1, int(height / (9 * style.font_pixels)) - 1))
    below = (lines + 1) * line + style.px(4) if lines else 0
    high, title = height - below, title_line(style)
    broad = width >= 24 * style.font_pixels
    named = broad and high >= 11 * style.font_pixels
    widest = min(grown(style, 130), 0.19 * width)
    if style.presented:
        widest = max(widest, token_labels.width_of(_texts_alone(rows, inputs), style, HALL_NAMES * width))
    rows = _fitting_rows(rows, inputs, widest, style)
    row_width = token_labels.width_of(rows, style, widest) if broad and high >= LEAST_NAMED * style.font_pixels else 0
    share = HALL_COLUMNS if style.presented else COLUMN_SHARE
    limit = min(grown(style, COLUMN_NAME), share * high) if named else 0.0
    limit = sparse_labels.whole_columns(words, style, limit, longer) if limit else 0.0
    room = width, high - title
    x, y, gap, above = _axes(rows, columns, room, row_width, limit, first, style)
    if row_width and (less := sparse_labels.row_width(rows, y, style, row_width)) < row_width:
        row_width = less
        x, y, gap, above = _axes(rows, columns, room, row_width, limit, first, style)
    spare = max(0, width - row_width - MAPS * (x.length + gap))
    start, pitch = left + row_width + spare // 6, x.length + gap + spare // 4
    lefts = tuple(start + number * pitch for number in range(MAPS))
    titles = tuple((at, top, max(1, pitch - style.px(12)), title) for at in lefts)
    foot = min(top + title + above + y.length + style.px(8), top + height - below)
    ranks, rank_title = _ranks(left, foot, width, lines, heads, style)
    return ComparePlaces(x, y, rows, lefts, top + title + above, row_width, limit, titles, ranks, rank_title)


def _axes(
    rows: Labels, columns: Labels, room: tuple[int, int], row_width: int, limit: float, first: int, style: Style
) -> tuple[Axis, Axis, int, int]:
    """The axes of the three maps in ``room``, the gap between them, and the height of the labels above."""
    width, high = room
    gap = style.px(GAP)
    cell = (width - row_width - MAPS * gap) / MAPS / max(1, len(columns))
    above, over = token_labels.column_room(columns, style, limit, cell) if limit else (0, 0)
    over = min(over, token_labels.standing_out(columns, style, limit, cell)) if limit else 0
    gap = max(gap, min(over, round(0.06 * width)))
    sides = (width - row_width - MAPS * gap) / MAPS, high - above
    largest = grown(style, LARGEST_CELL)
    wide, tall = (min(max(1.0, side) / max(1, count), largest) for side, count in zip(
        sides, (len(columns), len(rows)), strict=True))  # fmt: skip
    most = min(largest, LONGEST * tall), min(largest, LONGEST * wide)
    even = style.squares or (not style.on_screen and min(wide, tall) >= style.px(EVEN_ON_PAPER))
    across, down = filled(len(rows), len(columns), max(1, sides[0]), max(1, sides[1]), most, even)
    x, y = Axis(0, len(columns), across), Axis(0, len(rows), down, first)
    return x, y, gap, token_labels.column_height(columns, x, limit, style) if limit else 0


def _fitting_rows(rows: Labels, inputs: bool, widest: float, style: Style) -> Labels:
    """One token of each where both have no room; the shape of a row that only one run has stays."""
    bare, slack = without_glosses(rows), 1 if style.presented else SLACK
    if token_labels.width_of(bare, style, 4 * widest) <= slack * widest:
        return rows
    return _texts_alone(rows, inputs)


def _texts_alone(rows: Labels, inputs: bool) -> Labels:
    """What is next alone, or the input tokens; the shape of a row that only one run has stays."""
    if inputs:
        return tuple(Label(label.lead or label.text, quiet=label.quiet) for label in rows)
    shapes = [label.lead[:1] if label.lead[:1] in SHAPES else "" for label in rows]
    return tuple(Label(shape + label.text, quiet=label.quiet) for label, shape in zip(rows, shapes, strict=True))


def _ranks(left: int, top: int, width: int, lines: int, heads: int, style: Style) -> tuple[tuple[Box, ...], Box]:
    """Boxes for heads in columns of ``lines``, and one for the title above them."""
    if not lines:
        return (), (0, 0, 0, 0)
    line, wide = round(RANK_LINE * style.font_pixels), round(RANK_WIDTH * style.font_pixels)
    across = max(1, width // (wide + style.px(10)))
    wide = min(width // across - style.px(10), round(1.4 * wide))
    boxes = tuple(
        (left + column * (wide + style.px(10)), top + (number + 1) * line, wide, line - style.px(3))
        for column in range(across)
        for number in range(lines)
    )
    return boxes[:heads], (left, top, width, line)
