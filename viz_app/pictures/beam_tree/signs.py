"""Signs of a beam tree: lines and grounds of hypotheses by what became of them, and where a legend has each."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QColor, QPen

from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import Palette, font, text_width

DASHES = {"pruned": [4.0, 3.0], "left": [1.0, 2.5]}
SHARE = 0.16  #: of a colour in a ground of its hue
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


def arranged(entries: Iterable[tuple[str, str]], wide: float, pixels: int) -> list[tuple[float, int, str, str]]:
    """Left, line, sign and words of each entry, one after the other in lines of that width."""
    face, x, line, found = font(pixels), 0.0, 0, list[tuple[float, int, str, str]]()
    for sign, words in entries:
        taken = SIGN * pixels * bool(sign) + text_width(words, face)
        if x and x + taken > wide:
            x, line = 0.0, line + 1
        found.append((x, line, sign, words))
        x += taken + APART * pixels
    return found
