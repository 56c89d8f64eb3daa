"""What the dialog says becomes a request about the file that was asked about, and nothing otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.controls.parts import info
from tests.viz_app.handlers.test_engine_session import Script
from viz_app.engine.messages import Asked, CheckHeads, OpenCheckpoint, Opened, Question, Ready
from viz_app.handlers.controller import Asking
from viz_app.handlers.engine_session import Work
from viz_app.state.intents import Answer, AskAgain, CheckHeadCounts, LeaveQuestions
from viz_app.state.state import State

HEADS = Question("heads", "How many heads?", 8, "x", (8, 4), False)
FILE = replace(info(), path="/models/tut6-model.pt", family="tut6")


class Talk:
    """A script of an engine, and what is known."""

    def __init__(self) -> None:
        self.engine = Script()
        self.state = State()
        self.work = Work(self.state, self.engine)
        self.asking = Asking(self.state, self.work)
        self.work.start("")
        self.engine.received.emit(Ready(()))

    def say(self, intent: object) -> None:
        self.asking.handlers[type(intent)](intent)

    def ask(self) -> None:
        self.work.open(FILE.path, "cpu", {"companions": ("a.txt",)})
        self.engine.received.emit(Asked(self.last(OpenCheckpoint).ticket, FILE, (HEADS,)))

    def last(self, kind: type) -> OpenCheckpoint:
        found = [request for request in self.engine.sent if isinstance(request, kind)]
        return found[-1]  # type: ignore[return-value]


@pytest.fixture
def talk(qapp: QApplication) -> Talk:
    return Talk()


def test_a_question_waits_in_the_snapshot_and_an_answer_opens(talk: Talk) -> None:
    talk.ask()
    assert talk.state.snapshot.asked is not None
    assert talk.state.snapshot.busy is None
    assert talk.last(OpenCheckpoint).ask
    talk.say(Answer({"heads": 4}))
    request = talk.last(OpenCheckpoint)
    assert (request.path, dict(request.answers), request.ask) == (FILE.path, {"heads": 4}, False)
    assert talk.state.snapshot.asked is not None  # until it has opened
    talk.engine.received.emit(Opened(request.ticket, FILE, "the answers cannot be kept"))
    after = talk.state.snapshot
    assert not after.asked
    assert after.message == "the answers cannot be kept"


def test_another_device_needs_no_answers_twice(talk: Talk) -> None:
    talk.ask()
    talk.say(Answer({"heads": 4}))
    talk.engine.received.emit(Opened(talk.last(OpenCheckpoint).ticket, FILE))
    talk.work.open(FILE.path, "cuda")
    request = talk.last(OpenCheckpoint)
    assert (request.device, dict(request.answers), request.ask) == ("cuda", {"heads": 4}, False)


def test_asking_again_asks_everything(talk: Talk) -> None:
    talk.say(AskAgain())
    assert not talk.engine.sent  # nothing is open
    talk.ask()
    talk.say(Answer({"heads": 4}))
    talk.engine.received.emit(Opened(talk.last(OpenCheckpoint).ticket, FILE))
    talk.say(AskAgain())
    request = talk.last(OpenCheckpoint)
    assert (request.path, dict(request.answers), request.ask, request.again) == (FILE.path, {}, True, True)


def test_leaving_forgets_the_file(talk: Talk) -> None:
    talk.ask()
    talk.say(LeaveQuestions())
    assert talk.state.snapshot.asked is None
    before = len(talk.engine.sent)
    talk.say(Answer({"heads": 4}))  # a click that came late
    talk.say(CheckHeadCounts({}, (8, 4), "a | b"))
    assert len(talk.engine.sent) == before


def test_head_counts_are_compared_for_that_file(talk: Talk) -> None:
    talk.ask()
    talk.say(CheckHeadCounts({"lowercase": True}, (8, 4), "a | b"))
    request = talk.engine.sent[-1]
    assert isinstance(request, CheckHeads)
    assert (request.path, request.counts, request.pairs) == (FILE.path, (8, 4), "a | b")
    assert talk.state.snapshot.busy is not None
