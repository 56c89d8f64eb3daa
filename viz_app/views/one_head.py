"""One head: a single map with labels and values, the other heads small beside it. Pointing at a cell selects it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QPointF, QTimer
from PySide6.QtWidgets import QWidget

from viz_app.pictures.drawing.picture import Cell, Picture, PictureModule
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head import picture as one_head
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot, map_shape
from viz_app.state.zoom import ShowPart, Zoom, ZoomBy, zoomed
from viz_app.views.shared import view

if TYPE_CHECKING:
    from viz_app.views.shared.map_controls import MapButtons

NOTCH = 1.25  #: how much larger cells become with each notch of the wheel


class OneHeadView(view.HoveringView):
    """Follows the pointer from cell to cell; a click pins a cell, and leaving goes back to it.

    The wheel zooms at the pointer; a map of which only a part is shown can be dragged, and a double
    click shows all of it again. Where a map has no room for all its labels, buttons do the same, and a click on the
    small map of the whole goes there.
    """

    module: ClassVar[PictureModule] = one_head
    name = "one_head"
    reads_activations = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: Zoom | None = None  # the part that was shown when a drag began
        self.canvas.zooms = True
        self.canvas.turned.connect(self._zoom)
        self.canvas.grabbed.connect(self._hold)
        self.canvas.dragged.connect(self._pan)
        self._placing = QTimer(self, singleShot=True, interval=0)  # not while the canvas paints
        self._placing.timeout.connect(self._place_buttons)
        self.canvas.drawn.connect(self._placing.start)

    def display(self, snapshot: Snapshot) -> None:
        """As every view; only a part of a map can be dragged."""
        self.canvas.draggable = snapshot.zoom is not None
        super().display(snapshot)

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """The part that is shown, too."""
        return *super().subject(snapshot), snapshot.zoom

    def click(self, cell: Cell) -> None:
        """A cell is pinned; the small map of another head shows that head, at the same cell."""
        if self._is_other_head(cell):
            self.requested.emit(Select(head=cell.head))
        elif (there := self._on_whole_map()) is not None and self.snapshot.zoom is not None:
            part = self.snapshot.zoom
            row, column = there[0] - part.rows // 2, there[1] - part.columns // 2
            self.requested.emit(ShowPart(replace(part, row=row, column=column)))
        elif (later := self._later_step(cell)) is not None:
            self.requested.emit(Select(step=later))
        else:
            super().click(cell)

    def open(self, cell: Cell) -> None:
        """A double click shows all of the map; one that is shown whole is open already."""
        if self.snapshot.zoom is None:
            super().open(cell)
        else:
            self.requested.emit(ShowPart(None))

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the inspector reads it out: a tooltip would only hide others."""
        return super().explain(cell) if self._is_other_head(cell) else ""

    def _is_other_head(self, cell: Cell) -> bool:
        return cell.head != self.snapshot.selection.head

    def _later_step(self, cell: Cell) -> int | None:
        """The step of a row after the one on screen, where its place was clicked: a clicked row is a step."""
        sheet, place = _sheet(self.canvas.picture), self.canvas.released
        at = None if sheet is None or cell.kind == "encoder" else sheet.under(place.x(), place.y())
        chosen = self.snapshot.selection
        return None if at is None or cell.query is not None or at[0] <= chosen.step else at[0]

    def _on_whole_map(self) -> tuple[int, int] | None:
        """The cell of the small map of this head that was clicked."""
        picture, place = self.canvas.picture, self.canvas.released
        return picture.small_cell(place.x(), place.y()) if isinstance(picture, WithSisters) else None

    @cached_property
    def buttons(self) -> MapButtons:
        """The zoom's and the scales', made after the first paint."""
        from viz_app.views.shared.map_controls import MapButtons

        made = MapButtons(self.canvas)
        made.zoom.requested.connect(self.requested)
        made.scales.requested.connect(self.requested)
        return made

    def _place_buttons(self) -> None:
        """Where the picture leaves room for them; the zoom's where not every token has its name, or a part is shown."""
        sheet, zoomed = _sheet(self.canvas.picture), self.snapshot.zoom is not None
        if sheet is None:
            self.buttons.hide()
            return
        plan, letters = sheet.plan, 0.9 * sheet.style.font_pixels
        self.buttons.zoom.tell(zoomed)
        self.buttons.scales.tell(plan.offers)
        self.buttons.zoom.place(plan.zoom_box if zoomed or sheet.unnamed else None, sheet.style.ratio, letters)
        self.buttons.scales.place(plan.offer_box, sheet.style.ratio, letters)

    # --- zooming ---

    def _zoom(self, place: QPointF, notches: int) -> None:
        """What is under the pointer stays there, though the map's place on the page may change with its size."""
        now, factor = self.snapshot, NOTCH**notches
        sheet = _sheet(self.canvas.picture)
        at = None if sheet is None else sheet.under(place.x(), place.y())
        if at is None:
            self.requested.emit(ZoomBy(factor))
            return
        zoom = zoomed(now.zoom, map_shape(now), factor, at[0] + 0.5, at[1] + 0.5)
        self.requested.emit(ShowPart(zoom and self._holding(zoom, at, place)))

    def _holding(self, zoom: Zoom, cell: tuple[int, int], place: QPointF) -> Zoom:
        """``zoom``, moved so that a cell lies at a place."""
        ratio, size = self.canvas.devicePixelRatioF(), (self.canvas.width(), self.canvas.height())
        x, y = one_head.axes(replace(self.snapshot, zoom=zoom), *size, self.style_on_screen(ratio))
        rows, columns = y.cells(int(place.y() * ratio)), x.cells(int(place.x() * ratio))
        if not (rows and columns):
            return zoom
        return replace(zoom, row=cell[0] - rows[0], column=cell[1] - columns[0])

    def _hold(self) -> None:
        self._held = self.snapshot.zoom

    def _pan(self, by: QPointF) -> None:
        """The cell that was grabbed stays under the pointer."""
        sheet = _sheet(self.canvas.picture)
        if sheet is not None and self._held is not None:
            high, wide = sheet.pitch
            self.requested.emit(ShowPart(self._held.moved(-round(by.y() / high), -round(by.x() / wide))))


def _sheet(picture: Picture) -> MapSheet | None:
    """The large map of a picture that shows one."""
    main = picture.main if isinstance(picture, WithSisters) else picture
    return main if isinstance(main, MapSheet) else None
