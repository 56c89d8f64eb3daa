"""All layers: every head of every layer of the chosen kind, as small maps, in an order of one's choice."""

from __future__ import annotations

from typing import Any, ClassVar, get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from model.common.text import fill
from model.network.interventions import HeadAblated
from viz_app.pictures import all_layers
from viz_app.pictures.drawing import head_orders, picture_texts
from viz_app.pictures.drawing.picture import Cell, PictureModule
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.preferences import HeadOrder
from viz_app.platform.text import plain_tooltip
from viz_app.state.change_here import click_on_head, clicks_change
from viz_app.state.intents import ChangeSettings, Select, SetView
from viz_app.state.state import Snapshot
from viz_app.state.what_if import FlipChange
from viz_app.views.shared.place_line import PlaceLine
from viz_app.views.shared.view import View, translate

LETTERS = 20  #: of an order that are seen; its list is as wide as it needs
PARTS = 4  #: of a tooltip: the map, the row, the column, the number
ORDERS: tuple[HeadOrder, ...] = get_args(HeadOrder)


class AllLayersView(View):
    """A click chooses a layer and head, a double click opens it; while *What if* is open a click switches heads."""

    module: ClassVar[PictureModule] = all_layers
    name = "all_layers"
    reads_activations = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order_box, label = QComboBox(), QLabel(translate("AllLayersView", "Heads by"))
        self.order_box.addItems([head_orders.name(order) for order in ORDERS])
        self.order_box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.order_box.setMinimumWidth(60)
        self.order_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.order_box.setMinimumContentsLength(LETTERS)
        self.place = PlaceLine()
        self.order_box.setAccessibleName(label.text())
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(self.order_box)
        row = QHBoxLayout()
        row.setContentsMargins(8, 3, 8, 3)
        row.addWidget(label)
        row.addWidget(self.order_box)
        row.addSpacing(12)
        row.addWidget(self.place, 1)
        self.column.addLayout(row)
        self.order_box.currentIndexChanged.connect(
            lambda index: self.requested.emit(ChangeSettings({"head_order": ORDERS[index]}))
        )

    def display(self, snapshot: Snapshot) -> None:
        self.order_box.blockSignals(True)
        self.order_box.setCurrentIndex(ORDERS.index(snapshot.settings.head_order))
        self.order_box.blockSignals(False)
        self.order_box.setToolTip(plain_tooltip(head_orders.base(snapshot)))
        super().display(snapshot)
        self._tell(None)

    def point(self, cell: Cell | None) -> None:
        """Maps are small here: what is pointed at is named in the line below them. A hand: a click switches."""
        switch = cell is not None and self._switch(cell) is not None
        self.canvas.setCursor(Qt.CursorShape.PointingHandCursor if switch else Qt.CursorShape.ArrowCursor)
        self._tell(cell)

    def choose(self, cell: Cell) -> None:
        """Its layer, head and cell."""
        super().click(cell)

    def click(self, cell: Cell) -> None:
        """Off with it, or back, where clicks change something."""
        change = self._switch(cell)
        self.choose(cell)
        if change is not None:
            self.requested.emit(FlipChange(change))

    def explain(self, cell: Cell) -> str:
        """What a click does comes first."""
        change, told = self._switch(cell), super().explain(cell)
        return told if change is None else "\n".join((self._click_told(change), told))

    def _switch(self, cell: Cell) -> HeadAblated | None:
        return click_on_head(self.snapshot, cell.kind, cell.layer, cell.head) if clicks_change(self.snapshot) else None

    def _click_told(self, change: HeadAblated) -> str:
        if change in self.snapshot.what_if.active:
            return translate("AllLayersView", "Click: this head on again")
        return translate("AllLayersView", "Click: this head off")

    def leave(self) -> None:
        """What is selected is named again."""
        self._tell(None)

    def _tell(self, pointed: Cell | None) -> None:
        """The tooltip's words in the line; of what is selected where nothing is pointed at."""
        chosen, trace = self.snapshot.selection, self.snapshot.trace
        if trace is None or picture_texts.no_maps(self.snapshot):
            self.place.tell("")
            return
        place = chosen.kind, chosen.layer, chosen.head
        cell = pointed or Cell(*place, chosen.query, chosen.key)
        told = super().explain(cell).split("\n")[:PARTS]
        if cell.query is None and chosen.kind != "encoder" and trace.steps:
            row = min(chosen.step, trace.maps(chosen.kind).shape[-2] - 1)
            told.append(fill(translate("View", "query: %1"), " → ".join(tokens_of(trace).row(chosen.kind, row))))
        self.place.tell("\n".join(told), f"{cell.layer + 1}.{cell.head + 1}")

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        return *super().subject(snapshot), snapshot.described, snapshot.compared

    @property
    def _moves_along(self) -> bool:
        """Does another selection bring another order?"""
        return self.snapshot.settings.head_order == "similar"

    def open(self, cell: Cell) -> None:
        """A double click: its first click may have moved the map away from under the pointer.

        Where clicks change something it is two of them.
        """
        if self._switch(cell) is not None:
            self.click(cell)
        elif self._moves_along:
            self.requested.emit(SetView("one_head"))
        else:
            super().open(cell)

    def move_by(self, rows: int, columns: int) -> None:
        """An arrow key: to the map that stands there, whatever its head's number.

        Where the order follows the selection, to the next number: else there would be no way past the first two.
        """
        chosen, order = self.snapshot.selection, head_orders.heads(self.snapshot)
        layer = chosen.layer + rows
        if order is None or self._moves_along or not 0 <= layer < len(order.heads):
            super().move_by(rows, columns)
            return
        here, there = order.heads[chosen.layer], order.heads[layer]
        column = here.index(chosen.head) + columns
        self.requested.emit(Select(layer=layer, head=there[min(max(column, 0), len(there) - 1)]))
