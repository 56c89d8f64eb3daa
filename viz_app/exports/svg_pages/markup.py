"""The spelling of an SVG file: numbers, text, colours, paths, images. It knows no painter and draws nothing.

A map that is too large for shapes is a PNG image: exact in whatever way a viewer enlarges it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainterPath, QTransform

from viz_app.exports.figures.vector import words_of
from viz_app.pictures.drawing.layout import Run

#: What XML 1.0 has no way to say, and control characters that it discourages or does not give back.
_UNSPEAKABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})


def escaped(text: str) -> str:
    """``text`` for an element or an attribute; what no XML file may hold becomes U+FFFD."""
    return _UNSPEAKABLE.sub("\ufffd", text).translate(_ESCAPES)


def number(value: float, places: int = 2) -> str:
    """As short as it can be, with at most so many decimals."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(values: dict[str, str]) -> str:
    """Each after a space; those that are empty are left out."""
    return "".join(f' {name}="{value}"' for name, value in values.items() if value)


# --- paths ---


def cells_path(found: Sequence[Run]) -> str:
    """Rectangles of whole cells, each from where the one before it began."""
    parts, left, top = [], 0, 0
    for x, y, columns, rows in found:
        across, down = x - left, y - top
        parts.append(f"m{across}{down if down < 0 else f' {down}'}h{columns}v{rows}h-{columns}z")
        left, top = x, y
    return "".join(parts)


def rect_path(box: QRectF, where: QTransform) -> str:
    """A rectangle; where it is turned, its four corners."""
    if where.isRotating():
        return polygon_path([box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()], where) + "z"
    box = where.mapRect(box)
    left, top, right, bottom = (number(each) for each in (box.left(), box.top(), box.right(), box.bottom()))
    return f"M{left} {top}H{right}V{bottom}H{left}z"


def polygon_path(points: Iterable[QPointF], where: QTransform) -> str:
    """Straight lines from point to point."""
    return "M" + "L".join(f"{number(at.x())} {number(at.y())}" for at in map(where.map, points))


def ellipse_path(box: QRectF) -> str:
    """Two halves."""
    across, down, long = (number(each, 3) for each in (box.width() / 2, box.height() / 2, box.width()))
    half = f"a{across} {down} 0 1 0"
    return f"M{number(box.left(), 3)} {number(box.center().y(), 3)}{half} {long} 0{half} -{long} 0z"


def path_of(path: QPainterPath, where: QTransform) -> str:
    """Lines and curves; what is filled is closed by the viewer."""
    path, parts = where.map(path), []
    letters = {QPainterPath.ElementType.MoveToElement: "M", QPainterPath.ElementType.LineToElement: "L",
               QPainterPath.ElementType.CurveToElement: "C"}  # fmt: skip
    for index in range(path.elementCount()):
        element = path.elementAt(index)
        parts.append(f"{letters.get(element.type, ' ')}{number(element.x)} {number(element.y)}")
    return "".join(parts)


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
