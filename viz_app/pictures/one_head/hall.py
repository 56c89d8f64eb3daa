"""Maps in a hall: few rows, of which one stands out; of one head as many cells as have room for large letters."""

from __future__ import annotations

from dataclasses import fields, replace

from PySide6.QtGui import QPainter

from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.marks import least_row, printed_cell
from viz_app.pictures.drawing.picture import Picture, PictureModule, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.steps.named_labels import paint_spotlights
from viz_app.pictures.one_head import picture as one_head
from viz_app.pictures.one_head.places import ShownMap, placed
from viz_app.state.classroom.presentation import MOST_COLUMNS, MOST_ROWS, part_around
from viz_app.state.state import Snapshot, map_shape
from viz_app.state.zoom import Shape, Zoom, fitted

FEWEST = 3  #: rows and columns, however large the letters


class SpotlitSheet(MapSheet):
    """The map with one row outlined and the others dimmed."""

    def paint_over(self, painter: QPainter) -> None:
        """See ``Page``."""
        super().paint_over(painter)
        paint_spotlights(painter, self.plan.geometries(self.selection.step).drawn, self.selection, self.style)


def picture(module: PictureModule, snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """As in the window, with what a hall needs; see ``PictureModule``."""
    now = bounded(snapshot, width, height, style) if module is one_head else of_few_rows(snapshot)
    return spotlit(module.picture(now, width, height, style))


def spotlit(drawn: Picture) -> Picture:
    """With the row outlined in each of its maps; as it is where it is no sheet of them."""
    if type(drawn) is not MapSheet:  # one that does more than that marks its places itself
        return drawn
    return SpotlitSheet(*(getattr(drawn, item.name) for item in fields(drawn)))


def bounded(snapshot: Snapshot, width: int, height: int, style: Style) -> Snapshot:
    """``snapshot`` with the part of its map that a hall can read; what is left out, the heading names."""
    shape = map_shape(snapshot)
    if 0 in shape:
        return snapshot
    return replace(snapshot, zoom=part_around(snapshot, shape, _most(snapshot, shape, (width, height), style)))


def of_few_rows(snapshot: Snapshot) -> Snapshot:
    """The same for several maps side by side: all of their columns, since each has its largest weights elsewhere."""
    shape = map_shape(snapshot)
    if 0 in shape:
        return snapshot
    return replace(snapshot, zoom=part_around(replace(snapshot, zoom=None), shape, (MOST_ROWS, shape[1])))


def _most(snapshot: Snapshot, shape: Shape, size: Shape, style: Style) -> Shape:
    """The most cells of which each has its number and each row and column its name."""
    trace, chosen = snapshot.trace, snapshot.selection
    assert trace is not None, "its map has a shape"
    style = quantities.measured(style, trace, chosen.kind)
    rows, columns = min(shape[0], MOST_ROWS), min(shape[1], MOST_COLUMNS)
    while True:
        part = fitted(Zoom(0, 0, rows, columns), shape)
        places = placed(ShownMap(trace, chosen.kind, chosen.layer, chosen.head, part), size, style)[1]
        named = rows <= FEWEST or places.y.cell >= least_row(style)
        wide = columns <= FEWEST or places.x.cell >= printed_cell(replace(style, fewest_decimals=2))
        if named and wide:
            return rows, columns
        rows, columns = rows - (not named), columns - (not wide)
