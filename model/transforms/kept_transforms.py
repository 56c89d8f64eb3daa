"""Readings of runs, kept for as long as their run: made at once where that takes no time, elsewhere beside the window.

Nobody waits here. A large run is read by :func:`prepare` in a thread; until then there is nothing to show of it.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict

from model.record.trace import KINDS, Trace
from model.transforms.view_transform import Reading, fitting, read

AT_ONCE = 1_000_000  #: numbers in a run's maps; so many are read in less than 16 ms
KEPT = 4  #: readings of one run

_kept: weakref.WeakKeyDictionary[Trace, OrderedDict[Reading, Trace]] = weakref.WeakKeyDictionary()


def kept_or_small(run: Trace, wanted: Reading) -> Trace | None:
    """``run`` read as far as it can be read as ``wanted``; None where that would take too long now."""
    reading = fitting(run, wanted)
    if reading.is_plain:
        return run
    kept = _kept.get(run)
    if kept is not None and reading in kept:
        return kept[reading]
    return prepare(run, reading) if size(run) <= AT_ONCE else None


def prepare(run: Trace, reading: Reading) -> Trace:
    """Read and keep. May be called in any thread. Raises :class:`~model.common.problems.Problem` as :func:`read`."""
    done = read(run, reading)
    kept = _kept.setdefault(run, OrderedDict())
    kept[reading] = done
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return done


def size(run: Trace) -> int:
    """How many numbers a run's maps hold."""
    maps = (run.attention(kind) for kind in KINDS)
    return sum(values.size for values in maps if values is not None)
