"""The windows about trainings: the dialog, the pane, where a training lies, and what to do with one on closing.

None of them blocks; each ends in an Intent.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from viz_app.state.intents import CheckTraining, Intent, StopTraining, WatchTraining
from viz_app.state.state import Snapshot, State

translate = QCoreApplication.translate


class TrainingDesk(QObject):
    """The part of :class:`viz_app.dialogs.window_services.WindowDesk` that is about trainings."""

    def __init__(self, window: QWidget, state: State, handle: Callable[[Intent], None]) -> None:
        super().__init__(window)
        self._window, self._state, self._handle = window, state, handle
        self._leaving = False  # the window closes once the training has ended
        self._wanted = False  # somebody has asked for a training, which is to be seen
        state.follow(("training",), self._look)

    def train(self) -> None:
        """The dialog; while a training runs, how far it is."""
        now = self._state.snapshot
        if now.training is not None and now.training.runs:
            self.show()
            return
        from viz_app.dialogs.training.dialog import TrainDialog

        dialog = TrainDialog(now, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.requested.connect(self._ask)
        self._state.changed.connect(dialog.display)
        dialog.open()

    def watch(self) -> None:
        """A training that somebody else has started."""
        from viz_app.dialogs.training.dialog import proposed
        from viz_app.platform.file_dialog import FileDialog

        title = translate("Training", "Choose the folder of a training")
        dialog = FileDialog(self._window, title, QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        own = proposed("").parent  # where trainings go that nobody has put elsewhere
        if own.is_dir():
            dialog.setDirectory(str(own))
        dialog.fileSelected.connect(lambda name: self._ask(WatchTraining(Path(name))))
        dialog.open()

    def show(self) -> None:
        """The pane; asked for again, it comes to the front."""
        from viz_app.dialogs.panes import pane_of, to_front
        from viz_app.plots.training_pane import TrainingPane

        to_front(pane_of(TrainingPane, self._window, self._state, self._handle))

    def may_close(self) -> bool:
        """No training would end; else the person is asked, and the window closes once it has ended and is kept."""
        now = self._state.snapshot.training
        if now is None or not now.runs:
            return True
        if self._window.findChild(QMessageBox, "training") is not None or self._leaving:
            return False
        box = QMessageBox(
            QMessageBox.Icon.Question, translate("Training", "A training runs"),
            translate("Training", "Stop the training and keep what it has learnt?"),
        )  # fmt: skip
        box.setParent(self._window, Qt.WindowType.Dialog)
        box.setObjectName("training")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(
            translate("Training", "It ends with the window. Its folder opens as a checkpoint, and can go on later.")
        )
        stop = box.addButton(translate("Training", "Stop and keep"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(stop)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda button: self._leave() if button is stop else None)
        box.open()
        return False

    def _ask(self, intent: Intent) -> None:
        self._wanted = not isinstance(intent, CheckTraining)
        self._handle(intent)

    def _leave(self) -> None:
        self._leaving = True
        self._handle(StopTraining())

    def _look(self, now: Snapshot) -> None:
        """What was asked for is shown; what was waited for has ended."""
        training = now.training
        if training is None:
            return
        if self._leaving and not training.runs:
            self._leaving = False
            QTimer.singleShot(0, self._window, self._window.close)
        elif self._wanted and training.phase in ("reading", "elsewhere"):
            self._wanted = False
            self.show()
