"""The tree's host: a click makes a hypothesis the run, arrows look along the tree, Enter runs what is looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from tests.viz_app.pictures.beam_tree.searched import searched_run
from viz_app.pictures.beam_tree.picture import TreeSheet
from viz_app.state.decoding import PointAtNode, RunNode
from viz_app.state.state import Selection, Snapshot
from viz_app.views.beam_tree import BeamTreeView


@pytest.fixture
def view(qtbot: QtBot) -> BeamTreeView:
    widget = BeamTreeView()
    qtbot.addWidget(widget)
    widget.resize(700, 420)
    widget.display(Snapshot(trace=searched_run(), selection=Selection(step=1)))
    widget.show()
    return widget


def middle(view: BeamTreeView, node: int) -> QPoint:
    shown = view.canvas.picture
    assert isinstance(shown, TreeSheet)
    left, top, _, _ = shown.room
    ratio = shown.style.ratio
    centre = shown.boxes(node)[0].center() + QPointF(left, top)
    return (centre / ratio).toPoint()


def test_a_click_makes_a_hypothesis_the_run_and_goes_to_a_step_of_its_own(view: BeamTreeView, qtbot: QtBot) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    for node in (8, 2, 0):
        qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=middle(view, node))
    assert heard == [RunNode(8), RunNode(2), PointAtNode(0)]


@pytest.mark.parametrize(
    ("key", "node"),
    [(Qt.Key.Key_Down, 4), (Qt.Key.Key_Right, 7), (Qt.Key.Key_Left, 0), (Qt.Key.Key_Up, None)],
)
def test_arrows_look_along_the_tree(view: BeamTreeView, qtbot: QtBot, key: Qt.Key, node: int | None) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    qtbot.keyClick(view.canvas, key)
    assert heard == ([] if node is None else [PointAtNode(node)])


def test_enter_runs_what_is_looked_at(view: BeamTreeView, qtbot: QtBot) -> None:
    heard: list[object] = []
    view.requested.connect(heard.append)
    view.display(replace(view.snapshot, node=8))
    qtbot.keyClick(view.canvas, Qt.Key.Key_Left)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert heard == [PointAtNode(4), RunNode(8)]


def test_pointing_reads_out_the_whole_hypothesis(view: BeamTreeView) -> None:
    cell = view.canvas.picture.at(middle(view, 8).x(), middle(view, 8).y())
    assert cell is not None
    told = view.explain(cell).splitlines()
    assert told[0] == "b c </s>" and "rank 2" in told[1] and "becomes the run" in told[2]
