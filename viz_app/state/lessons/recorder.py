"""What a person does in the window, as a step of a lesson: the conditions that came true, and the control for them.

Two snapshots are compared in the words of goals; whatever the way there was, the step asks for where it led.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.lessons.claims import holds, read_off
from model.lessons.lesson import Claim, LessonStep
from model.lessons.quantities import QUANTITIES, position_of, row_of, spelled_token
from model.lessons.vocabulary import CHANGES, LONGEST, MOST, TOPICS
from viz_app.state.lessons.goals import GOALS
from viz_app.state.lessons.play import place_of
from viz_app.state.lessons.step_texts import asked_words, seen_words
from viz_app.state.questions import SWITCHES, opened
from viz_app.state.state import Snapshot

#: Conditions of another run; whatever else is true of it then is not what was done.
OF_RUN = ("source", "sentences", "decoding", "padded", "one_pass", "changed", "unchanged", "forced")
#: The other conditions, by what was done: the first that came true says which control it was.
OF_PLACE = (
    "view", "answer", "topic", "what_if", "pinned", "sentence", "kind", "column", "row", "head", "layer", "step",
)  # fmt: skip
TWO_DECIMALS = 100


@dataclass(frozen=True)
class DraftStep:
    """A step that is being written: what can be claimed of it, as it was read off the run when it was recorded."""

    step: LessonStep
    offers: tuple[Claim, ...] = ()


def conditions(now: Snapshot) -> dict[str, Any]:
    """Everything that a goal can say of a snapshot, in the words of goals."""
    run, chosen = now.run, now.run_selection
    if run is None:
        return {}
    found: dict[str, Any] = {
        "view": now.view, "kind": chosen.kind, "layer": chosen.layer + 1, "head": chosen.head + 1,
        "step": chosen.step + 1, "answer": opened(now.settings) or "none", "source": run.meta.source_text[:LONGEST],
    }  # fmt: skip
    if now.view == "embeddings_layers" and now.selection.topic in TOPICS:
        found["topic"] = now.selection.topic
    if len(now.batch) > 1:
        found |= {"sentences": min(len(now.batch), MOST), "sentence": chosen.sentence + 1}
    for name in ("padded", "one_pass", "what_if", "forced", "pinned", "unchanged"):
        if GOALS[name].met(now, True):
            found[name] = True
    found["decoding"] = next(name for name in ("beam", "sampled", "greedy") if GOALS["decoding"].met(now, name))
    changes = tuple(name for name in CHANGES if GOALS["changed"].met(now, name))
    if changes:
        found["changed"] = changes
    if chosen.query is not None:
        found["row"] = _named(chosen.query, run.rows(chosen.kind))
    if chosen.key is not None:
        row = row_of(run, place_of(now))
        largest = row is not None and chosen.key == int(row.argmax())
        found["column"] = "largest" if largest else _named(chosen.key, run.columns(chosen.kind))
    return found


def _named(position: int, labels: tuple[str, ...]) -> Any:
    """A position by its token, where that stands there first."""
    token = spelled_token(labels[position])
    return token if token.strip() and position_of(token, labels) == position else position


def begin_of(now: Snapshot) -> dict[str, Any]:
    """Where a lesson begins that is recorded from here."""
    wanted = ("view", "topic", "kind", "layer", "head", "step", "row", "answer")
    found = conditions(now)
    if "row" in found and now.run_selection.kind != "encoder":
        found.pop("step")  # of a row it is its own
    return {name: found[name] for name in wanted if name in found}


def recorded(before: Snapshot, now: Snapshot) -> DraftStep | None:
    """The step that leads from one to the other; None where nothing was done that a goal can name."""
    old, new = conditions(before), conditions(now)
    came = {name: value for name, value in new.items() if old.get(name) != value}
    if "changed" in came:  # of several changes the one that was added
        added = [name for name in new["changed"] if name not in old.get("changed", ())]
        came["changed"] = added[0] if added else new["changed"][0]
    goal = _goal(came, new)
    if not goal:
        return None
    first = next(name for name in (*OF_RUN, *OF_PLACE) if name in goal)
    control = control_of(first, goal, before, now)
    words, seen = asked_words(first, goal), seen_words(first, goal)
    step = LessonStep(words, seen, control, goal)
    offers = offered_claims(now)
    return DraftStep(replace(step, claims=tuple(each for each in offers if _telling(each, first))), offers)


def _goal(came: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What of all that came true was meant."""
    run = {name: came[name] for name in OF_RUN if name in came}
    if "source" in run or "sentences" in run:
        return {name: run[name] for name in ("source", "sentences", "padded") if name in run}
    if "changed" in run or "forced" in run:
        run.pop("unchanged", None)
    if run:
        return run
    goal = {name: came[name] for name in OF_PLACE if name in came}
    if "answer" in goal and goal["answer"] != "none":
        return {"answer": goal["answer"]}
    if "view" in goal:
        return {name: goal[name] for name in ("view", "topic", "kind", "layer", "head", "answer") if name in goal}
    if "column" in goal and "row" in new:
        return {"row": new["row"], "column": goal["column"]}
    if "row" in goal:
        goal.pop("step", None)
    elif "kind" in goal:
        return {"kind": goal["kind"]}
    return goal


def control_of(first: str, goal: Mapping[str, Any], before: Snapshot, now: Snapshot) -> str:
    """The place of the window, or the command, that brings a goal about; "" where none can be ringed."""
    value = goal[first]
    if first == "view" and set(goal) & {"layer", "head"}:
        return "picture"  # a head among the maps of others, which opens it
    named = {"view": f"tab.{value}", "topic": f"page.{value}", "kind": f"switch.{value}", "row": "row",
             "column": "cell", "source": "source", "decoding": "decoding", "what_if": "pane.what_if",
             "changed": "what_if.add", "layer": "model_map"}  # fmt: skip
    in_masks = {"sentences": "masks.shorter", "padded": "masks.add_padding", "one_pass": "masks.one_pass"}
    if first in named:
        return named[first]
    if first in in_masks:
        return in_masks[first] if before.view == "masks" else ""
    if first == "head":
        return "head" if before.view == "one_head" and "layer" not in goal else "model_map"
    if first == "step":
        return _stepping(before, now)
    if first == "sentence":
        return "sentence.next" if value > before.run_selection.sentence + 1 else "sentence.previous"
    if first == "answer":
        return "answer.close" if value == "none" else f"question.{value if value in SWITCHES else 'further'}"
    return "candidates" if first == "forced" else ""


def _stepping(before: Snapshot, now: Snapshot) -> str:
    was, at = before.run_selection.step, now.run_selection.step
    if abs(at - was) > 1:
        last = now.run is not None and at == now.run.steps - 1
        return "stepper.first" if at == 0 else "stepper.last" if last else "stepper.slider"
    return "stepper.next" if at > was else "stepper.previous"


def offered_claims(now: Snapshot) -> tuple[Claim, ...]:
    """What holds at what is selected: texts and whole numbers as they are, others rounded down to two decimals."""
    run, here = now.run, place_of(now)
    if run is None:
        return ()
    found = []
    for name in QUANTITIES:
        claim = Claim(name, "is", "")
        read = read_off(run, claim, here)
        if isinstance(read, float) and math.isfinite(read):
            claim = Claim(name, "at_least", math.floor(read * TWO_DECIMALS) / TWO_DECIMALS)
        elif isinstance(read, int) or (isinstance(read, str) and 0 < len(read) <= LONGEST):
            claim = Claim(name, "is", read)
        else:
            continue
        if holds(run, claim, here):
            found.append(claim)
    return tuple(found)


def _telling(claim: Claim, first: str) -> bool:
    """Is it what the step's own words say?"""
    wanted = {"step": "token", "row": "largest", "column": "largest", "head": "largest", "kind": "largest"}
    return claim.quantity == wanted.get(first)


def joined(last: DraftStep, new: DraftStep) -> DraftStep | None:
    """Two steps as one: stepping once more, as when a key is pressed several times; None for two things."""
    one, other = last.step, new.step
    untouched = one.words == asked_words(_first(one), one.goal)
    if not untouched or list(one.goal) != ["step"] or list(other.goal) != ["step"]:
        return None
    control = one.control if one.control == other.control else "stepper.slider"
    return replace(new, step=replace(other, control=control))


def _first(step: LessonStep) -> str:
    return next((name for name in (*OF_RUN, *OF_PLACE) if name in step.goal), "")


def measured_too(last: DraftStep, now: Snapshot) -> DraftStep:
    """The last step, which waits for its measurement as well where there is one now."""
    waits = last.step.goal.get("answer") in ("effects", "early_guesses") and "measured" not in last.step.goal
    if not waits or not GOALS["measured"].met(now, True):
        return last
    return replace(last, step=replace(last.step, goal={**last.step.goal, "measured": True}))
