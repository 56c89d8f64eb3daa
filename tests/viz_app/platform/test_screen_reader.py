"""What assistive programs get: names for all that takes the keyboard, plain words about it, each step's sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QMenu, QPushButton, QWidget

from tests.viz_app.platform.test_focus_ring import FULL
from viz_app.app import Program
from viz_app.pictures import titles
from viz_app.platform import screen_reader
from viz_app.platform.preferences import Settings
from viz_app.platform.screen_reader import close_menus, describe
from viz_app.platform.text import tooltip

Text = QAccessible.Text
MARKS = ("<qt>", "<br>", "</qt>", "&lt;", "&amp;", "<b>")


@pytest.fixture(scope="module")
def program(qapp: QApplication) -> Iterator[Program]:
    made = Program(qapp, Settings(), None)
    made.state.update(**{name: getattr(FULL, name) for name in ("trace", "checkpoint", "engine_ready", "selection")})
    made.window.resize(1280, 800)
    made.window.show()
    made.window.activateWindow()
    QTest.qWaitForWindowActive(made.window)
    yield made
    made.window.close()
    made.stop()


#: Commands that open a window of the program's own; those of Qt for files have Qt's words.
OPENING = ("edit.settings", "file.export", "file.train", "help.cell", "help.keys", "help.lessons", "view.diagnose",
           "view.table")  # fmt: skip


def wanting() -> tuple[list[str], list[str]]:
    """Of all that is seen: what Tab reaches and has no name, and what is read out with marks."""
    nameless, marked = [], []
    tops = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    for widget in (each for top in tops for each in (top, *top.findChildren(QWidget)) if each.isVisible()):
        describe(widget)
        told = QAccessible.queryAccessibleInterface(widget)
        name, about = told.text(Text.Name), told.text(Text.Description)
        reached = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value and widget.focusProxy() is None
        if reached and not (name or widget.accessibleName() or isinstance(widget.parentWidget(), QAbstractSpinBox)):
            nameless.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
        if any(mark in name + about for mark in MARKS):
            marked.append(f"{type(widget).__name__}: {name} {about}")
    return nameless, marked


@pytest.mark.parametrize("view", titles())
def test_whatever_takes_the_keyboard_has_a_name_and_plain_words_about_it(program: Program, view: str) -> None:
    program.state.update(view=view)
    QApplication.processEvents()  # a picture has its words when it is painted
    assert wanting() == ([], [])


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
@pytest.mark.parametrize("name", OPENING)
def test_so_it_is_in_every_other_window(program: Program, name: str) -> None:
    program.actions.by_name[name].trigger()
    QApplication.processEvents()
    others = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not program.window]
    assert others, name
    found = wanting()
    for each in others:
        each.close()
    assert found == ([], [])


def test_the_map_and_the_strips_are_pictures_with_words_not_boxes(program: Program) -> None:
    program.state.update(view="one_head")
    window = program.window
    for widget in (window.tabs.current.canvas, window.token_strip.source, window.token_strip.target):
        told = QAccessible.queryAccessibleInterface(widget)
        assert told.role() == QAccessible.Role.Graphic
        assert told.text(Text.Name) == widget.accessibleName() != ""


def test_a_list_that_drops_down_says_what_is_chosen_there_and_follows_its_tooltip() -> None:
    box = QComboBox()
    box.addItem("√ scale")
    box.setAccessibleName("Scale")
    box.setToolTip(tooltip("0 < x & y", "second"))
    describe(box)
    assert box.accessibleDescription() == "Scale\n0 < x & y\nsecond"
    box.setToolTip(tooltip("other"))
    describe(box)
    assert box.accessibleDescription() == "Scale\nother"


def test_a_description_of_its_own_is_kept_and_a_tooltip_that_repeats_the_name_is_not_read_twice() -> None:
    own, same = QPushButton(), QPushButton()
    own.setToolTip(tooltip("tip"))
    own.setAccessibleDescription("mine")
    same.setAccessibleName("Close")
    same.setToolTip(tooltip("Close"))
    for button in (own, same):
        describe(button)
    told = QAccessible.queryAccessibleInterface(same).text(Text.Description)
    assert (own.accessibleDescription(), told.strip()) == ("mine", "")
    own.setAccessibleDescription("")  # what it said of itself is over
    describe(own)
    assert own.accessibleDescription() == "tip"


def test_each_step_is_announced_once_with_the_sentence_of_its_row(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.window.activateWindow()
    QTest.qWaitForWindowActive(program.window)
    said: list[str] = []
    monkeypatch.setattr(screen_reader, "announce", lambda _, text: said.append(text))
    selection = program.state.snapshot.selection
    for step in (0, 1, 1, 2):
        program.state.update(selection=replace(selection, step=step))
    label = program.window.row_sentence.label
    assert len(said) == len(set(said)) and said[-1] == label.wordings[0]
    assert [text.split(":")[0].split(" / ")[0] for text in said[-2:]] == ["step 2", "step 3"]


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_a_menu_closes_after_an_entry_was_chosen_without_mouse_and_keys(qapp: QApplication) -> None:
    """As assistive programs choose: the action is triggered, and Qt leaves the menu open."""
    menu = QMenu()
    entry = menu.addAction("entry")
    assert isinstance(entry, QAction)
    menu.triggered.connect(close_menus)
    menu.popup(menu.pos())
    QTest.qWait(1)
    assert QApplication.activePopupWidget() is menu
    entry.trigger()
    assert QApplication.activePopupWidget() is None
