"""A client of the engine with ears, for tests with a Qt event loop."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QProcess
from pytestqt.qtbot import QtBot

from tests.viz_app.engine.checkpoints import LONG_RUN, SENTENCE
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import DECODING, Failed, OpenCheckpoint, Progress, Ready, RunSentence

PATIENCE = 300_000  #: milliseconds; a bound for a broken engine, not a measurement


def engine_pid(client: EngineClient) -> int:
    """The process of a client's engine; 0 where none runs."""
    process = client.findChild(QProcess)
    return 0 if process is None else int(process.processId())


class Listener:
    """A client with everything that it said."""

    def __init__(self, qtbot: QtBot) -> None:
        self.client = EngineClient()
        self.replies: list[Any] = []
        self.deaths: list[str] = []
        self.client.received.connect(self.replies.append)
        self.client.died.connect(self.deaths.append)
        self.qtbot = qtbot
        self.tickets = itertools.count(1)

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=PATIENCE)

    def wait_for(self, kind: type, **values: object) -> Any:
        """The first reply of a kind with these values, once it has come."""

        def found() -> list[Any]:
            return [
                reply
                for reply in self.replies
                if isinstance(reply, kind) and all(getattr(reply, name) == value for name, value in values.items())
            ]

        self.wait(lambda: bool(found()) or (kind is not Failed and self.failed))
        return found()[0]

    @property
    def failed(self) -> bool:
        return any(isinstance(reply, Failed) for reply in self.replies)

    def start(self) -> None:
        self.client.start()
        self.wait_for(Ready)

    def ask(self, kind: type, *arguments: object, **more: object) -> int:
        """Send a request with the next ticket."""
        ticket = next(self.tickets)
        self.client.send(kind(ticket, *arguments, **more))
        return ticket

    def start_long_run(self, endless: str) -> int:
        """Open the endless checkpoint and come back in the middle of a run."""
        self.ask(OpenCheckpoint, endless, "cpu")
        ticket = self.ask(RunSentence, SENTENCE, max_length=LONG_RUN, sure=True)
        self.wait_for(Progress, ticket=ticket, text=DECODING)
        return ticket

    @property
    def pid(self) -> int:
        return engine_pid(self.client)
