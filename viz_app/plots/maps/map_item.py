"""The cells of a map in a plot: exact when near, the strongest of each block from afar, patterns where blocked."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import reduce

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPaintEngine, QPainter, QTransform

from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.cell_states import States
from viz_app.pictures.drawing.layout import Axis, runs
from viz_app.pictures.drawing.picture import Style
from viz_app.plots.maps.map_plot import Cell, MapPlot
from viz_app.plots.maps.pyramid import Pyramid, Shown

LEAST = 1.1  #: device pixels of a block, at least: with fewer, drawing could jump over one
FINER = 2.0  #: pixels of a picture in a vector file, for one of the screen
_VECTORS = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)
#: Logical pixels after which a pattern repeats itself, as :mod:`viz_app.pictures.drawing.cell_states` draws it.
_PERIOD = {cell_states.FUTURE: 6, cell_states.PADDING: 5, cell_states.ASIDE: 4}


class MapItem(pyqtgraph.ImageItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Row 0 at y = 0 … 1, column 0 at x = 0 … 1. It never lets pyqtgraph choose a colour, nor leave out cells."""

    def __init__(self) -> None:
        super().__init__(axisOrder="row-major")
        self._pyramid: Pyramid | None = None
        self._grounds: dict[int, list[QRect]] = {}  # why blocked → rectangles of cells
        self._leaks = False
        self._style: Style | None = None

    def show_map(self, plot: MapPlot, style: Style, shown: Shown) -> None:
        """Another map, or other colours of it."""
        self._leaks, self._style = plot.trace.meta.leaky_mask, style
        self._pyramid = Pyramid(plot.values, plot.states, style, hides=not self._leaks)
        self._pyramid.show(shown)
        self._grounds = _rectangles(plot.states, exact=self._leaks)
        self.setImage(plot.values, autoLevels=False, levels=shown)  # never rendered: paint() is ours

    def show_levels(self, shown: Shown) -> None:
        """Colours from one number to another."""
        if self._pyramid is not None:
            self._pyramid.show(shown)
            self.update()

    def colour_of(self, cell: Cell) -> QColor:
        """The colour of a cell, as near as one can come."""
        assert self._pyramid is not None, "there is a map"
        return self._pyramid.image((0, 0)).pixelColor(cell[1], cell[0])

    def paint(self, painter: QPainter, *_: object) -> None:
        """The cells in view; in a vector file as a picture of their pixels, which nothing smooths."""
        if self._pyramid is None:
            return
        if painter.paintEngine().type() not in _VECTORS:
            self._paint_cells(painter)
            return
        place = painter.worldTransform().mapRect(self._seen)
        size = QSize(math.ceil(FINER * place.width()), math.ceil(FINER * place.height()))
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(FINER)
        image.fill(Qt.GlobalColor.transparent)
        finer = QPainter(image)
        finer.setWorldTransform(painter.worldTransform() * QTransform.fromTranslate(-place.x(), -place.y()))
        self._paint_cells(finer)
        finer.end()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)  # else a PDF has a photograph of it
        painter.drawImage(place, image, QRectF(image.rect()))
        painter.restore()

    @property
    def _seen(self) -> QRectF:
        """What of the map is in view, in cells."""
        box = self.getViewBox()  # its own rectangle: viewRect() of an ImageItem is remembered from before a pan
        return QRectF(self.boundingRect() if box is None else box.viewRect() & self.boundingRect())

    def _paint_cells(self, painter: QPainter) -> None:
        assert self._pyramid is not None, "there is a map"
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if not self._leaks:
            self._paint_grounds(painter)
        scale = painter.deviceTransform()
        level = (
            _level_of(abs(scale.m22()), self._pyramid.deepest[0]), _level_of(abs(scale.m11()), self._pyramid.deepest[1])
        )  # fmt: skip
        image, (high, wide), seen = self._pyramid.image(level), (1 << level[0], 1 << level[1]), self._seen
        top, bottom = math.floor(seen.top() / high), min(math.ceil(seen.bottom() / high), image.height())
        left, right = math.floor(seen.left() / wide), min(math.ceil(seen.right() / wide), image.width())
        if top < bottom and left < right:
            source = QRectF(left, top, right - left, bottom - top)
            place = QRectF(left * wide, top * high, source.width() * wide, source.height() * high)
            painter.drawImage(place, image, source)
        if self._leaks:
            self._paint_grounds(painter)

    def _paint_grounds(self, painter: QPainter) -> None:
        """Patterns under the cells, which leave blocked ones free; over them where their mask leaks."""
        if not self._grounds or self._style is None:
            return
        world, seen = painter.worldTransform(), self._seen
        ratio = painter.deviceTransform().m11() / world.m11()
        painter.save()
        painter.resetTransform()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrushOrigin(world.map(QPointF(0, 0)))
        for state, boxes in self._grounds.items():
            brush = pattern(state, self._style, ratio, ground=not self._leaks)
            for box in boxes:
                if seen.intersects(QRectF(box)):
                    painter.fillRect(world.mapRect(QRectF(box)), brush)
        painter.restore()


def pattern(state: int, style: Style, ratio: float, ground: bool) -> QBrush:
    """One period of a blocked cell's pattern, in device pixels; ``ground`` fills it first."""
    size = max(1, round(_PERIOD[state] * ratio))
    axis, here = Axis(0, 1, size), np.full((1, 1), state, dtype=np.uint8)
    words = cell_states.pattern_words(here, axis, axis, replace(style, ratio=ratio), ground)
    brush = QBrush(cell_states.image(words, QImage.Format.Format_ARGB32_Premultiplied))
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    return brush


def _level_of(pixels: float, deepest: int) -> int:
    """How often to halve cells of so many device pixels."""
    level = 0
    while level < deepest and pixels * (1 << level) < LEAST:
        level += 1
    return level


def _rectangles(states: States | None, exact: bool) -> dict[int, list[QRect]]:
    """Where cells are blocked, and why.

    Under cells that hide it, the pattern of the future may lie anywhere that no other pattern is drawn later: a
    staircase of a thousand steps is one rectangle then.
    """
    if states is None:
        return {}
    found = {state: [QRect(*run) for run in boxes] for state, boxes in runs(states).items() if state in _PERIOD}
    if not exact and cell_states.FUTURE in found:
        found[cell_states.FUTURE] = [reduce(QRect.united, found[cell_states.FUTURE])]
    return dict(sorted(found.items()))
