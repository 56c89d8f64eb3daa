"""The bar of a training: where one is in it, and where its buttons and its slider lead; nothing in it moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from model.record.learning_run import LearningRun, TrainingSnapshot
from tests.viz_app.controls.parts import Heard, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.header.learning_bar import LearningBar
from viz_app.state.intents import GoToSnapshot
from viz_app.state.watched_training import Watched

SNAPSHOTS = tuple(TrainingSnapshot(f"update-{update:06d}", update, update / 1121) for update in (0, 7, 250, 10_000))
RUN = LearningRun("snapshots", SNAPSHOTS)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def holder(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(1400, 40)
    widget.show()
    return widget


@pytest.fixture
def bar(holder: QWidget) -> LearningBar:
    widget = LearningBar(holder)
    show(widget, 2)
    return widget


def show(bar: LearningBar, at: int, room: int = 1264, playing: bool = False) -> int:
    bar.display(ready(learning=Watched(RUN, at, playing)))
    wide = bar.take(room, 22)
    bar.setGeometry(0, 0, wide, 22)
    QTest.qWait(1)
    return wide


def test_without_a_training_there_is_nothing(bar: LearningBar) -> None:
    assert bar.isVisible()
    bar.display(ready())
    assert bar.isHidden()
    assert bar.take(1000, 22) == 0


def test_it_says_where_one_is(bar: LearningBar) -> None:
    assert bar.where.text() == "after 250 updates, epoch 0.22"
    assert (bar.slider.maximum(), bar.slider.value()) == (3, 2)
    assert bar.slider.accessibleDescription() == "after 250 updates, epoch 0.22, snapshot 3 of 4"
    show(bar, 0)
    assert bar.where.text() == "before training"
    assert not bar.previous.isEnabled() and bar.next.isEnabled()


def test_its_text_is_true_of_the_picture_while_the_next_run_is_awaited(bar: LearningBar) -> None:
    run = make_trace()
    before = replace(run, meta=replace(run.meta, network={**run.meta.network, "update": 7}))
    bar.display(replace(ready(learning=Watched(RUN, 2)), trace=before))
    bar.take(1264, 22)
    assert (bar.slider.value(), bar.where.text()) == (2, "after 7 updates, epoch 0.01")
    assert bar.where.accessibleName() in bar.where.toolTip() and bar.where.accessibleName() == bar.where.text()
    assert bar.slider.accessibleDescription() == "after 250 updates, epoch 0.22, snapshot 3 of 4"


def test_nothing_in_it_moves_from_one_snapshot_to_another(bar: LearningBar) -> None:
    def places() -> list[QRect]:
        return [part.geometry() for part in (bar, bar.where, bar.previous, bar.slider, bar.next, bar.play)]

    before = places()
    for at in (0, 1, 3):
        show(bar, at)
        assert places() == before


@pytest.mark.parametrize("room", [1264, 1008, 700, 500])
def test_it_leaves_the_headline_more_than_half(bar: LearningBar, room: int) -> None:
    for at in range(4):
        assert show(bar, at, room) <= room * 0.5
        needed = bar.where.fontMetrics().horizontalAdvance(bar.where.text())
        assert bar.where.width() >= needed
        assert bar.play.geometry().right() < bar.width()


def test_buttons_and_slider_ask(bar: LearningBar) -> None:
    heard = Heard(bar)
    for part in (bar.previous, bar.next, bar.play):
        QTest.mouseClick(part, LEFT)
    QTest.keyClick(bar.slider, Qt.Key.Key_Right)
    assert heard == [GoToSnapshot(1), GoToSnapshot(3), GoToSnapshot(2, play=True), GoToSnapshot(3)]
    show(bar, 3)
    QTest.mouseClick(bar.play, LEFT)
    assert heard[-1] == GoToSnapshot(0, play=True)
    show(bar, 1, playing=True)
    assert bar.play.icon_name == "pause"
    QTest.mouseClick(bar.play, LEFT)
    assert heard[-1] == GoToSnapshot(1, play=False)


def test_one_snapshot_needs_no_way(bar: LearningBar) -> None:
    bar.display(ready(learning=Watched(replace(RUN, snapshots=SNAPSHOTS[:1]), 0)))
    assert not any(part.isEnabled() for part in (bar.previous, bar.next, bar.play, bar.slider))
