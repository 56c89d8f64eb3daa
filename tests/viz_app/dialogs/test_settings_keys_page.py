"""Keys can be switched off one by one; which command they belong to never changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.recorder import EMPTY
from viz_app.commands import all_commands, all_menus
from viz_app.dialogs.settings import NAME, KeysPage
from viz_app.state.intents import ChangeSettings, Intent
from viz_app.state.state import Settings

VIEWS = (("one_head", "One head"), ("masks", "Masks"))


@pytest.fixture
def page(qapp: QApplication) -> Iterator[KeysPage]:
    page = KeysPage(all_menus(VIEWS))
    page.resize(500, 400)
    page.display(replace(EMPTY, settings=Settings(keys_off=("step.next",))))
    page.show()
    yield page
    page.close()
    page.deleteLater()


def ticks(page: KeysPage) -> dict[str, bool]:
    return {str(item.data(0, NAME)): item.checkState(0) == Qt.CheckState.Checked for item in page.items()}


def test_every_command_with_keys_is_listed_with_them(page: KeysPage) -> None:
    wanted = {command.name for command in all_commands(all_menus(VIEWS)) if command.keys}
    assert set(ticks(page)) == wanted
    keys = {str(item.data(0, NAME)): item.text(1) for item in page.items()}
    assert keys["step.next"] == "→   Alt+→"


def test_it_shows_which_are_off(page: KeysPage) -> None:
    assert [name for name, on in ticks(page).items() if not on] == ["step.next"]
    page.display(EMPTY)
    assert all(ticks(page).values())


def test_a_tick_switches_one_and_leaves_the_others(page: KeysPage) -> None:
    heard: list[Intent] = []
    page.requested.connect(heard.append)
    for name in ("look.sqrt", "step.next"):
        item = next(item for item in page.items() if item.data(0, NAME) == name)
        page.tree.setCurrentItem(item)
        QTest.keyClick(page.tree, Qt.Key.Key_Space)
    assert heard == [ChangeSettings({"keys_off": ("step.next", "look.sqrt")}), ChangeSettings({"keys_off": ()})]


def test_the_list_narrows_to_what_is_meant(page: KeysPage) -> None:
    QTest.keyClicks(page.filter, "causal")
    seen = {str(item.data(0, NAME)) for item in page.items() if not item.isHidden()}
    assert {"view.masks", "kind.decoder"} <= seen
    assert "step.next" not in seen
    page.filter.clear()
    assert not any(item.isHidden() for item in page.items())
