"""The row that is talked about in a hall: outlined, and the others dimmed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.pictures.drawing.page import frames
from viz_app.pictures.drawing.panels import Panel, Shown
from viz_app.pictures.drawing.picture import Style
from viz_app.state.state import Selection

VEIL = 0.5  #: how much of the paper lies over the other rows
OUTLINE = 4  #: logical pixels


def paint_spotlights(painter: QPainter, drawn: Sequence[tuple[Panel, Shown]], chosen: Selection, style: Style) -> None:
    """Over every map that shows the row: the selected one, else the step's; in the encoder the selected one alone."""
    talked = chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query
    for panel, shown in drawn:
        row = -1 if talked is None else talked - panel.form.y.first
        if 0 <= row < shown.rows:
            paint_spotlight(painter, panel, shown, row, style)


def paint_spotlight(painter: QPainter, panel: Panel, shown: Shown, row: int, style: Style) -> None:
    """Over one map; ``row`` counts from its first row that is shown."""
    top, high = panel.form.y.span(row)
    veil = QColor(style.palette.paper)
    veil.setAlphaF(VEIL)
    painter.fillRect(QRectF(panel.left, panel.top, shown.wide, top), veil)
    painter.fillRect(QRectF(panel.left, panel.top + top + high, shown.wide, max(0, shown.high - top - high)), veil)
    pen = max(1, min(style.px(OUTLINE), high // 3))  # a line must not hide what it is around
    frames(painter, [(panel.left, panel.top + top, shown.wide, high)], 0, pen, style.palette.selection)
