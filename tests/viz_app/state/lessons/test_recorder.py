"""What was done between two snapshots, as a step: its goal is met by the second and not by the first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.common.assets import CHECKPOINTS
from model.lessons.lesson import Bilingual, LessonStep
from model.lessons.lesson_file import lesson_from
from model.lessons.lesson_text import lesson_text
from tests.model.lessons.controls import ANY
from tests.model.traces import META, make_trace
from tests.viz_app.controls.parts import info
from viz_app.controls.lesson.places import PLACES
from viz_app.state.lessons.draft import LessonDraft, draft_of, opening_of, suggested_name
from viz_app.state.lessons.goals import is_met
from viz_app.state.lessons.recorder import recorded
from viz_app.state.state import Selection, Snapshot

COMMANDS = ("pane.what_if",)
RUN = make_trace(
    meta=replace(META, source_spelling=(), interventions=()),
    produced_tokens=np.array(["▁Two", "s", "."]), origin=np.array(["greedy"] * 3),
)  # fmt: skip
NOW = Snapshot(trace=RUN, selection=Selection("cross", 1, 0, 0), view="one_head")


def at(**place: Any) -> Snapshot:
    return replace(NOW, selection=replace(NOW.selection, **place))


DONE: dict[str, tuple[Snapshot, Snapshot, dict[str, Any]]] = {
    "stepper.next": (NOW, at(step=1), {"step": 2}),
    "stepper.last": (NOW, at(step=2), {"step": 3}),
    "stepper.previous": (at(step=1), NOW, {"step": 1}),
    "switch.decoder": (NOW, at(kind="decoder", step=1), {"kind": "decoder"}),
    "head": (NOW, at(head=1), {"head": 2}),
    "model_map": (NOW, at(layer=0), {"layer": 1}),
    "row": (NOW, at(query=1, step=1), {"row": "s"}),
    "cell": (NOW, at(query=1, step=1, key=3), {"row": "s", "column": "largest"}),
    "picture": (replace(NOW, view="all_layers"), at(layer=0, head=1), {"view": "one_head", "layer": 1, "head": 2}),
    "tab.masks": (NOW, replace(NOW, view="masks"), {"view": "masks"}),
    "question.computation": (NOW, replace(NOW, settings=replace(NOW.settings, computation=True)),
                             {"answer": "computation"}),
    "question.further": (NOW, replace(NOW, settings=replace(NOW.settings, answer="cost")), {"answer": "cost"}),
    "pane.what_if": (NOW, replace(NOW, settings=replace(NOW.settings, what_if_shown=True)), {"what_if": True}),
}  # fmt: skip


@pytest.mark.parametrize("control", DONE)
def test_what_was_done_is_the_control_and_the_goal_that_is_met_by_it(control: str) -> None:
    before, after, goal = DONE[control]
    found = recorded(before, after)
    assert found is not None and (found.step.control, dict(found.step.goal)) == (control, goal)
    assert control in PLACES or control in COMMANDS
    assert is_met(after, goal) and not is_met(before, goal)
    assert found.step.words.en and found.step.words.ko
    assert all(claim in found.offers for claim in found.step.claims)


def test_nothing_done_is_no_step_and_claims_say_what_is_there() -> None:
    assert recorded(NOW, NOW) is None
    row = recorded(NOW, at(query=1, step=1))
    assert row is not None and [(claim.quantity, claim.value) for claim in row.step.claims] == [("largest", "<pad>")]


def test_the_same_key_again_is_one_step_and_what_has_words_is_left_alone() -> None:
    draft = LessonDraft().begin(NOW).add(NOW, at(step=1))
    again = draft.add(at(step=1), at(step=2))
    assert [dict(each.step.goal) for each in again.steps] == [{"step": 3}]
    worded = draft.put(0, replace(draft.steps[0].step, words=Bilingual("Look!", "보세요!")))
    assert len(worded.add(at(step=1), at(step=2)).steps) == 2
    assert len(again.add(at(step=2), at(step=2, head=1)).steps) == 2
    rows = draft.add(at(step=1), at(step=0, query=0)).add(at(step=0, query=0), at(step=2, query=2))
    assert len(rows.steps) == 3  # two rows are two things to look at


def test_a_draft_becomes_a_file_and_that_a_draft_again() -> None:
    draft = LessonDraft().begin(NOW).add(NOW, at(step=1)).read(NOW)
    draft = draft.put(1, LessonStep(Bilingual(" only English ", ""))).moved(1, -1)
    assert draft.needs_session  # nothing that ships has this run
    whole = draft.whole("mine")
    assert whole.opening.session == "mine.headscope"
    assert whole.steps[0].words == Bilingual("only English", "only English")
    read = lesson_from(lesson_text(whole), Path("mine.toml"), ANY)
    assert read == whole and not draft_of(read).needs_session
    assert draft_of(read).whole("mine") == whole
    assert suggested_name(replace(whole, title=Bilingual("What is q·k?", "가"))) == "what-is-q-k"


def test_a_run_of_a_shipped_checkpoint_needs_no_session() -> None:
    run = replace(RUN, meta=replace(RUN.meta, checkpoint="everyday", source_text="Zwei Hunde."), padding_mask=None)
    opened = info(path=str(CHECKPOINTS / "everyday"))
    opening = opening_of(replace(NOW, trace=run, checkpoint=opened))
    assert (opening.checkpoint, opening.source, opening.target) == ("everyday", "Zwei Hunde.", "")
    assert opening.begin["kind"] == "cross" and opening.begin["step"] == 1
    assert not opening_of(replace(NOW, trace=run, checkpoint=replace(opened, path="elsewhere"))).source
