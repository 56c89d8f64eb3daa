"""A map that is too large for shapes, as a PNG image for an SVG file: exact in whatever way a viewer enlarges it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QRect
from PySide6.QtGui import QImage

from viz_app.exports.figures.vector import words_of

LARGEST = 1 << 22  #: pixels that a map is enlarged to, at most
MOST = 8  #: pixels of a cell's side, so that a viewer that smooths is exact in its middle


def enlarged(image: QImage, source: QRect) -> QImage:
    """A part of an image, each pixel enlarged to several."""
    part = image.copy(source)
    if not image.hasAlphaChannel():
        part = _few_colours(words_of(part, part.rect())) or part
    times = max(1, min(MOST, math.isqrt(LARGEST // (part.width() * part.height()))))
    return part.scaled(times * part.width(), times * part.height())


def png(image: QImage) -> bytes:
    """An image as the bytes of a file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _few_colours(words: NDArray[np.uint32]) -> QImage | None:
    """The same with a byte per pixel, where it has at most 256 colours: a third of the file."""
    colours, places = np.unique(words, return_inverse=True)
    if len(colours) > 256:
        return None
    levels = np.zeros((words.shape[0], -(-words.shape[1] // 4) * 4), dtype=np.uint8)
    levels[:, : words.shape[1]] = places.reshape(words.shape)
    image = QImage(levels.data, words.shape[1], words.shape[0], levels.shape[1], QImage.Format.Format_Indexed8)
    image.setColorTable(colours.tolist())
    return image.copy()
