"""A training from the menu: what the engine says of the choices, and one of somebody else, watched and opened."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.e2e.screen import LEFT, NONE, Screen
from tests.training_run import CURVE, write_curve, write_training
from tests.viz_app.handlers.training.test_trainings import PAIRS, RECIPE
from tests.viz_app.running import wait_until
from viz_app.dialogs.training import dialog
from viz_app.dialogs.training.dialog import TrainDialog
from viz_app.plots.training_pane import TrainingPane


def test_what_is_wrong_and_what_it_takes_is_said_before_it_begins(
    screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialog, "TYPING_MILLISECONDS", 1)
    (tmp_path / "tiny.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "pairs.tsv").write_text(PAIRS + "no tab\n", encoding="utf-8")
    screen.program.actions.by_name["file.train"].trigger()
    (asked,) = screen.window.findChildren(TrainDialog)
    last = asked.recipe.count() - 1
    asked.recipe.setCurrentIndex(last)
    asked.recipe.activated.emit(last)
    (file,) = asked.findChildren(QFileDialog)
    file.fileSelected.emit(str(tmp_path / "tiny.toml"))
    file.reject()
    asked.out.setText(str(tmp_path / "out"))
    asked.data.setText(str(tmp_path))
    wait_until(lambda: "line 4: it is not source TAB target" in asked.told.text(), "the sentence")
    assert not asked.begin.isEnabled()
    (tmp_path / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
    asked.snapshots.setValue(5)
    wait_until(asked.begin.isEnabled, "the plan")
    assert "3 sentence pairs to learn from, 3 to validate with." in asked.told.text()
    asked.reject()
    screen.leave_dialog()
    screen.state.update(planned=None)


def test_a_training_of_somebody_else_is_watched_and_its_newest_snapshot_opened(screen: Screen, tmp_path: Path) -> None:
    snapshots = write_training(tmp_path / "out")
    shutil.copytree(snapshots / "update-001000", snapshots / "update-002000")
    screen.program.actions.by_name["file.watch_training"].trigger()
    (chosen,) = screen.window.findChildren(QFileDialog)
    chosen.fileSelected.emit(str(tmp_path / "out"))
    chosen.reject()
    wait_until(lambda: bool(screen.window.findChildren(TrainingPane)), "the pane")
    (pane,) = screen.window.findChildren(TrainingPane)
    assert pane.facts["loss"].text() == "0.500"
    write_curve(snapshots, {**CURVE[-1], "update": 2000, "epoch": 10.0, "loss": 0.25, "snapshot": "update-002000"})
    screen.controller.trainings.look()
    wait_until(lambda: pane.facts["loss"].text() == "0.250", "the newest line")
    QTest.qWait(20)
    (left, right), _ = pane.canvas.panels[0].viewRange()
    assert left <= 0 and right >= 2000
    place = pane.canvas.panels[1].getViewBox().mapViewToScene(QPointF(200.0, 30.5))
    QTest.mouseClick(pane.canvas.viewport(), LEFT, NONE, pane.canvas.mapFromScene(place))
    screen.until("learning", "not busy", "not opening")
    assert screen.now.learning is not None and screen.now.learning.snapshot.update == 200
    screen.click(pane.opens)
    wait_until(lambda: screen.now.learning is not None and screen.now.learning.snapshot.update == 2000, "the newest")
    screen.until("not busy", "not opening")
    pane.close()
    screen.controller.trainings.stop()
    screen.state.update(training=None)
