"""The window's end with real visitors: the engine, strangers, and an engine that has gone mad."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from tests.logged import Logged
from viz_app.engine import connection
from viz_app.engine.connection import ADDRESS, KEY, ROOT, EngineLine, command, dial, ending, receive, search_path, send
from viz_app.engine.frames import MAX_HEADER, REQUESTS, FrameError
from viz_app.engine.messages import Cancelled, Reply, Tokenize

PATIENCE = 300  #: seconds; a bound for a broken test, not a measurement


class Ears:
    """What a line says to its owner."""

    def __init__(self) -> None:
        self.messages: SimpleQueue[Reply] = SimpleQueue()
        self.endings = 0
        self.ended = Event()

    def end(self) -> None:
        self.endings += 1
        self.ended.set()


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def line(ears: Ears) -> Iterator[EngineLine]:
    line = EngineLine(ears.messages.put, ears.end)
    yield line
    line.close()
    assert ears.endings == 1


@pytest.fixture
def engine(line: EngineLine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """The engine's end, connected as the engine does it."""
    for name, value in line.environment.items():
        monkeypatch.setenv(name, value)
    with dial() as connection:
        yield connection


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe of Windows lies in no folder")
def test_its_folder_is_there_only_until_the_engine_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ears: Ears
) -> None:
    """A window that is killed later leaves nothing."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    line = EngineLine(ears.messages.put, ears.end)
    (folder,) = tmp_path.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    for name, value in line.environment.items():
        monkeypatch.setenv(name, value)
    with dial() as engine:
        send(engine, Cancelled(9))
        assert ears.messages.get(timeout=PATIENCE) == Cancelled(9)
        assert not list(tmp_path.iterdir())
    line.close()
    never_called = EngineLine(ears.messages.put, ears.end)
    never_called.close()
    assert not list(tmp_path.iterdir())


def test_messages_go_both_ways_in_order(line: EngineLine, engine: Connection, ears: Ears) -> None:
    for ticket in (3, 1, 2):
        send(engine, Cancelled(ticket))
        line.send(Tokenize(ticket, "Schnee"))
    assert [ears.messages.get(timeout=PATIENCE) for _ in range(3)] == [Cancelled(3), Cancelled(1), Cancelled(2)]
    assert [receive(engine, REQUESTS).ticket for _ in range(3)] == [3, 1, 2]


def test_what_is_sent_before_the_engine_connects_arrives(line: EngineLine, monkeypatch: pytest.MonkeyPatch) -> None:
    line.send(Tokenize(1, "früh"))
    line.send(Tokenize(2, "später"))
    for name, value in line.environment.items():
        monkeypatch.setenv(name, value)
    with dial() as engine:
        assert [receive(engine, REQUESTS).text for _ in range(2)] == ["früh", "später"]


def test_sending_never_waits_for_an_engine_that_does_not_listen(line: EngineLine, engine: Connection) -> None:
    text = "x" * 1_000_000  # far more than any socket holds
    for ticket in range(20):
        line.send(Tokenize(ticket, text))
    assert [receive(engine, REQUESTS).ticket for _ in range(20)] == list(range(20))


def test_the_key_does_not_stay_in_the_environment(engine: Connection) -> None:
    assert engine.writable
    assert not {ADDRESS, KEY} & os.environ.keys()


def test_strangers_are_turned_away_and_the_engine_still_gets_in(
    line: EngineLine, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = line.environment[ADDRESS]
    Client(address).close()
    with pytest.raises(AuthenticationError):
        Client(address, authkey=b"a guess")
    for name, value in line.environment.items():
        monkeypatch.setenv(name, value)
    with dial() as engine:
        send(engine, Cancelled(9))
        assert ears.messages.get(timeout=PATIENCE) == Cancelled(9)
        with pytest.raises(OSError):  # noqa: PT011 (each system has its own words)
            Client(address)  # nobody listens any more


def test_an_engine_that_leaves_ends_the_line(line: EngineLine, engine: Connection, ears: Ears) -> None:
    engine.close()
    assert ears.ended.wait(PATIENCE)


def test_a_line_that_nobody_ever_called_can_be_closed(line: EngineLine, ears: Ears) -> None:
    line.close()
    assert ears.ended.is_set()


class Payload:
    """Writes a file when somebody unpickles it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (f"echo broken > {self.path}",)


def test_a_pickle_is_never_opened(
    line: EngineLine, engine: Connection, ears: Ears, tmp_path: Path, logged: Logged
) -> None:
    engine.send(Payload(tmp_path / "proof"))
    assert ears.ended.wait(PATIENCE)
    assert not (tmp_path / "proof").exists()
    assert "cannot be read" in logged.text


def test_a_part_that_is_too_large_ends_the_line(
    line: EngineLine, engine: Connection, ears: Ears, logged: Logged
) -> None:
    os.write(engine.fileno(), (MAX_HEADER + 1).to_bytes(4, "big"))  # only the length: nothing has to be sent
    assert ears.ended.wait(PATIENCE)
    assert "larger than it may be" in logged.text
    assert logged.records[0].levelno == logging.ERROR


def test_a_request_that_is_too_large_fails_alone(line: EngineLine, engine: Connection) -> None:
    with pytest.raises(FrameError):
        line.send(Tokenize(1, "x" * (MAX_HEADER + 1)))
    line.send(Tokenize(2, "kurz"))
    assert receive(engine, REQUESTS) == Tokenize(2, "kurz")


def test_nobody_dials_without_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ADDRESS, raising=False)
    with pytest.raises(KeyError):
        dial()


def test_the_command_ignores_the_folder_that_a_person_works_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert command() == [sys.executable, "-P", "-m", "viz_app.engine.process"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command() == [sys.executable, "--engine"]


def test_the_end_of_an_engine_is_called_as_programmers_call_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert (ending(9, True), ending(1, False), ending(99, True)) == ("SIGKILL", "exit code 1", "exit code 0x63")
    monkeypatch.setattr(sys, "platform", "win32")
    assert ending(0xC0000005, True) == "exit code 0xc0000005"


def test_the_search_path_starts_with_our_own_root() -> None:
    assert (ROOT / "viz_app" / "engine" / "process.py").is_file()
    assert search_path("") == str(ROOT)
    assert search_path("elsewhere") == f"{ROOT}{os.pathsep}elsewhere"


def test_a_fault_of_the_line_is_the_end_of_it(
    line: EngineLine, engine: Connection, ears: Ears, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    """Else the window would wait without end for an engine that it cannot hear."""

    def fail(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(connection, "decode", fail)
    send(engine, Cancelled(1))
    assert ears.ended.wait(PATIENCE)
