"""A drawn text as glyphs, each with the characters that it stands for. It draws nothing and knows no file.

Qt lays the text out as for its own ``drawText``; here every glyph gets its characters, so that what is copied out of a
file is what was written, whatever shapes, ligatures, marks and directions lie in between.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTextBoundaryFinder
from PySide6.QtGui import QFont, QFontMetricsF, QRawFont, QTextLayout, QTextLine, QTextOption

Flag, Align = Qt.TextFlag, Qt.AlignmentFlag
_ENDLESS = float(1 << 24)  #: the width of a line that is not to be broken


@dataclass(frozen=True, eq=False)
class Glyphs:
    """Neighbouring glyphs of one font. ``texts``: of each, what it says; "" where an earlier one says it too."""

    face: QRawFont
    indexes: tuple[int, ...]
    places: tuple[QPointF, ...]  #: of their origins
    texts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Line:
    """A line of text. Its glyphs lie where they are in the whole block, whose corner is (0, 0)."""

    groups: tuple[Glyphs, ...]
    box: QRectF
    base: float  #: where its base line lies


@dataclass(frozen=True, eq=False)
class Block:
    """All lines of a text."""

    lines: tuple[Line, ...]
    width: float
    height: float
    right_to_left: bool


@dataclass(frozen=True)
class Place:
    """What ``QPainter.drawText`` was told: a box and flags, or the point where the first letter's base line begins."""

    text: str
    box: QRectF
    flags: int | None  #: None: ``box`` is a point


def placed(*given: object) -> Place:
    """The arguments of QPainter.drawText, in any of its ways that pictures use. Raises TypeError for another."""
    match given:
        case (QPoint() | QPointF() as at, str() as text):
            return Place(text, QRectF(QPointF(at), QPointF(at)), None)
        case (int() | float() as x, int() | float() as y, str() as text):
            return Place(text, QRectF(x, y, 0, 0), None)
        case (QRect() | QRectF() as box, int() as flags, str() as text):
            return Place(text, QRectF(box), int(flags))
    raise TypeError(f"no way to place a text: {given!r}")


def block(place: Place, font: QFont, direction: Qt.LayoutDirection) -> Block:
    """The text as a painter with this font and direction would lay it out."""
    flags = 0 if place.flags is None else place.flags
    single = place.flags is None or bool(flags & Flag.TextSingleLine.value)
    text = place.text.replace("\n", " " if single else "\u2028")
    wrapped = bool(flags & Flag.TextWordWrap.value)
    return _block(text, font, place.box.width() if wrapped else _ENDLESS, direction)


def corners(place: Place, laid: Block, direction: Qt.LayoutDirection) -> Iterator[tuple[Line, QPointF]]:
    """Each line and where the block's corner lies for it."""
    if place.flags is None:
        for line in laid.lines:
            yield line, place.box.topLeft() - QPointF(0, line.base)
        return
    box, flags = place.box, place.flags
    spare = box.height() - laid.height
    top = spare if flags & Align.AlignBottom.value else spare / 2 if flags & Align.AlignVCenter.value else 0.0
    share = 0.5 if flags & Align.AlignHCenter.value else float(_to_the_right(flags, laid, direction))
    for line in laid.lines:
        yield line, box.topLeft() + QPointF(share * (box.width() - line.box.width()), top)


def _to_the_right(flags: int, laid: Block, direction: Qt.LayoutDirection) -> bool:
    """Left and right change places where text runs to the left, unless they are meant as they are."""
    wanted = bool(flags & Align.AlignRight.value)
    if flags & (Align.AlignAbsolute.value | Align.AlignJustify.value):
        return wanted
    auto = direction == Qt.LayoutDirection.LayoutDirectionAuto
    return wanted != (laid.right_to_left if auto else direction == Qt.LayoutDirection.RightToLeft)


@lru_cache(maxsize=4096)
def _block(text: str, font: QFont, width: float, direction: Qt.LayoutDirection) -> Block:
    layout, option = QTextLayout(text, font), QTextOption()
    option.setTextDirection(direction)
    option.setWrapMode(QTextOption.WrapMode.WordWrap if width < _ENDLESS else QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    leading = QFontMetricsF(font).leading()
    height, widest = -leading, 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        height += leading
        line.setPosition(QPointF(0, height))
        height += line.height()
        widest = max(widest, line.naturalTextWidth())
    layout.endLayout()
    lines = tuple(_line(layout, layout.lineAt(number), text) for number in range(layout.lineCount()))
    return Block(lines, widest, height, _from_right(text))


def _line(layout: QTextLayout, line: QTextLine, text: str) -> Line:
    groups = _groups(layout, line.textStart(), line.textLength(), text)
    box = QRectF(0, line.y(), line.horizontalAdvance(), line.height())
    return Line(groups, box, line.y() + line.ascent())


_WANTED = (
    QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphPositions
)


@dataclass
class _Glyph:
    face: QRawFont
    index: int
    place: QPointF
    text: str


def _groups(layout: QTextLayout, start: int, length: int, text: str) -> tuple[Glyphs, ...]:
    """A line's glyphs, in the order of its characters."""
    utf16 = text.encode("utf-16-le", "replace")[2 * start : 2 * (start + length)]
    written = utf16.decode("utf-16-le", "replace")
    runs = layout.glyphRuns(start, length, _WANTED) if length else []
    if len(runs) == 1 and len(runs[0].glyphIndexes()) == length and all(map(_simple, written)):
        run = runs[0]
        return (Glyphs(run.rawFont(), tuple(run.glyphIndexes()), tuple(run.positions()), tuple(written)),)
    return tuple(_joined(_said(layout, start, written)))


def _from_right(text: str) -> bool:
    """Does its first letter with a direction run to the left?"""
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"


def _simple(letter: str) -> bool:
    """Does a glyph of its own, after the one before it, show this character?"""
    if letter.isascii() or "가" <= letter <= "힣":
        return True
    return unicodedata.category(letter)[0] in "LNPSZ" and unicodedata.bidirectional(letter) not in ("R", "AL", "AN")


def _said(layout: QTextLayout, start: int, text: str) -> list[_Glyph]:
    """The glyphs of each character that a person sees as one, asked for by themselves: Qt's own count fails where
    fonts or directions change. What shows nothing (a joiner) goes to the glyph before it.
    """
    found: dict[tuple[str, int, float, float], _Glyph] = {}
    for cluster in graphemes(text):
        length, last = len(cluster.encode("utf-16-le")) // 2, next(reversed(found.values()), None)
        own = [
            found.setdefault(_key(run.rawFont(), index, at), _Glyph(run.rawFont(), index, at, ""))
            for run in layout.glyphRuns(start, length, _WANTED)
            for index, at in zip(run.glyphIndexes(), run.positions(), strict=True)
        ]
        speaker = own[0] if own else last
        if speaker is not None:
            speaker.text += cluster
        start += length
    return list(found.values())


def _key(face: QRawFont, index: int, at: QPointF) -> tuple[str, int, float, float]:
    return f"{face.familyName()} {face.styleName()}", index, at.x(), at.y()


def graphemes(text: str) -> Iterator[str]:
    """What a person sees as one character each."""
    utf16 = text.encode("utf-16-le")
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    start = 0
    while (end := finder.toNextBoundary()) > start:
        yield utf16[2 * start : 2 * end].decode("utf-16-le", "replace")
        start = end


def _joined(glyphs: Sequence[_Glyph]) -> Iterator[Glyphs]:
    """Neighbours of one font together."""
    for _, group in groupby(glyphs, key=lambda glyph: (glyph.face.familyName(), glyph.face.styleName())):
        same = list(group)
        yield Glyphs(
            same[0].face,
            tuple(glyph.index for glyph in same),
            tuple(glyph.place for glyph in same),
            tuple(glyph.text for glyph in same),
        )
