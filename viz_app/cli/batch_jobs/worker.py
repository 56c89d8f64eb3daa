"""One process of a batch: opens the checkpoint once, then makes the files of one sentence after another.

It reads one JSON object a line from its standard input and answers each with one line on its standard output.
When the input ends it ends, at once and without a partial file, even in the middle of a sentence: so it ends
with whoever started it, however that ended.
"""

from __future__ import annotations

import _thread
import hashlib
import io
import json
import os
import queue
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from copy import copy
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.answers import UNCERTAIN
from viz_app.cli.shared.common import is_recorded, open_spoken

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint

#: One thread each, said before torch is imported; the processes together use every core.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
Message = dict[str, Any]


def serve(arguments: Namespace, make: Callable[..., Any]) -> int:
    """Answer until the input ends."""
    channel = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # whatever a library prints must not be taken for an answer
    waiting: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
    busy, ended = threading.Event(), threading.Event()
    signal.signal(signal.SIGINT, _interrupted)
    threading.Thread(target=_listen, args=(sys.stdin, waiting, busy, ended), daemon=True).start()
    worker = Worker(arguments, make)
    try:
        while (message := waiting.get()) is not None:
            busy.set()
            if ended.is_set():
                break  # nobody waits for the answer
            answer = worker.answer(message)
            busy.clear()
            print(json.dumps(answer), file=channel, flush=True)
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(130)  # our own cleaning up is done; libraries would take their time with theirs
    return 0


def _listen(
    stream: IO[str], waiting: queue.SimpleQueue[Message | None], busy: threading.Event, ended: threading.Event
) -> None:
    with suppress(ValueError, RecursionError, OSError):  # what is no message ends the conversation
        for line in stream:
            waiting.put(json.loads(line))
    ended.set()
    waiting.put(None)
    if busy.is_set():
        _thread.interrupt_main()


def _interrupted(_number: int, _frame: object) -> None:
    """Once: a second time would disturb the cleaning up of the first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


class Worker:
    """What it answers. ``make`` is that of a command: ``make(arguments, opened, tell)``."""

    def __init__(self, arguments: Namespace, make: Callable[..., Any]) -> None:
        self._arguments = arguments
        self._make = make
        self._checkpoint: Checkpoint | None = None
        self._asked = False  #: has the command come as far as the sentence?

    def answer(self, message: Message) -> Message:
        """To ``{"open": …}`` what the checkpoint is, to ``{"text", "out"}`` what was made of the sentence."""
        said, before = io.StringIO(), time.perf_counter()
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(said):
                answer = self._open() if "open" in message else self._sentence(message)
        except Problem as problem:
            answer = {"problem": [problem.what, problem.why, problem.next_step], "fatal": not self._asked}
        except MemoryError:
            answer = {"problem": ["memory", "there is not enough", "Use fewer --jobs"]}
        except Exception as error:  # noqa: BLE001 (one sentence must not end the others)
            why = f"it failed in a way we did not foresee ({error!r:.200})"
            answer = {"problem": ["Headscope", " ".join(why.split()), "Try this sentence alone"]}
        warnings = [line for line in said.getvalue().splitlines() if line.startswith(("warning: ", UNCERTAIN))]
        return answer | {"warnings": warnings, "seconds": round(time.perf_counter() - before, 3)}

    def _open(self) -> Message:
        """Open the checkpoint, which every sentence will use. torch must come before Qt on Windows."""
        self._asked = False
        self._checkpoint = checkpoint = open_spoken(self._arguments)
        config = hashlib.sha256(repr(checkpoint.transformer.config).encode()).hexdigest()
        device = next((str(part.device) for part in checkpoint.transformer.parameters()), "cpu")
        about = {"checkpoint": checkpoint.name, "sha256": checkpoint.sha256, "config": config, "device": device}
        return about | {"memory": memory_used()}

    def _sentence(self, message: Message) -> Message:
        arguments = copy(self._arguments)
        arguments.run_of, arguments.out, arguments.also = message["text"], message["out"], message.get("also", [])
        self._asked = is_trace(arguments.run_of)  # what fails before concerns the options, and so every sentence
        for out in (arguments.out, *arguments.also):
            make_folder(Path(out).parent)
        files: list[Path] = []
        trace = self._make(arguments, self._opened, files.append)
        meta = trace.meta
        return {
            "translation": meta.translation,
            "source_tokens": trace.source_length,
            "target_tokens": trace.steps,
            "stop_reason": meta.stop_reason,
            "files": {str(file): hash_of(file) for file in files},
        }

    def _opened(self, arguments: Namespace) -> Checkpoint:
        self._asked = True
        if self._checkpoint is None:
            self._checkpoint = open_spoken(arguments)
        return self._checkpoint


def memory_used() -> int:
    """Bytes that this process has needed so far at most; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def is_trace(text: str) -> bool:
    """Is a line the name of a trace file or a session, as it would be alone?"""
    return is_recorded(text)


def make_folder(folder: Path) -> None:
    """And every folder that it lies in. Raises :class:`Problem`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise Problem(
            str(folder), Text("the folder cannot be made (%1)", reason), Text("Choose another folder")
        ) from error


def hash_of(file: Path) -> str:
    """SHA-256 of what is in a file; "" where it cannot be read, or is a pipe or a device, which might never end."""
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""
