"""What runs when, with requests that arrive at planted moments; then the real process, alone and abandoned."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import AuthenticationError
from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.record.trace import ARRAYS
from model.training import plan
from tests.forks import POSSIBLE, SCRIPT, Forks
from tests.viz_app.engine.checkpoints import SENTENCE, TINY, long_run, short_run, write_endless
from tests.viz_app.engine.window import Window
from tests.viz_app.handlers.training.test_trainings import PAIRS, RECIPE
from viz_app.engine.connection import ADDRESS, KEY, NO_LIBRARIES, ROOT
from viz_app.engine.frames import FrameError
from viz_app.engine.jobs import Engine
from viz_app.engine.measurement_messages import REPLACING, ReplaceTokens
from viz_app.engine.messages import (
    DECODING,
    ENCODING,
    OPENING,
    READING_TEXT,
    Cancel,
    Cancelled,
    Failed,
    OpenCheckpoint,
    Opened,
    PlanTraining,
    Progress,
    Quit,
    Ready,
    Reply,
    Request,
    RunDone,
    RunSentence,
    Tokenize,
    Tokens,
)
from viz_app.engine.process import Server
from viz_app.engine.run_ids import RunIds


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_endless(tmp_path_factory.mktemp("endless") / "endless"))


class Desk:
    """A server in this process. ``on`` plants requests at the moment when a reply says something."""

    def __init__(self, endless: str) -> None:
        self.inbox: SimpleQueue[Request] = SimpleQueue()
        self.replies: list[Reply] = []
        self.planted: list[tuple[Callable[[Reply], bool], tuple[Request, ...]]] = []
        self.server = Server(Engine(), self.inbox, self.hear)
        self.ask(OpenCheckpoint(1, endless, "cpu"))
        assert isinstance(self.replies.pop(), Opened)
        self.replies.clear()

    def on(self, moment: Callable[[Reply], bool], *requests: Request) -> None:
        self.planted.append((moment, requests))

    def ask(self, *requests: Request) -> list[Reply]:
        """Serve until nothing is left; the answers so far, without Progress."""
        for request in requests:
            self.inbox.put(request)
        while not self.inbox.empty() or self.server._waiting:
            self.server.serve_one()
        return [reply for reply in self.replies if not isinstance(reply, Progress)]

    def hear(self, reply: Reply) -> None:
        self.replies.append(reply)
        for due in [due for due in self.planted if due[0](reply)]:
            self.planted.remove(due)
            for request in due[1]:
                self.inbox.put(request)


@pytest.fixture
def desk(endless: str) -> Desk:
    return Desk(endless)


def at_progress(ticket: int, text: str = DECODING) -> Callable[[Reply], bool]:
    return lambda reply: isinstance(reply, Progress) and (reply.ticket, reply.text) == (ticket, text)


def summary(replies: list[Reply]) -> list[tuple[str, int]]:
    return [(type(reply).__name__, getattr(reply, "ticket", 0)) for reply in replies]


def test_of_two_waiting_runs_the_newest_is_done(desk: Desk) -> None:
    answers = desk.ask(short_run(2), short_run(3))
    assert summary(answers) == [("Cancelled", 2), ("RunDone", 3)]


def test_a_newer_run_ends_the_one_that_is_running(desk: Desk) -> None:
    desk.on(at_progress(2), short_run(3))
    assert summary(desk.ask(long_run(2))) == [("Cancelled", 2), ("RunDone", 3)]


def test_a_cancel_is_obeyed_between_two_steps(desk: Desk) -> None:
    desk.on(at_progress(2), Cancel(2))
    assert summary(desk.ask(long_run(2))) == [("Cancelled", 2)]
    decoded = [reply for reply in desk.replies if isinstance(reply, Progress) and reply.text == DECODING]
    assert len(decoded) == 1
    assert summary(desk.ask(short_run(3)))[1:] == [("RunDone", 3)]


def test_a_cancel_before_the_first_step_is_obeyed(desk: Desk) -> None:
    desk.on(at_progress(2, ENCODING), Cancel(2))
    assert summary(desk.ask(long_run(2))) == [("Cancelled", 2)]


def test_while_a_text_is_read_all_else_is_done_and_it_can_be_left(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "AT_A_TIME", 1)
    (tmp_path / "tiny.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
    given = str(tmp_path / "tiny.toml"), str(tmp_path), str(tmp_path / "out"), "cpu"
    desk.on(at_progress(2, READING_TEXT), short_run(3), Tokenize(4, "Hunde"))
    done = [("Tokens", 4), ("RunDone", 3), ("TrainingPlanned", 2)]
    assert summary(desk.ask(PlanTraining(2, *given))) == done
    desk.on(at_progress(5, READING_TEXT), Cancel(5))
    assert summary(desk.ask(PlanTraining(5, *given))) == [*done, ("Cancelled", 5)]


def test_a_waiting_request_can_be_cancelled(desk: Desk) -> None:
    assert summary(desk.ask(short_run(2), Tokenize(3, "Hunde"), Cancel(2))) == [("Cancelled", 2), ("Tokens", 3)]


def test_a_cancel_that_comes_too_late_is_answered_all_the_same(desk: Desk) -> None:
    assert summary(desk.ask(short_run(2), Cancel(77))) == [("Cancelled", 77), ("RunDone", 2)]
    assert summary(desk.ask(Cancel(2)))[2:] == [("Cancelled", 2)]


def test_a_cancel_of_another_ticket_changes_nothing(desk: Desk) -> None:
    desk.on(at_progress(2), Cancel(99))
    assert summary(desk.ask(short_run(2))) == [("Cancelled", 99), ("RunDone", 2)]


def test_tokenising_does_not_wait_for_a_long_run(desk: Desk) -> None:
    desk.on(at_progress(2), Tokenize(3, "Zwei"), Tokenize(4, "Zwei Hunde"))
    desk.on(lambda reply: isinstance(reply, Tokens), Cancel(2))
    answers = desk.ask(long_run(2))
    assert summary(answers) == [("Cancelled", 3), ("Tokens", 4), ("Cancelled", 2)]
    assert isinstance(answers[1], Tokens)
    assert answers[1].spelling == ("▁Zwei", "▁Hunde", "</s>")


def test_another_checkpoint_ends_a_run_and_what_comes_after_it_uses_it(desk: Desk) -> None:
    desk.on(at_progress(2), OpenCheckpoint(3, str(TINY), "cpu"))
    desk.on(at_progress(3, OPENING), short_run(4))
    answers = desk.ask(long_run(2))
    assert summary(answers) == [("Cancelled", 2), ("Opened", 3), ("RunDone", 4)]
    assert isinstance(answers[-1], RunDone)
    assert answers[-1].trace.meta.checkpoint == "tiny"


def measuring(desk: Desk, ticket: int) -> ReplaceTokens:
    """A measurement of three batches, about a run of the open checkpoint."""
    checkpoint = desk.server._engine.checkpoint  # type: ignore[attr-defined]  # an Engine
    return ReplaceTokens(ticket, RunIds(checkpoint.sha256, (5,) * 40, (2, 5, 6), (True,) * 3, (5, 6, 7)))


def test_another_run_or_checkpoint_makes_a_measurement_pointless(desk: Desk, endless: str) -> None:
    desk.on(at_progress(2, REPLACING), short_run(3))
    assert summary(desk.ask(measuring(desk, 2))) == [("Cancelled", 2), ("RunDone", 3)]
    desk.on(at_progress(4, REPLACING), OpenCheckpoint(5, endless, "cpu"))
    assert summary(desk.ask(measuring(desk, 4)))[2:] == [("Cancelled", 4), ("Opened", 5)]
    desk.on(at_progress(6, REPLACING), Cancel(6))
    assert summary(desk.ask(measuring(desk, 6)))[4:] == [("Cancelled", 6)]


def test_tokenising_does_not_wait_for_a_measurement(desk: Desk) -> None:
    desk.on(at_progress(2, REPLACING), Tokenize(3, "Hunde"))
    assert summary(desk.ask(measuring(desk, 2))) == [("Tokens", 3), ("EffectsMeasured", 2)]


def test_opening_that_is_cancelled_keeps_the_old_checkpoint(desk: Desk) -> None:
    desk.on(lambda reply: isinstance(reply, Progress) and reply.ticket == 2, Cancel(2), short_run(3))
    answers = desk.ask(OpenCheckpoint(2, str(TINY), "cpu"))
    assert summary(answers) == [("Cancelled", 2), ("RunDone", 3)]
    assert isinstance(answers[-1], RunDone)
    assert answers[-1].trace.meta.checkpoint == "endless"


def test_a_failed_job_is_an_answer_and_the_next_one_runs(desk: Desk) -> None:
    answers = desk.ask(OpenCheckpoint(2, "nowhere"), RunSentence(3, " "))
    assert summary(answers) == [("Failed", 2), ("Failed", 3)]
    assert summary(desk.ask(short_run(4)))[2:] == [("RunDone", 4)]


def test_progress_that_says_the_same_is_rare(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(np.arange(0.0, 1000.0, 0.004))  # asked once or twice a step
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    desk.ask(RunSentence(2, SENTENCE, max_length=200))
    decoded = [reply for reply in desk.replies if isinstance(reply, Progress) and reply.text == DECODING]
    assert 200 * 0.004 / 0.05 - 2 <= len(decoded) <= 2 * 200 * 0.004 / 0.05 + 1


def test_an_answer_that_is_too_large_becomes_a_failure(endless: str) -> None:
    sent: list[Reply] = []

    def reply(message: Reply) -> None:
        if isinstance(message, RunDone):
            raise FrameError("RunDone is too large to send")
        sent.append(message)

    inbox: SimpleQueue[Request] = SimpleQueue()
    server = Server(Engine(), inbox, reply)
    for request in (OpenCheckpoint(1, endless, "cpu"), short_run(2)):
        inbox.put(request)
        server.serve_one()
    assert isinstance(sent[-1], Failed)
    assert (sent[-1].ticket, sent[-1].why) == (2, "it is too large for the window")


REQUESTS = st.lists(
    st.sampled_from(("run", "tokenise", "empty", "cancel", "open")).flatmap(
        lambda kind: st.tuples(st.just(kind), st.integers(0, 9))
    ),
    max_size=8,
)


@given(now=REQUESTS, later=REQUESTS)
@settings(max_examples=15)
def test_every_request_is_answered_exactly_once(
    endless: str, now: list[tuple[str, int]], later: list[tuple[str, int]]
) -> None:
    desk = Desk(endless)
    first = [make(kind, 10 + number, target) for number, (kind, target) in enumerate(now)]
    second = [make(kind, 20 + number, 10 + target) for number, (kind, target) in enumerate(later)]
    desk.on(lambda reply: isinstance(reply, Progress), *second)
    asked = first + (second if any(isinstance(request, RunSentence | OpenCheckpoint) for request in first) else [])
    answers = desk.ask(*first)
    cancels = [request.ticket for request in asked if isinstance(request, Cancel)]
    for request in asked:
        if not isinstance(request, Cancel):
            given_up = [reply for reply in answers if reply == Cancelled(request.ticket)]
            done = [reply for reply in answers if ticket(reply) == request.ticket and not isinstance(reply, Cancelled)]
            assert len(done) <= 1
            assert len(done) + len(given_up) >= 1
            assert len(given_up) <= 1 + cancels.count(request.ticket)
    assert desk.server._running == desk.server._cancelled == set()


def ticket(reply: Reply) -> int:
    assert not isinstance(reply, Ready)
    return reply.ticket


def make(kind: str, number: int, target: int) -> Request:
    requests: dict[str, Request] = {
        "run": short_run(number),
        "tokenise": Tokenize(number, "Zwei Hunde"),
        "empty": RunSentence(number, ""),
        "cancel": Cancel(target),
        "open": OpenCheckpoint(number, "nowhere"),
    }
    return requests[kind]


# --- the real process ---


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One real engine for several tests; each leaves it idle."""
    home = tmp_path_factory.mktemp("home")
    with Window({"XDG_STATE_HOME": str(home)}) as window:
        assert isinstance(window.reply(), Ready)
        yield window
        window.send(Quit())
        assert window.end() == (0, b"")
        assert (home / "headscope" / "engine.log").read_bytes() == b""


def test_a_real_engine_records_what_this_process_records(window: Window) -> None:
    requests = (OpenCheckpoint(1, str(TINY), "cpu"), RunSentence(2, SENTENCE, pad_to=9), Tokenize(3, "Hunde"))
    engine, received, own = Engine(), [], []
    for request in requests:
        window.send(request)
        received.append(window.answer())
        own.append(list(engine.run(request))[-1])
    assert received[0] == own[0]
    assert received[2] == own[2]
    done, own_done = received[1], own[1]
    assert isinstance(own_done, RunDone)
    assert done.trace.meta.translation == own_done.trace.meta.translation == "Two dogs are playing in the snow."
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(done.trace, name), getattr(own_done.trace, name), strict=True)


def test_a_real_engine_cancels_in_the_middle_and_the_newest_wins(window: Window, endless: str) -> None:
    window.send(OpenCheckpoint(11, endless, "cpu"), long_run(12))
    assert isinstance(window.answer(), Opened)
    window.until_progress(DECODING)
    window.send(Cancel(12))
    assert window.answer() == Cancelled(12)
    window.send(long_run(13))
    window.until_progress(DECODING)
    window.send(short_run(14))
    assert window.answer() == Cancelled(13)
    done = window.answer()
    assert (type(done), done.ticket, done.trace.steps) == (RunDone, 14, 3)


def test_an_engine_ends_when_its_window_goes_in_the_middle_of_work(endless: str, tmp_path: Path) -> None:
    with Window({"XDG_STATE_HOME": str(tmp_path)}) as window:
        assert isinstance(window.reply(), Ready)
        window.send(OpenCheckpoint(1, endless, "cpu"), long_run(2))
        assert isinstance(window.answer(), Opened)
        window.until_progress(DECODING)
        window.leave()
        assert window.end() == (0, b"")


def test_an_engine_ends_when_its_window_goes_while_it_loads(tmp_path: Path) -> None:
    with Window({"XDG_STATE_HOME": str(tmp_path)}) as window:
        window.leave()
        assert window.end() == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
def test_ctrl_c_in_the_terminal_is_for_the_window(window: Window) -> None:
    window.process.send_signal(signal.SIGINT)
    window.send(OpenCheckpoint(21, "nowhere"))
    assert isinstance(window.answer(), Failed)


def test_an_engine_with_another_key_is_turned_away(tmp_path: Path) -> None:
    window = Window({KEY: b"another".hex(), "XDG_STATE_HOME": str(tmp_path)})
    with pytest.raises(AuthenticationError), window:
        assert window.process.returncode is not None


def test_neither_the_working_folder_nor_a_missing_home_matters(tmp_path: Path) -> None:
    for name in ("model", "torch", "numpy", "viz_app", "json", "queue"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the working folder')")
    blocked = {"HOME": str(tmp_path / "model.py"), "XDG_STATE_HOME": ""}
    with Window(blocked, folder=str(tmp_path)) as window:
        assert isinstance(window.reply(), Ready)


def test_an_engine_without_torch_says_so_by_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise OSError('[WinError 1114] a dynamic link library')")
    with Window({"PYTHONPATH": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}) as window:
        assert window.end() == (NO_LIBRARIES, b"")
    assert "WinError 1114" in (tmp_path / "state" / "headscope" / "engine.log").read_text()


def test_started_by_hand_it_says_who_starts_it() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "viz_app.engine.process"],
        env={name: value for name, value in os.environ.items() if name not in (ADDRESS, KEY)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "error: engine: the window starts it. Start main.py instead.\n"


@pytest.fixture(scope="module")
def after_computing(request: pytest.FixtureRequest) -> Callable[[str], list[str]]:
    """The words that run some code where all that an engine imports to compute is imported; else where nothing is."""
    if not POSSIBLE:
        return lambda code: [sys.executable, "-c", code]
    forks: Forks = request.getfixturevalue("forks")
    return lambda code: forks.words(SCRIPT, code)


def test_what_the_engine_never_imports(after_computing: Callable[[str], list[str]]) -> None:
    """Neither when it computes nor, so that it can connect at once, when it starts."""
    computing = "viz_app.engine.process, viz_app.engine.jobs", {"PySide6", "shiboken6", "pyqtgraph", "pickle5"}
    starting = "viz_app.engine.process", {"torch", "spacy", "PySide6"}
    for (modules, absent), words in (
        (computing, after_computing),
        (starting, lambda code: [sys.executable, "-c", code]),
    ):
        code = f"import sys, {modules}; print(sorted({absent!r} & sys.modules.keys()))"
        result = subprocess.run(words(code), cwd=ROOT, capture_output=True, text=True, check=False)
        assert (result.stdout.strip(), result.stderr.strip()) == ("[]", "")
