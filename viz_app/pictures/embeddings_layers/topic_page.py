"""One page of *Embeddings & layers*: a kept background, what the selection changes over it, and finding places.

Lengths are device pixels unless they say otherwise. What a page shows is its own file's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.analysis.stream import Side
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import picture_texts, token_labels
from viz_app.pictures.drawing.drawings import Draw, Drawing, PictureCache, upon
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.page import Align, Frame, Pages, PageText
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.platform.theme import shorten
from viz_app.state.state import Selection

pages: PictureCache[Drawing] = PictureCache(
    96 << 20, lambda page: page.sizeInBytes()
)  #: backgrounds, whatever they show


@dataclass(frozen=True, eq=False)
class Leaf:
    """Implements ``Picture``."""

    title: str
    subtitle: str
    sentence: Callable[[], str]
    width: int
    height: int
    style: Style
    page: Drawing
    heading: Box
    over: Callable[[QPainter], None]  #: paints what the selection changes
    find: Callable[[int, int], Cell | None]
    warning: str = ""
    tell: Callable[[Cell], str] = lambda _: ""  #: a place in words, where no selection reads it out

    @property
    def alt(self) -> str:
        """See ``Picture``."""
        return self.sentence()

    def paint(self, painter: QPainter) -> None:
        """Draw everything; see ``Picture``."""
        painter.save()
        painter.scale(1 / self.style.ratio, 1 / self.style.ratio)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(0, 0, self.page)
        self.over(painter)
        self._paint_heading(painter)
        painter.restore()

    def at(self, x: float, y: float) -> Cell | None:
        """See ``Picture``."""
        return self.find(int(x * self.style.ratio), int(y * self.style.ratio))

    def _paint_heading(self, painter: QPainter) -> None:
        left, top, width, height = self.heading
        if not width:
            return
        palette = self.style.palette
        name = token_labels.title_beside(self.title, self.subtitle, width, self.style)
        title = token_labels.heading(name, width, height, palette.ink, True, self.style)
        painter.drawImage(left, top, title)
        used = title.width() + self.style.px(12)
        if self.subtitle and used < width:
            after = token_labels.heading(self.subtitle, width - used, height, palette.muted, False, self.style)
            painter.drawImage(left + used, top, after)
        if self.warning:
            warning = token_labels.heading(self.warning, width, height, palette.error, False, self.style)
            painter.drawImage(left + width - warning.width(), top, warning)


def background(
    page_frame: Frame, texts: Sequence[PageText], outlines: Sequence[Box], style: Style, fill: Draw
) -> Drawing:  # fmt: skip
    """Paper with headings and outlines, and what ``fill`` paints on it."""
    return upon(Pages(page_frame, texts, outlines, style).get(True), fill)


def side_of(chosen: Selection) -> Side:
    """Whose positions the selection is about."""
    return "source" if chosen.kind == "encoder" else "target"


def position_of(chosen: Selection, count: int) -> int:
    """The selected position; else the newest of the target, the first of the source."""
    if chosen.query is not None:
        return min(chosen.query, count - 1)
    return 0 if chosen.kind == "encoder" else min(chosen.step, count - 1)


def labels_of(trace: Trace, side: Side, count: int) -> Labels:
    """The tokens that stand at the positions: those that the decoder consumes, on its side."""
    return picture_texts.row_labels(trace, "encoder" if side == "source" else "decoder", count)


def write(painter: QPainter, box: QRectF, words: str, colour: str, align: Align = Align.LEFT) -> None:
    """One line in a box, shortened to it, in the painter's font."""
    painter.setPen(QColor(colour))
    flags = align.value | Qt.TextFlag.TextSingleLine
    painter.drawText(box, flags, shorten(words, painter.font(), box.width()))


def bands(painter: QPainter, boxes: Sequence[Box], style: Style) -> None:
    """Rectangles around boxes, light and dark so that they show on every colour."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    one = style.px(1)
    for out, colour in ((one, "#101216"), (0, "#ffffff")):
        painter.setPen(_pen(colour, one))
        half = one / 2
        painter.drawRects([QRectF(x, y, w, h).adjusted(-out - half, -out - half, out + half, out + half)
                           for x, y, w, h in boxes])  # fmt: skip


def dashed(painter: QPainter, box: Box, style: Style) -> None:
    """Paper with a dashed outline: not yet decoded."""
    painter.fillRect(QRect(*box), QColor(style.palette.paper))
    pen = _pen(style.palette.undecoded, style.px(1))
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = style.px(1) / 2
    painter.drawRect(QRectF(*box).adjusted(half, half, -half, -half))


def _pen(colour: str, wide: int) -> QPen:
    pen = QPen(QColor(colour), wide)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
