"""The conditions of a lesson's goals: whether a snapshot meets one, and what may be asked for to bring it about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from model.common.assets import CHECKPOINTS
from model.decoding.beam_tree import SearchRules
from model.decoding.sampling import Sampling
from model.lessons.lesson import LessonStep
from model.lessons.quantities import RowPlace, placed, position_of, row_of
from model.lessons.vocabulary import CONDITIONS
from model.network.interventions import (
    DropoutOn,
    HeadAblated,
    Intervention,
    MaskOff,
    PositionsOff,
    RowSet,
    ScoreTemperature,
    SourceSwapped,
    Unscaled,
)
from viz_app.state.change_here import row_here
from viz_app.state.comparison import PinRun
from viz_app.state.decoding import Decoding, SetDecoding
from viz_app.state.intents import (
    CLEAR,
    AddPadding,
    AddSentence,
    ChangeSettings,
    ForceToken,
    Intent,
    MeasureEarlyGuesses,
    MeasureEffects,
    OpenPath,
    RunInOnePass,
    Select,
    SelectSentence,
    SetSource,
    SetView,
    Translate,
)
from viz_app.state.lessons.play import place_of
from viz_app.state.questions import asking, opened, opening
from viz_app.state.state import Snapshot
from viz_app.state.what_if import AskedChanges, FlipChange, SetChanges

PADDING, TEMPERATURE, SEED, BEAM = 4, 3.0, 1, 4  #: what a lesson adds, divides by, draws from, keeps


class GoalCondition(NamedTuple):
    """Whether it is met, and what brings it about."""

    met: Callable[[Snapshot, Any], bool]
    ways: Callable[[Snapshot, Any], tuple[Intent, ...]]


def is_met(now: Snapshot, goal: Mapping[str, Any]) -> bool:
    """Does the snapshot meet all conditions, with nothing still to come?"""
    if now.run is None or now.busy is not None or now.grows:
        return False
    return all(GOALS[name].met(now, value) for name, value in goal.items())


def next_ways(now: Snapshot, goal: Mapping[str, Any]) -> tuple[Intent, ...]:
    """What brings about the first condition that is not met, in the order of the vocabulary; nothing where all are."""
    for name in CONDITIONS:
        if name in goal and not GOALS[name].met(now, goal[name]):
            return GOALS[name].ways(now, goal[name])
    return ()


def place_of_goal(now: Snapshot, goal: Mapping[str, Any]) -> RowPlace | None:
    """The row and the cell that a goal names, in what is selected; None where the run has none such."""
    run = now.run
    if run is None:
        return None
    names = ("kind", "layer", "head", "row", "column", "step")
    found = placed(run, {name: goal[name] for name in names if name in goal}, place_of(now))
    if found is None or goal.get("column") != "largest":
        return found
    row = row_of(run, found)
    return None if row is None else RowPlace(*_four(found), found.query, int(row.argmax()))


def _four(at: RowPlace) -> tuple[Any, int, int, int]:
    return at.kind, at.layer, at.head, at.step


# --- places ---


def _row(now: Snapshot) -> int | None:
    chosen = now.run_selection
    return chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query


def _row_met(now: Snapshot, value: Any) -> bool:
    run, row = now.run, _row(now)
    if run is None or row is None:
        return False
    return value is True or row == position_of(value, run.rows(now.run_selection.kind))


def _row_ways(now: Snapshot, value: Any) -> tuple[Intent, ...]:
    run, kind = now.run, now.run_selection.kind
    at = 0 if run is None or value is True else position_of(value, run.rows(kind))
    # a column that was selected in another row is not what is spoken of here
    return () if at is None else (Select(query=at, step=None if kind == "encoder" else at, key=CLEAR),)


def _wanted_key(now: Snapshot, value: Any) -> int | None:
    run, place = now.run, place_of(now)
    if run is None:
        return None
    if value is True or value == "largest":
        row = row_of(run, place)
        return None if row is None else int(row.argmax())
    return position_of(value, run.columns(place.kind))


def _column_met(now: Snapshot, value: Any) -> bool:
    key = now.run_selection.key
    return key is not None and (value is True or key == _wanted_key(now, value))


def _column_ways(now: Snapshot, value: Any) -> tuple[Intent, ...]:
    key, row = _wanted_key(now, value), _row(now)
    return () if key is None else (Select(query=row, key=key),)


def _last(now: Snapshot) -> int:
    return 0 if now.trace is None else now.trace.steps - 1


# --- runs ---


def _is_of(now: Snapshot, name: str) -> bool:
    """Is the run one of this shipped checkpoint, which is open?"""
    opened = now.checkpoint is not None and now.checkpoint.path == str(CHECKPOINTS / name)
    return opened and now.run is not None and now.run.meta.checkpoint == name


def _open(now: Snapshot, name: str) -> tuple[Intent, ...]:
    """Open it, which runs the sentence again; or run it where that has not been."""
    opened = now.checkpoint is not None and now.checkpoint.path == str(CHECKPOINTS / name)
    return (Translate(),) if opened else (OpenPath(CHECKPOINTS / name),)


def _change(now: Snapshot, name: str) -> Intervention | None:
    """The change of this name at what is selected."""
    chosen = now.run_selection
    place = chosen.kind, chosen.layer, chosen.head
    if name == "row_moved":
        return row_here(now)
    made: dict[str, Intervention] = {
        "look_ahead_off": MaskOff("look_ahead"), "padding_off": MaskOff("padding"),
        "head_off": HeadAblated(*place, "zero"), "head_even": HeadAblated(*place, "uniform"),
        "unscaled": Unscaled(), "positions_off": PositionsOff(), "temperature": ScoreTemperature(TEMPERATURE),
        "source_swapped": SourceSwapped(chosen.key or 0), "dropout": DropoutOn(SEED),
    }  # fmt: skip
    return made[name]


def _changed_met(now: Snapshot, name: str) -> bool:
    """Of temperatures, seeds and rows any will do; a head is the selected one."""
    wanted, active = _change(now, name), now.what_if.active
    if now.run is None or not now.run.meta.interventions:
        return False
    kinds = {
        "temperature": ScoreTemperature,
        "dropout": DropoutOn,
        "row_moved": RowSet,
        "source_swapped": SourceSwapped,
    }
    return any(isinstance(one, kinds[name]) for one in active) if name in kinds else wanted in active


def _changed_ways(now: Snapshot, name: str) -> tuple[Intent, ...]:
    wanted = _change(now, name)
    return () if wanted is None else (FlipChange(wanted),)


def _is_forced(now: Snapshot) -> bool:
    origin = None if now.run is None else now.run.origin
    return origin is not None and bool((origin == "forced").any())


def _force(now: Snapshot, _: Any) -> tuple[Intent, ...]:
    """The second candidate of the step."""
    ids, step = None if now.run is None else now.run.candidate_ids, now.run_selection.step
    return () if ids is None else (ForceToken(now.selection.step, int(ids[step][1])),)


def _is_padded(now: Snapshot) -> bool:
    mask = None if now.run is None else now.run.padding_mask
    return mask is not None and not bool(mask.all())


def _method(now: Snapshot) -> str:
    told = {} if now.run is None else now.run.meta.decoding
    return "beam" if "beam" in told else "sampled" if "sampling" in told else "greedy"


def _decode(name: str) -> Decoding:
    if name == "beam":
        return SearchRules(BEAM)
    return Sampling(seed=SEED) if name == "sampled" else None


def _is_source(now: Snapshot, text: str) -> bool:
    return now.run is not None and now.run.meta.source_text.split() == text.split()


def _is_measured(now: Snapshot) -> bool:
    return now.effects is not None if opened(now.settings) == "effects" else now.early_guesses is not None


def _measure(now: Snapshot, _: Any) -> tuple[Intent, ...]:
    return (MeasureEffects() if opened(now.settings) == "effects" else MeasureEarlyGuesses(),)


def _answer_ways(now: Snapshot, name: str) -> tuple[Intent, ...]:
    return (ChangeSettings(opening("")),) if name == "none" else asking(name, now)


def _nothing_changed(now: Snapshot) -> bool:
    return not now.what_if.active and not _is_forced(now)


#: Condition of :data:`model.lessons.vocabulary.CONDITIONS` → what it means here.
GOALS: Mapping[str, GoalCondition] = {
    "checkpoint": GoalCondition(_is_of, _open),
    "source": GoalCondition(_is_source, lambda _, text: (SetSource(text), Translate())),
    "sentences": GoalCondition(lambda now, count: len(now.batch) >= count, lambda *_: (AddSentence(),)),
    "sentence": GoalCondition(
        lambda now, number: now.run_selection.sentence == number - 1, lambda _, number: (SelectSentence(number - 1),)),
    "decoding": GoalCondition(lambda now, name: _method(now) == name, lambda _, name: (SetDecoding(_decode(name)),)),
    "unchanged": GoalCondition(lambda now, _: _nothing_changed(now), lambda *_: (SetChanges(AskedChanges()),)),
    "padded": GoalCondition(lambda now, _: _is_padded(now), lambda *_: (AddPadding(PADDING),)),
    "one_pass": GoalCondition(lambda now, _: now.run is not None and now.run.at_once, lambda *_: (RunInOnePass(),)),
    "view": GoalCondition(lambda now, name: now.view == name, lambda _, name: (SetView(name),)),
    "topic": GoalCondition(lambda now, topic: now.selection.topic == topic, lambda _, topic: (Select(topic=topic),)),
    "kind": GoalCondition(lambda now, kind: now.selection.kind == kind, lambda _, kind: (Select(kind=kind),)),
    "layer": GoalCondition(
        lambda now, number: now.run_selection.layer == number - 1, lambda _, number: (Select(layer=number - 1),)),
    "head": GoalCondition(
        lambda now, number: now.run_selection.head == number - 1, lambda _, number: (Select(head=number - 1),)),
    "step": GoalCondition(
        lambda now, number: now.run_selection.step == number - 1, lambda _, number: (Select(step=number - 1),)),
    "last_step": GoalCondition(
        lambda now, _: now.selection.step == _last(now), lambda now, _: (Select(step=_last(now)),)),
    "row": GoalCondition(_row_met, _row_ways),
    "column": GoalCondition(_column_met, _column_ways),
    "what_if": GoalCondition(
        lambda now, _: now.settings.what_if_shown, lambda *_: (ChangeSettings({"what_if_shown": True}),)),
    "changed": GoalCondition(_changed_met, _changed_ways),
    "forced": GoalCondition(lambda now, _: _is_forced(now), _force),
    "pinned": GoalCondition(lambda now, _: now.pinned is not None, lambda *_: (PinRun(),)),
    "answer": GoalCondition(lambda now, name: (opened(now.settings) or "none") == name, _answer_ways),
    "measured": GoalCondition(lambda now, _: _is_measured(now), _measure),
}  # fmt: skip


def is_only_read(step: LessonStep) -> bool:
    """Is there nothing to be done?"""
    return not step.goal and step.card is None
