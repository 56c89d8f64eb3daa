"""The places of lines of drawn text: their left end, middle or right end on a base line. It writes nothing.

An SVG viewer has its own letters and may have another font: what stays right whatever it has is where a text is
anchored, so this is taken from how it was asked for, and only the heights from how Qt lays it out.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QTextLayout, QTextOption

Flag, Align = Qt.TextFlag, Qt.AlignmentFlag
Direction = Qt.LayoutDirection
EMOJI = "\U0001f000"  #: from here on letters are mostly pictures, which have no outline
SHARP = 4  #: pixels per unit of such a picture
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  #: of a line's width, left of its anchor
_ENDLESS = float(1 << 24)  #: the width of a line that is not to be broken


class TextLine(NamedTuple):
    """A line of text whose ``anchor`` (start, middle, end: of a box, so left, middle, right) lies at (x, y)."""

    text: str
    x: float
    y: float  #: of the base line
    anchor: str


def lines(given: tuple[Any, ...], font: QFont, direction: Direction) -> list[TextLine]:
    """What QPainter.drawText was given, in any of its ways that pictures use. Raises TypeError for another."""
    match given:
        case (QPoint() | QPointF() as at, str() as text):
            return [TextLine(text, at.x(), at.y(), "start")]
        case (int() | float() as x, int() | float() as y, str() as text):
            return [TextLine(text, x, y, "start")]
        case (QRect() | QRectF() as box, flags, str() as text):
            return _in_box(QRectF(box), getattr(flags, "value", flags), text, font, direction)
    raise TypeError(f"no way to place a text: {given!r}")


def _in_box(box: QRectF, flags: int, text: str, font: QFont, direction: Direction) -> list[TextLine]:
    single = bool(flags & Flag.TextSingleLine.value)
    text = text.replace("\n", " " if single else "\u2028")
    wide = box.width() if flags & Flag.TextWordWrap.value else _ENDLESS
    laid, height = _laid(text, font, wide, direction)
    right = bool(flags & Align.AlignRight.value)
    if direction == Direction.RightToLeft and not flags & (Align.AlignHCenter.value | Align.AlignAbsolute.value):
        right = not right
    anchor, x = "start", box.x()
    if flags & Align.AlignHCenter.value:
        anchor, x = "middle", box.center().x()
    elif right:
        anchor, x = "end", box.x() + box.width()
    spare = box.height() - height
    top = box.y() + (spare if flags & Align.AlignBottom.value else spare / 2 if flags & Align.AlignVCenter.value else 0)
    leftward = from_right(text, direction)
    return [_without_end(TextLine(words, x, top + down, anchor), font, leftward) for words, down in laid]


def _without_end(line: TextLine, font: QFont, leftward: bool) -> TextLine:
    """Viewers leave out spaces at the end, which Qt counts: the text moves by them instead."""
    words = line.text.rstrip(" ")
    if words == line.text:
        return line
    more = QFontMetricsF(font).horizontalAdvance(line.text) - QFontMetricsF(font).horizontalAdvance(words)
    share = 1 - _BEFORE[line.anchor] if leftward else -_BEFORE[line.anchor]
    return line._replace(text=words, x=line.x + share * more)


@lru_cache(maxsize=4096)
def _laid(text: str, font: QFont, width: float, direction: Direction) -> tuple[list[tuple[str, float]], float]:
    """Each line with its base line below the top, and the height of all."""
    if width == _ENDLESS and all(map(_usual, text)):
        ascent, height = _heights(font)
        return [(text, ascent)], height
    layout, option = QTextLayout(text, font), QTextOption()
    option.setTextDirection(direction)
    option.setWrapMode(QTextOption.WrapMode.WordWrap if width < _ENDLESS else QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    utf16, found, height = text.encode("utf-16-le", "replace"), [], 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        part = utf16[2 * line.textStart() : 2 * (line.textStart() + line.textLength())]
        goes_on = 2 * (line.textStart() + line.textLength()) < len(utf16)
        words = part.decode("utf-16-le", "replace").rstrip("\u2028 " if goes_on else "\u2028")
        found.append((words, height + line.ascent()))
        height += line.height() + QFontMetricsF(font).leading()
    layout.endLayout()
    return found, height - QFontMetricsF(font).leading()


@lru_cache(maxsize=64)
def _heights(font: QFont) -> tuple[float, float]:
    metrics = QFontMetricsF(font)
    return metrics.ascent(), metrics.height()


def _usual(letter: str) -> bool:
    """Is it in the bundled font, so that no other font's height counts?"""
    return letter < "\u0250" or "가" <= letter <= "힣" or letter in "…→·−√“”"


def from_right(text: str, direction: Direction) -> bool:
    """Is the text read from right to left: by its first letter that has a direction, where the painter has none?"""
    if direction != Direction.LayoutDirectionAuto or text.isascii():
        return direction == Direction.RightToLeft
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"


def body_of(line: TextLine, font: QFont) -> QRectF:
    """The box of its small letters, which lies apart from its neighbours' where lines are close."""
    metrics = QFontMetricsF(font)
    wide, high = metrics.horizontalAdvance(line.text), metrics.xHeight()
    return QRectF(line.x - wide * _BEFORE[line.anchor], line.y - high, wide, high)


def outlines(
    line: TextLine, font: QFont, ink: QColor, direction: Direction
) -> tuple[QPainterPath, QImage | None, QRectF]:
    """The shapes of a line's letters; and, where some are pictures, all of it as one instead, with its place."""
    leftward = from_right(line.text, direction)
    if leftward != from_right(line.text, Direction.LayoutDirectionAuto):  # all that Qt goes by here is the text
        line = line._replace(text=("\u200f" if leftward else "\u200e") + line.text)
    metrics, path = QFontMetricsF(font), QPainterPath()
    wide = metrics.horizontalAdvance(line.text)
    left = line.x - wide * _BEFORE[line.anchor]
    if max(line.text) < EMOJI:
        path.addText(QPointF(left, line.y), font, line.text)
        return path, None, QRectF()
    box = QRectF(left, line.y - metrics.ascent(), wide, metrics.height()).adjusted(-1, -2, 1, 2)
    picture = QImage((box.size() * SHARP).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    painter.scale(picture.width() / box.width(), picture.height() / box.height())
    painter.translate(-box.topLeft())
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QPointF(left, line.y), line.text)
    painter.end()
    return path, picture, box
