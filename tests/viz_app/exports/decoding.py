"""Reads weights back from the colours of a picture: where cells lie by the picture's own word, what they hold by
plain search in the colour map. And notes every text that is drawn.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from viz_app.exports.figures.figure import Figure, compose, picture_of
from viz_app.exports.figures.vector import VectorPainter
from viz_app.platform.theme import ColourMap
from viz_app.state.state import Snapshot

Place = tuple[int, int, int, int]  #: layer, head, query, key
Pixels = NDArray[np.uint8]  #: [height, width, 3]


def centres(snapshot: Snapshot, figure: Figure, every: int = 3) -> dict[Place, tuple[int, int]]:
    """Where each cell's middle lies, in the figure's device pixels."""
    picture = picture_of(snapshot, figure)
    found: dict[Place, list[tuple[int, int]]] = {}
    for y in range(0, picture.height, every):
        for x in range(0, picture.width, every):
            cell = picture.at(x, y)
            if cell is not None and cell.query is not None and cell.key is not None:
                found.setdefault((cell.layer, cell.head, cell.query, cell.key), []).append((x, y))
    return {place: _middle(points, figure) for place, points in found.items()}


def _middle(points: list[tuple[int, int]], figure: Figure) -> tuple[int, int]:
    x, y = ((min(axis) + max(axis) + 1) / 2 + figure.margin for axis in zip(*points, strict=True))
    return round(x * figure.scale), round(y * figure.scale)


def level(pixels: Pixels, place: tuple[int, int], colours: ColourMap) -> tuple[int, int]:
    """The level whose colour is nearest, and how far away it is: the largest difference in red, green or blue."""
    x, y = place
    away = np.abs(colours.table.astype(int) - pixels[y, x].astype(int)).max(axis=1)
    return int(away.argmin()), int(away.min())


class Letters(VectorPainter):
    """Notes how large every text is that is drawn."""

    points: dict[str, float]

    def drawText(self, *where: object) -> None:  # type: ignore[override]  # noqa: N802 - Qt's name
        text = next((word for word in where if isinstance(word, str)), "")
        grown = math.sqrt(abs(self.combinedTransform().determinant()))
        if text.strip():
            self.points[text] = self.font().pixelSize() * grown * 72 / 96


def letters(snapshot: Snapshot, figure: Figure) -> dict[str, float]:
    """Every text in the figure → its size in points."""
    image = QImage(round(figure.width), round(figure.height), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = Letters(image)
    painter.points = {}
    compose(painter, snapshot, figure)
    painter.end()
    return painter.points
