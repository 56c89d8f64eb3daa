"""Shift+F11: the whole screen and back, by key, Esc, menu and system; and what has the room then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.viz_app.platform.test_translations import INFO
from tests.viz_app.sample_trace import make_trace
from viz_app.app import Program
from viz_app.example import Example
from viz_app.main_window import MainWindow
from viz_app.state.intents import ChangeSettings, Select
from viz_app.state.state import Selection, Settings

Key = Qt.Key


@pytest.fixture
def program(qapp: QApplication) -> Iterator[Program]:
    program = Program(qapp, Settings(), Example(make_trace(padding=2), Selection(layer=1, head=2, step=5), INFO))
    program.window.resize(960, 560)  # the screen of these tests is higher
    program.window.show()
    program.window.activateWindow()
    assert program.actions.by_name, "made after the first paint"
    program.controller.handlers.keys()
    settle()
    yield program
    program.window.close()
    program.stop()


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def press(program: Program, key: Qt.Key) -> None:
    held = Qt.KeyboardModifier.ShiftModifier if key == Key.Key_F11 else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(program.window, key, held)
    settle()


def places(window: MainWindow) -> dict[str, tuple[int, ...]]:
    """Where the panes and rows stand in the window."""
    parts: dict[str, QWidget] = {
        "header": window.header, "map": window.model_map, "views": window.tabs, "inspector": window.inspector,
        "status": window.statusBar(), "picture": window.tabs.current.canvas,
    }  # fmt: skip
    return {
        name: (*part.mapTo(window, QPoint(0, 0)).toTuple(), part.width(), part.height()) for name, part in parts.items()
    }


@pytest.mark.parametrize("back", [Key.Key_F11, Key.Key_Escape])
def test_a_key_fills_the_screen_and_a_key_brings_everything_back_to_its_place(program: Program, back: Qt.Key) -> None:
    window, action = program.window, program.actions.by_name["window.full_screen"]
    before, size, bar = places(window), window.size(), window.menuBar().height()
    press(program, Key.Key_F11)
    assert window.isFullScreen()
    assert program.state.snapshot.full_screen
    assert action.isChecked()
    assert window.size() == window.screen().size()
    assert not window.menuBar().isVisible()
    assert window.statusBar().isVisible(), "it says what is being waited for"
    filled = places(window)
    assert filled["header"][:2] == (0, 0), "nothing above it"
    assert filled["picture"][2] / window.width() > before["picture"][2] / size.width() - 0.05
    assert filled["picture"][3] >= before["picture"][3] + window.height() - size.height() + bar
    press(program, back)
    assert not window.isFullScreen()
    assert not program.state.snapshot.full_screen
    assert not action.isChecked()
    assert window.menuBar().isVisible()
    assert (window.size(), places(window)) == (size, before)


def test_panes_that_are_hidden_there_give_the_picture_the_whole_width(program: Program) -> None:
    press(program, Key.Key_F11)
    program.handle(ChangeSettings({"map_shown": False, "inspector_shown": False}))
    settle()
    assert program.window.tabs.current.canvas.width() >= 0.97 * program.window.screen().size().width()


def test_the_system_does_it_too_and_the_menu_knows(program: Program) -> None:
    window, action = program.window, program.actions.by_name["window.full_screen"]
    window.showFullScreen()
    settle()
    assert program.state.snapshot.full_screen
    assert action.isChecked()
    assert not window.menuBar().isVisible()
    window.showNormal()
    settle()
    assert not program.state.snapshot.full_screen
    assert window.menuBar().isVisible()
    action.trigger()
    settle()
    assert window.isFullScreen()
    assert action in window.header.more_menu.actions(), "the mouse finds the way back without the menu bar"


def test_escape_closes_what_lies_over_the_picture_first_and_keeps_the_cell(program: Program) -> None:
    press(program, Key.Key_F11)
    program.handle(Select(key=2))
    program.handle(ChangeSettings({"effects": True}))
    settle()
    press(program, Key.Key_Escape)
    assert not program.window.answer_sheet.isVisible()
    assert program.window.isFullScreen()
    press(program, Key.Key_Escape)
    assert not program.window.isFullScreen()
    assert program.state.snapshot.selection.key == 2


def test_a_maximized_window_is_maximized_again(program: Program) -> None:
    program.window.showMaximized()
    settle()
    press(program, Key.Key_F11)
    press(program, Key.Key_F11)
    assert program.window.isMaximized()
    assert not program.window.isFullScreen()


def test_another_language_stays_on_the_whole_screen_and_the_next_start_does_not(program: Program) -> None:
    press(program, Key.Key_F11)
    geometry, columns = program.window.layout_pieces()
    program.handle(ChangeSettings({"language": "ko"}))
    settle()
    assert program.window.isFullScreen()
    assert not program.window.menuBar().isVisible()
    program.handle(ChangeSettings({"language": "en"}))
    settle()
    later = MainWindow()
    later.restore_layout(geometry, columns)
    assert not later.isFullScreen()
    later.deleteLater()
