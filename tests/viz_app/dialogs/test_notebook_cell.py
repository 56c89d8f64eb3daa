"""The notebook cells as the window shows them, and what the clipboard gets."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from model.common.assets import TUTORIALS, notebook_cell
from viz_app.dialogs.notebook_cell import CellSheet, tutorial_of


def test_the_chosen_tutorials_cell_is_shown_and_copied(qtbot: QtBot) -> None:
    sheet = CellSheet("annotated")
    qtbot.addWidget(sheet)
    assert [sheet.list.item(row).text() for row in range(sheet.list.count())] == list(TUTORIALS.values())
    assert sheet.text.toPlainText() == notebook_cell("annotated").rstrip("\n") + "\n"
    sheet.list.setCurrentRow(0)
    assert sheet.text.toPlainText() == notebook_cell("tut6")
    sheet.copy.click()
    assert QGuiApplication.clipboard().text() == notebook_cell("tut6")
    assert sheet.copy.text() == "Copied"
    sheet.list.setCurrentRow(1)
    assert sheet.copy.text() == "Copy"


@pytest.mark.parametrize(
    ("family", "tutorial"),
    [
        ("tut6", "tut6"),
        ("family A", "family_a"),
        ("hyunwoongko", "hyunwoongko"),
        ("The Annotated Transformer", "annotated"),
        ("jadore801120/attention-is-all-you-need-pytorch", "jadore"),
        ("nn.Transformer", "nn_transformer"),
        ("Headscope", ""),
        ("Marian", ""),
    ],
)
def test_a_familys_own_cell_comes_first(family: str, tutorial: str) -> None:
    assert tutorial_of(family) == tutorial
