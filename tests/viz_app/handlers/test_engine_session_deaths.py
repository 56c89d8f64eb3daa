"""Engines that end by themselves, and runs that are asked about: what is tried again, and what only a person begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from model.common.fault import ENDED, read
from model.common.installed import lacking
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.handlers.test_engine_session import Talk
from tests.viz_app.running import wait_until
from viz_app.engine.messages import Failed, OpenCheckpoint, Opened, Ready, RunSentence, Tokenize
from viz_app.handlers.run_request import RunRequest
from viz_app.state.state import Busy, Notice


@pytest.fixture
def talk(qapp: QApplication) -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.work.stop()


def test_a_death_restarts_once_and_says_so(talk: Talk) -> None:
    talk.ready()
    talk.ask("eins")
    talk.engine.die()
    assert talk.engine.starts == 2
    assert talk.now.problem is not None
    assert talk.now.problem.why == "it ended unexpectedly"
    assert talk.now.problem.calm
    fault = read(talk.now.problem.fault)
    assert fault is not None
    assert (fault.part, fault.kind) == (ENDED, "SIGKILL")
    talk.engine.die()  # before it was ready: once more
    assert talk.engine.starts == 3
    talk.engine.die()  # the third in a row
    assert talk.engine.starts == 3
    assert talk.now.busy is None
    talk.work.open("tiny", "auto")  # a person may
    assert talk.engine.starts == 4


def test_an_engine_that_ends_before_it_is_ready_is_tried_once_more(talk: Talk) -> None:
    talk.work.start("tiny")
    talk.work.run(RunRequest("Hunde"))
    talk.engine.die()
    assert (talk.engine.starts, talk.now.problem) == (2, None)
    assert talk.now.busy is not None
    talk.engine.received.emit(Ready(()))
    talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))
    assert isinstance(talk.engine.sent[-1], RunSentence)  # what was asked meanwhile


def test_and_stays_down_with_a_button_when_it_ends_again(talk: Talk) -> None:
    talk.work.start("tiny")
    for _ in range(2):
        talk.engine.die()
    assert (talk.engine.starts, talk.now.busy) == (2, None)
    assert talk.now.problem is not None
    assert (talk.now.problem.offer, talk.now.problem.other) == ("engine", "fault")
    assert talk.now.engine_down
    assert read(talk.now.problem.fault) is not None
    assert not talk.now.problem.calm
    talk.work.start_again()
    assert talk.engine.starts == 3
    assert talk.now.problem is None
    talk.engine.received.emit(Ready(()))
    opening = talk.engine.last(OpenCheckpoint)
    assert isinstance(opening, OpenCheckpoint)
    assert opening.path == "tiny"


def test_an_engine_that_cannot_be_started_is_not_tried_again(talk: Talk) -> None:
    talk.work.start("tiny")
    talk.engine.hopeless = True
    talk.engine.die()
    assert talk.engine.starts == 1
    assert talk.now.problem is not None


def test_an_installation_that_only_replays_has_no_engine_that_is_down(talk: Talk) -> None:
    talk.engine.hopeless, talk.engine.lacking = True, lacking("torch")
    talk.work.start("tiny")
    talk.engine.die()
    assert not talk.now.engine_down
    assert talk.now.problem is not None
    assert (talk.now.problem.calm, talk.now.problem.fault) == (True, "")


def test_a_file_that_killed_the_engine_is_not_opened_again_by_itself(talk: Talk) -> None:
    talk.work.start("killer.pt")
    talk.engine.received.emit(Ready(()))
    talk.engine.die()
    assert talk.engine.starts == 2
    assert talk.now.problem is not None
    assert (talk.now.problem.what, talk.now.problem.why) == ("killer.pt", "the engine ended while it opened this")
    talk.engine.sent.clear()
    talk.engine.received.emit(Ready(()))
    assert talk.engine.sent == []


@pytest.mark.parametrize("killer", ["killer.pt", INFO.path])
def test_what_was_open_before_it_is(talk: Talk, killer: str) -> None:
    talk.ready()
    talk.work.open(killer, "cuda")
    talk.engine.die()
    talk.engine.received.emit(Ready(()))
    opening = talk.engine.last(OpenCheckpoint)
    assert isinstance(opening, OpenCheckpoint)
    assert (opening.path, opening.device) == (INFO.path, "auto")
    talk.engine.die()  # now that one kills it too
    talk.engine.sent.clear()
    talk.engine.received.emit(Ready(()))
    assert talk.engine.sent == []


@pytest.mark.parametrize("path", [INFO.path, "other"])
def test_a_run_that_waits_for_a_checkpoint_outlives_an_engine_that_ends_while_it_opens(talk: Talk, path: str) -> None:
    talk.ready()
    talk.work.open(path, "auto")
    talk.work.run(RunRequest("Hunde"))
    talk.engine.die()
    assert talk.now.problem is not None
    assert talk.now.problem.calm
    assert talk.now.busy == Busy("Starting the engine… Then: “Hunde”")
    talk.engine.received.emit(Ready(()))
    opening = talk.engine.last(OpenCheckpoint)
    assert isinstance(opening, OpenCheckpoint)
    assert opening.path == path
    talk.engine.received.emit(Opened(opening.ticket, INFO))
    talk.finish(talk.engine.last(RunSentence).ticket)
    assert talk.ran == ["Hunde"]
    assert talk.state.snapshot.problem is None


def test_but_no_third_engine_opens_what_two_have_ended_over(talk: Talk) -> None:
    talk.ready()
    given_up: list[bool] = []
    talk.work.given_up.connect(lambda: given_up.append(True))
    talk.work.open("killer.pt", "auto")
    talk.work.run(RunRequest("Hunde"))
    for left in ([], [True]):
        talk.engine.die()
        assert given_up == left
        talk.engine.received.emit(Ready(()))
    assert talk.now.problem is not None
    assert talk.now.problem.what == "killer.pt"
    opening = talk.engine.last(OpenCheckpoint)
    assert isinstance(opening, OpenCheckpoint)
    assert opening.path == INFO.path
    talk.engine.received.emit(Opened(opening.ticket, INFO))
    assert not any(isinstance(each, RunSentence) for each in talk.engine.sent)


def test_a_text_that_killed_the_engine_is_not_split_again_until_it_changes(talk: Talk) -> None:
    talk.ready()
    talk.state.update(source_text="aaaa")
    talk.work.tokenize_soon()
    wait_until(lambda: isinstance(talk.engine.sent[-1], Tokenize))
    talk.engine.die()
    talk.engine.sent.clear()
    talk.engine.received.emit(Ready(()))
    talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))
    assert [type(request) for request in talk.engine.sent] == [OpenCheckpoint]
    talk.state.update(source_text="aaa")
    talk.work.tokenize_soon()
    wait_until(lambda: isinstance(talk.engine.sent[-1], Tokenize))


def test_three_deaths_in_a_row_and_it_stays_down_until_somebody_wants_it(talk: Talk) -> None:
    talk.ready()
    for starts in (2, 3, 3):
        talk.ask("eins")
        talk.engine.die()
        assert talk.engine.starts == starts
        if starts == 2 or talk.engine.runs:
            talk.engine.received.emit(Ready(()))
            talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))
    assert talk.now.problem is not None
    assert (talk.now.problem.offer, talk.now.busy) == ("engine", None)
    talk.work.start_again()
    assert talk.engine.starts == 4


def test_a_run_that_is_done_between_two_deaths_begins_a_new_row(talk: Talk) -> None:
    talk.ready()
    for starts in range(2, 7):
        talk.finish(talk.ask("eins"))
        talk.engine.die()
        assert talk.engine.starts == starts
        talk.engine.received.emit(Ready(()))
        talk.engine.received.emit(Opened(talk.engine.last(OpenCheckpoint).ticket, INFO))


def test_a_run_that_was_asked_about_is_run_when_somebody_says_so(talk: Talk) -> None:
    talk.ready()
    talk.work.run_anyway()  # nothing was asked about
    assert not any(isinstance(each, RunSentence) for each in talk.engine.sent)
    talk.work.run(RunRequest("eins", forced=(5, 6)))
    first = talk.engine.last(RunSentence)
    talk.engine.received.emit(Failed(first.ticket, "source sentence", "it takes 8 GB", "Shorten it", "anyway"))
    assert talk.now.problem == Notice("source sentence", "it takes 8 GB", "Shorten it", "anyway")
    talk.work.run_anyway()
    again = talk.engine.last(RunSentence)
    assert isinstance(again, RunSentence)
    assert (again.text, again.forced, again.sure) == ("eins", (5, 6), True)
    assert talk.now.problem is None
    assert isinstance(first, RunSentence)
    assert not first.sure
