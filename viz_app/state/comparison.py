"""The run that others are compared with: what may be asked for, and which one counts. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from model.analysis.baseline import baseline_of
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

if TYPE_CHECKING:
    from viz_app.state.state import Snapshot

COMPARE = "compare"  #: the view that shows both


@dataclass(frozen=True)
class PinRun:
    """Keep a run to compare later ones with: the one on screen, what it was before its last change, or none.

    What was ``before`` is shown beside the run at once.
    """

    which: Literal["shown", "before", "none"] = "shown"


def compared_with(now: Snapshot) -> Trace | None:
    """What the run on screen is compared with: the pinned run, else what a changed run was before its changes."""
    run = now.run
    return now.pinned or (None if run is None else baseline_of(run))


def is_compared(now: Snapshot) -> bool:
    """Has the view of both runs something to show, or is it on screen?"""
    return now.view == COMPARE or compared_with(now) is not None


def is_pinned_itself(now: Snapshot) -> bool:
    """Is the pinned run the one on screen? One that has got its activations is still that run."""
    return now.pinned is not None and now.run is not None and now.pinned.source_ids is now.run.source_ids
