"""From a foreign file to a heatmap: dropped, chosen, asked about, answered by mouse and by keys, and left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFileDialog, QLineEdit

from tests.e2e.screen import CTRL, LEFT, NONE, Key, Screen
from tests.model.checkpoints.formats.references import DECODER, ENCODER
from tests.model.checkpoints.formats.tut6_network import SAMPLES
from tests.viz_app.running import SENTENCE, TINY, wait_until
from viz_app.dialogs.opening.dialog import OpeningDialog
from viz_app.dialogs.opening.rows import QuestionRow

SPECIALS = ["<unk>", "<pad>", "<sos>", "<eos>"]
GERMAN = ("zwei", "hunde", "spielen", "im", "schnee", ".", "ein", "kind")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A tut6 state dict, and nothing else in its folder."""
    return SAMPLES["tut6"].write(tmp_path)


@pytest.fixture
def words(tmp_path: Path) -> list[Path]:
    """Its two vocabularies, in another folder."""
    folder = tmp_path / "words"
    folder.mkdir()
    source = [*SPECIALS, *GERMAN, *(f"wort{n}" for n in range(ENCODER.vocabulary - 4 - len(GERMAN)))]
    target = [*SPECIALS, *(f"word{n}" for n in range(DECODER.vocabulary - 4))]
    paths = [folder / "liste1.txt", folder / "liste2.txt"]
    for path, entries in zip(paths, (source, target), strict=True):
        path.write_text("\n".join(entries) + "\n", encoding="utf-8")
    return paths


def drop(screen: Screen, *paths: Path) -> None:
    """What a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    where = QPointF(screen.window.rect().center())
    action = Qt.DropAction.CopyAction
    QApplication.sendEvent(screen.window, QDragEnterEvent(where.toPoint(), action, data, LEFT, NONE))
    QApplication.sendEvent(screen.window, QDropEvent(where, action, data, LEFT, NONE))


def dialog(screen: Screen) -> OpeningDialog:
    """The question, once it is on screen."""
    screen.until("asked", "not busy")
    found = screen.program.desk.questions.dialog
    assert found is not None
    wait_until(found.isVisible, "the dialog")
    return found


def row(question: OpeningDialog, name: str) -> QuestionRow:
    return next(one for one in question.rows if one.question.name == name)


def heatmap(screen: Screen) -> None:
    """Wait until a run of the newly opened checkpoint is drawn."""
    wait_until(lambda: screen.now.asked is None and screen.now.busy is None, "the file to open")
    screen.leave_dialog()
    trace, info = screen.now.trace, screen.now.checkpoint
    assert trace is not None
    assert info is not None
    assert trace.meta.checkpoint_sha256 == info.sha256
    assert screen.place_of() is not None


def test_from_a_drop_to_a_heatmap_in_two_actions(screen: Screen, model: Path, words: list[Path]) -> None:
    drop(screen, model, *words)  # the first
    question = dialog(screen)
    assert [one.question.name for one in question.rows if not one.question.certain] == ["heads"]
    assert row(question, "source_vocabulary").answer == str(words[0])
    screen.click(question.open_button)  # the second
    heatmap(screen)
    assert screen.now.trace is not None
    assert screen.now.trace.source_tokens.tolist()[:4] == ["<sos>", "zwei", "hunde", "spielen"]
    assert screen.window.source_box.field.text() == SENTENCE
    kept = json.loads(model.with_name(model.name + ".headscope.json").read_text())["answers"]
    assert kept["source_vocabulary"].endswith("liste1.txt")
    drop(screen, model)  # and next time it is one
    heatmap(screen)
    assert screen.now.checkpoint is not None
    assert screen.now.checkpoint.tokenizer == "word"


def test_by_keys_alone(screen: Screen, model: Path, words: list[Path]) -> None:
    for path, name in zip(words, ("src_vocab.txt", "trg_vocab.txt"), strict=True):
        path.rename(model.with_name(name))
    screen.press(Key.Key_O, CTRL)
    files = screen.window.findChildren(QFileDialog)[0]
    field = files.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(model))
    QTest.keyClick(field, Key.Key_Return)
    question = dialog(screen)
    question.activateWindow()
    heads = row(question, "heads").editor
    assert isinstance(heads, QComboBox)
    wait_until(heads.hasFocus, "the first question to have the keyboard")
    before = heads.currentIndex()
    QTest.keyClick(heads, Key.Key_Down)
    assert heads.currentIndex() == before + 1
    wanted = row(question, "heads").answer
    QTest.keyClick(heads, Key.Key_Return)
    heatmap(screen)
    assert screen.now.checkpoint is not None
    assert screen.now.checkpoint.encoder_heads == wanted


def test_escape_leaves_the_old_checkpoint_and_its_picture(screen: Screen, model: Path) -> None:
    before = screen.now
    drop(screen, model)
    QTest.keyClick(dialog(screen), Key.Key_Escape)
    screen.leave_dialog()
    assert (screen.now.asked, screen.now.busy, screen.now.problem) == (None, None, None)
    assert (screen.now.checkpoint, screen.now.trace) == (before.checkpoint, before.trace)
    assert [path.name for path in model.parent.iterdir() if path.name != "words"] == [model.name]
    screen.translate(SENTENCE + " ")  # with the old one
    assert screen.now.trace is not None
    assert screen.now.trace.meta.checkpoint == "tiny"


def test_without_vocabularies_tokens_are_ids_and_can_be_typed(screen: Screen, model: Path, words: list[Path]) -> None:
    drop(screen, model)
    question = dialog(screen)
    assert row(question, "target_vocabulary").answer == ""
    screen.click(question.open_button)
    heatmap(screen)
    screen.type("7 5 9")
    screen.press(Key.Key_Return)
    wait_until(
        lambda: screen.now.trace is not None and screen.now.trace.meta.source_text == "7 5 9" and not screen.now.busy
    )
    assert screen.now.trace is not None
    assert screen.now.trace.source_ids.tolist() == [2, 7, 5, 9, 3]
    assert screen.now.trace.source_tokens.tolist() == ["<sos>", "7", "5", "9", "<eos>"]
    drop(screen, *words)  # afterwards: they belong to the model that waits for them
    heatmap(screen)
    assert screen.now.checkpoint is not None
    assert screen.now.checkpoint.tokenizer == "word"


def test_a_wrong_file_is_said_in_the_dialog_which_stays(screen: Screen, model: Path, words: list[Path]) -> None:
    before = screen.now.checkpoint
    drop(screen, model)
    question = dialog(screen)
    screen.click(row(question, "source_vocabulary").browse)
    files = next(one for one in question.findChildren(QFileDialog) if one.isVisible())
    files.fileSelected.emit(str(words[1]))
    files.close()
    screen.click(question.open_button)
    wait_until(lambda: question.problem.isVisible() and not screen.now.busy, "the reason")
    assert "liste2.txt" in question.problem.text()
    assert f"it has {DECODER.vocabulary} entries and the network {ENCODER.vocabulary}" in question.problem.text()
    assert screen.now.checkpoint == before
    assert row(question, "source_vocabulary").answer == str(words[1])
    QTest.keyClick(question, Key.Key_Escape)
    screen.leave_dialog()


def test_head_counts_are_compared_in_the_dialog(screen: Screen, model: Path) -> None:
    drop(screen, model)
    question = dialog(screen)
    screen.click(question.check.toggle)
    QTest.keyClicks(question.check.pairs, "4 5 6 | 7 8")
    screen.click(question.check.start)
    wait_until(lambda: screen.now.heads_checked is not None, "the comparison")
    assert question.check.result.isVisible()
    assert "Only a hint" in question.check.result.text()
    screen.click(question.check.start)
    QTest.keyClick(question, Key.Key_Escape)
    screen.leave_dialog()
    screen.until("not busy")


def test_a_fault_in_a_vocabulary_names_its_line(screen: Screen, model: Path) -> None:
    before = screen.now
    model.with_name("src_vocab.txt").write_text("<unk>\n<pad>\n<sos>\n<eos>\nhund\nhund\n", encoding="utf-8")
    drop(screen, model)
    screen.until("not busy", "problem")
    assert "src_vocab.txt: line 6 repeats the word 'hund' of line 5." in screen.window.banner.text.text()
    assert (screen.now.checkpoint, screen.now.trace) == (before.checkpoint, before.trace)


def test_hostile_names_are_shown_as_they_are(screen: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "<b>bold&amp;"
    folder.mkdir()
    path = SAMPLES["tut6"].write(folder)
    hostile = path.rename(folder / "<img src=x>.pt")
    drop(screen, hostile)
    question = dialog(screen)
    assert "<img" in question.windowTitle()
    QTest.keyClick(question, Key.Key_Escape)
    screen.leave_dialog()
    assert not screen.window.findChildren(QDialog)
    assert screen.now.checkpoint is not None
    assert screen.now.checkpoint.path == str(TINY)
