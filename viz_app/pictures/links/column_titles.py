"""What the two columns of tokens are, above them. On paper each title stands where its tokens do: a column is as wide
as its title, or this has two lines. Lengths are device pixels.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.page import Align, PageText
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import font, text_width

if TYPE_CHECKING:
    from viz_app.pictures.links.page import LinkSide

GAP = 6  #: logical pixels between a token and its lines
#: Of the page's width that a title may give its column: in one line, in two.
ONE_LINE, TWO_LINES = 0.2, 0.27
LINE, FURTHER = 1.7, 1.3  #: heights of letters of a line, and of one more


class ColumnTitle(NamedTuple):
    """Above one column."""

    lines: tuple[str, ...]
    needed: int  #: how wide its column is at least; 0 where the title stands out of it

    def height(self, style: Style) -> int:
        """Of its lines."""
        return round(LINE * style.font_pixels) + (len(self.lines) - 1) * round(FURTHER * style.font_pixels)


def column_title(text: str, column: int, wide: int, style: Style) -> ColumnTitle:
    """The title of a ``column`` so wide, on a page so ``wide``."""
    face, (first, *rest) = font(style.font_pixels), text.split(": ", 1)
    for lines, share in (((text,), ONE_LINE), ((f"{first}:", *rest), TWO_LINES)):
        needed = math.ceil(max(text_width(line, face) for line in lines)) + style.px(GAP)
        if not style.on_screen and needed <= max(column, share * wide):
            return ColumnTitle(lines, needed)
    return ColumnTitle((text,), 0)


def title_texts(kind: Kind, trace: Trace) -> tuple[str, str]:
    """Of the queries and of the keys."""
    return picture_texts.row_axis(kind, trace, pairs=False), picture_texts.column_axis(kind, trace)


def placed(texts: tuple[str, str], left: LinkSide, right: LinkSide, wide: int, style: Style) -> list[PageText]:
    """Both titles above their columns; from the page's edge to its middle where one is wider."""
    start, end, gap = left.edge - left.width, right.edge + right.width, style.px(GAP)
    middle, found = (start + end) // 2, list[PageText]()
    for text, side in zip(texts, (left, right), strict=True):
        title = column_title(text, side.width, wide, style)
        top = side.axis.start - round(0.5 * style.font_pixels) - title.height(style)
        outer, inner = (Align.LEFT, Align.RIGHT) if side.at_left else (Align.RIGHT, Align.LEFT)
        x, room = (start, middle - start) if side.at_left else (middle, end - middle)
        if title.needed:
            x, room = (start, left.width - gap) if side.at_left else (right.edge + gap, right.width - gap)
        for line in title.lines:
            high = round((LINE if line == title.lines[-1] else FURTHER) * style.font_pixels)
            found.append(PageText((x, top, room, high), line, inner if title.needed else outer, quiet=True))
            top += high
    return found
