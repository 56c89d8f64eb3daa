"""What a picture is that has nothing to draw: a sentence in the middle of the page."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.platform.theme import font


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
