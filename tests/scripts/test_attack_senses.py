"""What the random hands look at: a keyboard that is nowhere, a key that does nothing, a pane that is gone, are seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attack_senses import KeyboardSense, dead_shortcuts, lost_keyboard, lost_panes
from PySide6.QtGui import QFont, QKeySequence, QPalette, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from viz_app.app import Program
from viz_app.example import load_example
from viz_app.platform.preferences import Settings


@pytest.fixture(scope="module")
def program(qapp: QApplication) -> Iterator[Program]:
    font = QFont(qapp.font())
    made = Program(qapp, Settings(), load_example())
    made.window.resize(1280, 800)
    made.window.show()
    made.window.activateWindow()
    QTest.qWaitForWindowActive(made.window)
    assert made.actions.by_name, "the keys are there"
    yield made
    made.window.close()
    made.stop()
    qapp.processEvents()
    qapp.setPalette(QPalette())
    qapp.setFont(font)


def test_a_keyboard_that_is_nowhere_is_found_after_some_turns(program: Program) -> None:
    sense = KeyboardSense()
    program.window.setFocus()
    assert lost_keyboard() == ""
    program.window.clearFocus()
    assert "has the keyboard" in lost_keyboard()
    said = [sense.look() for _ in range(KeyboardSense.PATIENCE + 1)]
    assert [bool(each) for each in said] == [False] * KeyboardSense.PATIENCE + [True]
    program.window.setFocus()
    assert sense.look() == ""


@pytest.mark.qt_log_ignore("Ambiguous shortcut overload", extend=True)
def test_keys_that_do_nothing_are_found(program: Program) -> None:
    assert dead_shortcuts(program) == ""
    action, other = program.actions.by_name["view.masks"], QShortcut(QKeySequence("Ctrl+4"), program.window)
    program.window.removeAction(action)
    try:
        found = dead_shortcuts(program)
    finally:
        program.window.addAction(action)
        delete(other)
    assert "no window has: ['view.masks']" in found
    assert "nothing comes of: ['Ctrl+4']" in found, "two want it, so neither gets it"


def test_a_pane_without_room_is_found(program: Program) -> None:
    assert lost_panes(program) == ""
    program.window.inspector.setFixedWidth(0)
    try:
        assert "inspector" in lost_panes(program)
    finally:
        program.window.inspector.setMinimumWidth(200)
        program.window.inspector.setMaximumWidth(16_777_215)
