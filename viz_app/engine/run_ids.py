"""A recorded run as the window hands it to the engine to be repeated. Part of the messages; no torch, no Qt."""

from __future__ import annotations

from model.common.lazy_dataclass import dataclass


@dataclass(frozen=True)
class RunIds:
    """All ids of a run: nothing is chosen again."""

    sha256: str  #: of the checkpoint that recorded it
    source: tuple[int, ...]  #: [S]
    consumed: tuple[int, ...]  #: [T]
    visible: tuple[bool, ...]  #: [T] False where a consumed token was blocked as padding
    produced: tuple[int, ...]  #: [T]
    at_once: bool = False  #: one pass over a given target; else a step at a time
