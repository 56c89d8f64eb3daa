"""A training by keys and mouse: dropped as a folder, gone through, played, its curves clicked; exports say which."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest

from model.analysis.comparison.two_runs import compare
from model.common.assets import LEARNING
from tests.e2e.screen import LEFT, NONE, SHIFT, Key, Screen
from tests.e2e.test_opening_foreign import drop
from tests.training_run import write_training
from tests.viz_app.running import SENTENCE, wait_until
from viz_app.exports.figures.caption import caption_lines
from viz_app.pictures.compare.numbers import run_told
from viz_app.plots.sheet import PlotSheet
from viz_app.state.intents import OpenPath
from viz_app.state.state import Snapshot


@pytest.fixture
def watching(screen: Screen, tmp_path: Path) -> Screen:
    """A training's folder, dropped on the window."""
    drop(screen, write_training(tmp_path))
    wait_until(lambda: screen.now.learning is not None and screen.now.busy is None, "the training")
    screen.state.update(problem=None, message="")
    return screen


def at(screen: Screen, update: int) -> Snapshot:
    """What is on screen once this snapshot has translated."""
    screen.until("not busy", "not opening")
    now = screen.now
    assert now.run is not None and now.checkpoint is not None and now.learning is not None
    assert now.learning.snapshot.update == update
    assert now.run.meta.network["update"] == update
    assert now.run.meta.checkpoint_sha256 == now.checkpoint.sha256
    assert now.problem is None
    return now


def test_from_one_snapshot_to_another(watching: Screen) -> None:
    (bar,) = watching.window.header.learning
    first = at(watching, 1000)
    assert first.run is not None and first.run.meta.source_text == SENTENCE
    watching.press(Key.Key_PageUp, SHIFT)
    at(watching, 200)
    assert bar.where.text() == "after 200 updates, epoch 1.0"
    watching.click(bar.previous)
    shown = at(watching, 10)
    assert shown.run is not None
    assert shown.run.meta.translation.split()[0] in watching.window.headline.target.text()
    assert "after 10 updates, epoch 0.05" in caption_lines(shown)[-1]
    bar.slider.setFocus()
    watching.press(Key.Key_End)
    now = at(watching, 1000)
    assert now.run is not None
    assert np.array_equal(np.asarray(now.run.produced_ids), np.asarray(first.run.produced_ids))


def test_a_click_on_the_curve_goes_to_its_snapshot(watching: Screen) -> None:
    watching.program.desk.show_plots("learning_curves")
    sheet = watching.window.findChild(PlotSheet)
    assert sheet is not None and sheet.canvas.plot is not None
    QTest.qWait(20)
    bleu = sheet.canvas.panels[1].getViewBox()
    place = bleu.mapViewToScene(QPointF(200.0, 30.5))
    QTest.mouseClick(sheet.canvas.viewport(), LEFT, NONE, sheet.canvas.mapFromScene(place))
    wait_until(lambda: watching.now.learning is not None and watching.now.learning.at == 2, "the click")
    at(watching, 200)
    assert (200.0, 30.5) in sheet.canvas.panels[1].ringed
    sheet.close()


def test_another_checkpoint_takes_the_bar_away(watching: Screen) -> None:
    assert watching.first is not None and watching.first.checkpoint is not None
    watching.controller.handle(OpenPath(Path(watching.first.checkpoint.path)))
    watching.until("not busy", "not learning")
    assert watching.window.header.learning[0].isHidden()


def test_two_epochs_are_compared_with_the_shipped_training(screen: Screen) -> None:
    """The same sentence at the end and three snapshots before: what is pinned stays while one goes through them."""
    drop(screen, LEARNING)
    wait_until(lambda: screen.now.learning is not None and screen.now.busy is None, "the training")
    screen.press("p")
    late = screen.now.run
    assert late is not None and screen.now.pinned is late
    for _ in range(3):
        screen.press(Key.Key_PageUp, SHIFT)
        screen.until("not busy", "not opening")
    screen.choose_tab("compare")
    early = screen.now.run
    assert early is not None and screen.now.pinned is late
    both = compare(late, early)
    assert both.whole and both.source.same.all() and both.largest > 0.1
    for run, other in ((late, early), (early, late)):
        assert f"after {run.meta.network['update']:,} updates" in run_told(run, other), "what stands over its map"
    ranked = [(one.kind, one.layer, one.head) for one in both.ranking]
    changes = [float(np.nanmean(np.abs(both.difference(*place)))) for place in ranked]
    assert changes == sorted(changes, reverse=True), "a plain mean of what both have"
