"""The part of a window that lies in a session file, and whether that is still all there is. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from model.common.lazy_dataclass import dataclass
from model.record.notes import NO_NOTES, RunNotes
from model.record.trace import Trace


@dataclass(frozen=True, eq=False)
class Kept:
    """What was saved or opened last. Without a ``path``: nothing yet."""

    path: Path | None = None
    notes: RunNotes = NO_NOTES
    runs: tuple[Trace, ...] = ()
    home: Path | None = None  #: where the checkpoint lies that recorded the runs; None where nobody knows

    def holds(self, notes: RunNotes, runs: Sequence[Trace | None]) -> bool:
        """Is everything in the file? Where one looks is nothing to keep; without a file, runs are not either."""
        return notes == self.notes and (self.path is None or same_runs(self.runs, runs))


NOTHING_KEPT = Kept()


def same_runs(ones: Sequence[Trace], others: Sequence[Trace | None]) -> bool:
    """The same runs; one that has got its activations since is still that run."""
    tokens = [None if run is None else id(run.source_ids) for run in others]
    return [id(run.source_ids) for run in ones] == tokens
