"""The dialog shows what is known, tells what matters once, and says in honest words what the check found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import Heard, info
from viz_app.dialogs.opening.dialog import OpeningDialog, facts, verdict
from viz_app.dialogs.opening.questions import OpeningQuestions
from viz_app.engine.messages import Asked, HeadsChecked, Question
from viz_app.state.intents import Answer, CheckHeadCounts, LeaveQuestions
from viz_app.state.state import Busy, Notice, Snapshot

HEADS = Question("heads", "How many heads?", 8, "as this family's code has it", (8, 4, 2), False)
LOWER = Question("lowercase", "Was the training text lower-cased?", True, "train.ipynb", (True, False), True)
ASKED = Asked(3, replace(info(), family="tut6", name="<b>tut6</b>", width=256), (HEADS, LOWER), ("a <i> note",))
WAITING = Snapshot(asked=ASKED, engine_ready=True)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    window = QMainWindow()
    qtbot.addWidget(window)
    yield window
    window.close()


def open_dialog(window: QWidget, snapshot: Snapshot = WAITING) -> tuple[OpeningQuestions, OpeningDialog, Heard]:
    questions = OpeningQuestions(window)
    heard = Heard(questions)
    questions.display(snapshot)
    assert questions.dialog is not None
    return questions, questions.dialog, heard


def test_open_tells_what_matters(window: QWidget) -> None:
    _, dialog, heard = open_dialog(window)
    dialog.open_button.click()
    assert heard == [Answer({"heads": 8})]
    dialog.reject()
    assert heard[1:] == [LeaveQuestions()]


@pytest.mark.parametrize(("wide", "said"), [(0, "8 (each 32 wide)"), (512, "8 (each 64 wide)")])
def test_a_heads_width_is_that_of_its_queries(window: QWidget, wide: int, said: str) -> None:
    """Some families choose it freely: then it is not the width of the model divided by the heads."""
    asked = replace(ASKED, info=replace(ASKED.info, queries_width=wide))
    _, dialog, _ = open_dialog(window, replace(WAITING, asked=asked))
    editor = dialog.rows[0].editor
    assert isinstance(editor, QComboBox) and editor.itemText(0) == said


def test_the_check_asks_for_the_counts_on_offer(window: QWidget) -> None:
    _, dialog, heard = open_dialog(window)
    assert dialog.check.pairs.isHidden()
    dialog.check.toggle.click()
    assert not dialog.check.pairs.isHidden()
    dialog.check.pairs.setPlainText("a | b")
    dialog.check.start.click()
    assert heard == [CheckHeadCounts({}, (8, 4, 2), "a | b")]


def test_without_a_question_about_heads_there_is_no_check(window: QWidget) -> None:
    _, dialog, _ = open_dialog(window, replace(WAITING, asked=replace(ASKED, questions=(LOWER,))))
    assert dialog.check.isHidden()
    dialog.close_quietly()


def test_it_follows_the_work(window: QWidget) -> None:
    questions, dialog, _ = open_dialog(window)
    questions.display(replace(WAITING, busy=Busy("Opening <b>", 0.5)))
    assert not dialog.open_button.isEnabled()
    assert dialog.progress.value() == 50
    assert dialog.progress.isVisible()
    questions.display(replace(WAITING, problem=Notice("<b>src.txt", "line 7 is empty.", "Correct it")))
    assert dialog.open_button.isEnabled()
    assert not dialog.progress.isVisible()
    assert dialog.problem.text() == "<b>src.txt: line 7 is empty. Correct it."
    dialog.close_quietly()


def test_nothing_is_markup(window: QWidget) -> None:
    _, dialog, _ = open_dialog(window)
    labels = dialog.findChildren(QLabel)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels if label.text())
    assert "a <i> note" in [label.text() for label in labels]
    assert dialog.windowTitle() == "Open <b>tut6</b>"
    dialog.close_quietly()


def test_what_is_known() -> None:
    assert facts(ASKED.info).endswith("parameters, 3 + 3 layers, width 256")


def test_the_verdict_is_a_hint_with_its_margin_and_its_base() -> None:
    few = verdict(HeadsChecked(1, (8, 4, 2), (3.21, 3.2, 3.9), 3))
    assert few == (
        "4 heads are the least surprised by these translations: 3.200 nats per token, then 8 heads: 3.210. "
        "Only a hint, and from 3 pairs a weak one: a hundred say much more."
    )
    many = verdict(HeadsChecked(1, (8,), (3.21,), 120))
    assert many.endswith("3.210 nats per token. Only a hint, from 120 pairs.")


ORDER = Question("norm_order", "Norms before?", "post", "as this family's code has it", ("post", "pre"), False)
PADDING = Question("padding_masks", "Which masks?", "src", "as this family's code has it", ("src", "none"), False)
MORE = replace(WAITING, asked=replace(ASKED, questions=(HEADS, ORDER, PADDING, LOWER)))


def test_what_else_is_open_is_compared_too(window: QWidget) -> None:
    _, dialog, heard = open_dialog(window, MORE)
    dialog.check.toggle.click()
    dialog.check.pairs.setPlainText("a | b")
    dialog.check.start.click()
    assert heard == [CheckHeadCounts({"padding_masks": "src"}, (8, 4, 2), "a | b", {"norm_order": ("post", "pre")})]
    dialog.check.wanted.emit("", "own.npz")
    others = {"norm_order": ("post", "pre"), "padding_masks": ("src", "none")}
    assert heard[1:] == [CheckHeadCounts({}, (8, 4, 2), "", others, "own.npz")]
    dialog.close_quietly()


def test_what_a_recorded_run_decides_is_filled_in_once(window: QWidget) -> None:
    questions, dialog, heard = open_dialog(window, MORE)
    told = {"norm_order": "pre", "padding_masks": "none"}
    decided = HeadsChecked(1, (4,), (2e-7,), 0, told)
    questions.display(replace(MORE, heads_checked=decided))
    assert dialog.answers == {"heads": 4, **told}
    said = dialog.check.result.text()
    assert said == (
        "Your recorded run is computed exactly so: heads = 4, norm_order = pre, padding_masks = none. It is filled in "
        "above."
    )
    dialog.rows[1].choose("post")  # whoever knows better
    questions.display(replace(MORE, heads_checked=decided, message="more"))
    assert dialog.answers["norm_order"] == "post"
    far = HeadsChecked(1, (2,), (0.31,), 0, {"norm_order": "pre"})
    questions.display(replace(MORE, heads_checked=far))
    assert dialog.answers["heads"] == 4
    assert verdict(far) == (
        "No answers compute your recorded run; the nearest (heads = 2, norm_order = pre) differ by 0.31."
    )
    dialog.close_quietly()
    assert heard == []


def test_pairs_only_hint_at_what_else_is_open(window: QWidget) -> None:
    hinted = HeadsChecked(1, (8, 4), (3.2, 3.1), 120, {"scale_embeddings": False})
    questions, dialog, _ = open_dialog(window, MORE)
    questions.display(replace(MORE, heads_checked=hinted))
    assert dialog.answers["heads"] == 8
    assert verdict(hinted) == (
        "4 heads are the least surprised by these translations: 3.100 nats per token, then 8 heads: 3.200; and "
        "scale_embeddings = no of what else is open. Only a hint, from 120 pairs."
    )
    dialog.close_quietly()


def test_what_nobody_knows_is_not_told(window: QWidget) -> None:
    _, dialog, heard = open_dialog(window, MORE)
    row = dialog.rows[1]
    assert isinstance(row.editor, QComboBox)
    row.editor.setCurrentIndex(row.editor.count() - 1)
    dialog.open_button.click()
    assert heard == [Answer({"heads": 8, "padding_masks": "src"})]
    dialog.close_quietly()


def test_a_familys_name_of_several_words_has_its_blanks() -> None:
    assert facts(replace(info(), family="Keras chatbot tutorial")).startswith("Keras chatbot tutorial: ")
