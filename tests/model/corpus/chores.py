"""What workers do in tests: little, and without torch."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from model.common.problems import Problem


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise Problem("piece", f"{number} is bad", "Leave it out")


def die_once(number: int, marker: str) -> int:
    """The first process that comes to number 3 is killed over it."""
    if number == 3 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    return os._exit(number)


def threads(_: int) -> str:
    return os.environ["OMP_NUM_THREADS"]
