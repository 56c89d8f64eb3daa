"""What stands on and around a map in a plot: lines of text, the mark of the selected cell, lines to drag."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import Palette, shorten, text_width
from viz_app.plots.maps.map_item import pattern
from viz_app.plots.shared.axes import small_face

SMALLEST = 9.0  #: logical pixels of the mark's frame, however small its cell is


class Caption(pyqtgraph.GraphicsWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """One line of plain text: the longest wording that has room, or the last one shortened."""

    def __init__(self) -> None:
        super().__init__()
        self.text = self._brief = ""
        self._ink = ""

    def say(self, text: str, ink: str, brief: str = "") -> None:
        """Another text in another colour; in ``brief`` where it has no room."""
        self.text, self._brief, self._ink = text, brief or text, ink
        self.setFixedHeight(1.5 * small_face().pixelSize())
        self.update()

    def paint(self, painter: QPainter, *_: object) -> None:
        """The line, from the left."""
        self._write(painter, self.rect())

    def _write(self, painter: QPainter, place: QRectF) -> None:
        face = small_face()
        painter.setFont(face)
        painter.setPen(QColor(self._ink))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        text = self.text if text_width(self.text, face) <= place.width() else self._brief
        painter.drawText(place, flags, shorten(text, face, place.width()))


class MapHeading(Caption):
    """A line of text, and at its right end what the patterns in the map mean."""

    def __init__(self) -> None:
        super().__init__()
        self._style: Style | None = None
        self.entries: tuple[tuple[int, str], ...] = ()  #: patterns of cells and their names

    def explain(self, entries: tuple[tuple[int, str], ...], style: Style) -> None:
        """Other patterns."""
        self.entries, self._style = entries, style
        self.update()

    def paint(self, painter: QPainter, *_: object) -> None:
        """The entries from the right; the text has the rest."""
        face, place, high = small_face(), self.rect(), small_face().pixelSize()
        right, flags = place.right(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(face)
        for state, name in reversed(self.entries):
            wide, line = text_width(name, face), QRectF(place)
            line.setLeft(right - wide - 1)
            painter.setPen(QColor(self._ink))
            painter.drawText(line, flags, name)
            swatch = QRectF(line.left() - 2.2 * high, place.center().y() - high / 2, 1.8 * high, high)
            self._paint_pattern(painter, swatch, state)
            right = swatch.left() - high
        self._write(painter, QRectF(place.left(), place.top(), right - place.left(), place.height()))

    def _paint_pattern(self, painter: QPainter, swatch: QRectF, state: int) -> None:
        style = self._style
        assert style is not None, "it has entries"
        ratio = painter.deviceTransform().m11() / painter.worldTransform().m11()
        image = QImage((swatch.size() * ratio).toSize(), QImage.Format.Format_RGB32)
        inside = QPainter(image)
        inside.scale(ratio, ratio)
        inside.fillRect(image.rect(), pattern(state, style, ratio, ground=True))
        inside.end()
        painter.drawImage(swatch, image)
        painter.setPen(QColor(style.palette.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(swatch)


class CellMark(pyqtgraph.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """A frame around one cell, which stays large enough to be seen."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(20)
        self._cell: tuple[int, int] | None = None
        self._palette: Palette | None = None

    @property
    def cell(self) -> tuple[int, int] | None:
        """Where it is: row and column."""
        return self._cell

    def show_cell(self, cell: tuple[int, int] | None, palette: Palette) -> None:
        """Around another cell; None hides it."""
        self.prepareGeometryChange()
        self._cell, self._palette = cell, palette
        self.setVisible(cell is not None)
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """All that is in view: its frame has a size in pixels."""
        seen = self.viewRect()
        return QRectF() if seen is None else QRectF(seen)

    def paint(self, painter: QPainter, *_: object) -> None:
        """In the selection's colour on a rim of paper, so that it shows on every colour."""
        if self._cell is None or self._palette is None:
            return
        row, column = self._cell
        place = framed(painter.worldTransform().mapRect(QRectF(column, row, 1, 1)))
        painter.save()
        painter.resetTransform()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ink, thick in ((self._palette.paper, 4), (self._palette.selection, 2)):
            pen = QPen(QColor(ink), thick)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(place)
        painter.restore()


def framed(cell: QRectF) -> QRectF:
    """A cell's own rectangle, or one around it where it is too small to be seen."""
    more_x = max(0.0, (SMALLEST - cell.width()) / 2)
    more_y = max(0.0, (SMALLEST - cell.height()) / 2)
    return cell.adjusted(-more_x, -more_y, more_x, more_y)


def cell_line(upright: bool, movable: bool) -> pyqtgraph.InfiniteLine:
    """A line through the middle of a column, or of a row."""
    line = pyqtgraph.InfiniteLine(angle=90 if upright else 0, movable=movable)
    line.setZValue(15 if movable else 10)
    line.hide()
    return line
