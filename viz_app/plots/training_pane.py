"""*Training*: how far one has come, its curves as they grow, and what can be done with it. It stays open beside the
window; a training goes on without it."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from viz_app.platform.appearance import without_icons
from viz_app.platform.text import fill, plain_tooltip
from viz_app.platform.theme import colours
from viz_app.platform.window_room import room_for
from viz_app.plots.learning_curves import curves_of
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.plot import Lacking
from viz_app.state.intents import OpenPath, StartTraining, StopTraining
from viz_app.state.state import Snapshot
from viz_app.state.training import Training
from viz_app.tables.parts.training_texts import duration, number, state_told

translate = QCoreApplication.translate
WIDE, HIGH = 46, 38  #: lines of text
SHARE = 0.65  #: of a large screen
LOW = 24  #: the same: what could be said elsewhere leaves its lines to the curves
FINE = 1000  #: steps of the bar
LARGE = 1.25  #: of the usual letters: the numbers


class TrainingPane(QDialog):
    """Asks for StopTraining, StartTraining once more, and OpenPath."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Training", "Training"))
        self._shown: Training | None = None
        self.name, self.where, self.told, self.point = _plain(), _plain(quiet=True), _plain(), _plain(quiet=True)
        font = self.name.font()
        font.setWeight(QFont.Weight.DemiBold)
        self.name.setFont(font)
        self.bar = QProgressBar()
        self.bar.setRange(0, FINE)
        self.facts = {name: _number() for name in _facts()}
        self.canvas = PlotCanvas()
        self.canvas.requested.connect(self.requested)
        self.canvas.pointed.connect(lambda told: self.point.setText(told or self.canvas.hint))
        self.lacking = _plain(quiet=True)
        self.lacking.setText(translate("Training", "The curve begins with the first numbers, after 50 updates."))
        self.lacking.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.lacking)
        self._stack.addWidget(self.canvas)
        self._arrange()
        self.fit(room_for(self))

    def fit(self, room: QSize) -> None:
        """As large as the letters ask for, where ``room`` has that; larger in a large one: curves need it."""
        line = self.fontMetrics().height()
        self.resize((room * SHARE).expandedTo(QSize(WIDE * line, HIGH * line)).boundedTo(room))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is low, the folder is under the pointer, and hands have to try."""
        super().resizeEvent(event)
        low = self.height() < LOW * self.fontMetrics().height()
        for label in (self.where, self.point):
            label.setVisible(not low)

    def display(self, snapshot: Snapshot) -> None:
        """Follow the training, wherever it runs."""
        before, self._shown = self._shown, snapshot.training
        now = snapshot.training
        if now is None or now is before:
            return
        self.name.setText(now.name)
        self.where.setText(now.folder)
        self.name.setToolTip(plain_tooltip(now.folder))
        self._show_place(now)
        for name, value in self._values(now).items():
            self.facts[name].setText(value)
        self.told.setText(state_told(now))
        palette = self.told.palette()
        palette.setColor(self.told.foregroundRole(), colours().error if now.problem is not None else colours().ink)
        self.told.setPalette(palette)
        self._show_buttons(now)
        if before is None or before.run is not now.run or before.folder != now.folder:
            self._draw(now, keep=before is not None and before.folder == now.folder)

    def _show_place(self, now: Training) -> None:
        """The bar, where its whole length is known."""
        whole = None if now.progress is None else now.progress.epochs
        epoch = now.epoch
        if now.phase == "finished" and whole is not None:
            epoch = whole if epoch is None else epoch
        self.bar.setVisible(now.choices is not None)
        self.bar.setRange(0, 0 if now.phase == "reading" or (now.phase == "running" and whole is None) else FINE)
        self.bar.setValue(0 if not whole or epoch is None else round(FINE * min(1.0, epoch / whole)))
        told = ""
        if whole is not None and epoch is not None:
            told = fill(translate("Training", "epoch %1 of %2"), number(epoch, 2), f"{whole:g}")
        self.bar.setFormat(told.replace("%", "%%"))

    def _values(self, now: Training) -> dict[str, str]:
        progress = now.progress if now.phase == "running" else None
        measured = {name: now.newest(name) for name in ("loss", "validation_loss", "bleu", "update")}
        loss, held_out, bleu, update = measured.values()
        if progress is not None and math.isfinite(progress.loss):
            loss, update = progress.loss, progress.update
        return {
            "update": "–" if update is None else number(update),
            "loss": _decimal(loss, 3),
            "validation_loss": _decimal(held_out, 3),
            "bleu": _decimal(bleu, 1),
            "speed": "–" if progress is None else number(progress.tokens_per_second),
            "left": "–" if progress is None else duration(progress.seconds_left),
        }

    def _show_buttons(self, now: Training) -> None:
        again = now.choices is not None and now.phase in ("stopped", "failed")
        self.stop.setVisible(now.runs)
        self.stop.setEnabled(now.phase != "stopping")
        self.again.setVisible(again)
        self.opens.setEnabled(bool(now.opens))

    def _draw(self, now: Training, keep: bool) -> None:
        """A click on a snapshot opens it."""
        run = now.run
        places = {} if run is None else {
            each.update: OpenPath(Path(each.path)) for each in run.snapshots if each.update is not None
        }  # fmt: skip
        plot = None if run is None else curves_of(run, places)
        if plot is None or isinstance(plot, Lacking):
            self._stack.setCurrentWidget(self.lacking)
            self.point.clear()
            return
        self.canvas.show_plot(plot, keep)
        self.canvas.setAccessibleName(plot.title)
        self.point.setText(self.canvas.hint)
        self._stack.setCurrentWidget(self.canvas)

    # --- placing ---

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        for column, (name, title) in enumerate(_facts().items()):
            caption = _plain(quiet=True)
            caption.setText(title)
            caption.setWordWrap(False)
            caption.setBuddy(self.facts[name])
            self.facts[name].setAccessibleName(title)
            grid.addWidget(caption, 0, column)
            grid.addWidget(self.facts[name], 1, column)
            grid.setColumnStretch(column, 1)
        box = QVBoxLayout(self)
        box.addWidget(self.name)
        box.addWidget(self.where)
        box.addWidget(self.bar)
        box.addLayout(grid)
        box.addLayout(self._stack, 1)
        for widget in (self.point, self.told):
            box.addWidget(widget)
        box.addWidget(self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.stop: QPushButton = buttons.addButton(translate("Training", "Stop and keep"), role)
        self.again: QPushButton = buttons.addButton(translate("Training", "Go on"), role)
        self.opens: QPushButton = buttons.addButton(translate("Training", "Open"), role)
        ends = translate("Training", "Ends after this update; what has been learnt opens, and can go on later.")
        opens = translate("Training", "The newest snapshot, or the model, in the window; the training goes on.")
        self.stop.setToolTip(plain_tooltip(ends))
        self.opens.setToolTip(plain_tooltip(opens))
        self.stop.clicked.connect(lambda: self.requested.emit(StopTraining()))
        self.again.clicked.connect(self._go_on)
        self.opens.clicked.connect(self._open)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # Enter must stop nothing
        return buttons

    def _go_on(self) -> None:
        if self._shown is not None and self._shown.choices is not None:
            self.requested.emit(StartTraining(self._shown.choices))

    def _open(self) -> None:
        if self._shown is not None and self._shown.opens:
            self.requested.emit(OpenPath(Path(self._shown.opens)))


def _facts() -> dict[str, str]:
    """The numbers of a training, by name."""
    return {
        "update": translate("Training", "Update"),
        "loss": translate("Training", "Loss"),
        "validation_loss": translate("Training", "Validation loss"),
        "bleu": translate("Training", "BLEU"),
        "speed": translate("Training", "Tokens per second"),
        "left": translate("Training", "Time left"),
    }


def _decimal(value: float | None, places: int) -> str:
    return "–" if value is None else number(value, places)


def _number() -> QLabel:
    label = _plain()
    label.setWordWrap(False)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * LARGE)
    label.setFont(font)
    return label


def _plain(quiet: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if quiet:
        label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label
