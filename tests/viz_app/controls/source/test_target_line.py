"""The target line: there when it was asked for, in either of two uses, with several lines where there are several."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import Heard, ready
from viz_app.controls.source.target_line import TargetLine
from viz_app.state.intents import SetTarget, Translate


@pytest.fixture
def line(qtbot: QtBot) -> TargetLine:
    widget = TargetLine()
    qtbot.addWidget(widget)
    widget.resize(900, 40)
    return widget


def test_it_is_there_only_when_asked_for(line: TargetLine) -> None:
    line.display(ready())
    assert line.isHidden()
    line.display(ready(target_use="begin", target_text="A dog"))
    assert line.isVisible()
    assert line.input.field.text() == "A dog"
    line.display(ready(target_text="A dog"))
    assert line.isHidden()


@pytest.mark.parametrize(("use", "index", "said"), [("begin", 0, "greedy"), ("given", 1, "shifted right")])
def test_each_use_says_what_it_does(line: TargetLine, use: Any, index: int, said: str) -> None:
    line.display(ready(target_use=use))
    assert line.use.currentIndex() == index
    assert said in line.use.toolTip()
    assert line.input.field.placeholderText().endswith(", in English")


def test_what_is_typed_chosen_and_entered_is_said(line: TargetLine, qtbot: QtBot) -> None:
    line.display(ready(target_use="begin"))
    heard = Heard(line)
    qtbot.keyClicks(line.input.field, "A")
    line.use.setFocus()
    qtbot.keyClick(line.use, Qt.Key.Key_Down)
    qtbot.keyClick(line.input.field, Qt.Key.Key_Return)
    qtbot.mouseClick(line.close_button, Qt.MouseButton.LeftButton)
    assert heard == [SetTarget("A"), SetTarget(use="given"), Translate(), SetTarget(use="")]


def test_several_targets_are_lines(line: TargetLine, qtbot: QtBot) -> None:
    line.display(ready(target_use="given", target_text="A\nB"))
    heard = Heard(line)
    assert line.input.lines.isVisible()
    qtbot.keyClicks(line.input.lines, "x")
    assert heard == [SetTarget("xA\nB")]
