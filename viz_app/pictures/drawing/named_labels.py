"""The label of the current row, and of what is selected, where a map has no room for every label."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import ANGLE, LabelStrip, face_of
from viz_app.platform.theme import elide, font, text_width


def paint_named(painter: QPainter, strip: LabelStrip, index: int, corner: QPoint, rim: str, style: Style) -> None:
    """One label of a strip that has no room for all, on a plate over its neighbours; ``corner`` is the map's."""
    if not strip.labels:
        return
    label, middle = strip.labels[index], strip.axis.middle(index) - strip.axis.start
    face = font(face_of(strip, style).pixelSize(), bold=True)
    text, high, pad = elide(label.text, face, strip.room), 1.3 * face.pixelSize(), style.px(3)
    wide = text_width(text, face) + 2 * pad
    painter.save()
    painter.translate(corner)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    if strip.rows:
        top = min(max(middle - high / 2, -face.pixelSize()), strip.axis.length + face.pixelSize() - high)
        box = QRectF(-style.px(5) - wide, top, wide, high)
    elif strip.foot is None:
        left = min(max(middle - wide / 2, 0), max(0, strip.axis.length - wide))
        box = QRectF(left, -high - style.px(3), wide, high)
    else:
        painter.translate(middle, -strip.foot)
        painter.rotate(-ANGLE)
        box = QRectF(0, -high / 2, wide, high)
    painter.setPen(QPen(QColor(rim), style.px(1)))
    painter.setBrush(QColor(style.palette.paper))
    painter.drawRoundedRect(box, style.px(3), style.px(3))
    painter.setFont(face)
    painter.setPen(QColor(style.palette.ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
    painter.restore()
