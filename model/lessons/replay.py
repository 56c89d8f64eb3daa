"""What lessons claim, looked at in one recorded run: the steps that need no other run than the one they open with.

The whole of a lesson, with its changes, is gone through by ``lesson --check``, which needs an engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.lessons.claims import fields_of, holds, read_off
from model.lessons.lesson import Claim, Lesson, LessonStep
from model.lessons.quantities import RowPlace, Value, placed
from model.record.trace import Trace

#: Conditions that make another run; what is claimed behind one of them is claimed of that.
OTHER_RUN = ("checkpoint", "source", "sentences", "decoding", "padded", "one_pass", "changed", "unchanged", "forced")
#: Quantities that every trained network of a shape has alike: none of them was learnt.
SHAPE = (
    "row_sum", "steps", "source_length", "layers", "heads", "d_k", "sqrt_d_k", "d_model", "visible", "blocked",
    "padding", "stop_reason", "norm_order", "positions",
)  # fmt: skip
PLACE = ("kind", "layer", "head", "step", "row", "column")


@dataclass(frozen=True)
class ReplayedClaim:
    """A claim of a step, counted from 1, and what the run says."""

    step: int
    claim: Claim
    read: Value
    holds: bool


def replayed(lesson: Lesson, run: Trace) -> Iterator[ReplayedClaim]:
    """Each claim up to the first step that asks for another run. ``run`` is the one that the lesson opens with."""
    at = _moved(run, RowPlace("cross", 0, 0, 0), lesson.opening.begin)
    for number, step in enumerate(lesson.steps, start=1):
        if any(name in step.goal for name in OTHER_RUN):
            return
        at = _moved(run, at, step.goal)
        for claim in step.claims:
            yield ReplayedClaim(number, claim, read_off(run, claim, at), holds(run, claim, at))


def _moved(run: Trace, at: RowPlace, goal: Mapping[str, Any]) -> RowPlace:
    """What is selected once a goal is met."""
    wanted = {name: goal[name] for name in PLACE if name in goal}
    if goal.get("last_step") and run.steps:
        wanted["step"] = run.steps
    found = placed(run, wanted, at)
    return at if found is None else found


def is_learnt(claim: Claim) -> bool:
    """Does it depend on what a checkpoint has learnt, so that another of the same shape may say otherwise?"""
    return claim.quantity not in SHAPE and not (claim.relation == "is" and claim.value == 0)


def learnt_parts(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """What in a lesson was read off its checkpoint: claims, tokens that goals name, words in marks of quotation.

    The step stands before each, counted from 1; 0 is the opening.
    """
    for name in ("row", "column"):
        if isinstance(lesson.opening.begin.get(name), str):
            yield 0, f"begin.{name} {lesson.opening.begin[name]}"
    for number, step in enumerate(lesson.steps, start=1):
        for name in ("row", "column", "step"):
            if name in step.goal and step.goal[name] is not True and step.goal[name] != "largest":
                yield number, f"goal.{name} {step.goal[name]}"
        for claim in step.claims:
            if is_learnt(claim):
                yield number, f"{claim.quantity} {claim.relation} {claim.value}"
        yield from ((number, f"words “{said}”") for said in _quoted(step))


def _quoted(step: LessonStep) -> list[str]:
    """What stands between “ and ” in the English texts and is not read off the run."""
    found = []
    for text in (step.words.en, step.seen.en):
        found += [part.partition("”")[0] for part in text.split("“")[1:]]
    return [said for said in dict.fromkeys(found) if not fields_of(said)]
