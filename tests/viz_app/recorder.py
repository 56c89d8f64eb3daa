"""A desk that only writes down what commands ask of it."""

from __future__ import annotations

from tests.viz_app.sample_trace import make_trace
from viz_app.commands.command import Command
from viz_app.state.intents import Intent
from viz_app.state.state import Selection, Snapshot

EMPTY = Snapshot()
MIDDLE = Snapshot(trace=make_trace(), selection=Selection("cross", 1, 2, 3), source_text="Zwei Hunde")


class Recorder:
    """Answers to every name of :class:`viz_app.commands.command.Desk`."""

    def __init__(self) -> None:
        self.asked: list[Intent | str] = []

    def request(self, intent: Intent) -> None:
        self.asked.append(intent)

    def __getattr__(self, name: str) -> object:
        return lambda *given: self.asked.append(" ".join((name, *given)))


def done(command: Command, now: Snapshot) -> list[Intent | str]:
    """What a command asks for."""
    desk = Recorder()
    command.act(desk, now)  # type: ignore[arg-type]  # it answers to every name
    return desk.asked
