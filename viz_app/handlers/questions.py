"""What a person says to the dialog that asks about a file, as requests to the engine. Pure wiring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viz_app.handlers.engine_session import Work
from viz_app.state.intents import Answer, AskAgain, CheckHeadCounts, LeaveQuestions
from viz_app.state.state import State


class Asking:
    """Handlers of the dialog's Intents. The question stays in the snapshot until the file is open or left."""

    def __init__(self, state: State, work: Work) -> None:
        self._state = state
        self._work = work
        self.handlers: dict[type, Callable[[Any], None]] = {
            Answer: self._answer,
            CheckHeadCounts: self._check,
            AskAgain: lambda _: self._work.ask_again(),
            LeaveQuestions: lambda _: self._work.leave_questions(),
        }

    def _answer(self, intent: Answer) -> None:
        now = self._state.snapshot
        if now.asked is not None:
            self._work.open(now.asked.info.path, now.device, intent.answers, ask=False)

    def _check(self, intent: CheckHeadCounts) -> None:
        now = self._state.snapshot
        if now.asked is not None:
            self._work.check_heads(now.asked.info.path, intent.answers, intent.counts, intent.pairs)
