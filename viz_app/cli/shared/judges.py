"""Processes that judge the files of a class: one file each at a time, in bounded time and memory.

A file may come from anybody. Whatever one does to its process, the others are judged and it is a row.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.judgement import CheckRow, judge, unread

SECONDS = 60.0  #: for one file; the largest recordings that open take a tenth
MOST_MEMORY = 3 << 30  #: bytes that a process may have besides what it starts with
MOST_ANSWER = 16 << 20  #: bytes of a row and a sheet
Judged = tuple[CheckRow, str]
Judge = Callable[[Path, str, str], Judged]


class Judging:
    """One process, and the file that it has."""

    def __init__(self, language: str, work: Judge) -> None:
        fork = sys.platform == "linux" and threading.active_count() == 1  # beside a thread it may hang
        context: Any = multiprocessing.get_context("fork" if fork else "spawn")
        self.line, end = context.Pipe()
        self.process = context.Process(target=_serve, args=(end, language, work), daemon=True)
        self.process.start()
        end.close()  # so that its end is heard
        self.file: int | None = None
        self.until = 0.0

    def ask(self, number: int, path: Path, name: str, seconds: float) -> None:
        """Give it a file."""
        self.file, self.until = number, time.monotonic() + seconds
        with contextlib.suppress(OSError):  # it has ended, which is heard in a moment
            self.line.send_bytes(json.dumps([str(path), name]).encode("utf-8", "surrogatepass"))

    def stop(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.line.close()


def judge_all(
    files: Sequence[tuple[Path, str]], workers: int, language: str = "", seconds: float = SECONDS, work: Judge = judge
) -> list[Judged]:
    """Every file's row and sheet, in their order, by so many processes."""
    waiting, found = deque(range(len(files))), dict[int, Judged]()
    judges: list[Judging] = []
    try:
        while len(found) < len(files):
            while waiting and len(judges) < workers:
                judges.append(Judging(language, work))
                judges[-1].ask(waiting[0], *files[waiting.popleft()], seconds)
            left = max(0.0, min(one.until for one in judges) - time.monotonic())
            heard = wait([one.line for one in judges], left)
            for one in tuple(judges):
                if one.line in heard:
                    answer = _answer(one.line) or _failed(files[one.file or 0][1], Text("it ended its process"))
                elif time.monotonic() >= one.until:
                    answer = _failed(files[one.file or 0][1], Text("it took more than %1 s", f"{seconds:g}"))
                else:
                    continue
                found[one.file or 0] = answer[0]
                if answer[1] and waiting:
                    one.ask(waiting[0], *files[waiting.popleft()], seconds)
                else:
                    judges.remove(one)
                    one.stop()
    finally:
        for one in judges:
            one.stop()
    return [found[number] for number in range(len(files))]


def _answer(line: Connection) -> tuple[Judged, bool] | None:
    """What a process found, and that it goes on; None where it has ended."""
    try:
        row, sheet = json.loads(line.recv_bytes(MOST_ANSWER))
        return (CheckRow(*row), sheet), True
    except (EOFError, OSError, ValueError, TypeError):
        return None


def _failed(name: str, why: Text) -> tuple[Judged, bool]:
    problem = Problem(name, why, Text("Record the model again with headscope_recorder.py"))
    return (unread(name, problem), ""), False


def _serve(line: Connection, language: str, work: Judge) -> None:
    """The process: judge what is asked until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    _bound_memory()
    with contextlib.suppress(EOFError, OSError):
        while True:
            path, name = json.loads(line.recv_bytes(1 << 20).decode("utf-8", "surrogatepass"))
            try:
                row, sheet = work(Path(path), name, language)
            except MemoryError:
                problem = Problem(name, Text("it needs more memory than a recording may"), Text("Record a shorter one"))
                row, sheet = unread(name, problem), ""
            except Exception as error:  # noqa: BLE001 - of anybody's file; it is this file's row
                why = Text("it failed in a way that was not foreseen (%1)", type(error).__name__)
                row, sheet = unread(name, Problem(name, why, Text("Record it again"))), ""
            line.send_bytes(json.dumps([row, sheet]).encode())


def _bound_memory() -> None:
    """Where the system can: Linux. Elsewhere the sizes that a trace file may have bound it."""
    try:
        import resource

        now = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, OSError, ValueError):
        return
