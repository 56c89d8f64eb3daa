"""The background of a picture: headings, outlines of what is not yet decoded, legend. Kept while its size lasts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import legends, picture_texts
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar, Entry
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.platform.theme import font, shorten


class Align(Enum):
    """Where a text stands in its box."""

    LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
    RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class PageText:
    """A heading or an axis title, shortened to its box."""

    box: Box
    text: str
    align: Align = Align.LEFT
    bold: bool = False
    quiet: bool = False
    upright: bool = False  #: read from bottom to top


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


def frame(
    width: int, height: int, bar: Bar | None, entries: Sequence[Entry], style: Style, footnote: str = ""
) -> Frame:  # fmt: skip
    """Divide ``width`` × ``height`` logical pixels into heading, content and legend, in device pixels."""
    wide, high = max(1, style.px(width)), max(1, style.px(height))
    margin, line = style.px(12), round(1.8 * style.font_pixels)
    room = high >= 8 * line
    top = margin // 2 + (line if style.titled else 0) if room else 0
    bottom = high - margin
    legend_y = None
    if room:
        image = legends.legend(wide - 2 * margin, bar, tuple(entries), style, picture_texts.spoken())
        legend_y = high - margin // 2 - (image.height() if style.legend else 0)
        bottom = legend_y - style.px(6) - (line if footnote else 0)
    heading = (margin, margin // 2, wide - 2 * margin, line) if room and style.titled else (0, 0, 0, 0)
    edge = margin if wide > 8 * margin else 1
    content = (edge, top + 1, max(1, wide - 2 * edge), max(1, bottom - top - 1))
    return Frame(wide, high, heading, content, bar, tuple(entries), legend_y, footnote, picture_texts.spoken())


_pages: PictureCache[Drawing] = PictureCache(96 << 20, lambda page: page.sizeInBytes())


class Pages:
    """The backgrounds of one layout, made when first asked for."""

    def __init__(self, frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style) -> None:
        self._key = frame, tuple(texts), tuple(outlines), style
        self._made: dict[bool, Drawing] = {}

    def get(self, decoded: bool) -> Drawing:
        """With all maps decoded, or with dashed outlines around what is not."""
        if decoded not in self._made:
            key = (self._key, decoded)
            self._made[decoded] = _pages.get(key, lambda: _draw(*self._key, decoded))
        return self._made[decoded]

    @property
    def bytes(self) -> int:
        """What both hold, once made."""
        return 2 * 4 * self._key[0].width * self._key[0].height


def _draw(frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style, decoded: bool) -> Drawing:
    return Drawing(
        frame.width, frame.height, lambda painter: _paint(painter, frame, texts, outlines, style, decoded),
        style.palette.paper,
    )  # fmt: skip


def _paint(
    painter: QPainter, frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style, decoded: bool
) -> None:
    pen = QPen(QColor(style.palette.line if decoded else style.palette.undecoded), style.px(1))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if not decoded:
        pen.setDashPattern([4, 3])
    painter.setPen(pen)
    out = style.px(1) / 2
    for x, y, wide, high in outlines:
        painter.drawRect(QRectF(x - out, y - out, wide + 2 * out, high + 2 * out))
    for text in texts:
        _write(painter, text, style)
    if frame.legend_y is not None:
        x, wide = style.px(12), frame.width - 2 * style.px(12)
        if style.legend:
            painter.drawImage(x, frame.legend_y, legends.legend(wide, frame.bar, frame.entries, style, frame.language))
        if frame.footnote:
            line = round(1.8 * style.font_pixels)
            _write(
                painter,
                PageText((x, frame.legend_y - line - style.px(2), wide, line), frame.footnote, quiet=True),
                style,
            )


def _write(painter: QPainter, text: PageText, style: Style) -> None:
    face = font(style.font_pixels, text.bold)
    x, y, wide, high = text.box
    painter.save()
    painter.setFont(face)
    painter.setPen(QColor(style.palette.muted if text.quiet else style.palette.ink))
    painter.translate(x, y)
    if text.upright:
        painter.translate(0, high)
        painter.rotate(-90)
        wide, high = high, wide
    painter.drawText(QRectF(0, 0, wide, high), text.align.value, shorten(text.text, face, wide))
    painter.restore()


@dataclass(frozen=True, eq=False)
class Message:
    """A picture that has nothing to draw says so, calmly. Implements ``Picture``."""

    title: str
    alt: str
    width: int
    height: int
    style: Style

    def paint(self, painter: QPainter) -> None:
        """Draw the sentence in the middle; see ``Picture``."""
        style = self.style
        painter.save()
        painter.scale(1 / style.ratio, 1 / style.ratio)
        box = QRect(0, 0, style.px(self.width), style.px(self.height))
        painter.fillRect(box, QColor(style.palette.paper))
        painter.setFont(font(round(1.15 * style.font_pixels)))
        painter.setPen(QColor(style.palette.muted))
        margin = min(style.px(24), box.width() // 8)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(QRectF(box.adjusted(margin, 0, -margin, 0)), flags, self.alt)
        painter.restore()

    def at(self, x: float, y: float) -> Cell | None:
        """Nothing to choose."""
        return None
