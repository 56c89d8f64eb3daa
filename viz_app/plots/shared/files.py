"""Files of a plot: its numbers as a table, and the same picture as vectors."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from viz_app.exports.data.text_table import BOM, END, cell
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.plot import Plot, table

SUFFIXES = (".svg", ".pdf", ".csv")
DOTS = 96  #: per inch, of the screen's logical pixels


def made(canvas: PlotCanvas, suffix: str) -> bytes:
    """The plot on ``canvas`` as a file of that kind. Raises KeyError for a kind that is none of :data:`SUFFIXES`."""
    plot = canvas.plot
    assert plot is not None, "there is a plot"
    return {".csv": lambda: numbers(plot), ".svg": lambda: _svg(canvas), ".pdf": lambda: _pdf(canvas)}[suffix]()


def numbers(plot: Plot) -> bytes:
    """CSV as every table of the program has it: safe for spreadsheets, and told to be UTF-8."""
    lines = (",".join(map(cell, row)) + END for row in table(plot))
    return (BOM + "".join(lines)).encode()


def _svg(canvas: PlotCanvas) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS)
    generator.setSize(canvas.size())
    generator.setViewBox(canvas.rect())
    generator.setTitle(canvas.plot.title if canvas.plot else "")
    _paint(canvas, QPainter(generator))
    return bytes(buffer.data().data())


def _pdf(canvas: PlotCanvas) -> bytes:
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


def _paint(canvas: PlotCanvas, painter: QPainter) -> None:
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
