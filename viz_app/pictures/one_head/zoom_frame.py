"""What says that only a part of a map is shown: the words, and a frame on a small map of the whole."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter

from viz_app.pictures.drawing.panels import Panel
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import frames
from viz_app.state.zoom import Shape, Zoom


def told(zoom: Zoom | None, shape: Shape) -> str:
    """``rows 11–40 of 128, columns 1–30 of 96``; nothing where all is shown. People count from 1."""
    if zoom is None:
        return ""
    translate = QCoreApplication.translate
    parts = (
        (translate("pictures", "rows {first}–{last} of {count}"), zoom.row, zoom.rows, shape[0]),
        (translate("pictures", "columns {first}–{last} of {count}"), zoom.column, zoom.columns, shape[1]),
    )
    return ", ".join(
        words.format(first=first + 1, last=first + shown, count=count)
        for words, first, shown, count in parts
        if shown < count
    )


def way_back() -> str:
    """How to see all of it again, for a screen."""
    return QCoreApplication.translate("pictures", "0 or a double click shows all")


def frame(painter: QPainter, panel: Panel, zoom: Zoom, style: Style) -> None:
    """Where the part lies in a small map of the whole: light inside dark, to be seen on every colour."""
    x, y = panel.form.x, panel.form.y
    left, top = x.edge(zoom.column), y.edge(zoom.row)
    wide = max(x.edge(zoom.column + zoom.columns) - left, 1)
    high = max(y.edge(zoom.row + zoom.rows) - top, 1)
    box = panel.left + left, panel.top + top, wide, high
    painter.save()
    painter.scale(1 / style.ratio, 1 / style.ratio)
    frames(painter, [box], style.px(1), style.px(1), "#101216")
    frames(painter, [box], 0, style.px(1), "#ffffff")
    painter.restore()
