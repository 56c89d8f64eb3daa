"""Signs of a beam tree: lines and grounds of hypotheses by what became of them, and where a legend has each."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPen

from model.transforms.run_tree import RunTree
from viz_app.pictures.beam_tree.tree_layout import TreeLayout
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import Palette, elide, font, text_width

DASHES = {"pruned": [4.0, 3.0], "left": [1.0, 2.5]}
SHARE = 0.16  #: of a colour in a ground of its hue
EDGE = 0.6  #: heights of the font beside a tree in a hall, for what tells of other pages
SMALLEST_TOKEN, LEAST = 0.8, 9  #: of the font on paper; logical pixels on a screen: where a token is cut otherwise
PlacedSign = tuple[float, int, str, str]  #: left, line, sign and words of a legend's entry
SIGN, APART = 2.2, 1.2  #: letter heights that a sign takes, and between two entries


def pen(sign: str, style: Style, line: bool) -> QPen:
    """Of a hypothesis, or of the ``line`` that leads to it."""
    colour = {"own": style.palette.accent, "pruned": style.palette.undecoded}.get(sign, style.palette.muted)
    found = QPen(QColor(colour), style.px(2 if sign == "own" else 1) * (1.2 if line and sign == "own" else 1))
    if sign in DASHES:
        found.setDashPattern(DASHES[sign])
    return found


def ground(palette: Palette) -> QColor:
    """Of the run's own hypotheses: of the accent's hue, opaque, so that it is the same in every kind of file."""
    one, other = QColor(palette.accent), QColor(palette.paper)
    parts = zip((one.red(), one.green(), one.blue()), (other.red(), other.green(), other.blue()), strict=True)
    return QColor(*(round(SHARE * a + (1 - SHARE) * b) for a, b in parts))


def signs_of(found: RunTree, places: Iterable[int]) -> set[str]:
    """What is drawn of these hypotheses: the run on screen has a ground of its own, and a double frame at its end."""
    own, shown = set(found.own), list(places)
    frames = {"own" if place in own else found.fates[place] for place in shown}
    return frames | {"ended" for place in shown if found.tree.nodes[place].fate == "ended"}


def arranged(entries: Iterable[tuple[str, str]], wide: float, pixels: int) -> list[PlacedSign]:
    """Left, line, sign and words of each entry, one after the other in lines of that width."""
    face, x, line, found = font(pixels), 0.0, 0, list[tuple[float, int, str, str]]()
    for sign, words in entries:
        taken = SIGN * pixels * bool(sign) + text_width(words, face)
        if x and x + taken > wide:
            x, line = 0.0, line + 1
        found.append((x, line, sign, words))
        x += taken + APART * pixels
    return found


def edge_of(style: Style) -> int:
    """Left and right of a tree without words around it."""
    return max(2, style.presented * round(EDGE * style.font_pixels))


def turns(layout: TreeLayout, left: float, wide: float, high: float) -> list[tuple[QRectF, str]]:
    """Where a tree goes on beyond its page."""
    edges = (False, "‹", QRectF(-left, 0, left, high)), (True, "›", QRectF(wide, 0, left, high))
    return [(box, sign) for forward, sign, box in edges if layout.turned(forward) is not None]


def fitted(words: str, rank: str, wide: float, own: bool, letters: int, style: Style) -> tuple[str, int]:
    """A hypothesis's words, and their letters: smaller, as far as they may be, where they are cut otherwise."""
    least = style.px(LEAST) if style.on_screen else ceil(SMALLEST_TOKEN * style.font_pixels)
    while True:
        face = font(letters, bold=own)
        token = elide(words, face, wide - text_width(rank, face)) + rank
        if letters <= least or not token.removesuffix(rank).endswith("…"):
            return token, letters
        letters -= 1
