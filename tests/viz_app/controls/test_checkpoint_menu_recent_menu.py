"""*Open recent* lists what was opened, tells paths, and never follows a file that has gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from viz_app.controls.checkpoint_menu import RecentMenu
from viz_app.state.intents import Intent, LookForFiles, OpenPath
from viz_app.state.recent import FilesLooked
from viz_app.state.state import Memory, Snapshot

FILES = ("/b/a & <b>.pt", "/c/model.pt", "/d/model.pt")
FULL = Snapshot(memory=Memory(FILES), looked=FilesLooked(frozenset({"/d/model.pt"})))


@pytest.fixture
def menu(qapp: QApplication) -> Iterator[RecentMenu]:
    forget = QAction("Forget")
    menu = RecentMenu(forget)
    menu.display(FULL)
    yield menu
    menu.deleteLater()


def test_each_is_named_and_its_path_is_told(menu: RecentMenu) -> None:
    actions = menu.actions()
    assert [action.text() for action in actions] == [
        "a && <b>.pt", "model.pt – c", "model.pt – d (not there)", "", "Forget",
    ]  # fmt: skip
    assert [action.isEnabled() for action in actions[:3]] == [True, True, False]
    assert actions[0].toolTip() == "<qt>/b/a &amp; &lt;b&gt;.pt</qt>"


def test_choosing_one_opens_it(menu: RecentMenu) -> None:
    heard: list[Intent] = []
    menu.requested.connect(heard.append)
    menu.actions()[1].trigger()
    menu.aboutToShow.emit()
    assert heard == [OpenPath(Path("/c/model.pt")), LookForFiles()]


def test_an_empty_one_says_so(menu: RecentMenu) -> None:
    menu.display(Snapshot())
    assert [action.text() for action in menu.actions()] == ["Nothing has been opened yet", "", "Forget"]
    assert not menu.actions()[0].isEnabled()
