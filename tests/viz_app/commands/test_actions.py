"""Actions follow the state and ask for what their command says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from tests.viz_app.recorder import EMPTY, MIDDLE, Recorder
from tests.viz_app.sample_trace import make_trace
from viz_app.commands import all_menus
from viz_app.commands.actions import Actions, shown_keys
from viz_app.commands.command import Command
from viz_app.state.intents import Select, SetView
from viz_app.state.state import Selection, Settings

VIEWS = (("one_head", "One head"), ("masks", "Masks"))


class Bench:
    """A window with actions, and what they asked for."""

    def __init__(self) -> None:
        self.window = QMainWindow()
        self.desk = Recorder()
        self.menus = all_menus(VIEWS)
        self.actions = Actions(self.menus, self.desk, self.window)  # type: ignore[arg-type]  # it answers to every name

    def __getitem__(self, name: str) -> QAction:
        return self.actions.by_name[name]


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.window.deleteLater()


def test_what_is_not_possible_is_off(bench: Bench) -> None:
    bench.actions.display(EMPTY)
    assert not bench["step.next"].isEnabled()
    bench.actions.display(MIDDLE)
    assert bench["step.next"].isEnabled()
    bench.actions.display(replace(MIDDLE, selection=Selection(step=7)))
    assert not bench["step.next"].isEnabled()


def test_a_trigger_asks(bench: Bench) -> None:
    bench.actions.display(MIDDLE)
    bench["step.next"].trigger()
    bench["file.export"].trigger()
    assert bench.desk.asked == [Select(step=4), "export"]


def test_what_is_on_stays_checked_though_nothing_changed(bench: Bench) -> None:
    bench.actions.display(MIDDLE)
    assert bench["view.one_head"].isChecked()
    bench["view.one_head"].trigger()  # Qt toggles it
    assert bench.desk.asked == [SetView("one_head")]
    assert bench["view.one_head"].isChecked()
    bench["view.masks"].trigger()  # nobody follows it here
    assert bench["view.one_head"].isChecked() and not bench["view.masks"].isChecked()
    bench.actions.display(replace(MIDDLE, view="masks"))
    assert not bench["view.one_head"].isChecked()
    assert bench["view.masks"].isChecked()


def entries(menu: QMenu) -> list[QAction]:
    """All actions of a menu and of the menus in it."""
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        found += entries(inner) if isinstance(inner, QMenu) else [] if action.isSeparator() else [action]
    return found


def bar_menus(bench: Bench) -> list[QMenu]:
    menus = [action.menu() for action in bench.window.menuBar().actions()]
    return [menu for menu in menus if isinstance(menu, QMenu)]


def test_every_command_is_in_the_menu_bar_once(bench: Bench) -> None:
    bench.actions.fill_bar(bench.window.menuBar())
    found = [action for menu in bar_menus(bench) for action in entries(menu)]
    assert sorted(action.objectName() for action in found) == sorted(bench.actions.by_name)


def test_what_is_seldom_chosen_lies_one_step_deeper_and_no_menu_is_longer_than_a_small_screen(bench: Bench) -> None:
    bench.actions.fill_bar(bench.window.menuBar())
    for menu in bar_menus(bench):
        assert menu.sizeHint().height() <= 720, menu.title()
    inner = [action.menu() for menu in bar_menus(bench) for action in menu.actions() if action.menu() is not None]
    themes = next(menu for menu in inner if isinstance(menu, QMenu) and menu.title() == "Theme")
    assert [action.objectName() for action in themes.actions()] == ["theme.system", "theme.light", "theme.dark"]


def test_what_lies_deeper_lies_under_its_own_title_and_nothing_else_does(bench: Bench) -> None:
    bench.actions.fill_bar(bench.window.menuBar())
    titles = {command.name: command.within for menu in bench.menus for section in menu.sections for command in section}
    for menu in bar_menus(bench):
        for action in menu.actions():
            inner = action.menu()
            for entry in entries(inner) if isinstance(inner, QMenu) else (action,) if action.objectName() else ():
                assert titles[entry.objectName()] == (inner.title() if isinstance(inner, QMenu) else "")


def test_a_menu_that_is_ready_stands_where_its_command_does(bench: Bench) -> None:
    ready = QMenu("Open recent", bench.window)
    bench.actions.fill_bar(bench.window.menuBar(), {"file.forget": ready})
    file = bar_menus(bench)[0].actions()
    assert [action.text() for action in file[1:4]] == [
        "Open a checkpoint folder…",
        "Open recent",
        "Inspect a file…",
    ]


def test_a_text_that_depends_on_what_is_true_follows_it(bench: Bench) -> None:
    bench.actions.display(replace(MIDDLE, undo="force “cats & dogs”"))
    assert bench["edit.undo"].text() == "Undo: force “cats && dogs”"
    assert bench["edit.undo"].isEnabled()
    bench.actions.display(MIDDLE)
    assert bench["edit.undo"].text() == "Undo"
    assert not bench["edit.undo"].isEnabled()


def test_more_has_some_and_no_double_lines(bench: Bench) -> None:
    menu = QMenu(bench.window)
    bench.actions.fill_more(menu)
    lines = [action.isSeparator() for action in menu.actions()]
    assert not lines[0]
    assert not lines[-1]
    assert not any(one and other for one, other in pairwise(lines))
    assert bench["file.export"] in menu.actions()
    assert bench["step.next"] not in menu.actions()
    assert menu.sizeHint().height() <= 600, "one column on a small screen"
    deeper = {action.text(): action.menu().actions() for action in menu.actions() if action.menu() is not None}  # type: ignore[attr-defined]
    assert {*deeper} == {"In the cells", "Panes"}
    assert bench["look.values"] in deeper["In the cells"] and bench["pane.notes"] in deeper["Panes"]
    assert bench["look.glosses"] in menu.actions(), "one of its place is not a menu by itself"


def test_keys_are_shown_as_people_know_them() -> None:
    command = Command("x", "X", lambda desk, now: None, ("Right", "Alt+Up", "Ctrl+Shift+E", "F1"))
    assert shown_keys(command) == "→   Alt+↑   Ctrl+Shift+E   F1"


def test_keys_can_be_switched_off_and_on_and_the_command_stays(bench: Bench) -> None:
    bench.actions.display(replace(MIDDLE, settings=Settings(keys_off=("step.next", "no.such"))))
    assert bench["step.next"].shortcuts() == []
    assert "Alt" not in bench["step.next"].toolTip()
    assert bench["step.next"].isEnabled()
    assert [key.toString() for key in bench["step.previous"].shortcuts()] == ["Left", "Alt+Left"]
    bench.actions.display(MIDDLE)
    assert [key.toString() for key in bench["step.next"].shortcuts()] == ["Right", "Alt+Right"]


def test_every_action_teaches(bench: Bench) -> None:
    assert bench["look.sqrt"].toolTip() == f"<qt>{bench['look.sqrt'].statusTip()}<br>R</qt>"
    assert "√weight" in bench["look.sqrt"].statusTip()


def test_hints_follow_the_network_of_the_run(bench: Bench) -> None:
    """Status tip, tooltip with its keys, and the palette's sentence: without a run, the paper's formula."""
    assert "softmax(q·k / √d_k + mask)" in bench["view.one_head"].statusTip()
    run = replace(
        make_trace(), meta=replace(make_trace().meta, network={"scale_scores": False, "positions": "relative"})
    )
    chosen = Selection("encoder", 0, 0, 3)
    bench.actions.display(replace(EMPTY, trace=run, selection=chosen))
    for tip in (bench["view.one_head"].statusTip(), bench["view.one_head"].toolTip()):
        assert "softmax(q·k + bias + mask)" in tip
        assert "√" not in tip
    bench.actions.display(replace(EMPTY, trace=run, selection=Selection("cross")))
    assert "softmax(q·k + mask)" in bench["view.one_head"].statusTip()
    bench.actions.display(replace(EMPTY, trace=run, settings=Settings(keys_off=("view.one_head",))))
    assert "softmax(q·k + mask)" in bench["view.one_head"].toolTip()
    assert "Ctrl" not in bench["view.one_head"].toolTip()


def test_a_menu_of_columns_wider_than_the_screen_is_one_that_scrolls(bench: Bench) -> None:
    more = QMenu(bench.window)
    bench.actions.fill_more(more)
    font, width = more.font(), more.screen().availableGeometry().width()
    for points, scrolls in ((15, True), (6, False)):
        font.setPointSize(points)
        more.setFont(font)
        more.aboutToShow.emit()
        assert more.sizeHint().width() < width
        assert bool(more.styleSheet()) == scrolls, "columns that have room stay"
    more.deleteLater()
