"""The one way to ask the engine: tickets, the newest wins, cancelling, patience, progress, and the end of an engine."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.handlers.test_engine_session import Script
from tests.viz_app.running import wait_until
from viz_app.engine.client import NEW, PROGRESS_MILLISECONDS
from viz_app.engine.messages import Cancel, Cancelled, Failed, Inspect, Progress, Ready, Saved, SaveOpen, Tokenize

SENTENCE = Tokenize(NEW, "Zwei Hunde")
FILE = Inspect(NEW, "a.pt")


class Ears:
    """An engine that says what a test makes it say, and all that was heard of it."""

    def __init__(self) -> None:
        self.engine = Script(patience=1)
        self.heard: list[Any] = []
        self.progress: list[Progress] = []

    def ask(self, about: str, request: Any = SENTENCE, **more: Any) -> int:
        """The ticket that the request got."""
        self.engine.ask(about, request, self.heard.append, self.heard.append, self.progress.append, **more)
        return self.engine.sent[-1].ticket

    def say(self, reply: Any) -> None:
        self.engine.received.emit(reply)


@pytest.fixture
def ears(qapp: QApplication) -> Ears:
    return Ears()


def test_each_answer_finds_its_question(ears: Ears) -> None:
    first, second = ears.ask("a sentence"), ears.ask("a file", FILE)
    assert 0 < first < second
    assert ears.engine.sent == [Tokenize(first, "Zwei Hunde"), Inspect(second, "a.pt")]
    ears.say(Saved(second))
    ears.say(Saved(second))  # one question has one answer
    ears.say(Saved(second + 1))  # nobody asked
    assert ears.heard == [Saved(second)]
    assert ears.engine.asks("a sentence")
    assert not ears.engine.asks("a file")
    ears.say(failed := Failed(first, "sentence", "no words", "Type one"))
    assert ears.heard[1:] == [failed]


def test_the_newest_about_a_thing_wins(ears: Ears) -> None:
    first = ears.ask("a file", FILE)
    second = ears.ask("a file", SaveOpen(NEW, "a", "b"))
    assert ears.engine.sent[1:] == [Cancel(first), SaveOpen(second, "a", "b")]
    for late in (Saved(first), Cancelled(first), Progress(first, "Saving")):
        ears.say(late)
    assert ears.heard == []
    ears.say(Saved(second))
    assert ears.heard == [Saved(second)]


def test_what_the_engine_gives_up_by_itself_has_failed_without_a_reason(ears: Ears) -> None:
    ears.say(Cancelled(ears.ask("a sentence")))
    assert ears.heard == [None]


def test_what_was_cancelled_is_not_answered(ears: Ears) -> None:
    ticket = ears.ask("a sentence")
    assert ears.engine.cancel("a sentence")
    assert not ears.engine.cancel("a sentence")
    assert ears.engine.sent[1:] == [Cancel(ticket)]
    ears.say(Saved(ticket))
    ears.say(Cancelled(ticket))
    assert ears.heard == []


def test_who_wants_to_hear_late_answers_does(ears: Ears) -> None:
    late: list[Any] = []
    first = ears.ask("a file", FILE, late=late.append)
    second = ears.ask("a file", FILE, late=late.append)
    ears.say(Saved(first))
    ears.say(Saved(second))
    assert (late, ears.heard) == ([Saved(first)], [Saved(second)])
    third = ears.ask("a file", FILE, late=late.append)
    ears.engine.cancel("a file")
    ears.say(Cancelled(third))
    ears.say(Saved(third))
    assert len(late) == 1


def test_progress_is_told_some_times_a_second(ears: Ears) -> None:
    ticket = ears.ask("a sentence")
    for share in range(10):
        ears.say(Progress(ticket, "Translating", share / 10))
    assert ears.progress == []
    wait_until(lambda: bool(ears.progress))
    assert ears.progress == [Progress(ticket, "Translating", 0.9)]
    ears.say(Progress(ticket, "Recording", 1.0))
    ears.say(Saved(ticket))
    QTest.qWait(2 * PROGRESS_MILLISECONDS)
    assert len(ears.progress) == 1, "what has ended has no progress any more"


def test_an_engine_that_goes_on_with_what_was_cancelled_is_stuck(ears: Ears) -> None:
    stuck: list[bool] = []
    ears.engine.stuck.connect(lambda: stuck.append(True))
    ears.ask("a file", FILE)
    ears.engine.cancel("a file")  # it may take its time
    tickets = [ears.ask("a sentence"), ears.ask("another")]
    for about in ("a sentence", "another"):
        ears.engine.cancel(about, soon=True)
    for ticket in tickets:
        ears.say(Cancelled(ticket))
    QTest.qWait(50)
    assert not stuck
    ears.ask("a sentence")
    ears.engine.cancel("a sentence", soon=True)
    wait_until(lambda: bool(stuck))


def test_who_cannot_wait_is_told_so(ears: Ears) -> None:
    first = ears.ask("a sentence", patience=1)
    wait_until(lambda: bool(ears.heard))
    assert ears.heard == [None]
    assert ears.engine.sent[1:] == [Cancel(first)]
    second = ears.ask("a sentence", patience=20)
    ears.say(Saved(second))
    QTest.qWait(60)
    assert ears.heard[1:] == [Saved(second)]


def test_nobody_waits_for_a_dead_engine(ears: Ears) -> None:
    ears.ask("a sentence")
    ticket = ears.ask("a file", FILE, late=ears.heard.append)
    ears.engine.die()
    assert ears.heard == [None, None]
    ears.say(Ready(()))
    ears.say(Saved(ticket))
    assert len(ears.heard) == 2
