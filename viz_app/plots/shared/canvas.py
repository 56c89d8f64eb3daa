"""A plot on screen: panels with a common horizontal axis, which pyqtgraph zooms and pans, and points to click.

The wheel zooms, dragging pans, a double click shows all.
"""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QCoreApplication, QPointF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.platform.theme import DARK, LIGHT, Palette, is_dark
from viz_app.plots.shared.panel import PanelItem
from viz_app.plots.shared.plot import Curve, Plot, name_at

translate = QCoreApplication.translate
REACH = 24.0  #: logical pixels around a point in which it is meant
LOW, NARROW = 8, 14  #: lines of text: lower panels stand beside each other, where each is as wide as that
LOWEST, NARROWEST = 5, 10  #: the same where they would be so low that nothing is seen in them
UNBOUNDED = 16777215  #: Qt's largest size


class PlotCanvas(pyqtgraph.GraphicsLayoutWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws one :class:`Plot`; asks for what is clicked, and says what the mouse or the arrow keys point at."""

    requested = Signal(object)  #: a Select or GoToSnapshot
    pointed = Signal(str)  #: curve, point and numbers under the crosshair; "" where nothing is near

    plot: Plot | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.panels: list[PanelItem] = []
        self._columns = 1  # panels beside each other
        self.zoomed = False  #: somebody has chosen a part; else what is added to a curve comes into view
        self.scene().sigMouseMoved.connect(self._look)
        self.scene().sigMouseClicked.connect(self._click)

    @property
    def colours(self) -> Palette:
        return DARK if is_dark(QApplication.instance()) else LIGHT  # type: ignore[arg-type]  # it is there

    @property
    def hint(self) -> str:
        """What hands can do here."""
        return translate("PlotSheet", "The wheel zooms, dragging moves, a click selects; ← and → go along.")

    @property
    def told_now(self) -> str:
        """What is said while nothing is pointed at."""
        return ""

    def show_plot(self, plot: Plot, keep: bool = False) -> None:
        """Draw ``plot``; with ``keep`` a part that a person has chosen stays, where there are as many panels."""
        kept = [panel.viewRange() for panel in self.panels] if keep and self.zoomed else []
        self.plot = plot
        self.setBackground(self.colours.paper)
        self._have(len(plot.panels))
        for number, (panel, item) in enumerate(zip(plot.panels, self.panels, strict=True)):
            item.fill(panel, plot, number >= len(self.panels) - self._columns, self.colours)
        self.show_all()
        if len(kept) == len(self.panels):
            self.zoomed = bool(kept)
            for (across, upward), item in zip(kept, self.panels, strict=True):
                item.setRange(xRange=across, yRange=upward, padding=0)

    def show_all(self) -> None:
        """Everything in view again."""
        self.zoomed = False
        for item in self.panels:
            item.show_all()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Panels that become too low stand beside each other."""
        super().resizeEvent(event)
        if self.plot is not None and self._wanted(len(self.panels)) != self._columns:
            self.show_plot(self.plot, keep=True)

    def _wanted(self, count: int) -> int:
        """Columns of panels: one above the other while each is high enough."""
        line = QFontMetrics(QApplication.font()).height()
        sizes = (LOW, NARROW), (LOWEST, NARROWEST)
        low = any(self.height() < high * line * count and self.width() >= wide * line * count for high, wide in sizes)
        return count if low else 1

    def _have(self, count: int) -> None:
        """As many panels as there are to fill, where there is room for them."""
        placed = len(self.panels), self._columns
        while len(self.panels) > count:
            gone = self.panels.pop()
            self._take(gone)
            gone.ctrlMenu.deleteLater()
        while len(self.panels) < count:
            made = PanelItem()
            made.ctrlMenu.setParent(self, made.ctrlMenu.windowFlags())  # pyqtgraph's own, never shown: it goes with us
            made.getViewBox().sigRangeChangedManually.connect(self._zoomed)
            if self.panels:
                made.setXLink(self.panels[0])
            self.panels.append(made)
        self._columns = self._wanted(count)
        if placed != (count, self._columns):
            self._arrange()

    def _take(self, panel: PanelItem) -> None:
        """Out of the layout."""
        for part in (panel.legend_above, panel):
            if part in self.ci.items:
                self.removeItem(part)

    def _arrange(self) -> None:
        """Each panel under its legend; an empty row or column takes no room."""
        for panel in self.panels:
            self._take(panel)
        for number, panel in enumerate(self.panels):
            down, column = divmod(number, self._columns)
            self.addItem(panel.legend_above, row=2 * down, col=column)
            self.addItem(panel, row=2 * down + 1, col=column)
        grid, rows = self.ci.layout, 2 * math.ceil(len(self.panels) / self._columns)
        for row in range(grid.rowCount()):
            grid.setRowMaximumHeight(row, UNBOUNDED if row < rows else 0)
        for column in range(grid.columnCount()):
            grid.setColumnMaximumWidth(column, UNBOUNDED if column < self._columns else 0)
        self.ci.setGeometry(self.range)  # it has shrunk while it was empty

    def _zoomed(self) -> None:
        self.zoomed = True

    # --- pointing ---

    def nearest(self, place: QPointF) -> tuple[int, Curve, int] | None:
        """(panel, curve, point) next to a place of the scene, within :data:`REACH`."""
        best, found = REACH, None
        for number, (panel, item) in enumerate(zip(self.plot.panels if self.plot else (), self.panels, strict=True)):
            box = item.getViewBox()
            if not box.sceneBoundingRect().contains(place):
                continue
            for curve in panel.curves:
                at, far = self._next_to(box, curve, place)
                if far < best:
                    best, found = far, (number, curve, at)
        return found

    @staticmethod
    def _next_to(box: pyqtgraph.ViewBox, curve: Curve, place: QPointF) -> tuple[int, float]:
        (left, right), (low, high) = box.viewRange()
        frame = box.sceneBoundingRect()
        x = frame.left() + (curve.x - left) / (right - left) * frame.width()
        y = frame.bottom() - (curve.y - low) / (high - low) * frame.height()
        far = np.where(np.isfinite(y), np.hypot(x - place.x(), y - place.y()), np.inf)
        at = int(np.argmin(far)) if far.size else 0
        return at, float(far[at]) if far.size else math.inf

    def _look(self, place: QPointF) -> None:
        self._cross(self.nearest(place))

    def _cross(self, found: tuple[int, Curve, int] | None) -> None:
        for number, item in enumerate(self.panels):
            if found is None:
                item.cross(None, None)
            else:
                _, curve, at = found
                item.cross(float(curve.x[at]), float(curve.y[at]) if found[0] == number else None)
        self.pointed.emit("" if found is None else self.told(found[1], found[2], found[0]))

    def told(self, curve: Curve, at: int, panel: int) -> str:
        """A point with its numbers, in one line."""
        assert self.plot is not None, "it has the point"
        x, y = float(curve.x[at]), float(curve.y[at])
        name = curve.points[at] if curve.points else name_at(self.plot, x)
        if curve.values is not None:
            return f"{curve.name}: {curve.values[at]:.4f} · {name}"
        parts = [curve.name, name, f"{self.plot.horizontal}: {x:.4g}", f"{self.plot.panels[panel].name}: {y:.4f}"]
        return " · ".join(part for part in parts if part)

    def _click(self, event: MouseClickEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.show_all()
            return
        found = self.nearest(event.scenePos())
        goal = found[1].selects[found[2]] if found is not None and found[1].selects else None
        if goal is not None:
            self.requested.emit(goal)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Left and right go along the curve; 0 shows all."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() == Qt.Key.Key_0:
            self.show_all()
        elif event.key() in steps and self.plot is not None:
            self._go(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _go(self, by: int) -> None:
        """To the next point of the curve that has the current one."""
        assert self.plot is not None, "the key was for it"
        for number, panel in enumerate(self.plot.panels):
            for curve in panel.curves:
                found = self.plot.current is not None and self.plot.current in curve.selects
                at = curve.selects.index(self.plot.current) if found else -1
                goals = [place for place, goal in enumerate(curve.selects) if goal is not None]
                to = goals.index(at) + by if at >= 0 else -1
                if 0 <= to < len(goals):
                    self._cross((number, curve, goals[to]))
                    self.requested.emit(curve.selects[goals[to]])
                    return

    def hide_cross(self) -> None:
        """No crosshair until the mouse moves again."""
        self._cross(None)

    def leaveEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        self._cross(None)
        super().leaveEvent(event)
