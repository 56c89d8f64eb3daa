"""A process that has torch, and forks one for each ``train`` it is told of: importing torch is what costs time.

Each line of its input is a JSON list of processes: the ``words`` of the command, the ``environment``, where ``output``
and errors go, how ``often`` it saves, and when it is ``killed`` (in seconds, or never). The answer is a line with
their exit codes and the seconds that they took. Only where there is ``fork``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: For a process that has imported torch already: all that is left is what training needs of it.
SCRIPT = "from tests.model.training.forked import serve; serve()"


@contextmanager
def forking(words: Sequence[str]) -> Iterator[Trainers]:
    """The process that ``words`` start; it has ended when the block has."""
    environment = {**os.environ, "GLOO_SOCKET_IFNAME": "lo"}
    with subprocess.Popen(
        words, cwd=Path(__file__).parents[3], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Trainers(process)
        assert process.stdin is not None
        process.stdin.close()


class Trainers:
    """The other end of the line to it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def run(self, *processes: dict[str, Any]) -> tuple[list[int], float]:
        """Run these at the same time → their exit codes, minus the signal of one that was killed, and the seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(processes).encode() + b"\n")
        self.process.stdin.flush()
        codes, seconds = json.loads(self.process.stdout.readline())
        return codes, seconds


def _child(told: dict[str, Any]) -> int:
    from model.training import loop, processes
    from viz_app.cli import main

    output = os.open(told["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.update(told.get("environment", {}))
    if "often" in told:
        loop.SAVE_SECONDS = told["often"]
    processes.MEETING = told.get("meeting", "env://")
    try:
        return main(told["words"])
    except BaseException:  # noqa: BLE001 (nothing may come out of a fork but its end)
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _wait(pid: int, killed: float | None) -> int:
    if killed is not None:
        time.sleep(killed)
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def serve() -> None:
    """Until the input ends."""
    import torch

    from model.checkpoints.tokenizer import split_words
    from model.training import evaluation, loop, processes

    torch.optim.Adam([torch.zeros(1)])  # what it imports is more than all else
    assert all((evaluation, loop, processes, split_words("Ein Hund.", "de"), split_words("A dog.", "en")))
    for line in sys.stdin.buffer:
        told, start, pids = json.loads(line), time.monotonic(), []
        for one in told:
            pid = os.fork()
            if pid == 0:
                os._exit(_child(one))
            pids.append(pid)
        codes = [_wait(pid, one.get("killed")) for pid, one in zip(pids, told, strict=True)]
        sys.stdout.write(json.dumps([codes, time.monotonic() - start]) + "\n")
        sys.stdout.flush()
