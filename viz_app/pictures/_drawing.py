"""An image that remembers how it was drawn: pixels on a screen, its own strokes and letters on paper without pixels.

Pictures keep what no step changes as images, and put these on whatever painter they are given. A painter of
vectors asks a drawing to draw itself again instead of taking its pixels; nothing else is needed to have one
drawing for the screen, PNG, SVG and PDF.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QImage, QPainter

Draw = Callable[[QPainter], None]


class Drawing(QImage):
    """``width`` × ``height`` device pixels of what ``draw`` paints, on transparency or on ``ground``.

    ``draw`` is called at once, and again by every painter of vectors: it must not depend on what changes, and must
    leave the painter as it was except for pen, brush, font, hints and opacity. Images that it paints are seen by
    that painter too, so that drawings nest.
    """

    def __init__(self, width: int, height: int, draw: Draw, ground: str | None = None) -> None:
        form = QImage.Format.Format_ARGB32_Premultiplied if ground is None else QImage.Format.Format_RGB32
        super().__init__(max(1, width), max(1, height), form)
        self.draw = draw
        self.ground = ground
        self.fill(0 if ground is None else QColor(ground).rgb())
        painter = QPainter(self)
        try:
            draw(painter)
        finally:
            painter.end()
