"""Masks: what each attention may see on this sentence and what that does; padding and a proof to see masks by."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontInfo, QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from model.network.interventions import CellFlipped
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.picture import Cell, PictureModule, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.masks import names
from viz_app.pictures.masks import picture as masks
from viz_app.platform.text import plain_tooltip, target_mask_elsewhere
from viz_app.state.change_here import cell_change, clicks_change
from viz_app.state.comparison import PinRun
from viz_app.state.intents import AddPadding, AddSentence, ChangeSettings, MeasureExtension, RunInOnePass
from viz_app.state.state import Snapshot
from viz_app.state.what_if import FlipChange
from viz_app.views.shared import view
from viz_app.views.shared.block_tabs import BlockTabs
from viz_app.views.shared.flow_layout import FlowLayout
from viz_app.views.shared.place_line import PlaceLine
from viz_app.views.shared.view import translate

LEAST = 150  #: pixels of the line that says who computed the masks
ROOMY = 28  #: heights of a letter: a lower view needs the room of the row above its picture
MORE = 4  #: <pad> tokens that one press adds


class MasksView(view.HoveringView):
    """Has the three blocks above it where each has room to say what is hidden there, and buttons for padding below it.

    On a single sentence a padding mask hides nothing by itself, and a run that is decoded step by step has no scores
    for later tokens: what it takes to see more is one click away.
    """

    module: ClassVar[PictureModule] = masks
    name = "masks"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.add = QPushButton(translate("MasksView", "Add 4 <pad>"))
        self.shorter = QPushButton(translate("MasksView", "Shorter sentence"))
        self.remove = QPushButton(translate("MasksView", "Remove padding"))
        self.beside = QPushButton(translate("MasksView", "Compare with before"))
        self.prove = QPushButton(translate("MasksView", "Check: whole target"))
        self.whole = QPushButton(translate("MasksView", "All rows in one pass"))
        self.blocks = BlockTabs(self)
        self.blocks.requested.connect(self.requested)
        self.as_in_code = QCheckBox(translate("MasksView", "As in your code"))
        self.add.clicked.connect(lambda: self.requested.emit(AddPadding(self.snapshot.padding + MORE)))
        self.shorter.clicked.connect(lambda: self.requested.emit(AddSentence()))
        self.remove.clicked.connect(lambda: self.requested.emit(AddPadding(0)))
        self.beside.clicked.connect(lambda: self.requested.emit(PinRun("before")))
        self.prove.clicked.connect(lambda: self.requested.emit(MeasureExtension()))
        self.whole.clicked.connect(lambda: self.requested.emit(RunInOnePass()))
        self.as_in_code.clicked.connect(lambda on: self.requested.emit(ChangeSettings({"masks_as_in_code": on})))
        row = FlowLayout()
        for part, tip in self._tips():
            part.setToolTip(plain_tooltip(tip))
            if part is not self.as_in_code:
                row.addWidget(part)
        self.blocks.add(self.as_in_code)
        self._row, self._told = row, True
        self.column.insertWidget(0, self.blocks)
        self.column.setStretchFactor(self.canvas, 1)
        self.column.addLayout(row)
        self.origin = PlaceLine(self)
        self.origin.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        row.add_rest(self.origin, LEAST)
        chain = [*self.blocks.buttons.values(), self.as_in_code, self.canvas, self.add]
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    def _tips(self) -> tuple[tuple[QWidget, str], ...]:
        return (
            (
                self.add,
                translate("MasksView", "Runs the sentence again with 4 more <pad> tokens. No visible weight changes."),
            ),
            (
                self.shorter,
                translate("MasksView", "Adds a sentence at least a third shorter, runs both as one padded batch and "
                          "shows the shorter one: its <pad> tokens are what the padding mask hides."),
            ),
            (self.remove, translate("MasksView", "Runs the sentence again without the added <pad> tokens.")),
            (
                self.beside,
                translate("MasksView", "Shows the run without this padding, or without the changed mask, beside this "
                          "one, with the difference of every weight."),
            ),
            (
                self.prove,
                translate("MasksView", "Runs the decoder over the whole target in one pass and compares every weight "
                          "with the row as it was computed when later tokens did not exist (paper, 3.1)."),
            ),
            (
                self.whole,
                translate("MasksView", "Teacher forcing: this translation is given to the decoder as a whole, so that "
                          "every row has scores for later tokens, and the mask something to hide."),
            ),
            (
                self.as_in_code,
                translate("MasksView", "Names, shapes and values of the masks as in the code of this model’s family: "
                          "in some True means blocked, others add −∞.") + "\n" + target_mask_elsewhere(),
            ),
        )  # fmt: skip

    def display(self, snapshot: Snapshot) -> None:
        """As every view; a button is there where it can do something."""
        super().display(snapshot)
        run, comes_and_goes = snapshot.run, (self.remove, self.beside, self.prove, self.whole)
        pressed = next((button for button in comes_and_goes if button.hasFocus()), None)
        for button in (self.add, self.shorter):
            button.setEnabled(run is not None)
        told = "" if run is None else picture_texts.mask_origin(run.meta.family, bool(run.meta.recorded))
        short = translate("MasksView", "computed by Headscope")
        if run is not None and run.meta.recorded:
            short = translate("MasksView", "recorded from your own code")
        self.origin.tell("\n".join(told.split(": ", 1)), short)  # the picture itself says what pointing does
        self.origin.setToolTip(plain_tooltip(told))
        self.remove.setVisible(run is not None and snapshot.padding > 0)
        # While *What if* is open it has that button itself: here it would begin a line under the first click.
        changed = run is not None and bool(run.meta.interventions) and not snapshot.settings.what_if_shown
        self.beside.setVisible(snapshot.padded is not None or changed)
        stepwise = snapshot.selection.kind == "decoder" and run is not None and not run.at_once
        for button in (self.prove, self.whole):
            button.setVisible(stepwise)
        self.whole.setEnabled(run is not None and run.produced_ids is not None)
        self.blocks.display(snapshot)
        self.prove.setEnabled(snapshot.extension is None)
        self._tell_blocks()
        self.as_in_code.setChecked(snapshot.settings.masks_as_in_code)
        if pressed is not None and not (pressed.isVisible() and pressed.isEnabled()):
            self.canvas.setFocus()  # and not whatever comes next, a choice that a key would change

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._tell_blocks()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Larger text needs more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._tell_blocks()

    def _tell_blocks(self) -> None:
        """The row of blocks where it says more than the window's switch of kinds; else its room is the picture's."""
        run = self.snapshot.run
        known = run is not None and names.knows(run.meta.family)
        told = self.height() >= ROOMY * QFontInfo(self.font()).pixelSize() and self.blocks.tells_in(self.width())
        if told != self._told:
            self._told = told
            if told:
                self.blocks.add(self.as_in_code)
            else:
                self.as_in_code.setParent(self)
            self.blocks.setVisible(told)
        self.origin.setMinimumWidth(max(LEAST, self.origin.shortest))  # else it says nothing
        self._row.set_spare(self.as_in_code if known and not told else None)
        if told or not known:
            self.as_in_code.setVisible(known)
        self.blocks.fit()  # beside what has come or gone

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """Scores are the run's own, however it is read; and what has been proved of it."""
        return *super().subject(snapshot), snapshot.run, snapshot.extension, snapshot.padded

    def style_on_screen(self, ratio: float) -> Style:
        """Without a heading: the tab names the view, the buttons above the block."""
        style, signs = super().style_on_screen(ratio), frozenset({"changed"} if clicks_change(self.snapshot) else ())
        return replace(style, titled=False, beside=signs)  # with its sign before the first click: then nothing moves

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the picture tells its three numbers: a tooltip would only hide them.

        But what a click would do there, where it does something.
        """
        change = self._flip_at(cell)
        mask = None if change is None or self.snapshot.run is None else self.snapshot.run.mask(change.kind)
        if change is None or mask is None:
            return ""
        if change in self.snapshot.what_if.active:
            return translate("MasksView", "Click: as it was before")
        if mask[change.query, change.key]:
            return translate("MasksView", "Click: block this cell, in every layer and head")
        return translate("MasksView", "Click: let this cell be attended to, in every layer and head")

    def point(self, cell: Cell | None) -> None:
        """A hand over what a click flips."""
        flips = cell is not None and self._flip_at(cell) is not None
        self.canvas.setCursor(Qt.CursorShape.PointingHandCursor if flips else Qt.CursorShape.ArrowCursor)
        super().point(cell)

    def choose(self, cell: Cell) -> None:
        """What is pointed at stays selected."""
        super().click(cell)

    def click(self, cell: Cell) -> None:
        """While *What if* is open, a cell of the block's own mask is flipped too."""
        change = self._flip_at(cell)
        self.choose(cell)
        if change is not None:
            self.requested.emit(FlipChange(change))

    def _flip_at(self, cell: Cell) -> CellFlipped | None:
        """What a click on ``cell`` changes where the pointer is now: scores and weights are no switches."""
        if not clicks_change(self.snapshot) or cell.query is None or cell.key is None:
            return None
        picture, place = self.canvas.picture, self.canvas.place
        if not isinstance(picture, MapSheet) or picture.switch_at(place.x(), place.y()) != cell:
            return None
        return cell_change(self.snapshot, cell.kind, cell.query, cell.key)
