"""The end of a child process: by itself where it listens, by force where it does not, and nothing stays open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from model.common.child_process import end

LISTENS = "import sys; sys.stdin.read()"
DEAF = "import sys, time; print('up', flush=True); time.sleep(600)"


def started(program: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.mark.parametrize(("program", "patience", "code"), [(LISTENS, 60.0, 0), (DEAF, 0.05, -9), ("", 60.0, 0)])
def test_it_goes_by_itself_or_is_ended(program: str, patience: float, code: int) -> None:
    process = started(program)
    assert process.stdin is not None and process.stdout is not None
    if program == DEAF:
        process.stdout.readline()
    end(process, patience)
    assert process.returncode == code if sys.platform != "win32" else process.returncode is not None
    assert process.stdin.closed
    assert process.stdout.closed


def test_one_that_has_died_over_a_question_is_ended_too() -> None:
    process = started("")
    process.wait(60)
    assert process.stdin is not None
    process.stdin.write(b"x" * 10)  # it is in the way of closing
    end(process, 60.0)
    assert process.returncode == 0
