"""One panel of a plot: axes with tokens, curves that differ by colour, dash and mark, a legend above, a crosshair.

Made once and filled again and again: pyqtgraph's own parts cost more than what they show.
"""

from __future__ import annotations

import re

import numpy as np
import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from viz_app.platform.theme import DARK, LIGHT, Palette
from viz_app.plots.shared.axes import NumberAxis, TokenAxis, small_face
from viz_app.plots.shared.cells import draw_cells
from viz_app.plots.shared.plot import Curve, Goal, Plot, PlotPanel

#: None is orange: rings and frames of what is selected are.
INKS = {LIGHT: ("#1456a5", "#1a7a48", "#8b3a8f", "#6b5a12"), DARK: ("#7fb2f5", "#6fd19b", "#d8a0e0", "#d6cc7a")}
UNIT = re.compile(r"\s*\([^()]*\)$")  #: at the end of an axis' title
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine, Qt.PenStyle.DotLine)
MARKS = ("o", "s", "t", "d")
BESIDE_LINES = len(MARKS) - 1  #: ink and mark of points that stand beside lines, the same in every panel
MOST_MARKED = 60  #: points of a curve that have a mark of their own
BESIDE = 14  #: logical pixels of a point beside lines: open, it lies over them and their marks
MARGIN = 10  #: logical pixels around the title of an axis
MANY = 24  #: points whose marks are smaller, or they would be a chain
LOWEST = 9.0  #: lines of small text that a panel is high which names its axis across
BENT = 0.02  #: of a curve's height
MOST_DOTTED, DOT = 200, 5  #: points that are dots on a curve of its own, and their size in logical pixels
BESIDE_NAME = 56  #: pixels of a sign in a legend, and of what is free around it
ROOM = 0.04  #: of an axis, left free at its ends


class PanelItem(pyqtgraph.PlotItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws one :class:`PlotPanel`."""

    def __init__(self) -> None:
        self.names = TokenAxis()
        super().__init__(axisItems={"bottom": self.names, "left": NumberAxis("left")}, enableMenu=False)
        self.hideButtons()
        self.getViewBox().setDefaultPadding(ROOM)
        self.legend_above = pyqtgraph.LegendItem()
        self._panel: PlotPanel | None = None
        self._current: Goal = None
        self._ring = pyqtgraph.ScatterPlotItem(size=16, brush=None, pxMode=True)
        self._upward = self._across = ""  #: the whole titles of both axes
        self.getAxis("left").geometryChanged.connect(self._fit_title)
        self._cross = tuple(pyqtgraph.InfiniteLine(angle=angle) for angle in (90, 0))

    def fill(self, panel: PlotPanel, plot: Plot, last: bool, colours: Palette) -> None:
        """Show ``panel``; the ``last`` one names the horizontal axis for all."""
        self._panel, self._current = panel, plot.current
        self.clear()
        layers = _rows_of_cells(panel)
        self.showGrid(x=not layers, y=not layers, alpha=0.15)
        self.getAxis("left").setTicks([[(float(layer), str(layer)) for layer in layers], []] if layers else None)
        self.names.set_names(plot.ticks, plot.first, _place_of(plot, panel))
        self._dress(panel.name, plot.horizontal if last else "", colours)
        numbered = _numbered(panel)
        drawn = [self._draw(curve, number, colours) for number, curve in reversed(numbered)]
        for line, (number, _) in zip(drawn, reversed(numbered), strict=True):
            line.setZValue(1 if number == BESIDE_LINES else 0)
        self._explain(drawn[::-1], colours)
        self.setLimits(yMin=None if panel.lowest is None else panel.lowest - 0.1 * (abs(panel.lowest) or 1))
        self._ring.setPen(pyqtgraph.mkPen(colours.selection, width=2))
        self.addItem(self._ring)
        for line in self._cross:
            line.setPen(pyqtgraph.mkPen(colours.muted, style=Qt.PenStyle.DotLine))
            line.hide()
            self.addItem(line, ignoreBounds=True)
        self.point_out(plot.current)
        self._fit_title()

    def resizeEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit_title()
        self._fit_legend()

    def _fit_title(self) -> None:
        """An axis that is shorter than its title leaves out its unit, or has the brief one, or none.

        A low panel has numbers across, and no title: the curves need what there is.
        """
        axis, metrics = self.getAxis("left"), QFontMetricsF(small_face())
        brief = "" if self._panel is None else self._panel.brief
        names = self._upward, UNIT.sub("", self._upward), brief
        room = axis.size().height() - MARGIN
        title = next((each for each in names if each and metrics.horizontalAdvance(each) <= room), "")
        if title != axis.labelText:
            axis.setLabel(title)
            axis.resizeEvent()  # to the middle
        if bool(title) != axis.label.isVisible():
            axis.showLabel(bool(title))
        across = bool(self._across) and self.size().height() >= LOWEST * metrics.height()
        if across != self.names.label.isVisible():
            self.names.showLabel(across)
            self.names.setHeight(None if across else round(1.5 * metrics.height()))

    def show_all(self) -> None:
        """Everything in view; an axis whose ends have a meaning from end to end."""
        self.enableAutoRange()
        if self._panel is not None and _rows_of_cells(self._panel):
            xs, ys = self._panel.curves[0].x, self._panel.curves[0].y
            self.setRange(
                xRange=(xs.min() - 0.5, xs.max() + 0.5), yRange=(ys.min() - 0.5, ys.max() + 0.5), padding=0.01
            )
            return
        if self._panel is not None and self._panel.lowest is not None and self._panel.highest is not None:
            self.setYRange(self._panel.lowest, self._panel.highest, padding=ROOM)

    def point_out(self, current: Goal) -> None:
        """A ring around each point that selects ``current``."""
        found = [
            (float(curve.x[at]), float(curve.y[at]))
            for curve in (self._panel.curves if self._panel is not None else ())
            for at, select in enumerate(curve.selects if curve.values is None else ())  # a cell has a frame
            if select is not None and select == current and np.isfinite(curve.y[at])
        ]
        self._ring.setData([x for x, _ in found], [y for _, y in found])

    @property
    def ringed(self) -> list[tuple[float, float]]:
        """Where the rings are."""
        x, y = self._ring.getData()
        return list(zip(x.tolist(), y.tolist(), strict=True))

    def cross(self, x: float | None, y: float | None) -> None:
        """The crosshair through a point; None hides a line."""
        for line, value in zip(self._cross, (x, y), strict=True):
            line.setVisible(value is not None)
            if value is not None:
                line.setValue(value)

    def _dress(self, upward: str, across: str, colours: Palette) -> None:
        face, self._upward, self._across = small_face(), upward, across
        for side, text in (("left", upward), ("bottom", across)):
            lines = self.getAxis(side)
            lines.setPen(pyqtgraph.mkPen(colours.muted))
            lines.setTextPen(pyqtgraph.mkPen(colours.ink))
            lines.setTickFont(face)
            lines.setStyle(maxTickLevel=0)
            lines.setSIPrefixEnableRanges(())  # else numbers below 1 stay thousandths, however they change
            lines.enableAutoSIPrefix(False)
            lines.setLabel(text, color=colours.ink, **{"font-size": f"{face.pixelSize()}px"})
            lines.showLabel(bool(text))
        self.getAxis("left").setWidth(round(4.6 * face.pixelSize()))

    def _explain(self, drawn: list[pyqtgraph.PlotDataItem], colours: Palette) -> None:
        """The legend lies above the panel: inside it, it would lie on what it explains."""
        legend, high = self.legend_above, small_face().pixelSize()
        legend.clear()
        legend.setLabelTextColor(colours.ink)
        legend.setLabelTextSize(f"{high}px")
        for line in drawn if len(drawn) > 1 else ():
            legend.addItem(line, line.name())
        legend.setVisible(len(drawn) > 1)
        self._fit_legend()

    def _fit_legend(self) -> None:
        """As many names beside each other as have room; the others below them."""
        legend, face, wide = self.legend_above, small_face(), self.size().width()
        names = [label.text for _, label in legend.items]
        room = max((QFontMetricsF(face).horizontalAdvance(name) for name in names), default=0.0) + BESIDE_NAME
        count = max(1, len(names))
        beside = next((each for each in range(count, 1, -1) if each * room <= wide), 1) if wide else count
        legend.setColumnCount(beside)
        lines = -(-len(names) // beside)
        legend.setMaximumHeight((2.2 + 1.6 * (lines - 1)) * face.pixelSize() if names else 0)

    def _draw(self, curve: Curve, number: int, colours: Palette) -> pyqtgraph.PlotDataItem:
        """The first curve lies over the others, whose larger marks are open: equal ones are both seen."""
        if curve.values is not None:
            draw_cells(self, curve, colours, small_face(), self._current)
            return self.plot(curve.x, curve.y, name=curve.name, pen=None)
        ink = INKS[colours][number % len(MARKS)]
        if curve.line is not None:
            pen = pyqtgraph.mkPen(ink, width=2, style=DASHES[number % len(DASHES)])
            if len(curve.x) <= MOST_DOTTED and _bends(curve):
                self.plot(curve.x, curve.y, pen=None, symbol="o", symbolSize=DOT, symbolBrush=ink, symbolPen=None)
            return self.plot(*curve.line, name=curve.name, pen=pen)
        marked = not curve.joined or len(curve.x) <= MOST_MARKED
        opened = number > 0 if curve.joined else number == BESIDE_LINES
        many = curve.joined and len(curve.x) > MANY
        size = (9 if many else 12) if opened else DOT if many else 8
        if not curve.joined:
            size = BESIDE if number == BESIDE_LINES else 11
        return self.plot(
            curve.x, curve.y, name=curve.name, connect="finite",
            pen=pyqtgraph.mkPen(ink, width=2, style=DASHES[number % len(DASHES)]) if curve.joined else None,
            symbol=MARKS[number % len(MARKS)] if marked else None, symbolSize=size,
            symbolBrush=None if opened else ink if curve.joined else ink + "a0",
            symbolPen=pyqtgraph.mkPen(ink, width=2) if opened else colours.paper,
        )  # fmt: skip


def _numbered(panel: PlotPanel) -> list[tuple[int, Curve]]:
    """By which mark and ink: points beside lines have the last, the same in every panel."""
    beside = any(curve.joined for curve in panel.curves)
    return [
        (number if curve.joined or not beside else BESIDE_LINES, curve) for number, curve in enumerate(panel.curves)
    ]


def _rows_of_cells(panel: PlotPanel) -> list[int]:
    """The whole numbers upward of a panel of coloured cells; none of any other panel."""
    return sorted({round(y) for curve in panel.curves if curve.values is not None for y in curve.y.tolist()})


def _bends(curve: Curve) -> bool:
    """Does its line leave the straight ones between its points, so that one asks where these are?"""
    assert curve.line is not None, "it has one of its own"
    x, y = curve.line
    return bool(np.abs(np.interp(x, curve.x, curve.y) - y).max(initial=0) > BENT * np.ptp(y))


def _place_of(plot: Plot, panel: PlotPanel) -> int | None:
    """The place of the current point on an axis of names."""
    if not plot.ticks:
        return None
    found = (curve.x[curve.selects.index(plot.current)] for curve in panel.curves if plot.current in curve.selects)
    return next((round(x) for x in found), None)
