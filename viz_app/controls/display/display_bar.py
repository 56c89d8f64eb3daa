"""The *Display* line under the tabs: heads joined, words, columns set aside, the quantity, the scale of colours.

What has no room in it stands in the list that its first button opens: the same boxes with their names, never cut.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from model.common.lazy_dataclass import dataclass
from model.transforms.view_transform import PLAIN
from viz_app.controls.display.display_list import DisplayBox, MoreDisplay
from viz_app.controls.widgets import FittedLabel, IconButton
from viz_app.pictures.drawing.picture_texts import shown_as
from viz_app.platform.preferences import Scale
from viz_app.platform.text import fill, tooltip, translate, weights_elsewhere
from viz_app.state.intents import ChangeSettings, SetReading
from viz_app.state.state import Snapshot

#: Which controls go into the list first, where not all have room.
FOLDED_FIRST = ("renormalise", "aside", "quantity", "scale", "words", "aggregate")
BEFORE, AFTER, BETWEEN = 8, 4, 4  #: pixels around the controls and between them
SPARE = 2  #: pixels of a box beside its longest entry
OF_THE_RUN = ("embeddings_layers", "teacher_forcing", "beam_tree", "compare")  #: views that read the run itself
WITHOUT_SCALE = ("teacher_forcing", "beam_tree")


@dataclass(frozen=True)
class DisplayChoice:
    """One box: which field of a Reading it sets, its name, its values with their words, and what it teaches."""

    field: str
    name: str
    values: tuple[tuple[Any, str], ...]
    tip: str


class DisplayBar(QWidget):
    """A line of boxes and switches that shows what a person wishes. Nothing in it moves: it is disabled instead.

    How much stands in the line, and how much in the list, is a matter of its width and of the size of text alone.
    """

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.choices = _choices()
        self.name = QLabel(translate("DisplayBar", "Display"), self, textFormat=Qt.TextFormat.PlainText)
        self.boxes = {choice.field: self._box(choice) for choice in self.choices}
        self.switches = {"words": self._switch("words"), "renormalise": self._switch("renormalise")}
        self.scale = DisplayBox([text for _, text in _scales()], self, [_to_maximum()])
        self.scale.setAccessibleName(translate("DisplayBar", "Scale"))
        self.scale.activated.connect(self._rescale)
        self.shown = FittedLabel(self)
        self.shown.setMinimumWidth(1)
        self.shown.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.back = IconButton("close", self)
        self.back.describe(
            translate("DisplayBar", "Plain weights again"),
            tooltip(translate("DisplayBar", "Plain weights again, head by head (Esc)")),
        )
        self.back.setMaximumHeight(self.boxes["aside"].sizeHint().height())
        self.back.clicked.connect(lambda: self.requested.emit(SetReading(PLAIN)))
        row = QHBoxLayout(self)
        row.setContentsMargins(BEFORE, 1, AFTER, 1)
        row.setSpacing(BETWEEN)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        self.more = MoreDisplay(self)
        row.addWidget(self.more.button)
        for widget in self.controls:
            row.addWidget(widget)
        row.addWidget(self.shown, 1)
        self._row = row
        self._in_list: tuple[str, ...] | None = None
        self._order()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAutoFillBackground(True)
        self.display(self._snapshot)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """In the order of the line, which is also that of the Tab key."""
        boxes, switches = self.boxes, self.switches
        return (
            self.name, boxes["aggregate"], switches["words"], boxes["aside"], switches["renormalise"],
            boxes["quantity"], self.scale, self.back,
        )  # fmt: skip

    def display(self, snapshot: Snapshot) -> None:
        """Show the wish; what does nothing in this view, or without a run, is disabled and says why."""
        self._snapshot = snapshot
        reading, reason = snapshot.reading, _why_not(snapshot)
        for choice in self.choices:
            box = self.boxes[choice.field]
            values = [value for value, _ in choice.values]
            box.setCurrentIndex(values.index(getattr(reading, choice.field)))
            self._enable(box, choice.tip, reason)
        rolled, weights = reading.aggregate == "rollout", translate("DisplayBar", "Weights")
        self.boxes["quantity"].setItemText(0, translate("DisplayBar", "Shares") if rolled else weights)
        for field, switch in self.switches.items():
            switch.setChecked(getattr(reading, field))
            aside = field != "renormalise" or reading.sets_aside
            nothing = translate("DisplayBar", "No column is set aside.")
            self._enable(switch, _switch_texts()[field][2], reason or ("" if aside else nothing))
        settings = snapshot.settings
        self.scale.setCurrentIndex([value for value, _ in _scales()].index((settings.scale, settings.per_map_scale)))
        self.scale.setItemText(0, _scales()[0][1] if reading.quantity == "weight" and not rolled else _to_maximum())
        self._enable(self.scale, _of_scale(), _why_no_scale(snapshot))
        said = _wordings(snapshot)
        self.shown.set_wordings([*said, ""])  # all of it under the pointer
        self.name.setToolTip(tooltip(translate("DisplayBar", "How the run is shown; it is computed as ever."), said[0]))
        self.back.setEnabled(not reading.is_plain)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width will do."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """What has no room goes into the list."""
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Larger text needs more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fold()

    @property
    def _by_name(self) -> dict[str, QWidget]:
        return {**self.boxes, **self.switches, "scale": self.scale}

    def _fold(self) -> None:
        """Every control as wide as its longest entry; those that have no room then in the list, the rarest first."""
        named, needs = self._by_name, {name: self._need(each) for name, each in self._by_name.items()}
        room = self.width() - BEFORE - AFTER - self.back.sizeHint().width() - BETWEEN
        all_of_them = sum(needs.values()) + BETWEEN * len(needs)
        folded: tuple[str, ...] = ()
        if all_of_them + self.name.sizeHint().width() + BETWEEN > room:
            room -= self.more.button.sizeHint().width() + BETWEEN
            for count in range(1, len(FOLDED_FIRST) + 1):
                folded = FOLDED_FIRST[:count]
                if sum(needs[name] + BETWEEN for name in named if name not in folded) <= room:
                    break
        for name, box in named.items():
            box.setFixedWidth(needs[name])
        self.more.button.setFixedHeight(self.scale.sizeHint().height())
        if folded != self._in_list:
            self._in_list = folded
            self._place(folded)

    def _need(self, control: QWidget) -> int:
        """Pixels of a control that is not cut."""
        if isinstance(control, DisplayBox):
            return control.sizeHint().width() + SPARE
        return control.sizeHint().width()

    def _place(self, folded: tuple[str, ...]) -> None:
        """Put controls into the line, or into the list, in the order of the line."""
        self.name.setVisible(not folded)
        self.more.button.setVisible(bool(folded))
        names, place = {id(each): name for name, each in self._by_name.items()}, 1
        for control in self.controls:
            name = names.get(id(control), "")
            if name in folded:
                self.more.take(control, self._name_of(name))
                continue
            if self.more.give_back(control):
                self._row.insertWidget(place, control)
                control.show()
            place = self._row.indexOf(control) + 1
        self._order()

    def _order(self) -> None:
        """The Tab key goes along the line; what comes back from the list would be last."""
        here = [each for each in self.controls[1:] if each.parentWidget() is self]
        for before, after in pairwise((self.more.button, *here)):
            QWidget.setTabOrder(before, after)

    def _name_of(self, field: str) -> str:
        """A box's name before it; a switch says its own."""
        return "" if field in self.switches else self._by_name[field].accessibleName()

    def _enable(self, control: QWidget, tip: str, reason: str) -> None:
        control.setEnabled(not reason)
        control.setToolTip(tooltip(*([reason] if reason else []), *tip.splitlines()))

    def _box(self, choice: DisplayChoice) -> DisplayBox:
        box = DisplayBox([text for _, text in choice.values], self)
        box.setAccessibleName(choice.name)
        box.activated.connect(lambda index: self._wish(**{choice.field: choice.values[index][0]}))
        return box

    def _switch(self, field: str) -> QCheckBox:
        short, name, _ = _switch_texts()[field]
        switch = QCheckBox(short, self)
        switch.setAccessibleName(name)
        switch.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        switch.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        switch.clicked.connect(lambda on: self._wish(**{field: on}))
        return switch

    def _wish(self, **changes: Any) -> None:
        """Ask, and go on showing what is: the state decides."""
        now = self._snapshot
        self.display(now)
        self.requested.emit(SetReading(replace(now.reading, **changes)))

    def _rescale(self, index: int) -> None:
        (scale, per_map), _ = _scales()[index]
        self.display(self._snapshot)
        self.requested.emit(ChangeSettings({"scale": scale, "per_map_scale": per_map}))


def _why_not(now: Snapshot) -> str:
    """Why the display of the run cannot be changed here; empty where it can."""
    if now.trace is None:
        return translate("DisplayBar", "There is no run yet.")
    if now.view in OF_THE_RUN:
        return translate("DisplayBar", "This view shows the run as it was computed, head by head and token by token.")
    return ""


def _why_no_scale(now: Snapshot) -> str:
    if now.trace is None:
        return translate("DisplayBar", "There is no run yet.")
    return translate("DisplayBar", "This view has no colours for weights.") if now.view in WITHOUT_SCALE else ""


def _switch_texts() -> dict[str, tuple[str, str, str]]:
    """What stands beside each, its whole name, and what it teaches."""
    return {
        "words": (
            translate("DisplayBar", "Words"),
            translate("DisplayBar", "Words"),
            translate(
                "DisplayBar",
                "Sub-words merged into words: weights are summed over key pieces and averaged over query pieces (W)",
            ),
        ),
        "renormalise": (
            "Σ = 1",
            translate("DisplayBar", "Renormalise rows"),
            translate(
                "DisplayBar", "Divides the remaining weights of each row by their sum: every row sums to 1 again"
            ),
        ),
    }


def _scales() -> tuple[tuple[tuple[Scale, bool], str], ...]:
    """What may be chosen: the settings of both kinds, and their name."""
    return (
        (("linear", False), translate("DisplayBar", "Scale 0 … 1")),
        (("sqrt", False), translate("DisplayBar", "√ scale")),
        (("linear", True), translate("DisplayBar", "Per map")),
        (("sqrt", True), translate("DisplayBar", "√, per map")),
    )


def _to_maximum() -> str:
    return translate("DisplayBar", "Scale to max")  # which is in the legend


def _of_scale() -> str:
    return translate(
        "DisplayBar",
        "What colours mean: 0 … 1 as they are; √weight, so that small ones are seen (R); or each map’s own largest "
        "weight as full colour (M). Numbers stay as they are.",
    )


def _choices() -> tuple[DisplayChoice, ...]:
    return (
        DisplayChoice(
            "aggregate",
            translate("DisplayBar", "Heads and layers"),
            (
                ("none", translate("DisplayBar", "Each head")),
                ("heads", translate("DisplayBar", "Mean of heads")),
                ("layers", translate("DisplayBar", "Mean of layers")),
                ("all", translate("DisplayBar", "Mean of all")),
                ("rollout", translate("DisplayBar", "Rollout")),
            ),
            translate(
                "DisplayBar",
                "Many maps as one: their mean (A), or rollout, R = (½ mean + ½ I) · R of the layer before (O; Abnar "
                "and Zuidema 2020). A mean hides heads that differ.",
            ),
        ),
        DisplayChoice(
            "aside",
            translate("DisplayBar", "Columns"),
            (
                ("nothing", translate("DisplayBar", "All columns")),
                ("specials", translate("DisplayBar", "No specials")),
                ("punctuation", translate("DisplayBar", "No punctuation")),
            ),
            translate(
                "DisplayBar",
                "Leaves out columns that act as attention sinks: special tokens, or these and "
                "punctuation (X; one column: Shift+X)",
            ),
        ),
        DisplayChoice(
            "quantity",
            translate("DisplayBar", "Quantity"),
            (
                ("weight", translate("DisplayBar", "Weights")),
                ("score", translate("DisplayBar", "Scores")),
                ("norm", translate("DisplayBar", "Weight × norm")),
                ("difference", translate("DisplayBar", "Difference")),
            ),
            translate(
                "DisplayBar",
                "Weights; scores before mask and softmax (S); or weight × ‖value · W_O‖, what a column adds (V; "
                "Kobayashi et al. 2020)",
            )
            + "\n"
            + weights_elsewhere(),
        ),
    )


def _wordings(snapshot: Snapshot) -> list[str]:
    """What is on screen, longest wording first. Why it is not what was wished, a remark says."""
    trace = snapshot.trace
    if trace is None or snapshot.reading.is_plain:
        return [""]
    done = trace.meta.reading
    if snapshot.busy is not None and done is None:
        return [translate("DisplayBar", "Computing…")]
    what = shown_as(done, snapshot.selection.kind) or translate("DisplayBar", "plain weights")
    told = fill(translate("DisplayBar", "Shown: %1"), what)
    shorter = [fill(translate("DisplayBar", "Shown: %1"), ", ".join(what.split(", ")[:count])) for count in (3, 2, 1)]
    return [told, *(f"{each} …" for each in shorter if each != told)]
