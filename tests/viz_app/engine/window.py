"""A window's end for tests of the real engine process: no Qt, no thread, and it can leave at any moment."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing.connection import Connection, Listener
from types import TracebackType
from typing import Any, Self

from viz_app.engine.connection import ADDRESS, KEY, command, receive, search_path, send
from viz_app.engine.frames import REPLIES
from viz_app.engine.messages import Progress, Request

PATIENCE = 300  #: seconds; a bound for a broken engine, not a measurement
SECRET = b"planted key"


class Window:
    """Starts an engine and talks to it; ends it when the ``with`` block ends."""

    def __init__(self, environment: dict[str, str] | None = None, folder: str | None = None) -> None:
        self.listener = Listener(authkey=SECRET)
        if sys.platform != "win32":
            self.listener._listener._socket.settimeout(PATIENCE)  # type: ignore[attr-defined]
        variables = os.environ | {ADDRESS: str(self.listener.address), KEY: SECRET.hex()} | (environment or {})
        variables["PYTHONPATH"] = search_path(variables.get("PYTHONPATH", ""))
        self.process = subprocess.Popen(
            command(), env=variables, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.connection: Connection

    def __enter__(self) -> Self:
        """Wait for the engine; it has gone when this raises."""
        try:
            self.connection = self.listener.accept()
        except BaseException:
            self.listener.close()
            self.clear_away()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()
        self.clear_away()

    def clear_away(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def send(self, *requests: Request) -> None:
        for request in requests:
            send(self.connection, request)

    def reply(self) -> Any:
        """The next reply, Progress too. Raises EOFError where the engine has gone."""
        return receive(self.connection, REPLIES)

    def answer(self) -> Any:
        """The next reply that is not Progress."""
        while isinstance(reply := self.reply(), Progress):
            continue
        return reply

    def until_progress(self, text: str) -> None:
        """Wait until a job says ``text``."""
        while not (isinstance(reply := self.reply(), Progress) and reply.text == text):
            continue

    def leave(self) -> None:
        """Close our end without a word, as a window that was killed."""
        self.connection.close()
        self.listener.close()

    def end(self) -> tuple[int, bytes]:
        """Wait for the engine's end: exit code and whatever it said on its standard streams."""
        output, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output
