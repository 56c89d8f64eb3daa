"""A drawn text as glyphs, each with the characters that it stands for. It draws nothing and knows no file.

Qt lays the text out as for its own ``drawText``; here every glyph gets its characters, so that what is copied out of a
file is what was written, whatever shapes, ligatures, marks and directions lie in between.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTextBoundaryFinder
from PySide6.QtGui import QFont, QFontMetricsF, QRawFont, QTextLayout, QTextLine, QTextOption

from model.common.lazy_dataclass import dataclass

_DIRECTIONS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
Flag, Align = Qt.TextFlag, Qt.AlignmentFlag
_AS_MEANT = Align.AlignAbsolute.value | Align.AlignJustify.value
_ENDLESS = float(1 << 24)  #: the width of a line that is not to be broken


@dataclass(frozen=True, eq=False)
class Glyphs:
    """Neighbouring glyphs of one font."""

    face: QRawFont
    indexes: tuple[int, ...]
    places: tuple[QPointF, ...]  #: of their origins
    texts: tuple[str, ...]  #: of each, what it says; "" where an earlier one says it too
    hidden: bool = False  #: there to be found and copied; others are drawn in their place
    names: tuple[str, ...] = ()  #: where no font has their characters: of each, its number


@dataclass(frozen=True, eq=False)
class GlyphLine:
    """A line of text. Its glyphs lie where they are in the whole block, whose corner is (0, 0)."""

    groups: tuple[Glyphs, ...]
    box: QRectF
    base: float  #: where its base line lies


@dataclass(frozen=True, eq=False)
class TextBlock:
    """All lines of a text."""

    lines: tuple[GlyphLine, ...]
    width: float
    height: float


@dataclass(frozen=True)
class GlyphPlace:
    """What ``QPainter.drawText`` was told: a box and flags, or the point where the first letter's base line begins."""

    text: str
    box: QRectF
    flags: int | None  #: None: ``box`` is a point


def placed(*given: object) -> GlyphPlace:
    """The arguments of QPainter.drawText, in any of its ways that pictures use. Raises TypeError for another."""
    match given:
        case (QPoint() | QPointF() as at, str() as text):
            return GlyphPlace(text, QRectF(QPointF(at), QPointF(at)), None)
        case (int() | float() as x, int() | float() as y, str() as text):
            return GlyphPlace(text, QRectF(x, y, 0, 0), None)
        case (QRect() | QRectF() as box, int() as flags, str() as text):
            return GlyphPlace(text, QRectF(box), int(flags))
    raise TypeError(f"no way to place a text: {given!r}")


def block(place: GlyphPlace, font: QFont, direction: Qt.LayoutDirection) -> TextBlock:
    """The text as a painter with this font and direction would lay it out."""
    flags = 0 if place.flags is None else place.flags
    single = place.flags is None or bool(flags & Flag.TextSingleLine.value)
    text = place.text.replace("\n", " " if single else "\u2028")
    wrapped = bool(flags & Flag.TextWordWrap.value)
    return _block(text, font, place.box.width() if wrapped else _ENDLESS, direction)


def corners(place: GlyphPlace, laid: TextBlock, direction: Qt.LayoutDirection) -> Iterator[tuple[GlyphLine, QPointF]]:
    """Each line and where the block's corner lies for it."""
    if place.flags is None:
        for line in laid.lines:
            yield line, place.box.topLeft() - QPointF(0, line.base)
        return
    box, flags = place.box, place.flags
    spare = box.height() - laid.height
    top = spare if flags & Align.AlignBottom.value else spare / 2 if flags & Align.AlignVCenter.value else 0.0
    share = 0.5 if flags & Align.AlignHCenter.value else float(_to_the_right(flags, direction))
    for line in laid.lines:
        yield line, box.topLeft() + QPointF(share * (box.width() - line.box.width()), top)


def _to_the_right(flags: int, direction: Qt.LayoutDirection) -> bool:
    """Left and right change places where everything runs to the left, unless they are meant as they are."""
    turned = direction == Qt.LayoutDirection.RightToLeft and not flags & _AS_MEANT
    return bool(flags & Align.AlignRight.value) != turned


@lru_cache(maxsize=4096)
def _block(text: str, font: QFont, width: float, direction: Qt.LayoutDirection) -> TextBlock:
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
    return TextBlock(lines, widest, height)


def _line(layout: QTextLayout, line: QTextLine, text: str) -> GlyphLine:
    groups = _groups(layout, line.textStart(), line.textLength(), text)
    box = QRectF(0, line.y(), line.horizontalAdvance(), line.height())
    return GlyphLine(groups, box, line.y() + line.ascent())


_WANTED = (
    QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphPositions
)


@dataclass
class _Glyph:
    face: QRawFont
    index: int
    place: QPointF
    text: str = ""
    name: str = ""
    hidden: bool = False

    @property
    def key(self) -> tuple[str, int, float, float]:
        """The same glyph of neighbouring characters is one."""
        return _family(self.face), self.index, self.place.x(), self.place.y()

    @property
    def blank(self) -> bool:
        """Does it show nothing?"""
        return self.face.boundingRect(self.index).isEmpty()

    @property
    def advance(self) -> float:
        """How far it moves the next one; nothing for a mark."""
        return float(self.face.advancesForGlyphIndexes([self.index])[0].x())


def _groups(layout: QTextLayout, start: int, length: int, text: str) -> tuple[Glyphs, ...]:
    """A line's glyphs, in the order of its characters."""
    utf16 = text.encode("utf-16-le", "replace")[2 * start : 2 * (start + length)]
    written = utf16.decode("utf-16-le", "replace")
    runs = layout.glyphRuns(start, length, _WANTED) if length else []
    if len(runs) == 1 and all(map(_simple, written)):
        run, indexes = runs[0], tuple(runs[0].glyphIndexes())
        if len(indexes) == length and 0 not in indexes:
            return (Glyphs(run.rawFont(), indexes, tuple(run.positions()), tuple(written)),)
    return tuple(_joined(_said(layout, start, written)))


def _simple(letter: str) -> bool:
    """Does a glyph of its own, after the one before it, show this character?"""
    if letter.isascii() or "가" <= letter <= "힣":
        return True
    return unicodedata.category(letter)[0] in "LNPSZ" and not _runs_left(letter)


def _said(layout: QTextLayout, start: int, text: str) -> list[_Glyph]:
    """The glyphs of each character that a person sees as one, asked for by themselves: Qt's own count fails where
    fonts or directions change. What shows nothing (a joiner) goes to the glyph before it.
    """
    found: dict[object, _Glyph] = {}
    for cluster in graphemes(text):
        if cluster in _DIRECTIONS:  # they order what is around them, and that has been done
            start += 1
            continue
        length, last = len(cluster.encode("utf-16-le")) // 2, next(reversed(found.values()), None)
        own = [found.setdefault(glyph.key, glyph) for glyph in _of(layout, start, length)]
        speaker = own[0] if own else last
        if speaker is not None:
            speaker.text += cluster
        missing = [glyph for glyph in own if glyph.index == 0]
        for glyph, letter in zip(missing, filter(_is_seen, cluster), strict=False):
            glyph.name, glyph.hidden = f"{ord(letter):04X}", True
        for glyph in missing:
            if not glyph.name:  # a character may have been taken apart
                found.pop(glyph.key)
        start += length
    return _turned_around([glyph for glyph in found.values() if glyph.text or not glyph.blank])


def _of(layout: QTextLayout, start: int, length: int) -> list[_Glyph]:
    """The glyphs of some characters: those that show something and take room first. Qt's own order is by chance."""
    runs = layout.glyphRuns(start, length, _WANTED)
    found = [
        _Glyph(run.rawFont(), index, at)
        for run in runs
        for index, at in zip(run.glyphIndexes(), run.positions(), strict=True)
    ]
    if len(found) > 1:
        found.sort(key=lambda glyph: (glyph.blank, not glyph.advance, glyph.place.x(), glyph.key))
    return found


def _turned_around(glyphs: list[_Glyph]) -> list[_Glyph]:
    """Where a glyph is several letters that run to the left, the letters below the glyphs: readers turn letters around
    one by one, and would turn these too if they were one glyph's.
    """
    leftward = [any(map(_runs_left, glyph.text)) and not glyph.hidden for glyph in glyphs]
    if not any(left and len(glyph.text) > 1 for left, glyph in zip(leftward, glyphs, strict=True)):
        return glyphs
    drawn = [replace(glyph, text="") for left, glyph in zip(leftward, glyphs, strict=True) if left]
    for left, glyph in zip(leftward, glyphs, strict=True):
        step = glyph.advance / max(1, len(glyph.text))
        letters = [
            replace(glyph, place=glyph.place + QPointF(number * step, 0), text=letter, hidden=True)
            for number, letter in enumerate(reversed(glyph.text))
        ]
        drawn += letters if left else [glyph]
    return drawn


def _runs_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")


def _is_seen(letter: str) -> bool:
    """Is it more than a joiner or a choice between shapes?"""
    return unicodedata.category(letter) not in ("Cf", "Mn")


def graphemes(text: str) -> Iterator[str]:
    """What a person sees as one character each."""
    utf16 = text.encode("utf-16-le")
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    start = 0
    while (end := finder.toNextBoundary()) > start:
        yield utf16[2 * start : 2 * end].decode("utf-16-le", "replace")
        start = end


def _joined(glyphs: Sequence[_Glyph]) -> Iterator[Glyphs]:
    """Neighbours of one font together, from left to right: readers turn Hebrew and Arabic around themselves."""
    for _, group in groupby(glyphs, key=lambda glyph: (_family(glyph.face), glyph.hidden)):
        same = sorted(group, key=lambda glyph: glyph.place.x())
        yield Glyphs(
            same[0].face,
            tuple(glyph.index for glyph in same),
            tuple(glyph.place for glyph in same),
            tuple(glyph.text for glyph in same),
            same[0].hidden,
            tuple(glyph.name for glyph in same if glyph.name),
        )


def _family(face: QRawFont) -> str:
    return f"{face.familyName()} {face.styleName()}"
