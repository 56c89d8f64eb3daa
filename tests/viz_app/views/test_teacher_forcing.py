"""The table's host: rows are steps, by click and by key."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from tests.source_tree import PROJECT
from tests.viz_app.controls.parts import info
from tests.viz_app.sample_trace import make_trace
from viz_app.example import load_example
from viz_app.pictures.drawing.picture import Cell
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


@pytest.mark.parametrize(
    ("smoothing", "told"),
    [
        (None, "or a smoothed one, which shares a part ε of each label among all tokens"),
        (0.0, "It is the loss that training made small."),
        (0.1, "Training made a smoothed one small: the label counted 1 − ε, and ε = 0.1 was shared"),
    ],
)
def test_which_loss_training_made_small(view: TeacherForcingView, smoothing: float | None, told: str) -> None:
    run = make_trace()
    network = {} if smoothing is None else {"label_smoothing": smoothing}
    cell = Cell("cross", 0, 0, 2, None)
    view.display(Snapshot(trace=replace(run, meta=replace(run.meta, network=network))))
    assert told in view.explain(cell)
    view.display(Snapshot(trace=run, checkpoint=info(network=network)))
    assert told in view.explain(cell), "an older run is told by its open checkpoint"


@pytest.mark.parametrize("name", ["everyday", "classic"])
def test_what_the_shipped_checkpoints_were_trained_with(view: TeacherForcingView, name: str) -> None:
    example = load_example(name)
    assert example is not None
    recipe = tomllib.loads((PROJECT / "recipes" / f"{name}.toml").read_text(encoding="utf-8"))
    view.display(Snapshot(trace=example.trace, checkpoint=example.checkpoint))
    assert f"ε = {recipe['optimisation']['label_smoothing']} was" in view.explain(Cell("cross", 0, 0, 2, None))
