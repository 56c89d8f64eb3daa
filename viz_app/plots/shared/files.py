"""Files of a plot: its numbers as a table, and the same picture as vectors or as pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.map_plot import MapPlot, Part
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.plot import Plot, table
from viz_app.tables.parts.text_table import BOM, END, cell, text_of_matrix

SUFFIXES = (".svg", ".pdf", ".png", ".csv")
DOTS = 96  #: per inch, of the screen's logical pixels
FINER = 2.0  #: pixels of a PNG, for one of the screen
EDGE = 10  #: pixels around the words below it
SMALLER = 0.85  #: letters of these words, beside the plot's

Canvas = PlotCanvas | MapCanvas


def made(canvas: Canvas, suffix: str, words: tuple[str, ...] = ()) -> bytes:
    """The plot on ``canvas`` as a picture of that kind, with ``words`` below it.

    Raises KeyError for a kind that is none.
    """
    assert canvas.plot is not None, "there is a plot"
    caption = _WordsBelow(canvas, words)
    return {".png": _png, ".svg": _svg, ".pdf": _pdf}[suffix](canvas, caption)


def written(plot: Plot | MapPlot, part: Part | None = None, changes: str = "") -> Iterator[str]:
    """The numbers as CSV, piece by piece; a map, or a part of it, as its rows and columns."""
    if isinstance(plot, MapPlot):
        matrix = plot.matrix(part)
        told = f"{matrix.corner}; what if: {changes}" if changes else matrix.corner
        return text_of_matrix(replace(matrix, corner=told), ",")
    return (",".join(map(cell, row)) + END for row in table(plot, changes))


def encoded(pieces: Iterable[str]) -> bytes:
    """Text as every table of the program has it: safe for spreadsheets, and told to be UTF-8."""
    return (BOM + "".join(pieces)).encode()


class _WordsBelow:
    """The words below a plot, as wide as it, and the size of both."""

    def __init__(self, canvas: Canvas, words: tuple[str, ...]) -> None:
        self.text = "\n".join(words)
        self.font = QFont(canvas.font())
        self.font.setPixelSize(round(QFontInfo(canvas.font()).pixelSize() * SMALLER))
        room = QRect(EDGE, canvas.height(), canvas.width() - 2 * EDGE, 10_000)
        self.place = QFontMetrics(self.font).boundingRect(room, Qt.TextFlag.TextWordWrap, self.text)
        more = self.place.height() + EDGE if self.text else 0
        self.size = QSize(canvas.width(), canvas.height() + more)

    def paint(self, canvas: Canvas, painter: QPainter) -> None:
        painter.setFont(self.font)
        painter.setPen(canvas.palette().text().color())
        painter.drawText(self.place, Qt.TextFlag.TextWordWrap, self.text)


def _png(canvas: Canvas, caption: _WordsBelow) -> bytes:
    image = QImage(caption.size * FINER, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINER)
    _paint(canvas, QPainter(image), caption)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a device is one of the overloads
    return bytes(buffer.data().data())


def _svg(canvas: Canvas, caption: _WordsBelow) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the other kind knows no clipping
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS)
    generator.setSize(caption.size)
    generator.setViewBox(QRect(canvas.rect().topLeft(), caption.size))
    generator.setTitle(canvas.plot.title if canvas.plot else "")
    _paint(canvas, QPainter(generator), caption)
    return bytes(buffer.data().data())


def _pdf(canvas: Canvas, caption: _WordsBelow) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setTitle(canvas.plot.title if canvas.plot else "")
    inches = QSizeF(caption.size) / DOTS
    writer.setPageSize(QPageSize(inches, QPageSize.Unit.Inch, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    _paint(canvas, QPainter(writer), caption)
    return bytes(buffer.data().data())


def _paint(canvas: Canvas, painter: QPainter, caption: _WordsBelow) -> None:
    """The scene without the crosshair, which is of the moment, and the words below it."""
    canvas.hide_cross()
    place = QRectF(canvas.rect())
    painter.fillRect(QRect(canvas.rect().topLeft(), caption.size), canvas.backgroundBrush())
    items = [item for item in canvas.scene().items() if hasattr(item, "setExportMode")]
    for item in items:  # on screen, marks are copies of one pixmap
        item.setExportMode(True, {"antialias": True, "painter": painter, "resolutionScale": 1.0})
    canvas.scene().render(painter, place, canvas.sceneRect())
    for item in items:
        item.setExportMode(False)
    caption.paint(canvas, painter)
    painter.end()
