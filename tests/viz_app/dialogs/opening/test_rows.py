"""One question, one widget, one answer; and only what matters is told."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from model.checkpoints.assumptions import CONVENTION
from viz_app.dialogs.opening.rows import QuestionRow, origin_of
from viz_app.engine.messages import Question


def make(qtbot: QtBot, name: str, value: Any, options: tuple[Any, ...] = (), certain: bool = True) -> QuestionRow:
    row = QuestionRow(Question(name, "How many heads?", value, CONVENTION, options, certain), 256)
    qtbot.addWidget(row)
    return row


@pytest.mark.parametrize(
    ("name", "value", "options", "kind"),
    [
        ("heads", 4, (8, 4, 2), QComboBox),
        ("lowercase", True, (True, False), QComboBox),
        ("era", "keys", ("keys", "queries"), QComboBox),
        ("source_vocabulary", "/a/src.txt", ("/a/src.txt", "/a/b.txt"), QComboBox),
        ("source_vocabulary", "", (), QComboBox),
        ("source_vocabulary", "in the file itself", (), QLabel),
        ("source_language", "de", (), QLineEdit),
        ("target_language", "deu_Latn", ("eng_Latn", "deu_Latn"), QComboBox),
        ("max_length", 512, (), QSpinBox),
        ("norm_eps", 1e-12, (), QLabel),
    ],
)
def test_each_kind_of_question(
    qtbot: QtBot, name: str, value: Any, options: tuple[Any, ...], kind: type[QWidget]
) -> None:
    row = make(qtbot, name, value, options)
    assert isinstance(row.editor, kind)
    assert row.answer == value
    assert type(row.answer) is type(value)
    assert row.editor.accessibleName()


def test_what_is_certain_and_unchanged_is_not_told(qtbot: QtBot) -> None:
    row = make(qtbot, "era", "keys", ("keys", "queries"))
    assert not row.matters
    assert isinstance(row.editor, QComboBox)
    row.editor.setCurrentIndex(1)
    assert row.matters
    assert row.answer == "queries"
    assert make(qtbot, "heads", 8, (8, 4), certain=False).matters
    assert make(qtbot, "source_vocabulary", "/a/src.txt", ("/a/src.txt",)).matters


def test_a_head_count_says_how_wide_a_head_is(qtbot: QtBot) -> None:
    row = make(qtbot, "heads", 8, (8, 4))
    assert isinstance(row.editor, QComboBox)
    assert [row.editor.itemText(index) for index in range(2)] == ["8 (each 32 wide)", "4 (each 64 wide)"]


def test_an_emptied_language_stays_what_it_was(qtbot: QtBot) -> None:
    row = make(qtbot, "source_language", "de")
    assert isinstance(row.editor, QLineEdit)
    row.editor.setText(" KO ")
    assert row.answer == "ko"
    row.editor.setText("")
    assert row.answer == "de"


def test_where_a_value_comes_from(qtbot: QtBot) -> None:
    found = Question("heads", "How many heads?", 8, "train.ipynb", (8,), True)
    assert origin_of(found) == "from train.ipynb"
    assert origin_of(Question("heads", "?", 8, CONVENTION, (8,), False)) == f"please check: {CONVENTION}"


def test_names_are_never_markup(qtbot: QtBot) -> None:
    row = QuestionRow(Question("source_vocabulary", "<b>?", "/x/<i>a", "<img src=x>\u202e", ("/x/<i>a",), True), 8)
    qtbot.addWidget(row)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in row.findChildren(QLabel))
    assert "⟨RLO⟩" in row.origin.text()
    assert isinstance(row.editor, QComboBox)
    assert row.editor.itemText(0) == "<i>a"


def test_somebody_may_not_know(qtbot: QtBot) -> None:
    row = make(qtbot, "norm_order", "post", ("post", "pre"), certain=False)
    assert isinstance(row.editor, QComboBox)
    assert [row.editor.itemText(index) for index in range(3)] == [
        "post", "pre", "I do not know (post is used, and marked)",
    ]  # fmt: skip
    assert row.matters and row.answer == "post"
    row.editor.setCurrentIndex(2)
    assert not row.matters and row.answer == "post" and row.left_open
    row.choose("pre")
    assert row.matters and row.answer == "pre"
    row.choose("neither")
    assert row.answer == "pre"
    for name in ("target_language", "source_vocabulary"):
        assert not make(qtbot, name, "a", ("a", "b"), certain=False).may_stay_open
    assert not make(qtbot, "norm_order", "post", ("post", "pre")).may_stay_open
