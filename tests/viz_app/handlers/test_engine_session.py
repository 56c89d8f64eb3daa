"""The conversation with the engine when answers come late, in the wrong order, or not at all.

The engine here is a script: only so can a test decide what is said when. The real one is in
tests/viz_app/handlers/test_controller.py and tests/e2e.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.commands.test_command import INFO
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.client import CANCEL_MILLISECONDS, PROGRESS_MILLISECONDS, EngineClient
from viz_app.engine.messages import (
    Cancel,
    Cancelled,
    Failed,
    OpenCheckpoint,
    Opened,
    Progress,
    Ready,
    Request,
    RunDone,
    RunSentence,
    Tokenize,
    Tokens,
)
from viz_app.handlers.engine_session import Work
from viz_app.handlers.run_request import RunRequest
from viz_app.state.state import Busy, Notice, Snapshot, State


class Script(EngineClient):
    """An engine that says only what a test makes it say."""

    def __init__(self, patience: int = CANCEL_MILLISECONDS) -> None:
        super().__init__(patience=patience)
        self.sent: list[Request] = []
        self.starts = 0
        self.runs = False

    @property
    def alive(self) -> bool:
        return self.runs

    def start(self) -> None:
        self.starts += 1
        self.runs = True

    restart = start

    def send(self, request: Request) -> None:
        self.sent.append(request)

    def stop(self) -> None:
        self.runs = False

    def die(self) -> None:
        self.runs, self.ending = False, "SIGKILL"
        self.died.emit("it ended unexpectedly")

    def last(self, kind: type[Request]) -> Request:
        return [request for request in self.sent if isinstance(request, kind)][-1]


class Talk:
    """One conversation."""

    def __init__(self, patience: int = CANCEL_MILLISECONDS) -> None:
        self.state, self.engine = State(), Script(patience)
        self.work = Work(self.state, self.engine)
        self.ran: list[str] = []
        self.opened: list[object] = []
        self.work.ran.connect(lambda wanted, done: self.ran.append(wanted.text))
        self.work.opened.connect(self.opened.append)

    @property
    def now(self) -> Snapshot:
        return self.state.snapshot

    def ready(self) -> None:
        """Started, with a checkpoint open."""
        self.work.start("tiny")
        self.engine.received.emit(Ready(()))
        self.engine.received.emit(Opened(self.engine.last(OpenCheckpoint).ticket, INFO))

    def ask(self, text: str) -> int:
        self.work.run(RunRequest(text))
        return self.engine.last(RunSentence).ticket

    def finish(self, ticket: int) -> None:
        self.engine.received.emit(RunDone(ticket, make_trace(), 1.0))


@pytest.fixture
def talk(qapp: QApplication) -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.work.stop()


def test_nothing_is_asked_before_the_engine_is_ready(talk: Talk) -> None:
    talk.work.start("tiny")
    assert talk.now.busy == Busy("Starting the engine…", cancellable=False)
    talk.work.run(RunRequest("Hunde"))
    assert talk.engine.sent == []
    assert talk.now.busy == Busy("Starting the engine… Then: “Hunde”")
    talk.engine.received.emit(Ready(()))
    opening = talk.engine.last(OpenCheckpoint)
    assert isinstance(opening, OpenCheckpoint)
    assert opening.path == "tiny"
    talk.engine.received.emit(Opened(opening.ticket, INFO))
    running = talk.engine.last(RunSentence)
    assert isinstance(running, RunSentence)
    assert running.text == "Hunde"
    talk.finish(running.ticket)
    assert talk.ran == ["Hunde"]
    assert talk.opened == []  # what was asked for has run; nothing else is to be done


def test_an_older_answer_is_dropped(talk: Talk) -> None:
    talk.ready()
    first = talk.ask("eins")
    second = talk.ask("zwei")
    talk.finish(first)
    assert talk.ran == []
    assert talk.now.busy is not None
    talk.finish(second)
    assert talk.ran == ["zwei"]


def test_an_older_failure_bothers_nobody(talk: Talk) -> None:
    talk.ready()
    first = talk.ask("eins")
    second = talk.ask("zwei")
    talk.engine.received.emit(Failed(first, "sentence", "too long", "Shorten it"))
    assert talk.now.problem is None
    talk.engine.received.emit(Failed(second, "sentence", "no words", "Type one"))
    assert talk.now.problem == Notice("sentence", "no words", "Type one")
    assert talk.now.busy is None


def test_progress_of_the_newest_is_shown(talk: Talk) -> None:
    talk.ready()
    first = talk.ask("eins")
    second = talk.ask("zwei")
    talk.engine.received.emit(Progress(second, "Translating", 0.5))
    talk.engine.received.emit(Progress(first, "Reading the sentence", 0.1))
    wait_until(lambda: talk.now.busy == Busy("Translating", 0.5))


def test_a_run_that_is_over_in_moments_changes_the_state_twice(talk: Talk) -> None:
    talk.ready()
    told: list[Snapshot] = []
    talk.state.changed.connect(told.append)
    with talk.state.at_once():
        ticket = talk.ask("eins")
    for share in (0.1, 0.5, 1.0):
        talk.engine.received.emit(Progress(ticket, "Translating", share))
    assert [now.busy for now in told] == [Busy("Translating…")]
    talk.work.ran.connect(lambda wanted, done: talk.state.update(trace=done.trace, busy=None))
    talk.finish(ticket)
    assert len(told) == 2
    QTest.qWait(2 * PROGRESS_MILLISECONDS)
    assert len(told) == 2


def test_a_cancelled_run_never_shows(talk: Talk) -> None:
    talk.ready()
    ticket = talk.ask("eins")
    talk.work.cancel()
    assert talk.now.busy is None
    assert talk.engine.sent[-1] == Cancel(ticket)
    talk.finish(ticket)  # too late to be stopped
    assert talk.ran == []


def test_a_cancelled_opening_that_succeeds_anyway_is_true(talk: Talk) -> None:
    """The engine holds it now: a run would come from it, so the window must say so."""
    talk.ready()
    talk.work.open("other", "cpu")
    ticket = talk.engine.last(OpenCheckpoint).ticket
    talk.work.cancel()
    other = INFO.__class__(**{**vars(INFO), "name": "other", "path": "other"})
    talk.engine.received.emit(Opened(ticket, other))
    assert talk.now.checkpoint == other
    assert len(talk.opened) == 1  # only the first opening asks for more


def test_a_failed_opening_keeps_checkpoint_and_device(talk: Talk) -> None:
    talk.ready()
    talk.work.open("broken", "cuda")
    assert talk.now.device == "cuda"
    talk.engine.received.emit(Failed(talk.engine.last(OpenCheckpoint).ticket, "broken", "damaged", "Choose another"))
    assert talk.now.device == "auto"
    assert talk.now.checkpoint == INFO
    assert talk.ask("eins") > 0
    assert talk.now.problem is None


def test_opening_gives_up_the_run(talk: Talk) -> None:
    talk.ready()
    ticket = talk.ask("eins")
    talk.work.open("other", "auto")
    assert Cancel(ticket) in talk.engine.sent
    talk.finish(ticket)
    assert talk.ran == []


def test_an_engine_that_does_not_stop_is_ended(qapp: QApplication) -> None:
    talk = Talk(patience=1)
    talk.ready()
    talk.ask("eins")
    talk.work.cancel()
    wait_until(lambda: talk.engine.starts == 2)
    assert not talk.now.engine_ready
    talk.engine.received.emit(Ready(()))
    opening = talk.engine.last(OpenCheckpoint)
    assert isinstance(opening, OpenCheckpoint)
    assert opening.path == INFO.path
    talk.work.stop()


def test_an_engine_that_stops_in_time_lives_on(qapp: QApplication) -> None:
    talk = Talk(patience=20)
    talk.ready()
    ticket = talk.ask("eins")
    talk.work.cancel()
    talk.engine.received.emit(Cancelled(ticket))
    QTest.qWait(100)
    assert talk.engine.starts == 1
    talk.work.stop()


def test_what_the_dead_engine_was_asked_is_asked_once_more_and_not_for_ever(talk: Talk) -> None:
    talk.ready()
    talk.ask("eins")
    for asked in ([OpenCheckpoint, RunSentence], [OpenCheckpoint]):
        talk.engine.die()
        talk.engine.sent.clear()
        talk.engine.received.emit(Ready(()))
        talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))
        assert [type(request) for request in talk.engine.sent] == asked


def test_without_a_checkpoint_a_run_says_what_to_do(talk: Talk) -> None:
    talk.work.start("")
    talk.engine.received.emit(Ready(()))
    assert talk.now.busy is None
    talk.work.run(RunRequest("eins"))
    assert talk.now.problem is not None
    assert talk.now.problem.next_step == "Open a checkpoint"


def test_typing_asks_once_and_only_the_newest_answer_counts(talk: Talk) -> None:
    talk.ready()
    talk.engine.sent.clear()
    for text in ("Z", "Zw", "Zwei"):
        talk.state.update(source_text=text)
        talk.work.tokenize_soon()
    wait_until(lambda: bool(talk.engine.sent))
    asked = talk.engine.sent[0]
    assert isinstance(asked, Tokenize)
    assert asked.text == "Zwei"
    talk.engine.received.emit(Tokens(asked.ticket - 1, (1,), ("Z",), ("Z",), (False,), 64))
    assert talk.now.tokens is None
    talk.engine.received.emit(Tokens(asked.ticket, (2,), ("zwei",), ("Zwei",), (False,), 64))
    assert talk.now.tokens is not None
    assert talk.now.tokens.ids == (2,)


def test_padding_goes_after_the_sentence(talk: Talk) -> None:
    talk.ready()
    talk.work.run(RunRequest("eins", padding=4, length=7, forced=(5, 6)))
    asked = talk.engine.last(RunSentence)
    assert isinstance(asked, RunSentence)
    assert (asked.pad_to, asked.forced) == (11, (5, 6))
    talk.work.run(RunRequest("eins", padding=0, length=7))
    again = talk.engine.last(RunSentence)
    assert isinstance(again, RunSentence)
    assert again.pad_to == 0
