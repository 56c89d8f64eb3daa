"""A stub is for whoever started it what a process of the program would be."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.forks import COMMAND, TINY, Forks, computing

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
        if number != stub.pid:  # its line of words may be there a moment after it is
            return stub, number
        time.sleep(0.01)
    raise TimeoutError


def gone(number: int) -> bool:
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{number}").exists() and time.monotonic() < end:
        time.sleep(0.01)
    return not Path(f"/proc/{number}").exists()


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
