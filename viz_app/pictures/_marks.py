"""What lies over a map's colours: patterns of blocked cells, hairlines, printed weights, row maxima."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.pictures import _states
from viz_app.pictures._atlas import Weights
from viz_app.pictures._layout import Axis
from viz_app.pictures._picture import Style
from viz_app.theme import font, level, text_width

PRINTED_CELL = 28  #: logical pixels: numbers are printed in cells at least this wide
DOTTED_CELL = 8  #: row maxima get a dot in cells at least this large
RULED_CELL = 12  #: hairlines between cells at least this large
INKS = ("#16181c", "#ffffff")  #: text on light and on dark cells


def marks(
    weights: Weights, states: _states.States | None, x: Axis, y: Axis, maximum: float, leaky: bool, style: Style
) -> QImage:
    """An ARGB image of the map's size. ``maximum`` is the weight of full colour; shapes [Q,K]."""
    x, y = x.at(0), y.at(0)
    if states is None:
        states = np.zeros(weights.shape, dtype=np.uint8)
    image = _states.patterns(states, x, y, style, ground=not leaky).copy()
    painter = QPainter(image)
    if min(x.cell, y.cell) >= style.px(RULED_CELL):
        rule(painter, x, y, style)
    light = style.colour_map.dark[level(weights / np.float32(maximum), style.scale)]
    if printed(x, y, style):
        _print_weights(painter, weights, light, (states == _states.OPEN) | (weights != 0), x, y, style)
    if dotted(x, y, style):
        _draw_maxima(painter, weights, light, x, y, style)
    painter.end()
    return image


def dotted(x: Axis, y: Axis, style: Style) -> bool:
    """Are row maxima marked, and have cells room for it?"""
    return style.dots and min(x.cell, y.cell) >= style.px(DOTTED_CELL)


def printed(x: Axis, y: Axis, style: Style) -> bool:
    """Are weights printed, and have cells room for it?"""
    return style.values and x.cell >= style.px(PRINTED_CELL) and y.cell >= 1.3 * style.font_pixels


def rule(painter: QPainter, x: Axis, y: Axis, style: Style) -> None:
    """Hairlines between cells."""
    colour, line = QColor(style.palette.grid), style.px(1)
    for column in range(1, x.count):
        painter.fillRect(x.edge(column), y.start, line, y.length, colour)
    for row in range(1, y.count):
        painter.fillRect(x.start, y.edge(row), x.length, line, colour)


def _print_weights(
    painter: QPainter, weights: Weights, light: NDArray[np.bool_], printed: NDArray[np.bool_],
    x: Axis, y: Axis, style: Style,
) -> None:  # fmt: skip
    per_pixel = text_width("0.00", font(100)) / 100
    painter.setFont(font(round(min(0.95 * style.font_pixels, 0.82 * x.cell / per_pixel, 0.58 * y.cell))))
    for row, column in np.argwhere(printed):
        painter.setPen(QColor(INKS[int(light[row, column])]))
        painter.setOpacity(1.0 if weights[row, column] >= 0.005 else 0.45)
        box = QRectF(x.edge(int(column)), y.edge(int(row)), x.cell, y.cell)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{weights[row, column]:.2f}")
    painter.setOpacity(1.0)


def _draw_maxima(painter: QPainter, weights: Weights, light: NDArray[np.bool_], x: Axis, y: Axis, style: Style) -> None:
    """A dot in the top right corner of each row's maximum: above a printed number, beside the middle."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    smallest = min(x.cell, y.cell)
    above = max(0.3 * smallest, (smallest - 0.75 * style.font_pixels) / 2)  # what a number leaves free
    inset = min(above / 2, style.px(6)) + style.ratio / 2
    radius = min(style.px(3), inset - style.ratio)
    for row, column in enumerate(weights.argmax(axis=1)):
        painter.setBrush(QColor(INKS[int(light[row, column])]))
        painter.drawEllipse(QPointF(x.edge(int(column) + 1) - inset, y.edge(row) + inset), radius, radius)
