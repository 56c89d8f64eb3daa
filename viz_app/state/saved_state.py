"""The part of a window that lies in a session file, whether that is still all there is, and what is asked of it.

Values only.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from model.common.lazy_dataclass import dataclass
from model.record.notes import NO_NOTES, RunNotes
from model.record.trace import Trace

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import WrittenGloss


@dataclass(frozen=True, eq=False)
class Kept:
    """What was saved or opened last. Without a ``path``: nothing yet."""

    path: Path | None = None
    notes: RunNotes = NO_NOTES
    runs: tuple[Trace, ...] = ()
    glosses: tuple[WrittenGloss, ...] = ()
    home: Path | None = None  #: where the checkpoint lies that recorded the runs; None where nobody knows

    def holds(
        self, notes: RunNotes, runs: Sequence[Trace | None], glosses: tuple[WrittenGloss, ...] = ()
    ) -> bool:  # fmt: skip
        """Is everything in the file? Where one looks is nothing to keep; without a file, runs are not either."""
        written = notes == self.notes and glosses == self.glosses
        return written and (self.path is None or same_runs(self.runs, runs))


NOTHING_KEPT = Kept()


def same_runs(ones: Sequence[Trace], others: Sequence[Trace | None]) -> bool:
    """The same runs; one that has got its activations since is still that run."""
    tokens = [None if run is None else id(run.source_ids) for run in others]
    return [id(run.source_ids) for run in ones] == tokens


# --- what may be asked for: session, notes and glosses ---


@dataclass(frozen=True)
class SaveSession:
    """Write what is on screen, with the notes, to a session file; without a path to its own."""

    path: Path | None = None


@dataclass(frozen=True)
class OpenHome:
    """Open the checkpoint that recorded the run on screen, and leave the run there; without a path where it lay."""

    path: Path | None = None


@dataclass(frozen=True)
class Recover:
    """Bring back what a program that was ended had not saved; or throw that away."""

    wanted: bool = True


@dataclass(frozen=True)
class SetNotes:
    """The text of the notes changed."""

    text: str


@dataclass(frozen=True)
class NotePlace:
    """Begin a note about what is selected."""


@dataclass(frozen=True)
class ChangeNote:
    """Another text for the note at ``index``; None takes it away."""

    index: int
    text: str | None


@dataclass(frozen=True)
class GoToNote:
    """Show the place that the note at ``index`` is about."""

    index: int


@dataclass(frozen=True)
class WriteGloss:
    """What the word means that a token is of; the target's start token is at 0. "" takes a gloss away."""

    side: Literal["source", "target"]
    position: int
    text: str
