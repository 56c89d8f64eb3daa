"""What each row of a map sums to, right of it: 1.00, or less where weight lies in columns that are not shown."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.pictures.drawing.atlas import Weights
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import sums_width
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import LabelStrip
from viz_app.platform.theme import font


def sums_name(every_column: bool) -> str:
    """What the numbers are called."""
    translate = QCoreApplication.translate
    return translate("pictures", "row total") if every_column else translate("pictures", "total of these columns")


def sums_texts(weights: Weights) -> list[str]:
    """The sum of each row of [Q,K] as it is written."""
    return [f"{total:.2f}" for total in weights.sum(axis=1, dtype=np.float64)]


def sums_strip(weights: Weights, x: Axis, y: Axis, style: Style) -> LabelStrip:
    """The sums of [Q,K] ``weights``, one a row, to stand at the map's right."""
    margin, wide, written = style.font_pixels, sums_width(style), sums_texts(weights)
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(style.font_pixels))
        painter.setPen(QColor(style.palette.muted))
        for row, text in enumerate(written):
            top, high = y.span(row)
            painter.drawText(QRectF(0, margin + top, wide, high), flags, text)

    picture = Drawing(wide, y.length + 2 * margin, draw)
    return LabelStrip(picture, x.length, -margin, y, 1, rows=True)
