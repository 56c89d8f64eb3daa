"""The runs that a person can go back to: a short past and a short future. It runs nothing."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from model.trace import Trace
from viz_app.state import Selection

LENGTH = 20


@dataclass(frozen=True, eq=False)
class Run:
    """A finished run and where its reader stood."""

    trace: Trace
    milliseconds_per_step: float
    selection: Selection


class History:
    """Undo and redo of runs. The run on screen is in neither list."""

    def __init__(self) -> None:
        self._past: deque[Run] = deque(maxlen=LENGTH)
        self._future: deque[Run] = deque(maxlen=LENGTH)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def leave(self, run: Run) -> None:
        """Remember the run that is about to be replaced by a new one; the future is forgotten."""
        self._past.append(run)
        self._future.clear()

    def undo(self, current: Run) -> Run:
        """The run before ``current``. Raises IndexError where there is none."""
        earlier = self._past.pop()
        self._future.append(current)
        return earlier

    def redo(self, current: Run) -> Run:
        """The run that :meth:`undo` left. Raises IndexError where there is none."""
        later = self._future.pop()
        self._past.append(current)
        return later
