"""The maps of *Masks* as images.

Masks have patterns of their states and may have the values of a family's code; scores and weights have colours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.pictures.drawing import cell_states, quantities, signed
from viz_app.pictures.drawing.drawings import Draw, Drawing, upon
from viz_app.pictures.drawing.layout import Axis, runs
from viz_app.pictures.drawing.marks import RULED_CELL, marks, rule
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.masks.maps import NumberMap
from viz_app.pictures.masks.names import MaskName
from viz_app.platform.theme import font, text_width

TICKED_CELL = 11  #: logical pixels: open cells at least this large have a tick
SMALLEST_VALUE = 9  #: logical pixels: values of masks are written in cells at least this large


def allowed(x: Axis, y: Axis, style: Style) -> QImage:
    """May attend, everywhere; the states lie over it."""
    return cell_states.image(np.full((y.pixels, x.pixels), cell_states.opaque(style.palette.allowed), dtype=np.uint32))


def states(shown: cell_states.States, code: MaskName | None, x: Axis, y: Axis, style: Style) -> Drawing:
    """Patterns of blocked cells, hairlines where cells are large; what is open has a tick, or ``code``'s values."""
    image = cell_states.patterns(shown, x, y, style, ground=True)
    if min(x.cell, y.cell) < style.px(SMALLEST_VALUE):
        return image
    may = shown == cell_states.OPEN

    def draw(painter: QPainter) -> None:
        if min(x.cell, y.cell) >= style.px(RULED_CELL):
            rule(painter, x, y, style)
        if code is not None:
            _write(painter, may, code, x, y, style)
        elif min(x.cell, y.cell) >= style.px(TICKED_CELL):
            _tick(painter, may, x, y, style)

    return upon(image, draw)


def _tick(painter: QPainter, may: NDArray[np.bool_], x: Axis, y: Axis, style: Style) -> None:
    """Open cells are told without colour, too."""
    size = min(0.26 * min(x.cell, y.cell), style.px(6))
    pen = QPen(QColor(style.palette.ink), max(1.0, 0.22 * size))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.setOpacity(0.55)
    for row, column in np.argwhere(may).tolist():
        middle = QPointF(x.edge(column) + x.cell / 2, y.edge(row) + y.cell / 2)
        corner = middle + QPointF(-0.25 * size, 0.6 * size)
        painter.drawLine(middle + QPointF(-0.8 * size, 0.05 * size), corner)
        painter.drawLine(corner, middle + QPointF(0.85 * size, -0.7 * size))
    painter.restore()


def _write(painter: QPainter, may: NDArray[np.bool_], code: MaskName, x: Axis, y: Axis, style: Style) -> None:
    """A value in each cell: as code writes it, or its first letter where that has no room."""
    face = font(round(min(0.9 * style.font_pixels, 0.7 * y.cell, 0.9 * x.cell)), bold=True)
    texts = {True: code.may, False: code.blocked}
    if max(text_width(text, face) for text in texts.values()) > x.cell - style.px(3):
        texts = {value: text if text.startswith(("0", "1", "−")) else text[0] for value, text in texts.items()}
    painter.setFont(face)
    painter.setPen(QColor(style.palette.ink))
    ground, metrics = QColor(style.palette.blocked), painter.fontMetrics()
    for (row, column), value in np.ndenumerate(may):
        box = QRectF(x.edge(column), y.edge(row), x.cell, y.cell)
        if not value:  # no pattern runs through it
            plate = QRectF(0, 0, metrics.horizontalAdvance(texts[False]) + style.px(2), metrics.ascent())
            plate.moveCenter(box.center())
            painter.fillRect(plate.intersected(box), ground)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, texts[bool(value)])


def colours(shown: NumberMap, x: Axis, y: Axis) -> QImage:
    """One pixel per number, or per block of numbers: the one of the largest size."""
    pooled = np.asarray(signed.pool(shown.values, x, y), dtype=np.float32) / np.float32(shown.maximum)
    words = np.empty(pooled.shape, dtype=np.uint32)
    quantities.words(pooled, shown.style, words)
    return cell_states.image(words)


def over(shown: NumberMap, x: Axis, y: Axis) -> Drawing:
    """What lies over the colours: patterns, printed numbers, row maxima. What was never computed is no 0."""
    states = shown.states
    if shown.absent is not None:  # no number is printed there
        states = np.where(shown.absent, cell_states.ASIDE, 0 if states is None else states).astype(np.uint8)
    drawn = marks(shown.values, states, x, y, shown.maximum, not shown.ground, shown.style)
    return drawn if shown.absent is None else upon(drawn, _blank(shown.absent, x, y, shown.style))


def _blank(absent: NDArray[np.bool_], x: Axis, y: Axis, style: Style) -> Draw:
    """A plain ground without pattern: a pattern says that something is hidden."""
    cells = cell_states.pooled(absent.astype(np.uint8), x, y) == 1  # all that a pixel stands for

    def edge(axis: Axis, index: int) -> int:
        return index if axis.pooled else axis.edge(index) - axis.start

    def draw(painter: QPainter) -> None:
        for left, top, columns, rows in runs(cells).get(True, ()):
            corner = QPoint(edge(x, left), edge(y, top))
            end = QPoint(edge(x, left + columns) - 1, edge(y, top + rows) - 1)
            painter.fillRect(QRect(corner, end), QColor(style.palette.blocked))

    return draw
