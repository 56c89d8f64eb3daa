"""A painter for paper that has no pixels: drawings draw themselves again, small maps become rectangles.

Pictures know nothing of it. Writers of vectors derive from it and say what becomes of cells and of pixels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Run, runs

#: A map of at most so many cells a side becomes rectangles; a larger one stays an image, exact pixel by pixel.
MOST_CELLS = 64
LONGEST_STRIP = 1024  #: cells of a single row or column that become rectangles: colour bars and vectors


class VectorPainter(QPainter):
    """A QPainter that takes no pixels of a :class:`Drawing`, and none of a map up to 64 × 64 cells."""

    def drawImage(self, *place: object) -> None:  # noqa: N802 (Qt's name)
        """Any of QPainter's ways to place an image or a part of it."""
        target, image, source = placed(*place)
        if isinstance(image, Drawing):
            self._draw_again(target, image, source)
        elif few(source) and not image.hasAlphaChannel():
            self.map(target, words_of(image, source))
        else:
            self.pixels(target, image, source)

    def map(self, target: QRectF, words: NDArray[np.uint32]) -> None:
        """Fill ``target`` with a map's cells. ``words``: [rows, columns] their colours as 0xffrrggbb."""
        self.cells(target, runs(words), QRect(0, 0, words.shape[1], words.shape[0]))

    def cells(self, target: QRectF, found: dict[int, list[Run]], source: QRect) -> None:
        """Fill ``target`` with cells, ``source.width() × source.height()`` of them, given as runs by colour."""
        wide, high = target.width() / source.width(), target.height() / source.height()
        self.save()
        self.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self.setPen(Qt.PenStyle.NoPen)
        for word, cells in found.items():
            self.setBrush(QColor.fromRgb(word))
            self.drawRects(
                [
                    QRectF(target.x() + x * wide, target.y() + y * high, columns * wide, rows * high)
                    for x, y, columns, rows in cells
                ]
            )
        self.restore()

    def pixels(self, target: QRectF, image: QImage, source: QRect) -> None:
        """Put an image as it is."""
        super().drawImage(target, image, QRectF(source))

    def _draw_again(self, target: QRectF, drawing: Drawing, source: QRect) -> None:
        self.save()
        self.translate(target.topLeft())
        self.scale(target.width() / source.width(), target.height() / source.height())
        self.translate(-source.topLeft())
        if source != drawing.rect():
            self.setClipRect(source, Qt.ClipOperation.IntersectClip)
        self.setPen(Qt.GlobalColor.black)  # what a painter begins with
        self.setBrush(Qt.BrushStyle.NoBrush)
        self.setRenderHints(self.renderHints(), False)
        if isinstance(drawing.ground, Drawing):
            self._draw_again(QRectF(drawing.rect()), drawing.ground, drawing.rect())
        elif drawing.ground is not None:
            self.fillRect(drawing.rect(), QColor(drawing.ground))
        drawing.draw(self)
        self.restore()

    def setPen(self, pen: object, /) -> None:  # noqa: N802 (Qt's name)
        """Qt's thinnest pen is one pixel of a screen, and nearly nothing on paper: one unit here."""
        if isinstance(pen, QPen) and not pen.widthF():
            pen = QPen(pen)
            pen.setWidthF(1)
        super().setPen(pen)


def few(source: QRect) -> bool:
    """Are there so few cells that each can be a shape?"""
    low, high = sorted((source.width(), source.height()))
    return high <= MOST_CELLS or (low == 1 and high <= LONGEST_STRIP)


def placed(*place: object) -> tuple[QRectF, QImage | Drawing, QRect]:
    """QPainter.drawImage's arguments → where to, which image, which part of it, in its pixels."""
    match place:
        case (QPoint() | QPointF() as corner, QImage() | Drawing() as image):
            return QRectF(QPointF(corner), image.rect().size()), image, image.rect()
        case (QRect() | QRectF() as target, QImage() | Drawing() as image):
            return QRectF(target), image, image.rect()
        case (QRect() | QRectF() as target, QImage() | Drawing() as image, QRect() | QRectF() as source):
            return QRectF(target), image, QRectF(source).toRect()
        case (int() | float() as x, int() | float() as y, QImage() | Drawing() as image, *part):
            given = [int(str(number)) for number in part]
            left, top, wide, high = given + [0, 0, -1, -1][len(given) :]
            wide = image.width() - left if wide < 0 else wide
            high = image.height() - top if high < 0 else high
            return QRectF(x, y, wide, high), image, QRect(left, top, wide, high)
    raise TypeError(f"no way to place an image: {place!r}")


def words_of(image: QImage, source: QRect) -> NDArray[np.uint32]:
    """[rows, columns] the part's pixels as 0xffrrggbb."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), dtype=np.uint32).reshape(plain.height(), plain.bytesPerLine() // 4)
    part = flat[source.top() : source.top() + source.height(), source.left() : source.left() + source.width()]
    return part | np.uint32(0xFF000000)
