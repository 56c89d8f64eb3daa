"""The transform of the run beside its steps: heads joined, words, columns set aside, the quantity; and its result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from model.transforms.view_transform import PLAIN
from viz_app.controls.widgets import FittedLabel
from viz_app.pictures.drawing.picture_texts import shown_as
from viz_app.platform.text import fill, tooltip, translate, weights_elsewhere
from viz_app.platform.theme import without_gloss
from viz_app.state.intents import SetReading
from viz_app.state.state import Snapshot


class DisplayChoice(NamedTuple):
    """One box: which field of a Reading it sets, its name, its values with their words, and what it teaches."""

    field: str
    name: str
    values: tuple[tuple[Any, str], ...]
    tip: str


class DisplayBar(QWidget):
    """A row of boxes and switches. It shows what a person wishes; beside them stands what the run gives."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.choices = _choices()
        self.boxes = {choice.field: self._box(choice) for choice in self.choices}
        self.switches = {"words": self._switch("words"), "renormalise": self._switch("renormalise")}
        self.shown = FittedLabel(self)
        self.shown.setMinimumWidth(90)
        self.back = QToolButton(self)
        self.back.setText("✕")
        self.back.setAutoRaise(True)
        self.back.setAccessibleName(translate("DisplayBar", "Plain weights again"))
        self.back.setToolTip(tooltip(translate("DisplayBar", "Plain weights again, head by head (Esc)")))
        self.back.clicked.connect(lambda: self.requested.emit(SetReading(PLAIN)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in (
            self.boxes["aggregate"], self.switches["words"], self.boxes["aside"], self.switches["renormalise"],
            self.boxes["quantity"],
        ):  # fmt: skip
            row.addWidget(widget)
        row.addWidget(self.shown, 1)
        row.addWidget(self.back)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Show the wish, and in words what is on screen."""
        self._snapshot = snapshot
        reading, there = snapshot.reading, snapshot.trace is not None
        for choice in self.choices:
            box = self.boxes[choice.field]
            values = [value for value, _ in choice.values]
            box.setCurrentIndex(values.index(getattr(reading, choice.field)))
            box.setEnabled(there)
        for field, switch in self.switches.items():
            switch.setChecked(getattr(reading, field))
            switch.setEnabled(there)
        self.switches["renormalise"].setVisible(reading.sets_aside)
        self.shown.set_wordings(_wordings(snapshot))  # all of it under the pointer
        for widget in (self.shown, self.back):
            widget.setVisible(not reading.is_plain)
        grows = QSizePolicy.Policy.Maximum if reading.is_plain else QSizePolicy.Policy.Expanding
        self.setSizePolicy(grows, QSizePolicy.Policy.Fixed)

    def _box(self, choice: DisplayChoice) -> QComboBox:
        box = QComboBox(self)
        box.addItems([without_gloss(text) for _, text in choice.values])
        box.setAccessibleName(choice.name)
        box.setToolTip(tooltip(*choice.tip.splitlines()))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(9)
        box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.activated.connect(lambda index: self._wish(**{choice.field: choice.values[index][0]}))
        return box

    def _switch(self, field: str) -> QCheckBox:
        texts = {
            "words": (
                translate("DisplayBar", "Words"),
                translate(
                    "DisplayBar",
                    "Sub-words merged to words: weights are summed over key pieces and averaged over query pieces (W)",
                ),
            ),
            "renormalise": (
                translate("DisplayBar", "Renormalise rows"),
                translate(
                    "DisplayBar", "Divides the remaining weights of each row by their sum: every row sums to 1 again"
                ),
            ),
        }
        switch = QCheckBox(texts[field][0], self)
        switch.setAccessibleName(texts[field][0])
        switch.setToolTip(tooltip(texts[field][1]))
        switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        switch.clicked.connect(lambda on: self._wish(**{field: on}))
        return switch

    def _wish(self, **changes: Any) -> None:
        """Ask, and go on showing what is: the state decides."""
        now = self._snapshot
        self.display(now)
        self.requested.emit(SetReading(replace(now.reading, **changes)))


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
            translate("DisplayBar", "Columns set aside"),
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
    """What is on screen; where it is not what was wished, why."""
    trace = snapshot.trace
    if trace is None or snapshot.reading.is_plain:
        return [""]
    done = trace.meta.reading
    if snapshot.busy is not None and done is None:
        return [translate("DisplayBar", "Computing…")]
    lacking = translate("DisplayBar", "this run lacks the numbers for %1")
    names = {"score": translate("DisplayBar", "scores"), "norm": translate("DisplayBar", "value norms")}
    missing = ""
    if snapshot.reading.quantity in names and (done is None or done.quantity == "weight"):
        missing = fill(lacking, names[snapshot.reading.quantity])
    elif snapshot.reading.aggregate == "rollout" and (done is None or done.aggregate != "rollout"):
        missing = fill(lacking, translate("DisplayBar", "a rollout"))
    what = shown_as(done, snapshot.selection.kind) or translate("DisplayBar", "plain weights")
    told = fill(translate("DisplayBar", "Shown: %1"), what)
    shorter = [fill(translate("DisplayBar", "Shown: %1"), ", ".join(what.split(", ")[:count])) for count in (3, 2, 1)]
    return [f"{told} ({missing})", missing] if missing else [told, *(f"{each} …" for each in shorter if each != told)]
