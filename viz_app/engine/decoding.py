"""The steps of a run in the engine: progress after each, now and then the newest rows, and an end on request.

A small run is recorded as a whole when it ends. A large one is handed over in parts alone: what has been sent is not
held any more, so that it is in memory once, in the window. torch, no Qt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

from model.decoding.session import DecodingSession
from model.network.transformer import Keep
from viz_app.engine.messages import DECODING, Item, Progress, RunGrown, RunGrows
from viz_app.engine.pace import Pace

Steps = Generator[Item, Any, float]


def decode(
    sessions: Sequence[DecodingSession], advance: Callable[[], object], ticket: int, pace: Pace, parted: bool
) -> Steps:
    """Run all ``sessions`` together until ``advance`` has nothing left to do; returns the mean milliseconds of a step.

    Whoever takes the items may send True: then the run ends there, by hand, where what explains it is worth having;
    else it stops without an answer. ``parted``: its rows are sent once and forgotten, and the answer is the last item.
    """
    parts, seconds, steps = RunParts(sessions, ticket, parted), 0.0, 0
    limit = max(session.limit for session in sessions)
    while True:
        started = time.perf_counter()
        if not advance():
            break
        seconds += time.perf_counter() - started
        steps += 1
        left, most = pace.left(steps)
        stopped = yield Progress(ticket, DECODING, min(1.0, steps / limit), steps, left, most)
        if stopped:
            if sessions[0].keep != Keep.ACTIVATIONS:
                return -1.0
            for session in sessions:
                session.stop()
            break
        if pace.is_due(steps) and not all(session.stop_reason for session in sessions):
            with pace.part():
                yield from parts.newest()
    milliseconds = 1000 * seconds / max(1, steps)
    if parted:
        yield from parts.newest()
        yield RunGrown(ticket, milliseconds)
    return milliseconds


class RunParts:
    """The rows of each session that have not been sent."""

    def __init__(self, sessions: Sequence[DecodingSession], ticket: int, parted: bool) -> None:
        self._sessions = sessions
        self._ticket = ticket
        self._parted = parted
        self._sent = [0] * len(sessions)

    def newest(self) -> Generator[Item, Any, None]:
        """One message for each sentence that has new rows; all but the last say that more follow."""
        due = [at for at, session in enumerate(self._sessions) if len(session.steps) > self._sent[at]]
        for at in due:
            session, first = self._sessions[at], self._sent[at]
            meta, arrays = session.rows(first)
            self._sent[at] = len(session.steps)
            if self._parted:
                session.forget_rows()
            yield RunGrows(self._ticket, meta, first, arrays, at, more=at != due[-1])
