"""The table's host: rows are steps, by click and by key."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot
from viz_app.views.teacher_forcing import TeacherForcingView


@pytest.fixture
def view(qtbot: QtBot) -> TeacherForcingView:
    widget = TeacherForcingView()
    qtbot.addWidget(widget)
    widget.resize(800, 520)
    widget.display(Snapshot(trace=make_trace(), selection=Selection(step=3)))
    widget.show()
    return widget


def where(view: TeacherForcingView, row: int) -> QPoint:
    return next(
        QPoint(60, y)
        for y in range(view.canvas.height())
        if (cell := view.canvas.picture.at(60, y)) is not None and cell.query == row
    ) + QPoint(0, 4)


def test_a_click_goes_to_the_step_of_its_row(view: TeacherForcingView, qtbot: QtBot) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=where(view, 5))
    qtbot.mouseDClick(view.canvas, Qt.MouseButton.LeftButton, pos=where(view, 6))
    assert heard[0] == Select(step=5)
    assert all(isinstance(said, Select) for said in heard)


@pytest.mark.parametrize(
    ("key", "step"), [(Qt.Key.Key_Down, 4), (Qt.Key.Key_Up, 2), (Qt.Key.Key_Right, 4), (Qt.Key.Key_Left, 2)]
)
def test_arrows_step(view: TeacherForcingView, qtbot: QtBot, key: Qt.Key, step: int) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    qtbot.keyClick(view.canvas, key)
    assert heard == [Select(step=step)]


def test_the_wheel_turns_pages(view: TeacherForcingView) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    view.canvas.turned.emit(QPointF(50, 50), -1)
    assert heard == [], "all rows are on one page"
    trace = make_trace(layers=1, heads=1, target=[f"w{n}" for n in range(99)])
    view.display(Snapshot(trace=trace, selection=Selection(step=3)))
    for notches in (1, -1):
        view.canvas.turned.emit(QPointF(50, 50), notches)
    assert len(heard) == 1
    assert isinstance(heard[0], Select)
    assert heard[0].step is not None
    assert heard[0].step > 10


def test_the_ends_are_ends(view: TeacherForcingView, qtbot: QtBot) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    for step, key in ((0, Qt.Key.Key_Up), (7, Qt.Key.Key_Down)):
        view.display(replace(view.snapshot, selection=Selection(step=step)))
        qtbot.keyClick(view.canvas, key)
    assert heard == []
