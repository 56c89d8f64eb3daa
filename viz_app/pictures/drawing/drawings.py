"""A picture's part that knows how it is drawn: pixels on a screen, its own strokes and letters on paper without pixels.

Pictures keep what no step changes as drawings, and put these on whatever painter they are given: nothing else is
needed to have one drawing for the screen, PNG, SVG and PDF. The least recently used go first; results that change are
not kept here. And what is written: a line of a title, and labels with what each takes of a line.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from model.record.trace import Kind
from viz_app.platform.theme import font, shorten, text_width, visible, without_gloss

if TYPE_CHECKING:
    from viz_app.pictures.drawing.picture import Style
    from viz_app.state.classroom.glosses import RunGlosses

Draw = Callable[[QPainter], None]
Pixels = Callable[[], QImage]


class Drawing:
    """``width`` × ``height`` device pixels of what ``draw`` paints: on transparency, on a colour, on a drawing.

    It has pixels once a painter takes them; painters of vectors never do, and call ``draw`` themselves: it must not
    depend on what changes, and must leave the painter as it was except for pen, brush, font, hints and opacity. What
    it puts is seen by that painter too, so that drawings nest. Where there are pixels sooner than by a painter,
    ``pixels`` gives them; ``draw`` is for vectors then.
    """

    def __init__(
        self, width: int, height: int, draw: Draw, ground: str | Drawing | None = None, pixels: Pixels | None = None
    ) -> None:
        self.draw = draw
        self.ground = ground
        self._size = QSize(max(1, width), max(1, height))
        self._given = pixels

    @cached_property
    def pixels(self) -> QImage:
        """As an image, made when first asked for."""
        if self._given is not None:
            return self._given()
        if isinstance(self.ground, Drawing):
            image = QImage(self.ground.pixels)  # a copy as soon as it is painted on
        else:
            form = QImage.Format.Format_RGB32 if self.ground else QImage.Format.Format_ARGB32_Premultiplied
            image = QImage(self._size, form)
            image.fill(QColor(self.ground).rgb() if self.ground else 0)
        painter = QPainter(image)
        try:
            self.draw(painter)
        finally:
            painter.end()
        return image

    def width(self) -> int:
        """In device pixels."""
        return self._size.width()

    def height(self) -> int:
        """In device pixels."""
        return self._size.height()

    def rect(self) -> QRect:
        """All of it, from 0."""
        return QRect(QPoint(), self._size)

    def bytes(self) -> int:
        """What its pixels take."""
        return 4 * self.width() * self.height()


def taken(painter: QPainter, image: QImage | Drawing) -> Any:
    """What ``painter.drawImage`` is given: pixels for Qt's own painter; others say themselves what they take."""
    return image.pixels if isinstance(image, Drawing) and type(painter) is QPainter else image


def put(painter: QPainter, *place: Any) -> None:
    """``painter.drawImage`` for drawings, too."""
    painter.drawImage(*(taken(painter, each) if isinstance(each, Drawing) else each for each in place))


def upon(ground: Drawing, draw: Draw) -> Drawing:
    """``ground`` with more on it."""
    return Drawing(ground.width(), ground.height(), draw, ground)


Value = TypeVar("Value")


class PictureCache(Generic[Value]):
    """Keeps at most ``count`` values by key, of at most ``limit`` bytes together; the newest always stays.

    Few is fast: memory that goes back is used for the next value, where the system would have to find new pages.
    """

    def __init__(self, limit: int, size: Callable[[Value], int], count: int = 16) -> None:
        self._limit = limit
        self._size = size
        self._count = count
        self._values: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self.total = 0

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value kept under ``key``, made first if need be."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key][0]
        value = make()
        size = self._size(value)
        self._values[key] = value, size
        self.total += size
        while len(self._values) > 1 and (self.total > self._limit or len(self._values) > self._count):
            self.total -= self._values.popitem(last=False)[1][1]
        return value


def in_face(face: QFont, draw: Draw) -> Draw:
    """Drawn with ``face``, from left to right: an arrow after a Hebrew token stays after it."""

    def prepared(painter: QPainter) -> None:
        before = painter.layoutDirection()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        draw(painter)
        painter.setLayoutDirection(before)

    return prepared


_BRACKETS = re.compile(r" \([^)]*\)")
FEWEST_LETTERS = 4  #: of a title: fewer say nothing


def title_beside(title: str, after: str, width: int, style: Style, perhaps: str = "") -> str:
    """``title``, without glosses where ``after`` would not fit beside it.

    ``perhaps`` is worth more than they are, and than another name in brackets: it comes after, where it fits so.
    """
    usual, bold = font(style.font_pixels), font(round(1.1 * style.font_pixels), bold=True)
    names = title, without_gloss(title), _BRACKETS.sub("", without_gloss(title))
    first, more = (style.px(12) + text_width(words, usual) for words in (after, perhaps))
    both = first + more + style.px(12)
    if perhaps and (whole := next((name for name in names if text_width(name, bold) + both <= width), None)):
        return whole
    return title if text_width(title, bold) + first <= width else names[1]


@lru_cache(maxsize=256)
def title_line(text: str, width: int, height: int, colour: str, bold: bool, style: Style) -> Drawing:
    """A line of a title, at most ``width`` wide. What follows a title loses the parts that do not fit."""
    sizes = (1.1, 0.85, 0.75) if style.on_screen else (1.1, 0.9)  # a title is smaller before it is shorter
    faces = [font(round(size * style.font_pixels), bold) for size in (sizes if bold else (1.0,))]
    words = (text, without_gloss(text)) if style.on_screen else (text,)
    face = next((each for part in words for each in faces if text_width(part, each) <= width), faces[-1])
    parts = [text] if bold else text.split(" · ")
    while len(parts) > 1 and text_width(" · ".join(parts), face) > width:
        parts.pop()
    shown = shorten(" · ".join(parts), face, width)
    if not (bold or style.on_screen) and shown != " · ".join(parts):
        shown = ""  # on paper half a fact is none; the caption has all of it
    if len(shown) < min(FEWEST_LETTERS, len(text)):
        shown = ""
    wide = max(1, min(width, math.ceil(text_width(shown, face)) + 2))

    def draw(painter: QPainter) -> None:
        painter.setPen(QColor(colour))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(QRectF(0, 0, wide, max(1, height)), flags, shown)

    return Drawing(wide, height, in_face(face, draw))


# --- labels: a token, a quieter one before it, what its word means ---

ARROW = " → "
GAP = 0.35  #: before a gloss, over the letters of its word, which are as large as its own


class Label(NamedTuple):
    """One token beside a map. ``lead`` is a quieter token before it: consumed → produced."""

    text: str
    lead: str = ""
    quiet: bool = False  #: padding
    gloss: str = ""  #: what the word means, quietly after it where that has room


Labels = tuple[Label, ...]
BLANK = Label("", quiet=True)  #: no label is drawn at its place


@lru_cache(maxsize=16)
def labels_of(tokens: tuple[tuple[str, str, bool], ...], of_source: bool, away: tuple[int, ...]) -> Labels:
    """Of tokens with their roles; those ``away`` are as quiet as padding. Runs of the same words share them."""
    shown = [Label(text, quiet=of_source and role == "padding") for text, role, _ in tokens]
    for place in away:
        shown[place] = shown[place]._replace(quiet=True)
    return tuple(shown)


def glossed(labels: Labels, glosses: RunGlosses | None, kind: Kind, rows: bool) -> Labels:
    """The labels of a map's rows or columns with what their words mean."""
    meant = () if glosses is None else glosses.beside(kind, rows)
    if len(meant) != len(labels) or not any(meant):
        return labels
    return tuple(label._replace(gloss=gloss) for label, gloss in zip(labels, meant, strict=True))


def word_width(label: Label, face: QFont) -> float:
    """Of its tokens alone."""
    lead = text_width(visible(label.lead) + ARROW, face) if label.lead else 0.0
    return lead + text_width(visible(label.text), face)


@lru_cache(maxsize=64)
def widest(labels: Labels, face: QFont) -> float:
    """What the longest takes with its gloss."""
    return max((full_width(label, face) for label in labels), default=0.0)


def gloss_font(face: QFont) -> QFont:
    """The letters of a gloss beside a word in ``face``."""
    return font(max(1, face.pixelSize()))


def gloss_beside(label: Label, face: QFont, room: float) -> str:
    """The gloss, where the word and all of it have room; it goes before the word is cut."""
    return label.gloss if full_width(label, face) <= room else ""


def full_width(label: Label, face: QFont) -> float:
    """With its gloss."""
    return word_width(label, face) + gloss_width(label.gloss, face)


def gloss_width(gloss: str, face: QFont) -> float:
    """With the gap before it."""
    return text_width(gloss, gloss_font(face)) + GAP * face.pixelSize() if gloss else 0.0


@lru_cache(maxsize=64)
def without_glosses(labels: Labels) -> Labels:
    """Their words alone."""
    return tuple(label._replace(gloss="") for label in labels)
