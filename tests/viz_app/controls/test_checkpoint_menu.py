"""The checkpoint button names the open checkpoint and offers those that ship."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from model.common.assets import CHECKPOINTS, shipped_checkpoints
from tests.viz_app.commands.test_command import INFO
from viz_app.controls.checkpoint_menu import FRAME, CheckpointMenu
from viz_app.state.intents import Intent, LookForFiles, OpenPath
from viz_app.state.recent import FilesLooked
from viz_app.state.state import Snapshot


@pytest.fixture
def button(qapp: QApplication) -> Iterator[CheckpointMenu]:
    button = CheckpointMenu()
    yield button
    button.deleteLater()


def test_what_ships_is_offered_the_default_first(button: CheckpointMenu) -> None:
    asked: list[Intent] = []
    button.requested.connect(asked.append)
    actions = [action for action in button.menu().actions() if not action.isSeparator()]
    assert [action.text() for action in actions] == list(shipped_checkpoints())
    actions[1].trigger()
    assert asked == [OpenPath(CHECKPOINTS / shipped_checkpoints()[1])]


def test_what_was_downloaded_is_offered_by_its_name(button: CheckpointMenu) -> None:
    asked: list[Intent] = []
    button.requested.connect(asked.append)
    button.add_actions([QAction("Open…", button)], QMenu("Open recent", button))
    cached = button.menu().actions()[-1]
    assert not cached.isVisible()
    button.menu().aboutToShow.emit()
    button.display(Snapshot(looked=FilesLooked(cached=(("some/opus-mt-de-en", "/hub/1"),))))
    assert cached.isVisible()
    (action,) = cached.menu().actions()  # type: ignore[attr-defined]  # a menu's own action has it
    assert action.text() == "some/opus-mt-de-en"
    action.trigger()
    assert asked == [LookForFiles(), OpenPath(Path("/hub/1"))]


def test_the_open_one_is_named_and_marked(button: CheckpointMenu) -> None:
    name = shipped_checkpoints()[0]
    button.display(Snapshot(checkpoint=replace(INFO, name=name, path=str(CHECKPOINTS / name))))
    assert button.text() == f"German → English · {name}"
    assert button.accessibleName() == f"Checkpoint, German → English, {name}"
    assert [action.isChecked() for action in button.menu().actions()[:2]] == [True, False]


def test_a_strange_name_is_shown_as_it_is(button: CheckpointMenu) -> None:
    button.display(Snapshot(checkpoint=replace(INFO, name="a & <b>", path="x", source_language="")))
    assert button.text() == "a && <b>"  # Qt shows && as &
    assert "&lt;b&gt;" in button.toolTip()
    assert not any(action.isChecked() for action in button.menu().actions())


def test_a_long_name_is_cut_in_the_middle_and_told_in_full(button: CheckpointMenu) -> None:
    name = "checkpoint-of-the-third-experiment-" * 4
    for language in ("de", ""):
        button.display(Snapshot(checkpoint=replace(INFO, name=name, source_language=language)))
        assert len(button.text()) < 70
        assert name in button.toolTip()


def test_the_direction_is_the_last_to_go(button: CheckpointMenu) -> None:
    """Whatever the room: what is shown fits, and says between which languages as long as anything can be read."""
    button.display(Snapshot(checkpoint=replace(INFO, name="everyday")))
    seen = []
    for room in range(400, 60, -1):
        button.give_room(room)
        assert button.fontMetrics().horizontalAdvance(button.text()) <= max(0, room - FRAME)
        seen.append(button.text())
    stages = list(dict.fromkeys(seen))
    assert stages[0] == "German → English · everyday"
    assert stages.index("German → English") < stages.index("de → en")
    assert all("German → English" in text or "de" in text or "…" in text for text in stages)


@pytest.mark.parametrize("language", ["de", "xx-nothing"])
def test_languages_are_named_in_the_interface_language(button: CheckpointMenu, language: str) -> None:
    button.display(Snapshot(checkpoint=replace(INFO, source_language=language, target_language="kor_Hang")))
    assert button.text().startswith(f"{'German' if language == 'de' else language} → Korean")


def test_nothing_is_open(button: CheckpointMenu) -> None:
    button.display(Snapshot())
    assert button.text() == "No checkpoint"
