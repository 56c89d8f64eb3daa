"""Pens of the beam tree, and the ground of its own hypotheses."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPen

from viz_app.pictures.drawing.picture import Style

DASHES = {"pruned": [4.0, 3.0], "left": [1.0, 2.5]}
SHARE = 0.16  #: of a colour in a ground of its hue


def pen_of(sign: str, style: Style, line: bool) -> QPen:
    """Of a hypothesis by its sign, or of the line that leads to it."""
    colour = {"own": style.palette.accent, "pruned": style.palette.undecoded}.get(sign, style.palette.muted)
    pen = QPen(QColor(colour), style.px(2 if sign == "own" else 1) * (1.2 if line and sign == "own" else 1))
    if sign in DASHES:
        pen.setDashPattern(DASHES[sign])
    return pen


def mixed(colour: str, paper: str) -> QColor:
    """A ground of a colour's hue, opaque: it is the same in every kind of file."""
    one, other = QColor(colour), QColor(paper)
    parts = zip((one.red(), one.green(), one.blue()), (other.red(), other.green(), other.blue()), strict=True)
    return QColor(*(round(SHARE * a + (1 - SHARE) * b) for a, b in parts))
