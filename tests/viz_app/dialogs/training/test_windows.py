"""What is asked for is shown once; a window with a training that runs closes when that has ended and is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton, QWidget

from tests.viz_app.running import wait_until
from viz_app.dialogs.training.dialog import TrainDialog
from viz_app.dialogs.training.windows import TrainingDesk
from viz_app.plots.training_pane import TrainingPane
from viz_app.state.intents import Intent, StartTraining, StopTraining, WatchTraining
from viz_app.state.state import State
from viz_app.state.training import Training, TrainingChoices

CHOICES = TrainingChoices("tut6", "/text", "/result")


class Desk:
    """A desk over an empty window, and what it has asked for."""

    def __init__(self) -> None:
        self.window, self.state = QWidget(), State()
        self.window.show()
        self.asked: list[Intent] = []
        self.desk = TrainingDesk(self.window, self.state, self.asked.append)

    def panes(self) -> list[TrainingPane]:
        return [pane for pane in self.window.findChildren(TrainingPane) if pane.isVisible()]


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[Desk]:
    made = Desk()
    yield made
    made.window.close()
    made.window.deleteLater()


def test_a_training_that_was_started_is_shown_and_not_asked_for_again(desk: Desk) -> None:
    desk.desk.train()
    (dialog,) = desk.window.findChildren(TrainDialog)
    dialog.requested.emit(StartTraining(CHOICES))
    assert desk.asked[-1] == StartTraining(CHOICES)
    desk.state.update(training=Training("/result", "reading", CHOICES))
    dialog.accept()
    (pane,) = desk.panes()
    pane.reject()
    desk.state.update(training=Training("/result", "running", CHOICES))
    assert not desk.panes()  # it was closed
    desk.desk.train()
    assert len(desk.panes()) == 1 and not any(each.isVisible() for each in desk.window.findChildren(TrainDialog))


def test_a_folder_is_chosen_to_be_watched(desk: Desk) -> None:
    desk.desk.watch()
    (dialog,) = desk.window.findChildren(QFileDialog)
    dialog.fileSelected.emit("/other")
    dialog.reject()
    assert desk.asked == [WatchTraining(Path("/other"))]
    desk.state.update(training=Training("/other", "elsewhere"))
    assert len(desk.panes()) == 1


def test_without_one_that_runs_the_window_closes(desk: Desk) -> None:
    assert desk.desk.may_close()
    desk.state.update(training=Training("/result", "stopped", CHOICES))
    assert desk.desk.may_close()


@pytest.mark.parametrize("stops", [True, False])
def test_closing_asks_and_waits_until_it_is_kept(desk: Desk, stops: bool) -> None:
    running = Training("/result", "running", CHOICES)
    desk.state.update(training=running)
    assert not desk.desk.may_close()
    assert not desk.desk.may_close()
    (box,) = desk.window.findChildren(QMessageBox)
    assert box.text() == "Stop the training and keep what it has learnt?"
    (stop,) = [button for button in box.findChildren(QPushButton) if button.text() == "Stop and keep"]
    (stop if stops else box.button(QMessageBox.StandardButton.Cancel)).click()
    assert desk.asked == ([StopTraining()] if stops else [])
    desk.state.update(training=replace(running, phase="stopping"))
    QApplication.processEvents()
    assert desk.window.isVisible()
    desk.state.update(training=replace(running, phase="stopped"))
    if stops:
        wait_until(lambda: not desk.window.isVisible(), "the window to close")
    else:
        QApplication.processEvents()
        assert desk.window.isVisible()
