"""The pace of a run: how long is left, and when its newest rows are worth sending. It runs nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded

FIRST_SECONDS = 0.4  #: a run that is over by then, or nearly, is shown when it is done
SECONDS = 0.4  #: between two parts of a run
NEARLY = 0.3  #: seconds left for which no first part is worth it
REST = 10  #: times as long as a part took to make and send, nothing is sent: so much of the time is the run’s own


class Pace:
    """One run. ``likely`` steps are a guess, ``most`` are all that there can be."""

    def __init__(self, likely: int, most: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._likely, self._most = min(likely, most), most
        self._started = self._next = clock()
        self._next += FIRST_SECONDS
        self._sent = False

    def left(self, steps: int) -> tuple[float, bool]:
        """How many seconds after so many ``steps``, and whether that is only the most there can be."""
        each = (self._clock() - self._started) / max(1, steps)
        sure = steps < self._likely
        return each * ((self._likely if sure else self._most) - steps), not sure

    def is_due(self, steps: int) -> bool:
        """Is now the time for a part?"""
        if self._clock() < self._next:
            return False
        return self._sent or self.left(steps)[0] >= NEARLY

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part is sent within."""
        began = self._clock()
        yield
        now = self._clock()
        self._sent = True
        self._next = now + max(SECONDS, REST * (now - began))


def likely_steps(checkpoint: Checkpoint, source: Encoded, forced: tuple[int, ...]) -> int:
    """A guess at the length of a translation: that of its source."""
    used = sum(1 for index in source.ids if index != checkpoint.special.source_padding)
    return max(used, len(forced) + 1)
