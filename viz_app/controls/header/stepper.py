"""Going through the steps of a run: first, back, next, last, play, and a slider."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from viz_app.controls.widgets import IconButton, StepSlider
from viz_app.platform.text import fill, translate
from viz_app.state.intents import Play, Select
from viz_app.state.state import Snapshot

MOST_DIGITS = "000 / 000"  #: the number of a step has room for so much, however long the run is


class Stepper(QWidget):
    """⏮ ◀ 4 / 12 ▶ ⏭ ▷ and a slider. People see steps from 1; the intents count from 0."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.first, self.previous = IconButton("first", self), IconButton("previous", self)
        self.next, self.last = IconButton("next", self), IconButton("last", self)
        self.play = IconButton("play", self)
        self.count = QLabel(self)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.count.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.slider = StepSlider(self)
        self.slider.setAccessibleName(translate("Stepper", "Step"))
        self.slider.setToolTip(
            translate("Stepper", "At step n the decoder has read tokens 0 … n − 1 and predicts token n")
        )
        self._arrange()
        self._connect()
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Show the selected step of the snapshot's run."""
        self._snapshot = snapshot
        total, step = self._total(), snapshot.selection.step
        self.count.setText(fill("%1 / %2", step + 1, total) if total else "–")
        self._keep_room()
        self.count.setAccessibleName(fill(translate("Stepper", "Step %1 of %2"), step + 1, total) if total else "")
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, total - 1))
        self.slider.setValue(step)
        self.slider.blockSignals(False)
        self._enable(step, total)
        self._name_play(snapshot.playing)

    def _keep_room(self) -> None:
        """The buttons beside the number stay where they are, whatever it is."""
        room = max(MOST_DIGITS, fill("%1 / %1", self._total()), key=len)
        self.count.setFixedWidth(self.count.fontMetrics().horizontalAdvance(room) + 2)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Other letters need other room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_room()

    def _total(self) -> int:
        return 0 if self._snapshot.trace is None else self._snapshot.trace.steps

    def _arrange(self) -> None:
        names = (
            (self.first, translate("Stepper", "First step"), translate("Stepper", "First step (Home)")),
            (self.previous, translate("Stepper", "Previous step"), translate("Stepper", "Previous step (←)")),
            (self.next, translate("Stepper", "Next step"), translate("Stepper", "Next step (→)")),
            (self.last, translate("Stepper", "Last step"), translate("Stepper", "Last step (End)")),
        )
        for button, name, tip in names:
            button.describe(name, tip)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for part in (self.first, self.previous, self.count, self.next, self.last, self.play):
            layout.addWidget(part)
        layout.addWidget(self.slider, 1)

    def _connect(self) -> None:
        self.first.clicked.connect(lambda: self._go(0))
        self.previous.clicked.connect(lambda: self._go(self._snapshot.selection.step - 1))
        self.next.clicked.connect(lambda: self._go(self._snapshot.selection.step + 1))
        self.last.clicked.connect(lambda: self._go(self._total() - 1))
        self.play.clicked.connect(lambda: self.requested.emit(Play(not self._snapshot.playing)))
        self.slider.valueChanged.connect(self._go)

    def _go(self, step: int) -> None:
        self.requested.emit(Select(step=step))
        self.display(self._snapshot)  # where nobody followed, the slider goes back

    def _enable(self, step: int, total: int) -> None:
        back, forward = total > 0 and step > 0, step < total - 1
        states = ((self.first, back), (self.previous, back), (self.next, forward), (self.last, forward))
        if any(button.hasFocus() and not enabled for button, enabled in states):
            self.slider.setFocus()  # else the focus would jump to another button, which the next Space presses
        for button, enabled in states:
            button.setEnabled(enabled)
        self.play.setEnabled(total > 1)
        self.slider.setEnabled(total > 1)

    def _name_play(self, playing: bool) -> None:
        self.play.set_icon("pause" if playing else "play")
        name = translate("Stepper", "Pause") if playing else translate("Stepper", "Play")
        tip = translate("Stepper", "Pause (Space)") if playing else translate("Stepper", "Play the steps (Space)")
        self.play.describe(name, tip)
