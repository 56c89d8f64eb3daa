"""What a file is, asked in the window; a checkpoint saved as ours; and the notebook cell, from button to open model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog

from model.common.assets import notebook_cell
from tests.e2e.screen import CTRL, Key, Screen
from tests.e2e.test_files import answer, drop, put
from tests.model.checkpoints.formats import tut6_network
from tests.model.checkpoints.test_notebook_bundle import fields, run_cell
from tests.viz_app.running import TINY, wait_until
from viz_app.dialogs.checkpoint_facts import FactsSheet, as_text
from viz_app.dialogs.notebook_cell import CellSheet

Sheet = TypeVar("Sheet", bound=QDialog)


def sheet(screen: Screen, kind: type[Sheet]) -> Sheet:
    """The dialog of this kind, once it is on screen."""
    wait_until(lambda: any(one.isVisible() for one in screen.window.findChildren(kind)), kind.__name__)
    return next(one for one in screen.window.findChildren(kind) if one.isVisible())


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """tut6 with its feed-forward blocks renamed, as a student might."""
    state = tut6_network.make().state_dict()
    torch.save({name.replace("positionwise_feedforward", "ff"): value for name, value in state.items()},
               tmp_path / "mine.pt")  # fmt: skip
    return tmp_path / "mine.pt"


def test_the_open_checkpoint_tells_what_it_is(screen: Screen) -> None:
    screen.press(Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    told = sheet(screen, FactsSheet)
    text = as_text(told.sections)
    assert f"path\t{TINY}" in text
    assert "encoder layers\t2" in text
    assert told.windowTitle() == "About tiny"
    told.copy.click()
    assert QGuiApplication.clipboard().text() == text
    told.close()


def test_a_changed_tutorial_is_explained_from_the_banner(screen: Screen, changed: Path) -> None:
    drop(screen, changed)
    screen.until("problem", "not busy")
    assert screen.now.problem is not None
    assert screen.now.problem.why.startswith("it resembles tut6 (")
    screen.click(screen.window.banner.offer)
    told = sheet(screen, FactsSheet)
    assert "here and not in that family\tencoder.layers.{}.ff.fc_1" in as_text(told.sections)
    assert not screen.window.banner.isVisible()
    told.close()


def test_any_file_can_be_inspected(screen: Screen, changed: Path) -> None:
    screen.press(Key.Key_I, CTRL)
    put(screen, changed)  # the next dialog may be there before this one has gone
    told = sheet(screen, FactsSheet)
    assert [title for title, _ in told.sections][:2] == ["not opened", "file"]
    told.close()


def test_the_open_checkpoint_is_saved_as_ours(screen: Screen, tmp_path: Path) -> None:
    screen.program.actions.by_name["file.save_checkpoint"].trigger()
    answer(screen, tmp_path / "copy")
    screen.until("not busy", "message")
    assert screen.now.problem is None
    assert json.loads((tmp_path / "copy" / "config.json").read_text(encoding="utf-8"))["name"] == "tiny"
    drop(screen, tmp_path / "copy")
    wait_until(lambda: screen.now.checkpoint is not None and screen.now.checkpoint.path == str(tmp_path / "copy"))


def test_a_cells_file_opens_without_a_question(screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen.program.actions.by_name["help.cell"].trigger()
    cells = sheet(screen, CellSheet)
    cells.copy.click()
    assert QGuiApplication.clipboard().text() == notebook_cell("tut6")
    cells.close()
    drop(screen, run_cell("tut6", fields(tut6_network.make(), tmp_path), tmp_path, monkeypatch))
    wait_until(lambda: screen.now.checkpoint is not None and screen.now.checkpoint.family == "tut6")
    screen.until("not busy")
    assert screen.now.asked is None
    assert screen.now.problem is None
