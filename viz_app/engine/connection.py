"""The two ends of the connection between the window and its engine. Standard library: no Qt, no torch.

The window listens on a socket in a private folder of its own (a named pipe on Windows) and starts the engine
with the address and a random key in its environment; each end proves to know the key. What crosses
is :mod:`viz_app.engine.frames`'s bytes, never a pickle.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener, Pipe, wait
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from model.common.scratch_folder import make_scratch, remove_scratch
from viz_app.engine.frames import REPLIES, FrameError, Part, decode, encode
from viz_app.engine.messages import Message, Reply, Request

ADDRESS, KEY = "HEADSCOPE_ENGINE_ADDRESS", "HEADSCOPE_ENGINE_KEY"
FROZEN_ARGUMENT = "--engine"  #: makes the one program file of a frozen build the engine
NO_LIBRARIES = 3  #: the engine's exit code where torch or another library cannot be loaded
PACKAGE = __name__.rpartition(".")[0]  #: viz_app.engine, or where an installation has it
ROOT = Path(__file__).resolve().parents[PACKAGE.count(".") + 1]
JOIN_SECONDS = 2.0
LOG = logging.getLogger(__name__)


def command() -> list[str]:
    """The program and arguments that start an engine.

    ``-P``: the folder that the person works in may hold a ``model`` package of their own.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, FROZEN_ARGUMENT]
    return [sys.executable, "-P", "-m", f"{PACKAGE}.process"]


def ending(code: int, crashed: bool) -> str:
    """How a process has ended, as programmers call it; on Windows a crash has an exit code."""
    if crashed and sys.platform != "win32":
        with suppress(ValueError):
            return signal.Signals(code).name
    return f"exit code {code:#x}" if crashed else f"exit code {code}"


def search_path(existing: str) -> str:
    """``PYTHONPATH`` for the engine: our own root before what the ``existing`` one holds."""
    return os.pathsep.join(filter(None, (str(ROOT), existing)))


def dial() -> Connection:
    """The engine's end: connect as the environment says, and take the key out of it.

    Raises KeyError where nobody started this process as an engine, OSError, EOFError or
    AuthenticationError where the window has gone or is another.
    """
    address, key = os.environ.pop(ADDRESS), os.environ.pop(KEY)
    return Client(address, authkey=bytes.fromhex(key))


def send(connection: Connection, message: Message) -> None:
    """Send one message; raises FrameError before anything is sent, OSError where nobody listens."""
    for part in encode(message):
        connection.send_bytes(part)


def receive(connection: Connection, known: Mapping[str, type]) -> Any:
    """Wait for one message among ``known``. Raises FrameError, and EOFError or OSError where the other end has gone."""

    def part(limit: int) -> bytes:
        try:
            return connection.recv_bytes(limit)
        except OSError as error:
            if connection.closed or not connection.readable:  # what recv_bytes does after too large a claim
                raise FrameError("a part is larger than it may be") from error
            raise

    return decode(part, known)


class EngineLine:
    """The window's end: one thread that accepts the engine, then receives and sends.

    ``received`` is called with each message, and ``ended`` once when the engine has gone or sent
    what is no message; both in that thread. Nothing here blocks its caller except :meth:`close`,
    to be called when the engine has ended.
    """

    def __init__(self, received: Callable[[Reply], None], ended: Callable[[], None]) -> None:
        """Listen; raises OSError where the system has no place for a socket."""
        self._received = received
        self._ended = ended
        self._key = secrets.token_bytes(32)
        self._folder: Path | None = None
        self._listener = self._listen()
        self._woken, self._wake = Pipe(duplex=False)
        self._lock = Lock()  # guards the next two
        self._outgoing: list[Iterator[Part]] = []
        self._closing = False
        self._address = str(self._listener.address)
        self._thread = Thread(target=self._run, name="headscope-engine-line", daemon=True)
        self._thread.start()

    @property
    def environment(self) -> dict[str, str]:
        """What the engine's environment must hold, so that :func:`dial` finds us."""
        return {ADDRESS: self._address, KEY: self._key.hex()}

    def send(self, message: Request) -> None:
        """Send ``message`` as soon as the engine listens; forgotten where it never does.

        Raises FrameError for one that is too large.
        """
        parts = encode(message)
        with self._lock:
            first = not self._outgoing
            self._outgoing.append(parts)
        if first:
            self._wake.send_bytes(b"!")

    def close(self) -> None:
        """End the thread of an engine that has ended, connected or not."""
        with self._lock:
            self._closing = True
        with suppress(OSError):  # an empty visit wakes a thread that still waits for the engine
            Client(self._address).close()
        self._thread.join(JOIN_SECONDS)
        self._wake.close()
        self._woken.close()

    def _listen(self) -> Listener:
        """At a pipe on Windows; else at a socket in a folder of ours, which is there until the engine has come."""
        if sys.platform == "win32":
            return Listener(authkey=self._key)
        self._folder = make_scratch()
        try:
            return Listener(str(self._folder / "line"), authkey=self._key)
        except OSError:
            self._leave_folder()
            raise

    def _leave_folder(self) -> None:
        folder, self._folder = self._folder, None
        if folder is not None:
            remove_scratch(folder)

    def _run(self) -> None:
        try:
            with self._listener, suppress(EOFError, OSError), self._accept() as connection:
                self._leave_folder()
                self._talk(connection)
        except Exception:
            LOG.exception("the engine's message cannot be read")
        finally:
            self._leave_folder()
            self._ended()

    def _accept(self) -> Connection:
        while True:
            with suppress(AuthenticationError, EOFError, ConnectionError):  # somebody else: go on waiting
                connection = self._listener.accept()
                self._listener.close()
                return connection
            with self._lock:
                if self._closing:
                    raise EOFError

    def _talk(self, connection: Connection) -> None:
        while True:
            for ready in wait([connection, self._woken]):
                if ready is connection:
                    self._received(receive(connection, REPLIES))
                else:
                    self._woken.recv_bytes(1)
                    for part in self._take():
                        connection.send_bytes(part)

    def _take(self) -> Iterator[Part]:
        with self._lock:
            messages, self._outgoing = self._outgoing, []
        return chain.from_iterable(messages)
