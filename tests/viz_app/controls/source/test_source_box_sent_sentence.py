"""The keyboard leaves the field with a sentence that is on screen, and stays with one that is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from tests.viz_app.sample_trace import make_trace
from viz_app.controls.source.source_box import SentSentence
from viz_app.state.state import Busy, Notice, Snapshot

SENT = Snapshot(source_text="Guten Morgen", trace=make_trace(), busy=Busy("Translating…"))
SHOWN = replace(SENT, trace=make_trace(seed=1), busy=None)
REFUSED = replace(SENT, busy=None, problem=Notice("this sentence", "it has 632 tokens", "Leave out 120"))


class Desk(QWidget):
    """A window with two fields, which sends what is in the first."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field, self.other = QLineEdit(self), QLineEdit(self)
        box = QVBoxLayout(self)
        box.addWidget(self.field)
        box.addWidget(self.other)
        self.sent = SentSentence(self)


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[Desk]:
    desk = Desk()
    desk.show()
    desk.activateWindow()
    qapp.processEvents()
    desk.field.setFocus()
    yield desk
    desk.close()
    desk.deleteLater()


def test_a_sentence_on_screen_gives_the_keyboard_to_the_window(desk: Desk) -> None:
    desk.sent.send(SENT)
    desk.sent.follow(SENT)
    assert desk.field.hasFocus(), "nobody knows yet whether it can be translated"
    desk.sent.follow(SHOWN)
    assert desk.hasFocus()
    desk.field.setFocus()
    desk.sent.follow(replace(SHOWN, trace=make_trace(seed=2)))
    assert desk.field.hasFocus(), "that was sent by nobody from here"


@pytest.mark.parametrize("end", [REFUSED, replace(SENT, busy=None)], ids=["refused", "given up"])
def test_one_that_does_not_come_leaves_the_cursor_where_it_was(desk: Desk, end: Snapshot) -> None:
    desk.field.setText("Guten Morgen")
    desk.field.setCursorPosition(5)
    desk.sent.send(SENT)
    desk.sent.follow(end)
    assert desk.field.hasFocus() and desk.field.cursorPosition() == 5
    desk.sent.follow(SHOWN)
    assert desk.field.hasFocus(), "what comes later is another one"


def test_what_is_refused_at_once_waits_for_nothing(desk: Desk) -> None:
    desk.sent.send(replace(SENT, busy=None))
    desk.sent.follow(SHOWN)
    assert desk.field.hasFocus()


@pytest.mark.parametrize("typed", [replace(SENT, source_text="Guten Abend"), replace(SENT, target_text="Good")])
def test_who_types_on_keeps_the_keyboard(desk: Desk, typed: Snapshot) -> None:
    desk.sent.send(SENT)
    desk.sent.follow(typed)
    desk.sent.follow(SHOWN)
    assert desk.field.hasFocus()


def test_who_has_gone_elsewhere_stays_there(desk: Desk) -> None:
    desk.sent.send(SENT)
    desk.other.setFocus()
    desk.sent.follow(SHOWN)
    assert desk.other.hasFocus()
