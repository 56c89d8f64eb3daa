"""The engine's own jobs in the survey's process: what an open answer asks for is there before its picture is taken."""

from __future__ import annotations

from functools import cache
from threading import enumerate as enumerate_threads
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from viz_app.app import Program
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.messages import Cancel, OpenCheckpoint, Request
from viz_app.state.intents import Intent

if TYPE_CHECKING:
    from viz_app.engine.jobs import Engine

ABOUT = ("weights", "measurement")  #: what answers ask the engine about
ROUNDS, MOMENT = 2_000, 0.01  #: of events, and seconds between them, until an answer has come


class EngineHere(EngineClient):
    """Answers as the process would, one request after another; the shipped checkpoint is open."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path

    def send(self, request: Request) -> None:
        """What has been answered already cannot be cancelled."""
        if isinstance(request, Cancel):
            return
        for item in _engine(self._path).run(request):  # type: ignore[arg-type]  # every other request is a job
            self._arrived.emit(self._engines, item)


@cache
def _engine(path: str) -> Engine:
    """One for all windows; torch is loaded with the first question."""
    from viz_app.engine.jobs import Engine

    engine = Engine()
    *_, opened = engine.run(OpenCheckpoint(NEW, path))
    if engine.checkpoint is None:
        raise SystemExit(f"error: {path}: it does not open: {opened}")
    return engine


def ask(program: Program, *intents: Intent) -> None:
    """What a person asks for, and all that comes of it."""
    if "client" not in vars(program):
        opened = program.state.snapshot.checkpoint
        assert opened is not None, "the example has one"
        program.client = EngineHere(opened.path)
    for intent in intents:
        program.handle(intent)
    application = QApplication.instance()
    assert application is not None, "the survey has one"
    for _ in range(ROUNDS):
        threads = [each for each in enumerate_threads() if each.name.startswith("headscope")]
        done = not threads and not any(program.client.asks(about) for about in ABOUT)
        application.processEvents()  # what a thread had for us when it ended comes with these
        if done:
            return
        for thread in threads:
            thread.join(MOMENT)
    raise SystemExit("error: the answer: it has not come")
