"""The size of the letters in the map of the model: as large as its column lets them be, and never cut.

In a wide column they grow with it, as long as no part loses detail or the longer of its names; in a narrow one, or
where text is very large, they shrink until every part has room for the shortest of its names.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import lru_cache

from model.record.trace import Kind
from viz_app.controls.model_map.buttons import block_names, fitting, label_room, names_of
from viz_app.controls.model_map.figure import figure
from viz_app.controls.model_map.layout import Architecture, MapFigure, column_of
from viz_app.pictures.drawing.picture_texts import spoken
from viz_app.platform.text import translate
from viz_app.platform.theme import font
from viz_app.state.state import Selection

GROWTH = 1.7  #: letters are at most so many times as large as elsewhere in the window
LEAST = 10  #: pixels; what is smaller than the rest has 9 then
FULLEST: tuple[Kind, ...] = ("encoder", "cross")  #: blocks whose heads make each column as full as it gets


def small_pixels(letters: int) -> int:
    """Of the names of parts that are no buttons, and of numbers."""
    return max(9, round(letters * 0.85))


def block_pixels(letters: int) -> int:
    """Of the names of attention blocks."""
    return max(9, round(letters * 0.92))


def letter_height(architecture: Architecture, width: int, height: int, usual: int) -> int:
    """Pixels of the figure's text, whatever is selected; ``usual`` elsewhere in the window. They are kept."""
    return _letter_height(architecture, width, height, usual, spoken())


@lru_cache(maxsize=64)
def _letter_height(architecture: Architecture, width: int, height: int, usual: int, _language: str) -> int:
    told = _wordings(architecture, width, height, usual)
    if min(told, default=0) < 0:
        sizes = range(usual, min(usual, LEAST) - 1, -1)
        return next((size for size in sizes if min(_wordings(architecture, width, height, size)) >= 0), sizes[-1])

    def loses(letters: int) -> bool:
        larger = _wordings(architecture, width, height, letters)
        return len(larger) != len(told) or any(new < old for new, old in zip(larger, told, strict=True))

    sizes = range(usual, round(GROWTH * usual) + 1)
    if loses(usual + 1):  # as in most columns
        return usual
    return sizes[max(0, bisect_left(sizes, True, key=loses) - 1)]


def _wordings(architecture: Architecture, width: int, height: int, letters: int) -> list[int]:
    """How long a name each part can have: −1 none at all, 0 the shortest. Parts without a name have none.

    Before those of each figure a number below 0 where it is higher than its room.
    """
    found = []
    for kind in FULLEST:
        middle = architecture.layers[column_of(kind)] // 2  # where layers may be hidden above and below
        drawn = figure(architecture, Selection(kind, middle), width, height, letters)
        found += _of_figure(drawn, architecture, letters)
    return found


def _of_figure(drawn: MapFigure, architecture: Architecture, letters: int) -> list[int]:
    small, usual = font(small_pixels(letters)), font(block_pixels(letters), bold=True)
    learned = architecture.positions == "learned"
    rooms = [
        (names_of(box.role, learned), small, label_room(box).width())
        for box in drawn.boxes
        if not box.bar and box.role != "add"
    ]
    rooms += [(block_names(block.kind), usual, block.rect.width() - 2) for block in drawn.blocks]
    titles = {"encoder title": translate("ModelMap", "Encoder"), "decoder title": translate("ModelMap", "Decoder")}
    bold = font(letters, bold=True)
    rooms += [((titles[name],), bold, rect.width()) for name, rect in drawn.captions.items() if name in titles]
    found = [min(0, math.floor(min((rect.top() for rect in drawn.captions.values()), default=0.0)))]  # < 0: too high
    for names, face, room in rooms:
        fits = fitting(names, face, room - 2)
        found.append(len(names) - 1 - names.index(fits) if fits else -1)
    return found
