"""The colours of a map with how many cells have each: two marks on it say which numbers the palest and the full are."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import LEVELS, shorten
from viz_app.plots.maps.pyramid import Shown, colours
from viz_app.plots.shared.axes import small_face

BINS = 64
RAMP = 12.0  #: logical pixels that the colours are high
MARGIN = 8.0
NEAR = 12.0  #: within so many a mark is meant
LEAST = 0.02  #: of the whole scale, between the marks


class LevelBar(pyqtgraph.GraphicsWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Numbers stand where the views' own colours would; a drag of a mark asks for others."""

    asked = Signal(float, float)  #: numbers of the palest and of the full colour

    def __init__(self) -> None:
        super().__init__()
        self._style: Style | None = None
        self._name = ""
        self.counts: NDArray[np.float64] = np.zeros(BINS)
        self._full = 1.0
        self.shown: Shown = (0.0, 1.0)
        self._held: int | None = None
        self._colours: QImage | None = None  # of the bar, from left to right
        self.setAcceptedMouseButtons(Qt.MouseButton.LeftButton)

    def show_numbers(self, values: NDArray[np.floating], full: float, name: str, style: Style) -> None:
        """Count the cells of a map; ``full`` is the number of full colour in the views."""
        self._style, self._name, self._full = style, name, full
        known = np.nan_to_num(np.asarray(values, dtype=np.float32).ravel(), nan=0, posinf=full, neginf=-full)
        places = _along(known / np.float32(full), style)
        counts = np.bincount((places * (BINS - 1) + 0.5).astype(np.intp), minlength=BINS)
        self.counts = np.log1p(counts.astype(np.float64))
        self.update()

    def show_levels(self, shown: Shown) -> None:
        """Where the marks stand, and the colours between them."""
        self.shown = shown
        if self._style is not None:
            along = (np.arange(LEVELS, dtype=np.float32)[np.newaxis] + np.float32(0.5)) / LEVELS
            values = np.asarray(_value(along, self._full, self._style), dtype=np.float32)
            self._colours = cell_states.image(colours(values, shown, self._style))
        self.update()

    # --- places ---

    @property
    def ramp(self) -> QRectF:
        """Where the colours are."""
        size, line = self.size(), small_face().pixelSize()
        top = max(0.0, size.height() - RAMP - 2.9 * line - MARGIN)
        return QRectF(MARGIN, top, max(1.0, size.width() - 2 * MARGIN), RAMP)

    def place_of(self, value: float) -> float:
        """Logical pixels from the left of this item."""
        assert self._style is not None, "it shows something"
        ramp = self.ramp
        return float(ramp.left() + _along(np.float32(value / self._full), self._style) * ramp.width())

    def value_at(self, x: float) -> float:
        """The number that stands at a place."""
        assert self._style is not None, "it shows something"
        ramp = self.ramp
        along = min(1.0, max(0.0, (x - ramp.left()) / ramp.width()))
        return float(_value(np.asarray(along), self._full, self._style))

    # --- dragging ---

    def mouseDragEvent(self, event: pyqtgraph.GraphicsScene.mouseEvents.MouseDragEvent) -> None:  # noqa: N802
        """The nearer mark comes along."""
        if event.button() != Qt.MouseButton.LeftButton or self._style is None:
            event.ignore()
            return
        if event.isStart():
            self._held = self._mark_at(event.buttonDownPos())
        if self._held is None:
            event.ignore()
            return
        event.accept()
        self._ask(event.pos().x())
        if event.isFinish():
            self._held = None

    def _mark_at(self, place: QPointF) -> int | None:
        assert self._style is not None, "it shows something"
        far = [abs(self.place_of(value) - place.x()) for value in self.shown]
        marks = [1] if self._style.below is not None else [0, 1]
        nearest = min(marks, key=lambda mark: (far[mark], -mark))
        return nearest if far[nearest] <= NEAR else None

    def _ask(self, x: float) -> None:
        low, high = self.shown
        least, value = LEAST * self._full, self.value_at(x)
        if self._held == 0:
            self.asked.emit(min(max(value, 0.0), high - least), high)
        else:
            self.asked.emit(low, max(value, low + least))

    # --- painting ---

    def paint(self, painter: QPainter, *_: object) -> None:
        """Bars of the counts, the colours, the marks and their numbers."""
        style = self._style
        if style is None:
            return
        ramp, palette, face = self.ramp, style.palette, small_face()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._paint_counts(painter, ramp, style)
        if self._colours is not None:
            painter.drawImage(ramp, self._colours)
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(ramp)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face)
        marks = self.shown if style.below is None else self.shown[1:]
        for value in marks:
            self._paint_mark(painter, self.place_of(value), ramp, style)
        self._paint_numbers(painter, ramp, style)

    def _paint_counts(self, painter: QPainter, ramp: QRectF, style: Style) -> None:
        room, most = ramp.top() - 3, float(self.counts.max()) or 1.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(style.palette.muted))
        wide, foot = ramp.width() / BINS, ramp.top() - 2
        highs = (room / most * self.counts).tolist()
        painter.drawRects([
            QRectF(ramp.left() + number * wide, foot - high, wide, high) for number, high in enumerate(highs) if high
        ])  # fmt: skip

    @staticmethod
    def _paint_mark(painter: QPainter, x: float, ramp: QRectF, style: Style) -> None:
        """A triangle under the colours, and a line through them."""
        painter.setPen(QPen(QColor(style.palette.paper), 1))
        painter.setBrush(QColor(style.palette.selection))
        foot = ramp.bottom() + 1
        painter.drawPolygon(QPolygonF([QPointF(x, foot - 5), QPointF(x - 6, foot + 7), QPointF(x + 6, foot + 7)]))

    def _paint_numbers(self, painter: QPainter, ramp: QRectF, style: Style) -> None:
        face, line = small_face(), 1.35 * small_face().pixelSize()
        low, high = (f"{value:.3g}".replace("-", "−") for value in self.shown)
        if style.below is not None:
            low = f"−{high}"
        painter.setPen(QColor(style.palette.ink))
        first = QRectF(ramp.left(), ramp.bottom() + MARGIN, ramp.width(), line)
        painter.drawText(first, Qt.AlignmentFlag.AlignLeft, low)
        painter.drawText(first, Qt.AlignmentFlag.AlignRight, high)
        painter.setPen(QColor(style.palette.muted))
        name = shorten(self._name, face, ramp.width())
        painter.drawText(first.translated(0, line), Qt.AlignmentFlag.AlignHCenter, name)


def _value(along: NDArray[np.floating], full: float, style: Style) -> NDArray[np.floating]:
    """The inverse: 0 … 1 along the bar → numbers."""
    sides = 2 * along - 1 if style.below is not None else along
    return (sides * np.abs(sides) if style.scale == "sqrt" else sides) * full


def _along(shares: NDArray[np.float32] | np.float32, style: Style) -> NDArray[np.float32]:
    """Shares of full colour → 0 … 1 along the bar, in equal steps of colour."""
    sizes = np.clip(np.abs(shares), 0, 1)
    along = np.sqrt(sizes) if style.scale == "sqrt" else sizes
    if style.below is None:
        return np.asarray(np.where(np.asarray(shares) < 0, 0, along), dtype=np.float32)
    return np.asarray((1 + np.where(np.asarray(shares) < 0, -along, along)) / 2, dtype=np.float32)
