"""A report in a dialog: every fact is there, plain, and copied as text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from viz_app.dialogs.checkpoint_facts import FactsSheet, Report, as_text, in_words

PATH = Path("folder/my <b>model.pt")
REPORT: Report = {
    "architecture": {"encoder layers": 3, "parameters": 7_586_624, "scores times 1/√D": True},
    "tensors": {"<img src=x>": "[2, 3] float32", "a\u202eb": "x"},
    "warnings": {},
    "nearest family": {"in both": [f"encoder.layers.{number}.fc_q" for number in range(9)]},
}


def test_sections_without_facts_are_left_out() -> None:
    assert [title for title, _ in in_words(REPORT)] == ["architecture", "tensors", "nearest family"]


def test_of_a_checkpoint_that_says_everything_it_is_said_that_nothing_was_assumed() -> None:
    sections = in_words({"checkpoint": {"name": "everyday"}, "architecture": {"heads": 4}})
    assert [title for title, _ in sections] == ["checkpoint", "assumed", "architecture"]
    assert sections[1][1] == [("nothing", "certain: the file says everything that the network needs")]
    fact = {"question": "Positions?", "value": "sinusoidal", "origin": "usual", "certain": False}
    told = dict(in_words({"checkpoint": {"name": "tut6"}, "assumed": {"positions": fact}}))
    assert told["assumed"] == [("Positions? (positions)", "sinusoidal (usual), not certain")]


def test_every_fact_is_shown_as_it_is(qtbot: QtBot) -> None:
    sheet = FactsSheet(PATH, REPORT)
    qtbot.addWidget(sheet)
    shown = sheet.text.toPlainText()
    assert sheet.windowTitle() == "About my <b>model.pt"
    for text in ("encoder layers", "7,586,624", "yes", "<img src=x>", "encoder.layers.8.fc_q"):
        assert text in shown
    assert "\u202e" not in shown


def test_it_is_copied_as_lines_with_tabs(qtbot: QtBot) -> None:
    sheet = FactsSheet(PATH, REPORT)
    qtbot.addWidget(sheet)
    sheet.copy.click()
    text = QGuiApplication.clipboard().text()
    assert text == as_text(in_words(REPORT))
    assert text.startswith("architecture\nencoder layers\t3\nparameters\t7,586,624\n")
