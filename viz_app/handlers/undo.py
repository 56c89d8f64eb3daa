"""Keeps the history of changes: what to remember before one, and what to change to take one back. It shows nothing.

The methods answer with changes for :meth:`viz_app.state.state.State.update`, the words of the menu among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from model.record.trace import Trace
from viz_app.handlers.change_names import describe
from viz_app.state.history import History, Moment, moment_of, other_run
from viz_app.state.sentences import common_padding, text_of
from viz_app.state.state import State


class Undoing:
    """One per window, shared by all that change something."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._history = History()

    def remember(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Before ``changes`` are made: what is there now is remembered. Returns what to change in all."""
        now = self._state.snapshot
        then = moment_of(replace(now, **changes))
        self._history.leave(moment_of(now), then)
        return changes | self._words(then)

    def undo(self) -> dict[str, Any]:
        """What brings back the moment before; nothing where there is none."""
        return {} if self._history.before is None else self._travel(self._history.undo)

    def redo(self) -> dict[str, Any]:
        """What brings back the moment that :meth:`undo` left; nothing where there is none."""
        return {} if self._history.after is None else self._travel(self._history.redo)

    def forget(self) -> None:
        """Start again, as if nothing had been changed."""
        self._history.clear()

    def _travel(self, step: Callable[[Moment], Moment]) -> dict[str, Any]:
        now = moment_of(self._state.snapshot)
        then = step(now)
        changes: dict[str, Any] = {"settings": then.settings, "reading": then.reading}
        if then.run is not None and other_run(now, then):
            changes |= shown(then.run, then.milliseconds_per_step, then.batch) | {
                "selection": then.selection, "source_text": text_of(then.batch or (then.run,)),
            }  # fmt: skip
        return changes | self._words(then)

    def _words(self, now: Moment) -> dict[str, str]:
        before, after = self._history.before, self._history.after
        return {
            "undo": "" if before is None else describe(before, now),
            "redo": "" if after is None else describe(now, after),
        }


def shown(run: Trace, milliseconds: float, batch: tuple[Trace, ...] = ()) -> dict[str, Any]:
    """What a run on screen brings with it; ``batch`` are the runs of all sentences, where there are several."""
    padding = common_padding(batch or (run,))
    return {
        "trace": run, "unread": None, "batch": batch, "milliseconds_per_step": milliseconds, "padding": padding,
    }  # fmt: skip
