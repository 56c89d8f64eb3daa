"""What callers give: each is looked at before anything is done, and a :class:`Problem` names it and what it may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from model.common.problems import Problem
from model.record.trace import Trace
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import ViewTransform

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint

QUANTITIES = ("weight", "score", "norm")  #: what a run can be read as; a difference is of two


def check_texts(**given: object) -> None:
    """Raises :class:`Problem` for what is no text."""
    for name, value in given.items():
        if not isinstance(value, str):
            raise Problem(f"{name} {value!r:.60}", f"it is no text but {type(value).__name__}", "Give it as a str")


def check_whole(low: int, **given: object) -> None:
    """Raises :class:`Problem` for what is no whole number from ``low`` on."""
    for name, value in given.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < low:
            raise Problem(f"{name} {value!r:.40}", "it is no such number", f"Give a whole number from {low}")


def check_reading(run: Trace, reading: ViewTransform) -> None:
    """Raises :class:`Problem` for what a run cannot be read as."""
    _check_choice(QUANTITIES, quantity=reading.quantity)
    _check_choice(get_args(Aggregate), aggregate=reading.aggregate)
    _check_choice(get_args(Aside), aside=reading.aside)
    _check_positions(len(run.source_labels), source_columns=reading.source_columns)
    _check_positions(len(run.consumed_labels), target_columns=reading.target_columns)


def _check_choice(allowed: Iterable[str], **given: object) -> None:
    """Raises :class:`Problem` for what is none of ``allowed``."""
    names = tuple(allowed)
    for name, value in given.items():
        if value not in names:
            raise Problem(f"{name} {value!r:.40}", "there is no such one", f"Use one of: {', '.join(names)}")


def _check_positions(count: int, **given: Sequence[object]) -> None:
    """Raises :class:`Problem` for positions that a run of ``count`` tokens does not have."""
    for name, values in given.items():
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < count:
                step = f"Give numbers from 0 to {count - 1}"
                raise Problem(f"{name} {value!r:.40}", "this run has no such position", step)


def check_answers(checkpoint: Checkpoint, answers: Mapping[str, Any]) -> None:
    """Raises :class:`Problem` for an answer to what was never asked."""
    try:
        checkpoint.require_names(answers)
    except Problem as problem:
        what = problem.what.replace("--answer", "answers", 1)
        raise Problem(what, problem.why, problem.next_step) from None
