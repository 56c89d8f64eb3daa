"""How the tokens of runs are to be chosen: greedily, by a beam or by drawing. Values, and what may be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeAlias

from model.common.lazy_dataclass import dataclass
from model.record.trace import Meta

BEAM_TREE = "beam_tree"  #: the view of a search

if TYPE_CHECKING:  # imported when there is one: the first paint has none
    from model.decoding.beam_tree import SearchRules
    from model.decoding.sampling import Sampling
    from viz_app.state.state import Snapshot

Decoding: TypeAlias = "SearchRules | Sampling | None"  #: None: greedy
OTHER_WAYS = frozenset(("beam", "sampling"))  #: names of the other ways in what tells of them
WIDEST = 50  #: hypotheses that the window offers to keep
HOTTEST = 5.0  #: temperature that it offers
MOST_LIKELY = 1000  #: top-k that it offers


@dataclass(frozen=True)
class SetDecoding:
    """Run what is on screen again so, and all that follows."""

    decoding: Decoding


@dataclass(frozen=True)
class PointAtNode:
    """Look at a hypothesis of the run's beam tree; at one of the run itself by going to its step."""

    node: int


@dataclass(frozen=True)
class RunNode:
    """Make a hypothesis of the run's beam tree the run on screen."""

    node: int


def decoding_of(told: Mapping[str, Any]) -> Decoding:
    """What a trace's ``meta.decoding`` tells, or a session file."""
    if not OTHER_WAYS & told.keys():
        return None
    from model.decoding.beam_tree import rules_of
    from model.decoding.sampling import sampling_of

    return rules_of(told) or sampling_of(told)


def decoding_to_json(decoding: Decoding) -> dict[str, Any]:
    """As a request, a session file and a trace's ``meta.decoding`` say it."""
    if decoding is None:
        return {}
    return {"beam" if hasattr(decoding, "width") else "sampling": asdict(decoding)}


def is_searched(now: Snapshot) -> bool:
    """Was the run on screen found by a beam, or is the view of a search on screen?"""
    return now.view == BEAM_TREE or (now.run is not None and "beam" in now.run.meta.decoding)


# --- in words ---


def decoding_words(decoding: Decoding) -> str:
    """What is asked for."""
    from viz_app.platform.text import localised  # a notebook reads a session without Qt

    return greedy() if decoding is None else localised(decoding.said)


def greedy() -> str:
    """The usual way."""
    from PySide6.QtCore import QCoreApplication

    return QCoreApplication.translate("pictures", "greedy")


def decoded(meta: Meta) -> str:
    """How the tokens of a run were chosen, where not greedily."""
    if not OTHER_WAYS & meta.decoding.keys():
        return ""
    from model.record.run_changes import said_decoding
    from viz_app.platform.text import localised

    said = said_decoding(meta.decoding)
    return "" if said is None else localised(said)
