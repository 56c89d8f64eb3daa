"""The page that a picture is: its heading, its kept background, and over it what the selection changes.

A background holds headings, outlines of what is not yet decoded and the legend. Lengths are device pixels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import replace
from enum import Enum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import legends, picture_texts
from viz_app.pictures.drawing.drawings import Draw, Drawing, PictureCache, put, title_beside, title_line, upon
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar, Entry
from viz_app.pictures.drawing.panels import PlacedStrip, box_pen
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.platform.theme import font, shorten, text_width, wrapped
from viz_app.state.state import Selection

MOST_SHORTENED = 2  #: of a text that is longer than its box, how many times; on paper a smaller part says nothing
SIDE, SIDE_ON_PAPER = 8, 12  #: logical pixels left and right of all; a screen's are where its controls begin
HALL, SMALL = 5, 0.6  #: lines of a hall's low page that has a title all the same; its letters beside the others
MOST_NOTES = 4  #: lines of a footnote on paper
UNDECODED = [4.0, 3.0]  #: dashes around what is not yet decoded


class Align(Enum):
    """Where a line of text stands in its box."""

    LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True)
class PageText:
    """A heading or an axis title, shortened to its box."""

    box: Box
    text: str
    align: Align = Align.LEFT
    bold: bool = False
    quiet: bool = False
    upright: bool = False  #: read from bottom to top
    pixels: int = 0  #: its letters, where they are not the page's


@dataclass(frozen=True)
class Frame:
    """Where the parts of a page lie."""

    width: int
    height: int
    heading: Box
    content: Box
    bar: Bar | None
    entries: tuple[Entry, ...]
    legend_y: int | None  #: where the legend stands, or would; None where there is no room for words
    footnote: str = ""
    language: str = ""
    notes: tuple[str, ...] = ()  #: the footnote's lines
    legend_x: int = 0  #: where it begins, and how wide it is
    legend_width: int = 0

    def with_legend(self, left: int, bottom: int, style: Style) -> Frame:
        """The same page with its legend right of ``left``, where it ends on ``bottom``."""
        wide = self.width - margin_of(style) - left
        high = legends.legend_height(wide, self.bar, self.entries, style, self.language)
        return replace(self, legend_x=left, legend_width=wide, legend_y=bottom - high)


def margin_of(style: Style) -> int:
    """Device pixels left and right of everything."""
    return style.px(SIDE if style.on_screen else SIDE_ON_PAPER)


def frame(
    width: int, height: int, style: Style, footnote: str = "", bar: Bar | None = None, entries: Sequence[Entry] = ()
) -> Frame:  # fmt: skip
    """Divide ``width`` × ``height`` logical pixels into heading, content and legend, in device pixels."""
    wide, high = max(1, style.px(width)), max(1, style.px(height))
    margin, line = margin_of(style), round(1.8 * style.font_pixels)
    edge = style.px(4) if style.on_screen else margin // 2  # above the heading and below the legend
    room = high >= 8 * line
    if style.on_screen:
        line = round(1.6 * style.font_pixels)
    small = style.presented and style.titled and not room and high >= HALL * line
    named = round(SMALL * line) if small else line
    top = edge + (named if style.titled else 0) if room or small else 0
    bottom = high - (edge if style.on_screen else margin)
    legend_y, notes = None, _notes(footnote, wide - 2 * margin, style)
    if room:
        bar = bar and legends.fitted(bar, entries, style, wide - 2 * margin)
        under = legends.legend_height(wide - 2 * margin, bar, tuple(entries), style, picture_texts.spoken())
        legend_y = high - edge - (under if style.legend else 0)
        bottom = legend_y - style.px(4 if style.on_screen else 6) - line * len(notes)
    heading = (margin, edge, wide - 2 * margin, named) if (room or small) and style.titled else (0, 0, 0, 0)
    side = margin if wide > 8 * style.px(SIDE_ON_PAPER) else 1
    content = (side, top + 1, max(1, wide - 2 * side), max(1, bottom - top - 1))
    told = picture_texts.spoken()
    return Frame(
        wide, high, heading, content, bar, tuple(entries), legend_y, footnote, told, notes, margin, wide - 2 * margin
    )


def whole_parts(words: str, face: QFont, wide: float) -> str:
    """Without the last of its parts, which “·” and “;” divide, where they have no room; the first one at least."""
    while text_width(words, face) > wide and (last := max(words.rfind(" · "), words.rfind("; "))) > 0:
        words = words[:last]
    return words


def _notes(footnote: str, wide: int, style: Style) -> tuple[str, ...]:
    """Its lines: on paper as many as it takes, on a screen one that is shortened where it is drawn."""
    if style.on_screen or not footnote:
        return (whole_parts(footnote, font(style.font_pixels), wide),) if footnote else ()
    return tuple(wrapped(footnote, font(style.font_pixels), wide, MOST_NOTES))


_pages: PictureCache[Drawing] = PictureCache(96 << 20, lambda page: page.bytes())


class Backgrounds:
    """Those of one layout, with and without what is not yet decoded; made when first asked for."""

    def __init__(self, frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style) -> None:
        self._key = frame, tuple(texts), tuple(outlines), style
        self._made: dict[Hashable, Drawing] = {}

    def get(self, decoded: bool, absent: frozenset[Entry] = frozenset(), strips: Sequence[PlacedStrip] = ()) -> Drawing:
        """With all maps decoded, or with dashed outlines around what is not; the legend without what is ``absent``.

        ``strips`` of labels that no step changes are on it.
        """
        asked = decoded, absent & frozenset(self._key[0].entries), strips
        if asked not in self._made:
            self._made[asked] = _pages.get((self._key, asked), lambda: _draw(*self._key, *asked))
        return self._made[asked]

    @property
    def bytes(self) -> int:
        """What both hold, once made."""
        return 2 * 4 * self._key[0].width * self._key[0].height


def filled(page_frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style, fill: Draw) -> Drawing:
    """The background of a page on which nothing is decoded step by step, with what ``fill`` paints on it."""
    return upon(Backgrounds(page_frame, texts, outlines, style).get(True), fill)


def _draw(
    frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style, decoded: bool,
    absent: frozenset[Entry], strips: Sequence[PlacedStrip],
) -> Drawing:  # fmt: skip
    def paint(painter: QPainter) -> None:
        dash = None if decoded else UNDECODED
        painter.setPen(box_pen(style.palette.line if decoded else style.palette.undecoded, style.px(1), dash))
        out = style.px(1) / 2
        for x, y, wide, high in outlines:
            painter.drawRect(QRectF(x - out, y - out, wide + 2 * out, high + 2 * out))
        for text in texts:
            _write(painter, text, style)
        if frame.legend_y is not None:
            _paint_foot(painter, frame, frame.legend_y, style, absent)
        for placed in strips:
            put(painter, placed.left + placed.strip.dx, placed.top + placed.strip.dy, placed.strip.image)

    return Drawing(frame.width, frame.height, paint, style.palette.paper)


def _paint_foot(painter: QPainter, frame: Frame, top: int, style: Style, absent: frozenset[Entry]) -> None:
    """The legend, and the footnote above it."""
    x, wide = frame.legend_x, frame.legend_width
    if style.legend:
        put(painter, x, top, legends.legend(wide, frame.bar, frame.entries, style, frame.language, absent))
    line = round((1.6 if style.on_screen else 1.8) * style.font_pixels)
    for number, note in enumerate(reversed(frame.notes), 1):
        _write(painter, PageText((x, top - number * line - style.px(2), wide, line), note, quiet=True), style)


def _write(painter: QPainter, text: PageText, style: Style) -> None:
    x, y, wide, high = text.box
    painter.save()
    painter.translate(x, y)
    if text.upright:
        painter.translate(0, high)
        painter.rotate(-90)
        wide, high = high, wide
    colour, face = (
        style.palette.muted if text.quiet else style.palette.ink,
        font(text.pixels or style.font_pixels, text.bold),
    )
    if not style.on_screen and text_width(text.text, face) > MOST_SHORTENED * wide:
        painter.restore()
        return
    write(painter, QRectF(0, 0, wide, high), text.text, face, colour, text.align)
    painter.restore()


def write(
    painter: QPainter, box: QRectF, text: str, face: QFont, colour: str, align: Align = Align.LEFT
) -> None:  # fmt: skip
    """One line in a box, shortened to it."""
    painter.setFont(face)
    painter.setPen(QColor(colour))
    painter.drawText(box, align.value, shorten(text, face, box.width()))


def framed(painter: QPainter, box: QRectF, style: Style) -> None:
    """The frame around what is selected, in its colour."""
    painter.setPen(QPen(QColor(style.palette.selection), style.px(4 if style.presented else 2)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


@dataclass(frozen=True)
class Heading:
    """The title of a page, what follows it more quietly, and a warning at the right."""

    box: Box
    title: str
    subtitle: str = ""
    warning: str = ""
    aside: tuple[str, ...] = ()  #: after the subtitle: the first of these wordings that has room

    def paint(self, painter: QPainter, style: Style) -> None:
        """As much of it as has room; nothing in a box without width."""
        left, top, width, height = self.box
        if not width:
            return
        palette = style.palette
        if style.presented and height < round(1.5 * style.font_pixels):
            style = replace(style, font_points=SMALL * style.font_points)
        name = title_beside(self.title, self.subtitle, width, style, *self.aside[-1:])
        title = title_line(name, width, height, palette.ink, True, style)
        put(painter, left, top, title)
        used, room = title.width() + style.px(12), width
        if self.warning:
            warning = title_line(self.warning, width, height, palette.error, False, style)
            put(painter, left + width - warning.width(), top, warning)
            room -= warning.width() + style.px(12)
        if self.subtitle and used < room:
            after = title_line(self.subtitle, room - used, height, palette.muted, False, style)
            put(painter, left + used, top, after)
            used += after.width() + style.px(12)
        face = font(style.font_pixels)
        aside = next((words for words in self.aside if used + text_width(words, face) + style.px(4) < room), "")
        if aside:
            put(painter, left + used, top, title_line(aside, room - used, height, palette.muted, False, style))


class Painted:
    """Whether somebody goes on from the first step and cell that were painted: only then it is worth to keep more."""

    def __init__(self) -> None:
        self._first: Selection | None = None
        self._goes_on = False

    def again(self, selection: Selection) -> bool:
        """Is this one, or was one before it, another than the first?"""
        self._first = self._first or selection
        self._goes_on = self._goes_on or selection != self._first
        return self._goes_on


@dataclass(frozen=True, eq=False)
class Page(ABC):
    """What a step or a selection changes over a background that they do not change. Implements ``Picture``.

    A picture is left with what it shows, where that lies, and how a place is found. Its width and height are logical
    pixels; what it paints and finds is in device pixels, whatever the scale of the screen.
    """

    heading: Heading
    width: int
    height: int
    style: Style
    selection: Selection
    page: Drawing | None  #: the background, where it is drawn already

    @property
    def title(self) -> str:
        """See ``Picture``."""
        return self.heading.title

    @property
    def subtitle(self) -> str:
        """What follows the title."""
        return self.heading.subtitle

    @property
    @abstractmethod
    def alt(self) -> str:
        """See ``Picture``."""

    @property
    def unnamed(self) -> int:
        """See ``Picture``."""
        return 0

    @property
    def strides(self) -> tuple[int, int]:
        """See ``Picture``."""
        return 1, 1

    @property
    def ground(self) -> Drawing | None:
        """The background; None where another page has it."""
        return self.page

    def paint_ground(self, painter: QPainter) -> None:
        """The background."""
        if (ground := self.ground) is not None:
            put(painter, 0, 0, ground)

    @abstractmethod
    def paint_over(self, painter: QPainter) -> None:
        """What the selection changes."""

    @abstractmethod
    def find(self, x: float, y: float) -> Cell | None:
        """What lies under a point."""

    def tell(self, cell: Cell) -> str:
        """A place in words, where no selection reads it out."""
        return ""

    def paint(self, painter: QPainter) -> None:
        """Draw everything; see ``Picture``."""
        painter.save()
        painter.scale(1 / self.style.ratio, 1 / self.style.ratio)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        self.paint_ground(painter)
        self.paint_over(painter)
        self.heading.paint(painter, self.style)
        painter.restore()

    def at(self, x: float, y: float) -> Cell | None:
        """See ``Picture``."""
        return self.find(x * self.style.ratio, y * self.style.ratio)
