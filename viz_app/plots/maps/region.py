"""A rectangle of a map, marked with Shift and the mouse or by keys: the curves are its means, a copy its numbers."""

from __future__ import annotations

import math

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.platform.theme import Palette
from viz_app.plots.maps.map_plot import Cell, Part


class RegionBox(pyqtgraph.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """Dragging with Shift marks, without it moves."""

    marked = Signal(QPointF, QPointF)  #: from where to where, in cells

    def mouseDragEvent(self, event: object, axis: int | None = None) -> None:  # noqa: N802 - pyqtgraph's name
        held, button = event.modifiers(), event.button()  # type: ignore[attr-defined]  # pyqtgraph has no types
        if axis is not None or button != Qt.MouseButton.LeftButton or not held & Qt.KeyboardModifier.ShiftModifier:
            super().mouseDragEvent(event, axis)
            return
        event.accept()  # type: ignore[attr-defined]
        ends = event.buttonDownPos(), event.pos()  # type: ignore[attr-defined]
        self.marked.emit(*(QPointF(self.mapToView(end)) for end in ends))


class RegionMark(pyqtgraph.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The frame around it: dashed, the cell's own is not."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(18)
        self._part: Part | None = None
        self._palette: Palette | None = None

    @property
    def part(self) -> Part | None:
        """Where it is."""
        return self._part

    def show_part(self, part: Part | None, palette: Palette) -> None:
        """Around other rows and columns; None hides it."""
        self.prepareGeometryChange()
        self._part, self._palette = part, palette
        self.setVisible(part is not None)
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """All that is in view: its frame has a size in pixels."""
        seen = self.viewRect()
        return QRectF() if seen is None else QRectF(seen)

    def paint(self, painter: QPainter, *_: object) -> None:
        """In the selection's colour on a rim of paper, so that it shows on every colour."""
        if self._part is None or self._palette is None:
            return
        rows, columns = self._part
        place = painter.worldTransform().mapRect(QRectF(columns.start, rows.start, len(columns), len(rows)))
        painter.save()
        painter.resetTransform()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, thick, style in (
            (self._palette.paper, 4, Qt.PenStyle.SolidLine), (self._palette.selection, 2, Qt.PenStyle.DashLine)
        ):  # fmt: skip
            pen = QPen(QColor(ink), thick, style)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(place)
        painter.restore()


def region_of(start: QPointF, end: QPointF, shape: tuple[int, int]) -> Part | None:
    """All cells that a dragged rectangle touches; None outside the map."""
    ends = ((start.y(), end.y()), (start.x(), end.x()))
    rows, columns = (
        range(max(0, math.floor(min(pair))), min(count, math.floor(max(pair)) + 1))
        for pair, count in zip(ends, shape, strict=True)
    )
    return (rows, columns) if len(rows) and len(columns) else None


def between(one: Cell, other: Cell) -> Part:
    """The rectangle with these two cells in its corners."""
    rows, columns = (range(min(pair), max(pair) + 1) for pair in zip(one, other, strict=True))
    return rows, columns
