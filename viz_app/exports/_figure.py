"""A picture as a figure: on paper, with its caption below. One description for every painter and every kind of file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QTextLayout, QTextOption

from viz_app.exports._caption import caption_lines
from viz_app.exports._presets import INCH
from viz_app.pictures import all_pictures
from viz_app.pictures._picture import FONT_POINTS, Picture, Style, style_for
from viz_app.state import Snapshot
from viz_app.theme import font

MARGIN = 16  #: logical pixels around everything
GAP = 8  #: between picture and caption
SMALLEST = 40  #: the least height of a picture


@dataclass(frozen=True)
class Figure:
    """The paper that a picture is put on, and what stands there beside it. Lengths are logical pixels, 96 an inch."""

    width: float = 1200
    height: float = 800
    ratio: float = 2.0  #: device pixels per logical pixel, where no ``dpi`` is given
    dark: bool = False
    caption: bool = True  #: say below where the numbers come from
    honest: bool | None = None  #: and what they are not; None: as ``caption``
    title: bool = True  #: the picture's heading
    legend: bool = True  #: what colours and patterns mean
    text: Literal["text", "paths"] = "text"  #: how vectors hold letters
    dpi: float | None = None  #: device pixels per inch
    font_points: float = FONT_POINTS
    margin: int = MARGIN

    @property
    def scale(self) -> float:
        """Device pixels per logical pixel."""
        return self.ratio if self.dpi is None else self.dpi / INCH

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in device pixels."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))

    @property
    def inches(self) -> tuple[float, float]:
        """Width and height on paper."""
        return self.width / INCH, self.height / INCH


def draw(snapshot: Snapshot, figure: Figure) -> QImage:
    """The visible view of ``snapshot`` as an image of ``figure.pixels``, which knows its size in inches."""
    image = QImage(*figure.pixels, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(figure.scale)
    dots = round(INCH * figure.scale / 0.0254)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    image.fill(QColor(style_of(snapshot, figure).palette.paper))
    painter = QPainter(image)
    try:
        compose(painter, snapshot, figure)
    finally:
        painter.end()
    return image


def compose(painter: QPainter, snapshot: Snapshot, figure: Figure) -> None:
    """Put paper, picture and caption on any painter whose unit is the logical pixel; it is left as it was."""
    style = style_of(snapshot, figure)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.fillRect(QRectF(0, 0, figure.width, figure.height), QColor(style.palette.paper))
    lines = _caption(snapshot, figure, style)
    painter.translate(figure.margin, figure.margin)
    painter.save()
    picture_of(snapshot, figure).paint(painter)
    painter.restore()
    painter.translate(0, _room(figure, style, lines)[1] + GAP)
    painter.scale(1 / style.ratio, 1 / style.ratio)  # letters are as large as the picture's, in device pixels
    painter.setFont(face := font(style.font_pixels))
    painter.setPen(QColor(style.palette.muted))
    metrics = QFontMetricsF(face)
    for number, line in enumerate(lines):
        painter.drawText(QPointF(0, metrics.ascent() + number * metrics.lineSpacing()), line)
    painter.restore()


def description(snapshot: Snapshot, figure: Figure | None = None) -> str:
    """The figure in words, for those who do not see it and for every file that can hold them."""
    return "\n".join((picture_of(snapshot, figure or Figure()).alt, *caption_lines(snapshot)))


def style_of(snapshot: Snapshot, figure: Figure) -> Style:
    """How the picture looks in this figure."""
    style = style_for(snapshot.settings, figure.dark, figure.scale, figure.font_points)
    return replace(style, titled=figure.title, legend=figure.legend)


def picture_of(snapshot: Snapshot, figure: Figure) -> Picture:
    """The picture as it stands in the figure, ``figure.margin`` from the left and from the top."""
    style = style_of(snapshot, figure)
    room = _room(figure, style, _caption(snapshot, figure, style))
    return all_pictures()[snapshot.view].picture(snapshot, *room, style)


def _room(figure: Figure, style: Style, lines: list[str]) -> tuple[int, int]:
    """Width and height that the caption leaves for the picture."""
    below = GAP + len(lines) * QFontMetricsF(font(style.font_pixels)).lineSpacing() / style.ratio if lines else 0
    return max(1, int(figure.width - 2 * figure.margin)), max(SMALLEST, int(figure.height - 2 * figure.margin - below))


def _caption(snapshot: Snapshot, figure: Figure, style: Style) -> list[str]:
    """The caption's lines, as wide as the picture."""
    honest = figure.caption if figure.honest is None else figure.honest
    texts = caption_lines(snapshot, honest, figure.caption)
    return [line for text in texts for line in broken(text, style, _room(figure, style, [])[0])]


def broken(text: str, style: Style, width: float) -> list[str]:
    """``text`` in lines of at most ``width`` logical pixels: between words, else anywhere between characters."""
    layout, option = QTextLayout(text, font(style.font_pixels)), QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    ends = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width * style.ratio)
        ends.append(line.textStart() + line.textLength())
    layout.endLayout()
    utf16 = text.encode("utf-16-le", "replace")  # Qt counts in these
    starts = [0, *ends]
    return [utf16[2 * a : 2 * b].decode("utf-16-le", "replace").rstrip() for a, b in zip(starts, ends, strict=False)]
