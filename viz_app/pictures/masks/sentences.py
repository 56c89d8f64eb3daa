"""The sentences above the maps of *Masks*, which follow the selected row and cell."""

from __future__ import annotations

from viz_app.pictures.drawing.drawings import title_line
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import Overlay
from viz_app.pictures.masks.mask_texts import cut, hint
from viz_app.pictures.masks.surroundings import MaskPage
from viz_app.platform.theme import font, text_width, wrapped


def sentences(shown: MaskPage, note: str, lessons: tuple[str, ...], chain: str, style: Style) -> list[Overlay]:
    """What the mask hides, and the selected cell: in its stead where there is one line for both."""
    x, y, wide, high = shown.chain
    if not high:
        return []
    palette = style.palette
    if not style.on_screen:
        lines = [(chain, palette.accent)]
    elif shown.lesson[3]:
        lines = _two(shown, (note, *lessons) if note and not style.titled else lessons, chain, style)
        y = shown.lesson[1]
    else:
        first = chain or cut(" ".join(lessons), font(style.font_pixels), wide)
        lines = [(first, palette.accent if chain else palette.ink)]
    return [
        (title_line(words, wide, high, colour, False, style), x, y + number * high)
        for number, (words, colour) in enumerate(lines)
        if words
    ]


def _two(shown: MaskPage, lessons: tuple[str, ...], chain: str, style: Style) -> list[tuple[str, str]]:
    """Two lines; the second is the selected cell's, else what has no room in the first, else a hint."""
    face, wide, palette = font(style.font_pixels), shown.chain[2], style.palette
    told = " ".join(lessons)
    first = cut(told, face, wide) if told else ""
    if chain:
        return [(first, palette.ink), (chain, palette.accent)]
    rest = told[len(first) :].strip()
    if text_width(first, face) <= wide and not rest:
        return [(first, palette.ink), (hint(), palette.muted)]
    if text_width(first, face) > wide:
        return [(words, palette.ink) for words in wrapped(told, face, wide, 2)]
    return [(first, palette.ink), (cut(rest, face, wide), palette.ink)]
