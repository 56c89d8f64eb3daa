"""The source box: what is typed is said, nothing is cut in silence, and Hangul's Enter translates nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import Heard, info, painted, ready, tokens
from viz_app.controls.source.lines_field import LIMIT
from viz_app.controls.source.source_box import SourceBox
from viz_app.state.intents import SetSource, SetTarget, Translate
from viz_app.state.state import Busy, Snapshot

STARTING = Busy("Starting the engine…", cancellable=False)
Key = Qt.Key


@pytest.fixture
def box(qtbot: QtBot) -> SourceBox:
    widget = SourceBox()
    qtbot.addWidget(widget)
    widget.resize(900, 32)
    widget.show()
    widget.display(ready(source_text="Zwei"))
    return widget


def follow(box: SourceBox) -> Heard:
    """Like the real state: every edit comes back as a snapshot."""
    heard = Heard(box)
    box.requested.connect(
        lambda said: box.display(ready(source_text=said.text)) if isinstance(said, SetSource) else None
    )
    return heard


def compose(box: SourceBox, preedit: str = "", commit: str = "") -> None:
    """What an input method sends."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(box.field, event)


def paste(box: SourceBox, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keySequence(box.field, QKeySequence(QKeySequence.StandardKey.Paste))


def test_every_edit_is_said(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    qtbot.keyClicks(box.field, " H")
    qtbot.keyClick(box.field, Key.Key_Backspace)
    assert heard == [SetSource("Zwei "), SetSource("Zwei H"), SetSource("Zwei ")]


def test_enter_and_click_translate(box: SourceBox, qtbot: QtBot) -> None:
    heard = Heard(box)
    qtbot.keyClick(box.field, Key.Key_Return)
    qtbot.keyClick(box.field, Key.Key_Enter)
    qtbot.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert heard == [Translate(), Translate(), Translate()]


@pytest.mark.parametrize(
    ("snapshot", "hint"),
    [
        (ready(source_text=""), "Type a sentence first"),
        (ready(source_text=" \u3000 "), "Type a sentence first"),
        (Snapshot(source_text="Zwei", engine_ready=True), "No checkpoint is open"),
    ],
)
def test_what_cannot_run_is_disabled_with_a_hint(box: SourceBox, qtbot: QtBot, snapshot: Snapshot, hint: str) -> None:
    box.display(snapshot)
    heard = Heard(box)
    assert not box.button.isEnabled()
    assert box.button.toolTip() == hint
    qtbot.keyClick(box.field, Key.Key_Return)
    qtbot.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert heard == []
    box.display(ready(source_text="Zwei"))
    assert box.button.isEnabled()


# --- Hangul ---


def test_the_enter_that_commits_a_syllable_does_not_translate(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    compose(box, preedit="하")
    QTest.keyPress(box.field, Key.Key_Return)
    QTest.keyRelease(box.field, Key.Key_Return)
    assert Translate() not in heard
    compose(box, commit="하")  # some input methods commit by themselves …
    QTest.keyPress(box.field, Key.Key_Return)  # … and send the same Enter on
    QTest.keyRelease(box.field, Key.Key_Return)
    assert heard == [SetSource("Zwei하")]
    qtbot.keyClick(box.field, Key.Key_Return)
    assert heard == [SetSource("Zwei하"), Translate()]


def test_a_syllable_committed_by_the_next_one_is_no_reason_to_swallow_enter(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    compose(box, preedit="하")
    compose(box, preedit="느", commit="하")
    compose(box, commit="느")
    qtbot.keyClick(box.field, Key.Key_Space)
    qtbot.keyClick(box.field, Key.Key_Return)
    assert heard[-1] == Translate()


def test_a_click_that_commits_does_not_swallow_the_next_enter(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    compose(box, preedit="하")
    compose(box, commit="하")
    qtbot.mouseClick(box.field, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    qtbot.keyClick(box.field, Key.Key_Return)
    assert heard[-1] == Translate()


def test_display_leaves_a_syllable_in_the_making_alone(box: SourceBox) -> None:
    compose(box, preedit="하")
    box.display(ready(source_text="Zwei", tokens=tokens("Zwei", "</s>")))
    QTest.keyPress(box.field, Key.Key_Return)
    assert box.field.text() == "Zwei"


# --- long and odd texts ---


@pytest.mark.parametrize("length", [32_768, LIMIT - 4])
def test_nothing_is_cut_in_silence(box: SourceBox, length: int) -> None:
    heard = follow(box)
    paste(box, "x" * length)
    assert heard == [SetSource("Zwei" + "x" * length)]
    assert len(box.field.text()) == length + 4


def test_more_than_the_limit_is_refused_as_a_whole_and_announced(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    paste(box, "x" * LIMIT)
    assert heard == []
    assert box.field.text() == "Zwei"
    assert painted(box.field)[-1].startswith("50004 characters are more than the 50000 that fit")
    box.display(ready(source_text="Zwei", tokens=tokens("Zwei")))
    assert "50004" in painted(box.field)[-1]  # until the next edit
    qtbot.keyClicks(box.field, "!")
    assert "characters" not in " ".join(painted(box.field))


# --- several sentences ---


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a \n\n b", "a\u2028b", "a\x0bb", "a\nb\n"])
def test_pasted_lines_are_sentences(box: SourceBox, qtbot: QtBot, text: str) -> None:
    heard = follow(box)
    paste(box, text)
    assert heard == [SetSource("Zweia\nb")]
    assert box.lines.isVisible()
    assert not box.field.isVisible()
    assert box.lines.toPlainText() == "Zweia\nb"
    qtbot.keyClicks(box.lines, "!")
    assert heard[-1] == SetSource("Zweia\nb!")


def test_one_line_with_a_break_at_its_end_is_one_sentence(box: SourceBox) -> None:
    heard = follow(box)
    paste(box, "a\n")
    assert [said.text.strip() for said in heard if isinstance(said, SetSource)] == ["Zweia"]
    assert box.field.isVisible()


def test_shift_enter_starts_a_line_and_backspace_ends_it(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    box.activateWindow()
    box.field.setFocus()
    box.field.setCursorPosition(2)
    qtbot.keyClick(box.field, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert heard == [SetSource("Zw\nei")]
    assert box.lines.hasFocus()
    qtbot.keyClicks(box.lines, "x")
    assert heard[-1] == SetSource("Zw\nxei")
    qtbot.keyClick(box.lines, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert heard[-1] == SetSource("Zw\nx\nei")
    for _ in range(3):
        qtbot.keyClick(box.lines, Key.Key_Backspace)
    assert heard[-1] == SetSource("Zwei")
    assert box.field.hasFocus()
    assert box.field.cursorPosition() == 2


def test_enter_translates_several_and_the_one_of_a_syllable_does_not(box: SourceBox, qtbot: QtBot) -> None:
    box.display(ready(source_text="a\nb"))
    heard = follow(box)
    event = QInputMethodEvent("하", [])
    QApplication.sendEvent(box.lines, event)
    QTest.keyPress(box.lines, Key.Key_Return)
    QTest.keyRelease(box.lines, Key.Key_Return)
    assert Translate() not in heard
    committed = QInputMethodEvent("", [])
    committed.setCommitString("하")
    QApplication.sendEvent(box.lines, committed)
    QTest.keyPress(box.lines, Key.Key_Return)
    QTest.keyRelease(box.lines, Key.Key_Return)
    assert heard == [SetSource("하a\nb")]
    qtbot.keyClick(box.lines, Key.Key_Return)
    assert heard == [SetSource("하a\nb"), Translate()]


def test_how_many_sentences_there_are_is_said(box: SourceBox) -> None:
    box.display(ready(source_text="a\n\nb\n"))
    assert box.lines.accessibleDescription() == "2 sentences, one a line"
    assert box.lines.note.text() == "2 sentences, one a line"
    assert "padded batch" in box.button.toolTip()
    assert box.lines.height() > 1.5 * box.button.fontMetrics().height()


def test_too_much_for_the_lines_is_refused_as_a_whole(box: SourceBox) -> None:
    box.display(ready(source_text="a\nb"))
    heard = follow(box)
    QGuiApplication.clipboard().setText("x" * LIMIT)
    QTest.keySequence(box.lines, QKeySequence(QKeySequence.StandardKey.Paste))
    assert heard == []
    assert "50003" in box.lines.accessibleDescription()


def test_the_target_line_is_asked_for(box: SourceBox, qtbot: QtBot) -> None:
    heard = Heard(box)
    qtbot.mouseClick(box.target, Qt.MouseButton.LeftButton)
    box.display(ready(source_text="Zwei", target_use="given"))
    assert box.target.isChecked()
    qtbot.mouseClick(box.target, Qt.MouseButton.LeftButton)
    assert heard == [SetTarget(use="begin"), SetTarget(use="")]


def test_a_sentence_that_is_cut_keeps_its_distance_from_the_note(box: SourceBox) -> None:
    box.resize(600, box.height())
    box.show()
    box.display(ready(source_text="Zwei Hunde spielen im Schnee. " * 9, tokens=tokens("Zwei", "</s>")))
    QApplication.processEvents()
    field = box.field
    assert field.note.isVisible()
    assert field.width() - field.textMargins().right() <= field.note.geometry().left() - 6


def test_markup_stays_text(box: SourceBox) -> None:
    box.display(ready(source_text="<b>Zwei</b> &amp;"))
    assert painted(box.field)[0] == "<b>Zwei</b> &amp;"


# --- live tokens ---


@pytest.mark.parametrize(
    ("live", "note"),
    [
        (tokens("Zwei"), "1 token"),
        (tokens("Zwei", "Hunde", "</s>"), "3 tokens"),
        (tokens("Zwei", "Xyl", "</s>"), "3 tokens"),
        (tokens("Zwei", "Xyl", "</s>", unknown=(1,), limit=2), "3 tokens, only 2 fit"),
    ],
)
def test_the_note_counts_tokens(box: SourceBox, live: object, note: str) -> None:
    box.display(ready(source_text="Zwei", tokens=live))
    assert painted(box.field) == ["Zwei", note]
    assert box.field.accessibleDescription() == note


def test_unknown_words_are_named_while_one_types(box: SourceBox) -> None:
    """And what can be done about them is a tooltip away."""
    live = tokens("Zwei", "<b>Xyl", "Hunde", "Qux", "<b>Xyl", unknown=(1, 3, 4))
    box.display(ready(source_text="Zwei", tokens=live))
    assert painted(box.field) == ["Zwei", "5 tokens, not in the vocabulary: <b>Xyl, Qux"]
    assert "click the flagged word" in box.field.toolTip()
    assert "&lt;b&gt;Xyl" in box.field.toolTip()
    assert box.field.accessibleDescription().startswith("5 tokens, not in the vocabulary: <b>Xyl, Qux. ")
    long = "Zwei " * 20
    box.display(ready(source_text=long, tokens=live))
    assert painted(box.field) == [long, "5 tokens, 3 unknown"]


def test_without_room_the_note_is_in_the_tooltip(box: SourceBox) -> None:
    box.resize(330, 32)
    box.display(ready(source_text="Zwei", tokens=tokens("Zwei", "Xyl", unknown=(1,))))
    assert painted(box.field) == ["Zwei"]
    assert box.field.toolTip().startswith("<qt>2 tokens, not in the vocabulary: Xyl<br>")


def test_display_keeps_the_cursor_when_the_text_is_the_same(box: SourceBox) -> None:
    box.field.setCursorPosition(1)
    box.display(ready(source_text="Zwei", tokens=tokens("Zwei")))
    assert box.field.cursorPosition() == 1


# --- samples ---


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")  # said whenever a menu pops up
def test_a_sample_is_taken_over_and_translated(box: SourceBox, qtbot: QtBot) -> None:
    heard = follow(box)
    box.menu.popup(QPoint(0, 0))
    qtbot.keyClick(box.menu, Key.Key_Down)
    qtbot.keyClick(box.menu, Key.Key_Down)
    qtbot.keyClick(box.menu, Key.Key_Return)
    assert heard == [SetSource("Tom & <b>Mary</b> lachen."), Translate()]


def test_samples_are_the_checkpoints_own_and_literal(box: SourceBox) -> None:
    assert [action.text() for action in box.menu.actions()] == ["Zwei Hunde spielen.", "Tom && <b>Mary</b> lachen."]
    box.display(ready(checkpoint=info(samples=())))
    assert not box.samples.isEnabled()
    assert box.menu.actions() == []


@pytest.mark.parametrize(
    "waiting",
    [
        ready(source_text="Zwei", engine_ready=False, busy=STARTING),
        Snapshot(source_text="Zwei", opening="everyday", busy=STARTING),
    ],
    ids=["starting", "opening"],
)
def test_what_is_asked_while_the_engine_starts_waits_for_it(box: SourceBox, qtbot: QtBot, waiting: Snapshot) -> None:
    box.display(waiting)
    heard = Heard(box)
    assert box.button.isEnabled()
    qtbot.keyClick(box.field, Key.Key_Return)
    assert heard == [Translate()]


def test_a_sample_too(box: SourceBox) -> None:
    box.display(ready(source_text="Zwei", engine_ready=False, busy=STARTING))
    heard = Heard(box)
    box.menu.actions()[0].trigger()
    assert heard == [SetSource("Zwei Hunde spielen."), Translate()]


def test_without_a_vocabulary_ids_are_asked_for(box: SourceBox) -> None:
    box.display(ready(source_text="", checkpoint=info(tokenizer="ids", samples=("4 7 9", "5"))))
    assert box.field.placeholderText() == "Type token ids, such as 4 7 9"
    box.display(ready(source_text="", checkpoint=info(tokenizer="word")))
    assert box.field.placeholderText() == "Type a sentence to translate, German → English"


def test_an_engine_that_stays_down_is_started_by_enter(box: SourceBox) -> None:
    """Its notice may have been closed; "The engine is starting…" for ever would be untrue, and Enter without effect."""
    heard = Heard(box)
    box.display(ready(source_text="Zwei", engine_ready=False))
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert list(heard) == [Translate()]


def test_the_tokens_of_several_sentences_are_counted(box: SourceBox) -> None:
    live = replace(tokens("Ein", "</s>", "Zwei", "Hunde", "</s>"), lengths=(2, 3))
    box.display(ready(source_text="Ein\nZwei Hunde", tokens=live))
    assert box.lines.accessibleDescription() == "2 sentences, one a line · 5 tokens"
    assert box.lines.note.text() == "2 sentences, one a line · 5 tokens"
    assert box.lines.rect().contains(box.lines.note.geometry())
    box.display(ready(source_text="Ein\nZwei Hunde", tokens=replace(live, limit=2)))
    assert box.lines.note.text() == "sentence 2: 3 tokens, only 2 fit"


def test_a_sentence_that_nobody_edits_is_shown_from_its_beginning(box: SourceBox, qtbot: QtBot) -> None:
    text = " ".join(f"Wort{number}" for number in range(200))
    box.display(ready(source_text="Ja"))
    box.window().activateWindow()
    box.target.setFocus()
    box.display(ready(source_text=text))
    assert box.field.cursorPosition() == 0
    box.field.setFocus()
    box.field.end(False)
    box.target.setFocus()
    assert box.field.cursorPosition() == 0
