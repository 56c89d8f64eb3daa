"""The notes: what is typed is said at once, and every place has a button that goes there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model.record.notes import Note
from model.record.notes import RunNotes as Written
from tests.viz_app.controls.parts import Heard, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.notes import Notes, long_place, short_place
from viz_app.state.intents import ChangeNote, GoToNote, NotePlace, SetNotes
from viz_app.state.state import Snapshot

HERE = "Zwei Hunde spielen im Schnee ."
PLACE = Note("aligns", "masks", HERE, "cross", 1, 2, 3, 4, 0)
AWAY = Note("<b>%1 &amp;</b>", "links", "another & sentence", "encoder", 0, 0, 5)
CLICK = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(qtbot: QtBot) -> Notes:
    pane = Notes()
    qtbot.addWidget(pane)
    pane.resize(320, 300)
    pane.show()
    return pane


def now(*places: Note, text: str = "") -> Snapshot:
    return ready(make_trace(), notes=Written(text, places))


def test_what_is_typed_is_said_and_what_is_said_keeps_the_cursor(pane: Notes) -> None:
    heard = Heard(pane)
    pane.display(now(text="ab"))
    assert list(heard) == []
    pane.text.moveCursor(pane.text.textCursor().MoveOperation.End)
    QTest.keyClicks(pane.text, "c")
    assert list(heard) == [SetNotes("abc")]
    pane.display(now(text="abc"))
    assert pane.text.textCursor().position() == 3
    QTest.keyClick(pane.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert list(heard)[-1] == SetNotes("ab")


def test_places_have_a_row_each(pane: Notes) -> None:
    heard = Heard(pane)
    pane.display(now(PLACE, AWAY))
    first, second = pane.rows
    assert (first.go.text(), first.line.text(), first.go.isEnabled()) == ("cross 2.3 · 4", "aligns", True)
    assert (second.go.text(), second.line.text(), second.go.isEnabled()) == ("encoder 1.1 · 6", AWAY.text, False)
    assert "another &amp; sentence" in second.go.toolTip()
    QTest.mouseClick(first.go, CLICK)
    QTest.keyClicks(first.line, "!")
    QTest.mouseClick(second.drop, CLICK)
    QTest.mouseClick(pane.add, CLICK)
    assert list(heard) == [GoToNote(0), ChangeNote(0, "aligns!"), ChangeNote(1, None), NotePlace()]
    pane.display(now(AWAY))
    assert [row.line.text() for row in pane.rows] == [AWAY.text]


def test_a_new_place_waits_for_its_words(pane: Notes, qtbot: QtBot) -> None:
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    pane.display(now(PLACE))
    pane.display(now(PLACE, replace(PLACE, text="")))
    assert pane.rows[1].line.hasFocus()


def test_without_a_run_no_place_can_be_noted(pane: Notes) -> None:
    pane.display(Snapshot(notes=Written("a", (PLACE,))))
    assert not pane.add.isEnabled()
    assert not pane.rows[0].go.isEnabled()


def test_places_are_counted_as_people_do() -> None:
    assert short_place(PLACE) == "cross 2.3 · 4"
    assert long_place(PLACE) == "Cross attention, Layer 2 · Head 3, step 4, query position 4, key position 0"
    assert long_place(replace(PLACE, query=None, key=None)) == "Cross attention, Layer 2 · Head 3, step 4"


def test_a_word_of_any_length_is_broken_anywhere_and_kept_whole(pane: Notes) -> None:
    """Between words Qt's search is quadratic: 200,000 characters took seconds for every key."""
    word = "Donaudampfschiff" * 12_500
    pane.display(now(text="short words are broken between them"))
    assert pane.text.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    QGuiApplication.clipboard().setText(word)
    pane.text.selectAll()
    QTest.keyClick(pane.text, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert pane.text.toPlainText() == word
    assert pane.text.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    pane.display(now(text="short again"))
    assert pane.text.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    pane.display(now(text=word))
    assert pane.text.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere


def test_a_note_that_a_session_brings_is_not_cut(pane: Notes) -> None:
    heard = Heard(pane)
    long = "ab " * 30_000
    pane.display(now(replace(PLACE, text=long)))
    pane.rows[0].line.setFocus()
    QTest.keyClick(pane.rows[0].line, Qt.Key.Key_End)
    QTest.keyClicks(pane.rows[0].line, "!")
    assert list(heard) == [ChangeNote(0, f"{long}!")]
