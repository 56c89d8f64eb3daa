"""A stub is for whoever started it what a process of the program would be."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forks import COMMAND, STARTS, TINY, Forks, computing

PATIENCE = 60.0  #: seconds; a bound for a broken process, not a measurement
SENTENCE = b"Zwei Hunde spielen im Schnee.\n"


def started(forks: Forks, *arguments: str, **more: object) -> subprocess.Popen[bytes]:
    words = forks.words(COMMAND, *arguments)
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)  # type: ignore[call-overload, no-any-return]


def waiting(forks: Forks) -> tuple[subprocess.Popen[bytes], int]:
    """A stub whose process waits for its input, and that process."""
    stub = started(forks, "translate", "--checkpoint", str(TINY), "-")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            number = computing(stub.pid)
        except (OSError, ValueError):  # it has not called yet
            number = stub.pid
        handed_over = not Path(f"/proc/{stub.pid}/fd/0").exists()  # one that is not taken keeps its streams
        if number != stub.pid and handed_over:
            return stub, number
        time.sleep(0.01)
    raise TimeoutError


def gone(number: int) -> bool:
    """Whether a process ends; an orphan that nobody has collected yet has ended all the same."""
    end = time.monotonic() + PATIENCE
    while (alive := runs(number)) and time.monotonic() < end:
        time.sleep(0.01)
    return not alive


def runs(number: int) -> bool:
    try:
        told = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return told.rpartition(")")[2].split()[0] not in ("Z", "X")


def test_streams_folder_surroundings_and_the_exit_code_are_its_own(forks: Forks, tmp_path: Path) -> None:
    stub = started(forks, "translate", "--checkpoint", str(TINY), "-", cwd=tmp_path)
    output, errors = stub.communicate(SENTENCE, PATIENCE)
    assert (stub.returncode, output.decode().strip(), errors) == (0, "Two dogs are playing in the snow.", b"")
    failing = started(forks, "inspect", "nothing", cwd=tmp_path, env={**os.environ, "HEADSCOPE_TRACEBACK": "1"})
    output, errors = failing.communicate(timeout=PATIENCE)
    assert (failing.returncode, output) == (2, b"")
    assert errors.startswith(b"error: nothing: ")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_who_ends_the_stub_ends_its_process(forks: Forks, number: signal.Signals) -> None:
    """Also one that is frozen."""
    stub, process = waiting(forks)
    os.kill(process, signal.SIGSTOP)
    stub.send_signal(number)
    stub.communicate(timeout=PATIENCE)
    assert stub.returncode == -number
    assert gone(process)


def test_a_stub_ends_as_its_process_ends(forks: Forks) -> None:
    stub, process = waiting(forks)
    os.kill(process, signal.SIGABRT)
    stub.communicate(timeout=PATIENCE)
    assert stub.returncode == -signal.SIGABRT


# --- and never stands still ---


@pytest.fixture
def own() -> Iterator[Forks]:
    """One to break, which has imported nothing yet."""
    forks = Forks(warm=False)
    yield forks
    forks.close()


def answers(words: list[str]) -> bool:
    """Whether what is started by the words of ``--version`` says it."""
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
    return (done.returncode, done.stderr) == (0, b"") and b"headscope" in done.stdout.lower()


@pytest.mark.parametrize("said", [b"", b"\0\0", b"\0\0\0\x09half"])
def test_a_stub_that_ends_before_it_has_asked_is_let_go(forks: Forks, said: bytes) -> None:
    """As one that is killed at once; this ended the process that forks, and every later engine with it."""
    process = forks.process
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(forks.folder / "socket"))
        line.sendall(said)
    assert answers(forks.words(COMMAND, "--version"))
    assert (forks.process, process.poll(), forks.complaints()) == (process, None, "")


def test_after_its_end_there_is_another_or_the_program_itself(own: Forks) -> None:
    """Who holds older words gets the program itself, and what was forked before ends with its parent."""
    words = own.words(COMMAND, "--version")
    stub, number = waiting(own)
    own.process.kill()
    own.process.wait()
    assert gone(number)
    stub.communicate(timeout=PATIENCE)
    assert stub.returncode == 1
    assert answers(words)
    assert answers(own.words(COMMAND, "--version"))
    assert (own.starts, own.process.poll()) == (2, None)
    assert f"ended with {-signal.SIGKILL}" in own.complaints()
    own.starts = STARTS
    own.process.kill()
    own.process.wait()
    assert own.words(COMMAND, "--version") == words
    assert own.starts == STARTS
