"""Compare: the pinned run beside the one on screen, and what is different; heads by change, each a click away."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from model.analysis.comparison.two_runs import Comparison
from model.common.text import fill
from model.transforms.view_transform import PLAIN
from viz_app.pictures.compare import picture as compare
from viz_app.pictures.compare.numbers import ComparedHead, among_both, both_of, in_run
from viz_app.pictures.compare.ranks import change_told
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.picture import Cell, Picture, PictureModule
from viz_app.pictures.one_head import scale_offers
from viz_app.platform.text import in_menu, plain_tooltip
from viz_app.state.comparison import PinRun, compared_with, is_pinned_itself
from viz_app.state.intents import ChangeSettings, Select, SetReading
from viz_app.state.state import Snapshot
from viz_app.views.shared import view
from viz_app.views.shared.flow_layout import FlowLayout
from viz_app.views.shared.map_controls import ScaleButtons
from viz_app.views.shared.place_line import PlaceLine
from viz_app.views.shared.view import translate

LEAST = 120  #: pixels of the line that tells a cell's three numbers


class CompareView(view.HoveringView):
    """Pointing marks the same cell in all three maps, a click selects it; the cells of later steps are there too.

    A row or a column that only the pinned run has can be pointed at, but not selected: this run has no such place.
    """

    module: ClassVar[PictureModule] = compare
    name = "compare"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pointed: Cell | None = None  # among the rows and columns of both
        self.pin = QPushButton(in_menu(translate("CompareView", "Pin this run")))
        self.before = QPushButton(in_menu(translate("CompareView", "Compare with before")))
        self.common = QCheckBox(translate("CompareView", "Only what both have"))
        self.place = PlaceLine(self)
        self.pin.clicked.connect(lambda: self.requested.emit(PinRun()))
        self.before.clicked.connect(lambda: self.requested.emit(PinRun("before")))
        self.common.clicked.connect(self._leave_out)
        row = FlowLayout()
        for part, tip in (
            (self.pin, translate("CompareView", "Keeps this run to compare later ones with.")),
            (self.before, translate("CompareView", "Compares with what this run was before its last change.")),
            (self.common, translate("CompareView", "Leaves out layers and heads that one of the networks lacks.")),
        ):
            part.setToolTip(plain_tooltip(tip))
            row.addWidget(part)
        self.column.setStretchFactor(self.canvas, 1)
        self.column.addLayout(row)
        row.add_rest(self.place, LEAST)
        self._placing = QTimer(self, singleShot=True, interval=0)  # not while the canvas paints
        self._placing.timeout.connect(self._place_scales)
        self.canvas.drawn.connect(self._placing.start)

    def display(self, snapshot: Snapshot) -> None:
        """As every view; what was pointed at is nothing in another run, kind or head."""
        if self.subject(self.snapshot)[:3] != self.subject(snapshot)[:3]:
            self._pointed = None
        super().display(snapshot)
        run, other = snapshot.run, compared_with(snapshot)
        held = self.pin.hasFocus()
        self.pin.setEnabled(run is not None and not is_pinned_itself(snapshot))
        if held and not self.pin.isEnabled():
            self.canvas.setFocus()  # else the keyboard falls to the next button
        self.before.setEnabled(run is not None)
        self.common.setVisible(run is not None and other is not None and _other_size(snapshot))
        self.common.setChecked(snapshot.settings.compare_common)
        self._tell()

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """Both runs are shown as they were computed."""
        chosen, place = snapshot.run_selection, ("kind", "layer", "head")
        seen = snapshot.run, compared_with(snapshot), tuple(getattr(chosen, name) for name in place)
        return *seen, chosen, snapshot.settings, snapshot.grows, snapshot.ranking

    @cached_property
    def scales(self) -> ScaleButtons:
        """Other scales for a head that changes little beside others, after the name of its difference."""
        made = ScaleButtons(self.canvas)
        made.requested.connect(self.requested)
        return made

    def _place_scales(self) -> None:
        """As many as have room there."""
        picture = self.canvas.picture
        if isinstance(picture, compare.ComparisonSheet) and picture.change is not None and picture.plan.offer_box:
            (left, top, wide, high), style = picture.plan.offer_box, picture.style
            found = scale_offers.offers(*picture.change, by_rows=False)
            while found and scale_offers.room(found, style) > wide:
                found = found[:-1]
            self.scales.tell(found)
            box = (left, top, scale_offers.room(found, style), high) if found else None
            self.scales.place(box, style.ratio, 0.9 * style.font_pixels)
        elif "scales" in vars(self):
            self.scales.hide()

    # --- pointing and choosing ---

    def point(self, cell: Cell | None) -> None:
        """A head of the list is only read out; a cell is marked in all maps, and selected where this run has it now."""
        if cell is None or (cell.query is None and cell.key is None) or not self._is_shown(cell):
            self.leave()
            return
        self._pointed = cell
        self.canvas.refresh()
        self._tell()
        own = self._own(cell)
        if self._is_decoded(own):
            super().point(own)
        else:
            super().leave()

    def leave(self) -> None:
        """What is selected is marked again."""
        if self._pointed is not None:
            self._pointed = None
            self.canvas.refresh()
            self._tell()
        super().leave()

    def click(self, cell: Cell) -> None:
        """To the cell, or to a head of the list and the cell that changed most; both runs as they were computed."""
        own = self._own(cell)
        if cell.query is not None and (own.query, own.key) == (None, None):
            return  # only the other run has it
        if not self.snapshot.reading.is_plain:
            self.requested.emit(SetReading(PLAIN))
        self._pointed = cell if self._is_shown(cell) else None
        self._pinned, self._hovered = (own.query, own.key), None
        self.requested.emit(view.selection_of(own))

    def explain(self, cell: Cell) -> str:
        """Of a head of the list how much changed; the line below tells of a cell."""
        both = both_of(self.snapshot)
        if isinstance(both, str) or self._is_shown(cell):
            return ""
        place = cell.kind, cell.layer, cell.head
        changed = next((one for one in both.ranking if (one.kind, one.layer, one.head) == place), None)
        if changed is None:
            return ""
        lines = [
            fill(translate("View", "Layer %1, head %2"), cell.layer + 1, cell.head + 1),
            fill(translate("CompareView", "mean |difference| of a weight: %1"), change_told(changed.mean)),
            fill(translate("CompareView", "moved within a row on average: %1 of its weight"), f"{changed.per_row:.4f}"),
            fill(translate("CompareView", "largest difference: %1"), f"{changed.largest:+.4f}".replace("-", "−")),
        ]
        return "\n".join(lines)

    def _leave_out(self, on: bool) -> None:
        """Only what both have, or all again; a head that one of them lacks is left for the nearest that both have."""
        self.requested.emit(ChangeSettings({"compare_common": on}))
        run, other, chosen = self.snapshot.run, compared_with(self.snapshot), self.snapshot.selection
        if not on or run is None or other is None:
            return
        layers, heads = (
            min(count(chosen.kind) for count in counts)
            for counts in ((run.layers, other.layers), (run.heads, other.heads))
        )
        if layers and heads and (chosen.layer >= layers or chosen.head >= heads):
            self.requested.emit(Select(layer=min(chosen.layer, layers - 1), head=min(chosen.head, heads - 1)))

    # --- what is where ---

    def _is_shown(self, cell: Cell) -> bool:
        """Is it a cell of the maps, and no head of the list?"""
        chosen = self.snapshot.run_selection
        return (cell.kind, cell.layer, cell.head) == (chosen.kind, chosen.layer, chosen.head)

    def _own(self, cell: Cell) -> Cell:
        """The same cell in the run on screen."""
        both = both_of(self.snapshot)
        query, key = (None, None) if isinstance(both, str) else in_run(both, cell)
        return replace(cell, query=query, key=key)

    def _is_decoded(self, cell: Cell) -> bool:
        """Can it be selected without going to another step?"""
        trace, run = self.snapshot.trace, self.snapshot.run
        if trace is not run or run is None or (cell.query, cell.key) == (None, None):
            return False
        step = self.snapshot.selection.step
        later = [index for index, on in ((cell.query, cell.kind != "encoder"), (cell.key, cell.kind == "decoder"))
                 if on and index is not None and index > step]  # fmt: skip
        return run.at_once or not later

    def _tell(self) -> None:
        """The three numbers of the cell that is pointed at, else of the selected one."""
        both, chosen = both_of(self.snapshot), self.snapshot.run_selection
        told = ""
        if isinstance(both, Comparison):
            marked, head = among_both(both, chosen), ComparedHead(both, chosen.kind, chosen.layer, chosen.head)
            row, column = (marked.query, marked.key) if self._pointed is None else (
                self._pointed.query, self._pointed.key)  # fmt: skip
            if row is not None and column is not None:
                told = compare.cell_told(head, row, column)
        self.place.tell(told)

    def _draw(self, width: int, height: int, ratio: float) -> Picture:
        both, style = both_of(self.snapshot), self.style_on_screen(ratio)
        if isinstance(both, Comparison) and self.snapshot.ranking and not both.is_ranked:
            told = translate("CompareView", "Comparing all heads…")  # :mod:`viz_app.handlers.head_facts` does
            return Message(compare.title(), told, width, height, style)
        return compare.picture(self.snapshot, width, height, style, self._pointed)


def _other_size(now: Snapshot) -> bool:
    """Has one of the networks layers or heads that the other lacks?"""
    run, other = now.run, compared_with(now)
    if run is None or other is None:
        return False
    pairs = [(one.layers(kind), one.heads(kind)) for one in (run, other) for kind in ("encoder", "decoder", "cross")]
    return pairs[:3] != pairs[3:]
