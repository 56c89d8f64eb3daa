"""Runs of snapshots that one has been at: going back to one shows it at once. So many as fit, the newest."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import fields
from typing import Any

import numpy as np

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

MOST_RUNS, MOST_BYTES = 200, 256 * 2**20


@dataclass(frozen=True, eq=False)
class KeptRun:
    """What a snapshot made of a sentence, or of several."""

    runs: tuple[Trace, ...]
    milliseconds: float
    bytes: int


class KeptRuns:
    """By the snapshot's path and by what was asked of it."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[tuple[str, Any], KeptRun] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def put(self, path: str, asked: Any, runs: tuple[Trace, ...], milliseconds: float) -> None:
        """Keep them, and let the oldest go where there are too many; one that is too large is not kept."""
        size = sum(map(size_of, runs))
        self._drop((path, asked))
        if size > self._most:
            return
        self._kept[path, asked] = KeptRun(runs, milliseconds, size)
        self.bytes += size
        while self.bytes > self._most or len(self._kept) > MOST_RUNS:
            self._drop(next(iter(self._kept)))

    def get(self, path: str, asked: Any) -> KeptRun | None:
        """What was kept; it is the newest now."""
        found = self._kept.get((path, asked))
        if found is not None:
            self._kept.move_to_end((path, asked))
        return found

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self.bytes = 0

    def _drop(self, key: tuple[str, Any]) -> None:
        gone = self._kept.pop(key, None)
        self.bytes -= 0 if gone is None else gone.bytes


def size_of(run: Trace) -> int:
    """Bytes of a run's arrays."""
    values = (getattr(run, item.name) for item in fields(run))
    parts = (part for value in values for part in (value.values() if isinstance(value, dict) else (value,)))
    return sum(part.nbytes for part in parts if isinstance(part, np.ndarray))
