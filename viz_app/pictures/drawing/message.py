"""Pages of words: a sentence in the middle where there is nothing to draw, and what is read line by line."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.page import Align, Page, margin_of, write
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.platform.theme import font, text_width


@dataclass(frozen=True, eq=False)
class Message:
    """A picture that has nothing to draw says so, calmly. Implements ``Picture``."""

    title: str
    alt: str
    width: int
    height: int
    style: Style
    unnamed: int = 0
    strides: tuple[int, int] = (1, 1)

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


class WrittenPage(Page):
    """One of words and numbers, drawn once with its title, and turned where not all of it has room."""

    least_lines: ClassVar[int]  #: a page that is lower has no room for words around what it shows

    @property
    def line(self) -> int:
        """Height of one."""
        return round(1.8 * self.style.font_pixels)

    @property
    def bare(self) -> bool:
        """There is no room for words around what is shown."""
        return self.style.px(self.height) < self.least_lines * self.line

    @abstractmethod
    def paint_page(self, painter: QPainter) -> None:
        """Everything that no selection changes."""

    def draw_page(self) -> Drawing:
        """The same as an image; one pixel more than asked for, where ratios are odd."""
        wide, high = max(1, self.style.px(self.width)) + 1, max(1, self.style.px(self.height)) + 1
        return Drawing(wide, high, self.paint_page, self.style.palette.paper)

    def write_title(self, painter: QPainter, *wordings: str, pixels: int = 0) -> None:
        """The title, where there is one, and more quietly what follows it, in the first wording that has room.

        Where none has, the last is shortened on a screen; on paper half a fact is none.
        """
        if not self.style.titled:
            return
        edge, pixels = margin_of(self.style), pixels or self.style.font_pixels
        wide, used = self.style.px(self.width) - 2 * edge, text_width(self.title, font(pixels, True)) + 1.2 * pixels
        self.write(painter, QRectF(edge, edge / 2, wide, self.line), self.title, bold=True, pixels=pixels)
        face = font(pixels)
        last = wordings[-1] if self.style.on_screen else ""
        after = next((each for each in wordings if text_width(each, face) <= wide - used), last)
        self.write(painter, QRectF(edge + used, edge / 2, wide - used, self.line), after, quiet=True, pixels=pixels)

    def write_turns(self, painter: QPainter, box: QRectF, before: bool, after: bool) -> None:
        """The words at both ends of a line that lead to other pages, where there are any."""
        translate = QCoreApplication.translate
        if before:
            self.write(painter, box, translate("pictures", "‹ before"))
        if after:
            self.write(painter, box, translate("pictures", "after ›"), align=Align.RIGHT)

    def write(
        self, painter: QPainter, box: QRectF, text: str, *, bold: bool = False, quiet: bool = False,
        align: Align = Align.LEFT, pixels: int = 0,
    ) -> None:  # fmt: skip
        """One line, shortened to its box."""
        face = font(pixels or self.style.font_pixels, bold=bold)
        write(painter, box, text, face, self.style.palette.muted if quiet else self.style.palette.ink, align)
