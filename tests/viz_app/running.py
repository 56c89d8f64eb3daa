"""A running program for tests: the real engine on the tiny checkpoint, and ways to wait for it.

An engine takes a second or more to start, so a module's tests share one; :meth:`Running.fresh` brings
everything else back to where the first run had just finished.
"""

from __future__ import annotations

import copy
import os
import signal
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest

from model.common.problems import Problem
from tests.forks import computing
from tests.viz_app.engine.listener import engine_pid
from viz_app.engine.client import EngineClient
from viz_app.handlers.controller import Controller
from viz_app.state.intents import OpenPath, SetSource, Translate
from viz_app.state.start import Start
from viz_app.state.state import Snapshot, State

TINY = Path(__file__).parent.parent / "fixtures" / "tiny"
SENTENCE = "Zwei Hunde spielen im Schnee."
TRANSLATION = "Two dogs are playing in the snow."
OTHER, OTHER_TRANSLATION = "Zwei Kinder spielen im Park.", "Two children are playing in the park."
PATIENCE = 90.0  #: seconds; a bound for a broken program, not a measurement
KEPT = ("checkpoint", "devices", "device", "engine_ready")  #: what belongs to the engine, not to a test


class Running:
    """State, engine and controller, and whatever shows them."""

    def __init__(self, state: State, client: EngineClient, controller: Controller) -> None:
        self.state = state
        self.client = client
        self.controller = controller
        self.first: Snapshot | None = None

    @staticmethod
    def without_window() -> Running:
        state, client = State(), EngineClient()
        return Running(state, client, Controller(state, client))

    @property
    def now(self) -> Snapshot:
        return self.state.snapshot

    def start(self) -> None:
        """Open the tiny checkpoint and run the sentence."""
        self.begin(Start(checkpoint=str(TINY), sentence=SENTENCE))

    def begin(self, start: Start) -> None:
        """Open a checkpoint and run a sentence; that is what :meth:`fresh` comes back to."""
        self.controller.start(start)
        self.until("trace", "tokens", "not busy")
        self.first = self.now

    def fresh(self) -> None:
        """As right after :meth:`start`."""
        assert self.first is not None
        if self.now.engine_ready:  # what the test before has asked for would come into this one
            wait_until(lambda: self.now.busy is None, "the end of what was asked")
        opened = "" if self.first.checkpoint is None else self.first.checkpoint.path
        if not self.now.engine_ready or self.now.checkpoint is None or self.now.checkpoint.path != opened:
            self.state.update(problem=None)
            self.controller.handle(OpenPath(Path(opened)))
            self.until("engine_ready", "not busy")
        self.controller.undoing.forget()
        names = [item.name for item in fields(Snapshot) if item.name not in KEPT]
        first: dict[str, Any] = {name: getattr(self.first, name) for name in names}
        first["trace"] = copy.copy(self.first.run)  # nobody has measured anything on that one
        self.state.update(**first)

    def until(self, *facts: str) -> None:
        """Wait until every attribute of the snapshot is true; ``not x`` until it is false.

        A problem that nobody waits for is raised at once.
        """
        try:
            wait_until(lambda: self.settled(facts) or self.stuck(facts), f"{facts}")
        except TimeoutError as error:  # only now: a run takes a second to be written out
            raise TimeoutError(f"{error}: {self.now}") from error
        if not self.settled(facts) and (problem := self.now.problem) is not None:
            raise Problem(problem.what, problem.why, problem.next_step)

    def translate(self, text: str) -> None:
        """Type ``text`` and run it to its end."""
        self.controller.handle(SetSource(text))
        self.controller.handle(Translate())
        self.until("not busy")

    def open(self, path: Path) -> None:
        """Open a file or folder, to the end."""
        self.controller.handle(OpenPath(path))
        self.until("not busy")

    def freeze_engine(self) -> None:
        """It answers nothing any more, however quick it is; it can still be killed."""
        os.kill(computing(engine_pid(self.client)), signal.SIGSTOP)

    def thaw_engine(self) -> None:
        """It goes on where it was frozen."""
        os.kill(computing(engine_pid(self.client)), signal.SIGCONT)

    def kill_engine(self) -> None:
        """What a lack of memory does to an engine."""
        os.kill(engine_pid(self.client), signal.SIGKILL)

    def settled(self, facts: tuple[str, ...]) -> bool:
        return all(bool(getattr(self.now, fact.removeprefix("not "))) != fact.startswith("not ") for fact in facts)

    def stuck(self, facts: tuple[str, ...]) -> bool:
        return self.now.problem is not None and self.now.busy is None and "problem" not in facts


def wait_until(true: Callable[[], bool], what: str = "it") -> None:
    """Let Qt work until ``true``. Raises TimeoutError after :data:`PATIENCE`."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE} s for {what}")
        QTest.qWait(5)
