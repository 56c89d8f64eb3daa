"""The processes of a batch, seen from the command that started them: who does what, who died, how all of them stop."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress

from model.common import child_process
from model.common.problems import unforeseen
from viz_app.cli.batch_jobs.worker import ENVIRONMENT, Message

PATIENCE = 5.0  #: seconds that a process gets to clean up before it is ended
WAKE = 0.5  #: seconds after which Ctrl+C is looked for, where waiting itself cannot be interrupted


class Helper:
    """One process, started when it is first asked and again when it has died."""

    def __init__(self, command: Sequence[str], first: Message) -> None:
        """``first`` is asked of each new process before anything else, unless it is empty."""
        self.command = list(command)
        self._first = first
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, message: Message) -> Message:
        """The answer, or a problem where the process died over the question."""
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 (this program itself)
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **ENVIRONMENT},
            )
            if self._first and message is not self._first:
                opened = self._exchange(self._first)
                if "problem" in opened:
                    return opened
        return self._exchange(message)

    def _exchange(self, message: Message) -> Message:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(message).encode("ascii") + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        if line.endswith(b"\n"):
            answer: Message = json.loads(line)
            return answer
        self.stop()
        why = f"the process that made it ended ({_ending(process.returncode)})"
        return {"problem": ["Headscope", why, "Try this sentence alone, or fewer --jobs"], "seconds": 0.0}

    def tell_to_end(self) -> None:
        """Without waiting for it."""
        process = self._process  # its own thread may end it meanwhile
        if process is not None and process.stdin is not None:
            with suppress(OSError):  # it has gone already
                process.stdin.close()

    def stop(self) -> None:
        """End it; one in the middle of a sentence cleans up first."""
        process, self._process = self._process, None
        if process is not None:
            child_process.end(process, PATIENCE)


def _ending(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


class Crew:
    """Helpers that share a list of questions; each takes the next when it is free."""

    def __init__(self, helpers: Sequence[Helper]) -> None:
        self._helpers = helpers
        self._stopped = threading.Event()

    def work(self, questions: Sequence[Message]) -> Iterator[tuple[int, Message]]:
        """Every question's index and answer, as they come. Leaving it early, or Ctrl+C, stops every process."""
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in range(len(questions)):
            waiting.put(index)
        done: queue.SimpleQueue[tuple[int, Message]] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=self._serve, args=(helper, questions, waiting, done)) for helper in self._helpers
        ]
        for thread in threads:
            thread.start()
        try:
            for _ in questions:
                yield _next(done)
        finally:
            self._stopped.set()
            for helper in self._helpers:
                helper.tell_to_end()
            for thread in threads:
                thread.join()

    def _serve(
        self,
        helper: Helper,
        questions: Sequence[Message],
        waiting: queue.SimpleQueue[int],
        done: queue.SimpleQueue[tuple[int, Message]],
    ) -> None:
        try:
            while not self._stopped.is_set():
                index = waiting.get_nowait()
                done.put((index, _answer(helper, questions[index])))
        except queue.Empty:
            pass  # all are taken
        finally:
            helper.stop()


def _answer(helper: Helper, question: Message) -> Message:
    """A problem where anything at all goes wrong: whoever waits for the answer would wait without end."""
    try:
        return helper.ask(question)
    except Exception as error:  # noqa: BLE001 (see above)
        helper.stop()
        problem = unforeseen(error, "export")
        return {"problem": [problem.what, problem.why, problem.next_step], "seconds": 0.0}


def _next(done: queue.SimpleQueue[tuple[int, Message]]) -> tuple[int, Message]:
    while True:
        try:
            return done.get(timeout=WAKE)
        except queue.Empty:
            continue
