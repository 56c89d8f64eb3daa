"""The window's engine: real processes that work, are cancelled, killed, restarted and stopped."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.forks import ENGINE, Forks
from tests.logged import Logged
from tests.viz_app.engine.checkpoints import LONG_RUN, SENTENCE, write_endless
from tests.viz_app.engine.listener import PATIENCE, Listener
from viz_app.engine import connection
from viz_app.engine.client import EngineClient
from viz_app.engine.connection import ROOT
from viz_app.engine.frames import MAX_HEADER
from viz_app.engine.messages import (
    DECODING,
    Cancel,
    Cancelled,
    Failed,
    OpenCheckpoint,
    Opened,
    Progress,
    Ready,
    RunDone,
    RunSentence,
    Tokenize,
    Tokens,
)

LINE = "headscope-engine-line"


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_endless(tmp_path_factory.mktemp("endless") / "endless"))


@pytest.fixture
def listener(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    listener = Listener(qtbot)
    yield listener
    listener.client.stop()
    assert not lines()


def lines() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == LINE]


def gone(pid: int) -> bool:
    """Whether a process has ended and has been collected."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_sentence_goes_through_a_cancel_and_a_newer_run(listener: Listener, endless: str) -> None:
    opening = listener.ask(OpenCheckpoint, endless, "cpu")  # before the start: it waits
    listener.start()
    assert listener.client.alive
    assert listener.wait_for(Opened, ticket=opening).info.name == "endless"
    first = listener.start_long_run(endless)
    listener.client.send(Cancel(first))
    listener.wait_for(Cancelled, ticket=first)
    second = listener.ask(RunSentence, SENTENCE, max_length=LONG_RUN, sure=True)
    listener.wait_for(Progress, ticket=second, text=DECODING)
    third = listener.ask(RunSentence, SENTENCE, max_length=4)
    done = listener.wait_for(RunDone, ticket=third)
    assert done.trace.steps == 4
    assert not done.trace.cross_attention.flags.writeable
    tokens = listener.ask(Tokenize, "Zwei Hunde")
    assert listener.wait_for(Tokens, ticket=tokens).spelling == ("▁Zwei", "▁Hunde", "</s>")
    assert not listener.failed
    listener.start_long_run(endless)
    stop_in_the_middle_of_work(listener)
    assert not listener.deaths


def stop_in_the_middle_of_work(listener: Listener) -> None:
    pid = listener.pid
    listener.client.stop()
    assert gone(pid)
    assert not listener.client.alive
    assert not lines()
    listener.replies.clear()
    listener.client.stop()  # again: nothing happens
    listener.ask(Tokenize, "x")  # nobody is there
    listener.qtbot.wait(50)
    assert not listener.replies


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9 to send")
def test_a_killed_engine_dies_once_and_another_can_be_started(
    listener: Listener, endless: str, forks: Forks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "command", lambda: forks.words(ENGINE))  # how they start is asked above
    listener.start()
    listener.start_long_run(endless)
    pid = listener.pid
    os.kill(pid, signal.SIGKILL)
    listener.wait(lambda: bool(listener.deaths))
    assert not listener.client.alive
    assert listener.client.ending == "SIGKILL"
    assert gone(pid)
    assert not lines()
    listener.replies.clear()
    listener.client.restart()
    listener.wait_for(Ready)
    listener.ask(OpenCheckpoint, endless, "cpu")
    run = listener.ask(RunSentence, SENTENCE, max_length=2)
    listener.wait_for(RunDone, ticket=run)
    assert listener.deaths == ["it ended unexpectedly"]


DEAF = """
import signal, time
from viz_app.engine.connection import dial, send
from viz_app.engine.messages import Ready
signal.signal(signal.SIGTERM, signal.SIG_IGN)
connection = dial()
send(connection, Ready(()))
while True:
    time.sleep(1000)
"""


@pytest.fixture
def deaf(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> Listener:
    """With an engine that hears neither requests nor a polite signal."""
    monkeypatch.setattr(connection, "command", lambda: [sys.executable, "-c", DEAF])
    listener.start()
    return listener


@pytest.mark.parametrize("end", [EngineClient.stop, EngineClient.restart], ids=["stop", "restart"])
def test_an_engine_that_does_not_listen_is_ended_all_the_same(
    deaf: Listener, end: Callable[[EngineClient], None]
) -> None:
    pid = deaf.pid
    for _ in range(3):
        deaf.ask(Tokenize, "x" * 1_000_000)  # more than the socket holds; this never waits
    end(deaf.client)
    assert gone(pid)
    assert not deaf.deaths


def test_a_text_that_is_too_long_to_send_fails_alone(deaf: Listener) -> None:
    ticket = deaf.ask(Tokenize, "x" * (MAX_HEADER + 1))
    assert deaf.wait_for(Failed, ticket=ticket).why == "it is too long"
    assert deaf.client.alive
    assert not deaf.deaths


def test_stop_before_the_engine_has_connected(listener: Listener) -> None:
    listener.client.start()
    assert listener.client.alive
    listener.client.stop()
    assert not lines()
    listener.qtbot.wait(50)
    assert not listener.replies
    assert not listener.deaths


def test_starting_twice_starts_one(listener: Listener) -> None:
    listener.client.start()
    pid = listener.pid
    listener.client.start()
    assert listener.pid == pid
    assert len(lines()) == 1


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (["no such program anywhere"], "it could not be started"),
        ([sys.executable, "-c", "raise SystemExit('no module named headscope')"], "it ended unexpectedly"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "the libraries that it needs cannot be loaded"),
    ],
    ids=["missing", "broken", "no torch"],
)
def test_an_engine_that_never_comes_up_dies_with_a_reason(
    listener: Listener,
    program: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    logged: Logged,
) -> None:
    monkeypatch.setattr(connection, "command", lambda: program)
    listener.client.start()
    listener.wait(lambda: bool(listener.deaths))
    assert listener.deaths == [said]
    assert not listener.client.alive
    assert not lines()
    assert ("no module named headscope" in logged.text) == ("broken" in str(program) or "no module" in str(program))


def test_without_a_place_for_a_socket_the_window_lives_on(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("AF_UNIX path too long")

    monkeypatch.setattr(connection, "Listener", refuse)
    listener.client.start()
    assert listener.deaths == ["the temporary folder cannot be used"]
    assert not listener.client.alive


MAD = """
import os
from viz_app.engine.connection import dial, send
from viz_app.engine.messages import Ready
connection = dial()
send(connection, Ready(()))
connection.send_bytes(b'{"message": "Quit", "fields": {}, "arrays": []}')
connection.recv_bytes()
connection.recv_bytes()
"""


def test_an_engine_that_talks_nonsense_is_ended(
    listener: Listener, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    monkeypatch.setattr(connection, "command", lambda: [sys.executable, "-c", MAD])
    listener.client.start()
    listener.wait(lambda: bool(listener.deaths))
    assert listener.replies == [Ready(())]
    assert "there is no message 'Quit'" in logged.text


def test_the_window_gets_neither_torch_nor_spacy() -> None:
    code = "import sys, viz_app.engine.client; sys.exit(str(sorted({'torch', 'spacy'} & sys.modules.keys()) or ''))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stderr.strip() == ""


ORPHAN = """
import sys
from PySide6.QtCore import QCoreApplication
from tests.viz_app.engine.listener import engine_pid
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import Ready
application = QCoreApplication([])
client = EngineClient()
client.received.connect(lambda reply: print(engine_pid(client), flush=True))
client.died.connect(application.quit)
client.start()
application.exec()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux waits for a process that is no child")
def test_an_engine_does_not_outlive_a_window_that_was_killed(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", ORPHAN], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout is not None
        engine = int(window.stdout.readline())
        descriptor = os.pidfd_open(engine)
        window.kill()
    with os.fdopen(descriptor, "rb"):
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        assert waiting.poll(PATIENCE), "the engine lives on"
