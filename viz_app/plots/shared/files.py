"""Files of a plot: its numbers as a table, and the same picture as vectors or as pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.map_plot import MapPlot, Part
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.plot import Plot, table
from viz_app.tables.parts.text_table import BOM, END, cell, text_of_matrix

SUFFIXES = (".svg", ".pdf", ".png", ".csv")
DOTS = 96  #: per inch, of the screen's logical pixels
FINER = 2.0  #: pixels of a PNG, for one of the screen

Canvas = PlotCanvas | MapCanvas


def made(canvas: Canvas, suffix: str) -> bytes:
    """The plot on ``canvas`` as a file of that kind. Raises KeyError for a kind that is none of :data:`SUFFIXES`."""
    plot = canvas.plot
    assert plot is not None, "there is a plot"
    makers = {".csv": lambda: encoded(written(plot)), ".png": lambda: _png(canvas)}
    return {**makers, ".svg": lambda: _svg(canvas), ".pdf": lambda: _pdf(canvas)}[suffix]()


def written(plot: Plot | MapPlot, part: Part | None = None) -> Iterator[str]:
    """The numbers as CSV, piece by piece; a map, or a part of it, as its rows and columns."""
    if isinstance(plot, MapPlot):
        return text_of_matrix(plot.matrix(part), ",")
    return (",".join(map(cell, row)) + END for row in table(plot))


def encoded(pieces: Iterable[str]) -> bytes:
    """Text as every table of the program has it: safe for spreadsheets, and told to be UTF-8."""
    return (BOM + "".join(pieces)).encode()


def _png(canvas: Canvas) -> bytes:
    image = QImage(canvas.size() * FINER, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINER)
    _paint(canvas, QPainter(image))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a device is one of the overloads
    return bytes(buffer.data().data())


def _svg(canvas: Canvas) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the other kind knows no clipping
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS)
    generator.setSize(canvas.size())
    generator.setViewBox(canvas.rect())
    generator.setTitle(canvas.plot.title if canvas.plot else "")
    _paint(canvas, QPainter(generator))
    return bytes(buffer.data().data())


def _pdf(canvas: Canvas) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setTitle(canvas.plot.title if canvas.plot else "")
    inches = QSizeF(canvas.width() / DOTS, canvas.height() / DOTS)
    writer.setPageSize(QPageSize(inches, QPageSize.Unit.Inch, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    _paint(canvas, QPainter(writer))
    return bytes(buffer.data().data())


def _paint(canvas: Canvas, painter: QPainter) -> None:
    """The scene without the crosshair, which is of the moment."""
    canvas.hide_cross()
    place = QRectF(canvas.rect())
    painter.fillRect(place, canvas.backgroundBrush())
    items = [item for item in canvas.scene().items() if hasattr(item, "setExportMode")]
    for item in items:  # on screen, marks are copies of one pixmap
        item.setExportMode(True, {"antialias": True, "painter": painter, "resolutionScale": 1.0})
    canvas.scene().render(painter, place, canvas.sceneRect())
    for item in items:
        item.setExportMode(False)
    painter.end()
