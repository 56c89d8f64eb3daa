"""Changes to be taken back: a short past and a short future of moments. It runs nothing.

A change is what alters the run, how it is read or how it is shown. Looking elsewhere (kind, layer, head,
step, cell, view) is no change: going there again takes one key, and Ctrl+Z is kept for what cannot be
seen any more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import fields, replace

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from model.transforms.view_transform import PLAIN, ViewTransform
from viz_app.state.decoding import Decoding
from viz_app.state.state import Selection, Settings, Snapshot
from viz_app.state.what_if import NOTHING_CHANGED, AskedChanges

LENGTH = 100  #: moments; one is small, but for its run
RUNS = 20  #: different runs that are kept alive


@dataclass(frozen=True, eq=False)
class Moment:
    """Everything that undo brings back, and where the reader stood in the run."""

    run: Trace | None
    milliseconds_per_step: float
    selection: Selection
    settings: Settings
    batch: tuple[Trace, ...] = ()  #: of several sentences all
    reading: ViewTransform = PLAIN
    what_if: AskedChanges = NOTHING_CHANGED  #: of the run
    decoding: Decoding = None
    pinned: Trace | None = None


def moment_of(now: Snapshot) -> Moment:
    """What of a snapshot can be brought back."""
    here = now.run_selection
    shown = now.run, now.milliseconds_per_step, here, now.settings, now.batch, now.reading
    return Moment(*shown, now.what_if, now.decoding, now.pinned)


class History:
    """The present moment is in neither list."""

    def __init__(self) -> None:
        self._past: deque[Moment] = deque(maxlen=LENGTH)
        self._future: deque[Moment] = deque(maxlen=LENGTH)

    @property
    def before(self) -> Moment | None:
        """What undo would bring back."""
        return self._past[-1] if self._past else None

    @property
    def after(self) -> Moment | None:
        """What redo would bring back."""
        return self._future[-1] if self._future else None

    def leave(self, now: Moment, then: Moment) -> None:
        """Remember ``now``, which ``then`` is about to replace; the future is forgotten.

        A number that is turned on and on is one change. The first run of all cannot be taken back.
        """
        goes_on = self.before is not None and not self._future and _same_number(self.before, now, then)
        self._future.clear()
        if goes_on or (now.run is None and then.run is not None):
            return
        self._past.append(now)
        while len({id(moment.run) for moment in self._past}) > RUNS:
            self._past.popleft()

    def undo(self, now: Moment) -> Moment:
        """The moment before ``now``. Raises IndexError where there is none."""
        earlier = self._past.pop()
        self._future.append(now)
        return earlier

    def redo(self, now: Moment) -> Moment:
        """The moment that :meth:`undo` left. Raises IndexError where there is none."""
        later = self._future.pop()
        self._past.append(now)
        return later

    def put_instead(self, runs: Mapping[int, Trace]) -> None:
        """In every moment, for the run whose ``source_ids`` have such an identity, the same run told more fully."""
        for moments in (self._past, self._future):
            for at, moment in enumerate(moments):
                run = None if moment.run is None else runs.get(id(moment.run.source_ids), moment.run)
                batch = tuple(runs.get(id(each.source_ids), each) for each in moment.batch)
                moments[at] = replace(moment, run=run, batch=batch)

    def run_before(self, now: Moment) -> Trace | None:
        """The last run that was on screen before this one; None where none is remembered."""
        return next((moment.run for moment in reversed(self._past) if other_run(moment, now)), None)

    def clear(self) -> None:
        """Forget everything."""
        self._past.clear()
        self._future.clear()


def other_run(before: Moment, after: Moment) -> bool:
    """Is another run on screen? The same one with its activations added is not, nor another sentence of the batch."""
    ones, others = _runs(before), _runs(after)
    if not ones or not others:
        return False
    pairs = zip(ones, others, strict=False)
    return len(ones) != len(others) or any(one.source_ids is not other.source_ids for one, other in pairs)


def _runs(moment: Moment) -> tuple[Trace, ...]:
    return moment.batch or (() if moment.run is None else (moment.run,))


def changed_settings(before: Settings, after: Settings) -> tuple[str, ...]:
    """Names of the settings that differ."""
    names = (item.name for item in fields(Settings))
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _same_number(first: Moment, now: Moment, then: Moment) -> bool:
    """Is the step from ``now`` to ``then`` one more turn of the number that was turned from ``first`` to ``now``?"""
    if other_run(first, now) or other_run(now, then):
        return False
    names = changed_settings(first.settings, now.settings)
    if len(names) != 1 or names != changed_settings(now.settings, then.settings):
        return False
    return type(getattr(now.settings, names[0])) is int
