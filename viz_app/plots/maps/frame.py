"""The places of the map explorer: the map with its axes, a curve below and one beside it, and the bar of colours.

Where there is little room the curves give way, and then the names become shorter: the map stays.
"""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from viz_app.platform.theme import LIGHT, Palette
from viz_app.plots.maps.level_bar import LevelBar
from viz_app.plots.maps.map_item import MapItem
from viz_app.plots.maps.names_axis import NamesAxis
from viz_app.plots.maps.region import RegionBox, RegionMark
from viz_app.plots.maps.section_item import SectionItem
from viz_app.plots.maps.surroundings import Caption, CellMark, MapHeading, cell_line
from viz_app.plots.shared.axes import small_face

#: Heights of a letter: what the curves are wide and high, and what a page is at least that has them.
SIDE, BELOW = 11.0, 9.5
WIDE, HIGH = 48.0, 34.0
NAMES = (0.2, 0.16)  #: of the page's width and height, for names beside rows and above columns


class MapFrame(pyqtgraph.GraphicsLayoutWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """What the explorer consists of, and where each part stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells, self.mark, self.region_mark = MapItem(), CellMark(), RegionMark()
        self.rows, self.columns = NamesAxis("left", LIGHT), NamesAxis("top", LIGHT)
        names = {"left": self.rows, "top": self.columns}
        self.map = pyqtgraph.PlotItem(axisItems=names, enableMenu=False, viewBox=RegionBox(enableMenu=False))
        self.below, self.beside, self.bar = SectionItem(upright=False), SectionItem(upright=True), LevelBar()
        self.heading, self.beside_name, self.below_name = MapHeading(), Caption(), Caption()
        self.lines = tuple(cell_line(upright, movable=True) for upright in (False, True))  #: of the selected cell
        self.crosshair = tuple(cell_line(upright, movable=False) for upright in (False, True))
        for item in (self.cells, self.mark, self.region_mark, *self.lines, *self.crosshair):
            self.map.addItem(item, ignoreBounds=True)
        box = self.map.getViewBox()
        box.invertY(True)
        box.setDefaultPadding(0)
        self.map.hideButtons()
        for side in ("top", "bottom"):
            self.map.showAxis(side)
        self.map.getAxis("bottom").setTicks([])
        self.below.setXLink(self.map)
        self.beside.setYLink(self.map)
        for each in (self.map, self.below, self.beside):
            each.ctrlMenu.setParent(self, each.ctrlMenu.windowFlags())  # pyqtgraph's own, never shown: it goes with us
        self._arrange()

    def _arrange(self) -> None:
        for item, *place in (
            (self.heading, 0, 0, 1, 2), (self.map, 1, 0), (self.beside, 1, 1), (self.below_name, 2, 0),
            (self.beside_name, 2, 1), (self.below, 3, 0), (self.bar, 3, 1),
        ):  # fmt: skip
            self.addItem(item, *place)
        grid = self.ci.layout
        grid.setContentsMargins(10, 4, 10, 6)
        grid.setSpacing(2)
        grid.setRowStretchFactor(1, 1)
        grid.setColumnStretchFactor(0, 1)

    def dress(self, palette: Palette) -> None:
        """Colours of what is no map."""
        self.setBackground(palette.paper)
        self.map.getAxis("bottom").setPen(pyqtgraph.mkPen(palette.line))
        for section in (self.below, self.beside):
            section.dress(palette)
        for line in self.lines:
            line.setPen(pyqtgraph.mkPen(palette.selection + "a0"))  # the cells under it are seen
            line.setHoverPen(pyqtgraph.mkPen(palette.selection, width=2))
        for line in self.crosshair:
            line.setPen(pyqtgraph.mkPen(palette.muted, style=Qt.PenStyle.DotLine))

    def fit(self) -> None:
        """Sizes for the letters and the page as they are."""
        letter = small_face().pixelSize()
        low, narrow = self.height() < HIGH * letter, self.width() < WIDE * letter
        self.rows.set_room(NAMES[0] * self.width())
        self.columns.set_room(NAMES[1] * self.height())
        wide, high = 0 if narrow else SIDE * letter, 0 if low else BELOW * letter
        for items, shown in (
            ((self.beside,), not narrow), ((self.below, self.below_name), not low),
            ((self.bar, self.beside_name), not (low or narrow)),
        ):  # fmt: skip
            for item in items:
                item.setVisible(shown)
        for item in (self.beside, self.beside_name, self.bar):
            item.setFixedWidth(wide)
        for item in (self.below, self.bar):
            item.setFixedHeight(high)
        for caption in (self.below_name, self.beside_name):
            caption.setFixedHeight(0 if low else 1.5 * letter)
        self.below.getAxis("left").setWidth(self.rows.minimumWidth())
        self.beside.set_top(self.columns.minimumHeight())
        self.map.getAxis("bottom").setHeight(0 if narrow else self.beside.getAxis("bottom").minimumHeight())

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802 - Qt's name
        """pyqtgraph calls it before there is anything to place, without an event, and when all is gone."""
        super().resizeEvent(event)
        if hasattr(self, "heading") and not self.closed:
            self.fit()
