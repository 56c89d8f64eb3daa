"""The map explorer under hands: what is in view, what is pointed at and selected, and what the keys do.

The wheel zooms about the pointer, dragging pans, a click selects a cell; the lines of the selected row and column can
be dragged; arrows move the cell, + − 0 zoom, Home and End go along the row. With Shift dragging marks a rectangle, R
begins one at the selected cell and ends it, Esc lets it go.
"""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QCoreApplication, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from model.common.text import fill
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.text import quoted
from viz_app.platform.theme import is_dark
from viz_app.plots.maps.frame import MapFrame
from viz_app.plots.maps.map_plot import Cell, MapPlot, Part
from viz_app.plots.maps.moves import ARROWS, ZOOMS, cell_by, holding
from viz_app.plots.maps.pyramid import Shown
from viz_app.plots.maps.region import between, region_of

translate = QCoreApplication.translate
EDGE = 0.006  #: of a side of the map, left free around it
NEAREST = 4  #: rows and columns that are in view at least


class MapCanvas(MapFrame):
    """Draws one :class:`MapPlot`; asks for the cell that is clicked, and says what the mouse points at."""

    requested = Signal(object)  #: a Select
    pointed = Signal(str)  #: query, key and number under the crosshair, or of the selected cell
    levels_shown = Signal(float, float)  #: numbers of the palest and of the full colour

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot: MapPlot | None = None
        self.style_now: Style | None = None
        self.averages = False  # sections are means over what is in view
        self.region: Part | None = None  #: a rectangle that is marked
        self._anchor: Cell | None = None  # where one begins that arrows make
        self._chosen: Shown | None = None  # levels that a person has set; None: the views' own
        for line in self.lines:
            line.sigDragged.connect(self._dragged)
        self.bar.asked.connect(lambda low, high: self.set_levels((low, high)))
        self.map.sigRangeChanged.connect(lambda *_: self._show_means())
        self.map.getViewBox().marked.connect(self._mark)
        self.scene().sigMouseMoved.connect(self.look)
        self.scene().sigMouseClicked.connect(self._click)

    # --- what is shown ---

    @property
    def hint(self) -> str:
        """What hands can do here."""
        hands = translate(
            "PlotSheet", "The wheel zooms, dragging moves, a click selects; arrows go to the next cell, + − 0 zoom."
        )
        return hands + " " + translate("PlotSheet", "Shift and dragging, or R, marks a rectangle.")

    @property
    def told_now(self) -> str:
        """The marked rectangle, or the selected cell, in one line."""
        cell = self._cell_now
        if self.plot is not None and self.region is not None:
            return self.plot.region_told(self.region)
        return "" if self.plot is None or cell is None else self.plot.told(cell)

    @property
    def _cell_now(self) -> Cell | None:
        query, key = (None, None) if self.plot is None else self.plot.current
        return None if query is None or key is None else (query, key)

    def show_plot(self, plot: MapPlot, keep: bool = False) -> None:
        """Draw ``plot``; with ``keep`` what is in view stays in view, moved as far as shows a cell newly selected."""
        before, self.plot = self.plot, plot
        style = plot.style(is_dark(QApplication.instance()), 1.0)  # type: ignore[arg-type]  # it is there
        if not plot.is_same_map(before) or style != self.style_now:
            self._fill(plot, style)
        stays = keep and before is not None and before.place[0] == plot.place[0] and before.shape == plot.shape
        if not stays:
            self.region = self._anchor = None
            self.show_all()
        elif before is not None and before.current != plot.current:
            self._hold(*plot.current)
        if self._anchor is not None and self._cell_now is not None:
            self.region = between(self._anchor, self._cell_now)
        self._point_out()

    def _fill(self, plot: MapPlot, style: Style) -> None:
        before, self.style_now = self.style_now, style
        if before is None or (before.quantity, before.full) != (style.quantity, style.full):
            self._chosen = None
        palette, (high, wide) = style.palette, plot.shape
        self.dress(palette)
        self.heading.say(plot.heading, palette.ink)
        self.heading.explain(plot.patterns, style)
        for axis, names, title in zip((self.rows, self.columns), plot.names, plot.axes, strict=True):
            axis.set_names(names, title, palette)
        self.fit()
        self.cells.show_map(plot, style, self.levels)
        self.bar.show_numbers(plot.values, plot.full(style), plot.short_quantity, style)
        self._tell_levels()
        self.map.setLimits(
            xMin=-EDGE * wide, xMax=(1 + EDGE) * wide, yMin=-EDGE * high, yMax=(1 + EDGE) * high,
            minXRange=min(NEAREST, wide), minYRange=min(NEAREST, high),
        )  # fmt: skip

    def _point_out(self) -> None:
        """The mark, the lines, the names and the sections of what is selected."""
        assert self.plot is not None, "there is a map"
        assert self.style_now is not None, "it is filled"
        now = self.plot.current
        self.mark.show_cell(self._cell_now, self.style_now.palette)
        self.region_mark.show_part(self.region, self.style_now.palette)
        for axis, line, index in zip((self.rows, self.columns), self.lines, now, strict=True):
            axis.set_current(index)
            line.setVisible(index is not None)
            if index is not None:
                line.setValue(index + 0.5)
        self._show_sections()

    @property
    def part(self) -> Part:
        """Rows and columns whose middle is in view."""
        assert self.plot is not None, "there is a map"
        (left, right), (top, bottom) = self.map.viewRange()
        ends = ((top, bottom), (left, right))
        rows, columns = (
            range(max(0, math.ceil(low - 0.5)), min(count, math.floor(high - 0.5) + 1))
            for (low, high), count in zip(ends, self.plot.shape, strict=True)
        )
        return rows, columns

    def show_all(self) -> None:
        """The whole map in view again."""
        if self.plot is not None:
            high, wide = self.plot.shape
            self.map.setRange(
                xRange=(-EDGE * wide, (1 + EDGE) * wide), yRange=(-EDGE * high, (1 + EDGE) * high), padding=0
            )  # fmt: skip

    def _hold(self, query: int | None, key: int | None) -> None:
        """Move as little as brings a row and a column into view."""
        ranges = self.map.viewRange()
        moved = [holding(ends[0], ends[1], index) for ends, index in zip(ranges, (key, query), strict=True)]
        if moved != ranges:
            self.map.setRange(xRange=moved[0], yRange=moved[1], padding=0)

    # --- a rectangle ---

    def mark_region(self, part: Part | None) -> None:
        """Its means become the curves; None: as before."""
        self.region, self._anchor = part, None
        if self.plot is not None:
            self._point_out()
            self.pointed.emit(self.told_now)

    def _mark(self, start: QPointF, end: QPointF) -> None:
        assert self.plot is not None, "there is a map"
        self.mark_region(region_of(start, end, self.plot.shape))

    def _begin_or_end(self) -> None:
        """A rectangle that arrows draw: it begins at the selected cell, and stays when it is ended."""
        if self._anchor is None:
            start = self._start()
            self.mark_region(between(start, start))
            self._anchor = start
            if self._cell_now != start:
                self._ask(start)
        else:
            self._anchor = None

    # --- colours ---

    @property
    def levels(self) -> Shown:
        """Numbers of the palest and of the full colour."""
        assert self.plot is not None, "there is a map"
        assert self.style_now is not None, "it is filled"
        return self._chosen or (0.0, self.plot.full(self.style_now))

    def set_levels(self, levels: Shown | None) -> None:
        """Other numbers for the palest and the full colour; None: as in the views."""
        self._chosen = levels
        if self.plot is not None:
            self.cells.show_levels(self.levels)
            self._tell_levels()

    def _tell_levels(self) -> None:
        self.bar.show_levels(self.levels)
        self.levels_shown.emit(*self.levels)

    # --- sections ---

    def set_averages(self, averages: bool) -> None:
        """Means over the rows and columns in view, instead of the selected row and column."""
        self.averages = averages
        if self.plot is not None:
            self._show_sections()

    def _show_means(self) -> None:
        if self.averages and self.region is None and self.plot is not None and self.style_now is not None:
            self._show_sections()

    def _show_sections(self) -> None:
        plot, part = self.plot, self.region or self.part
        assert plot is not None, "there is a map"
        assert self.style_now is not None, "it is filled"
        means = self.averages or self.region is not None
        ways = ((1, self.below, self.below_name, plot.row_told), (0, self.beside, self.beside_name, plot.column_told))
        query, key = plot.current  # without a column that of the row's largest, which the inspector names too
        told_of = (query, self._start()[1] if key is None and query is not None else key)
        for (axis, section, caption, told), at, seen in zip(ways, told_of, part, strict=True):
            picked = None if means else at
            if picked is None and not means:
                numbers = np.full(plot.shape[axis], np.nan)
                name = brief = translate("plots", "no key selected")
            else:
                numbers = plot.section(picked, part, axis)
                if self.region is not None:
                    numbers[~np.isin(np.arange(len(numbers)), part[axis])] = np.nan
                name = told(picked) if picked is not None else _mean_told(axis, seen)
                brief = "" if picked is None else quoted(plot.names[1 - axis][picked])
            section.show_numbers(numbers)
            caption.say(name, self.style_now.palette.ink, brief)

    # --- pointing ---

    def cell_at(self, place: QPointF) -> Cell | None:
        """The cell at a place of the scene; None outside the map."""
        box = self.map.getViewBox()
        if self.plot is None or not box.sceneBoundingRect().contains(place):
            return None
        at = box.mapSceneToView(place)
        query, key = math.floor(at.y()), math.floor(at.x())
        high, wide = self.plot.shape
        return (query, key) if 0 <= query < high and 0 <= key < wide else None

    def place_of(self, cell: Cell) -> QPointF:
        """The middle of a cell, in the scene."""
        return QPointF(self.map.getViewBox().mapViewToScene(QPointF(cell[1] + 0.5, cell[0] + 0.5)))

    def look(self, place: QPointF) -> None:
        """The crosshair through a place of the scene, and what is there."""
        cell = self.cell_at(place)
        self._cross_at(cell)
        self.pointed.emit(self.told_now if cell is None or self.plot is None else self.plot.told(cell))

    def _cross_at(self, cell: Cell | None) -> None:
        for number, line in enumerate(self.crosshair):
            line.setVisible(cell is not None)
            if cell is not None:
                line.setValue(cell[number] + 0.5)

    def _click(self, event: MouseClickEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.show_all()
            return
        cell = self.cell_at(event.scenePos())
        if cell is not None:
            self._ask(cell)

    def _ask(self, cell: Cell) -> None:
        assert self.plot is not None, "it has the cell"
        self.requested.emit(self.plot.select(cell))

    def _dragged(self, line: pyqtgraph.InfiniteLine) -> None:
        """A line goes from cell to cell, and what is selected with it."""
        assert self.plot is not None, "it has lines"
        axis = self.lines.index(line)
        now = list(self._start())
        now[axis] = min(max(math.floor(line.value()), 0), self.plot.shape[axis] - 1)
        if tuple(now) != self._cell_now:
            self._ask((now[0], now[1]))
        else:
            line.setValue(now[axis] + 0.5)

    def _start(self) -> Cell:
        """The selected cell, or the strongest one of the selected row."""
        assert self.plot is not None, "there is a map"
        query, key = self.plot.current
        query = query or 0
        return query, int(np.nanargmax(np.nan_to_num(self.plot.values[query], nan=-np.inf))) if key is None else key

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows, Home, End and pages move the selected cell, + − 0 zoom; the first arrow of all only selects one."""
        key, plot = Qt.Key(event.key()), self.plot
        if plot is None:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_0:
            self.show_all()
        elif key in ZOOMS:
            self._zoom(ZOOMS[key])
        elif key == Qt.Key.Key_R:
            self._begin_or_end()
        elif key == Qt.Key.Key_Escape and self.region is not None:
            self.mark_region(None)
        elif key in ARROWS and self._cell_now is None:
            self._ask(self._start())
        elif cell := cell_by(key, event.modifiers(), self._start(), plot.shape, len(self.part[0])):
            self._ask(cell)
        else:
            super().keyPressEvent(event)

    def _zoom(self, factor: float) -> None:
        """Larger cells around the selected one, where it is in view, else around the middle."""
        (left, right), (top, bottom) = self.map.viewRange()
        query, key = self.plot.current if self.plot is not None else (None, None)
        x = key + 0.5 if key is not None and left <= key + 0.5 <= right else (left + right) / 2
        y = query + 0.5 if query is not None and top <= query + 0.5 <= bottom else (top + bottom) / 2
        self.map.getViewBox().scaleBy((1 / factor, 1 / factor), center=pyqtgraph.Point(x, y))

    def hide_cross(self) -> None:
        """No crosshair until the mouse moves again."""
        self._cross_at(None)

    def leaveEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        self.hide_cross()
        self.pointed.emit(self.told_now)
        super().leaveEvent(event)


def _mean_told(axis: int, seen: range) -> str:
    """Over what a section is the mean."""
    rows, columns = translate("plots", "mean of queries %1 … %2"), translate("plots", "mean of keys %1 … %2")
    return fill(rows if axis else columns, seen.start, seen.stop - 1) if len(seen) else ""
