"""What lessons claim of the run that they open with, looked at in the runs that ship; no window, no engine."""

from __future__ import annotations

from functools import cache

import pytest

from model.common.assets import SAMPLES
from model.lessons.lesson import Bilingual, Claim, Lesson, LessonOpening, LessonStep
from model.lessons.lesson_file import LESSONS, read_lesson
from model.lessons.replay import is_learnt, learnt_parts, replayed
from model.record.trace import Trace
from tests.model.lessons.controls import ANY
from viz_app.handlers.lessons.player import shipped_run

WORDS = Bilingual("Look at “dog” and “{token}”", "보세요")
EVERYDAY = read_lesson(LESSONS / "cross-row.toml", ANY).opening.source


@cache
def run_of(checkpoint: str) -> Trace:
    return shipped_run(checkpoint, SAMPLES)


@pytest.mark.parametrize("name", [path.stem for path in LESSONS.glob("*.toml")])
def test_claims_hold_in_the_run_that_ships(name: str) -> None:
    lesson, run = read_lesson(LESSONS / f"{name}.toml", ANY), run_of("everyday")
    assert lesson.opening.source == EVERYDAY == run.meta.source_text
    missed = [found for found in replayed(lesson, run) if not found.holds]
    assert not missed


def test_what_every_network_has_is_claimed_of_the_other_one_too() -> None:
    run, seen = run_of("classic"), 0
    for path in LESSONS.glob("*.toml"):
        for found in replayed(read_lesson(path, ANY), run):
            if found.claim.quantity in ("row_sum", "blocked") and found.read is not None:
                seen += 1
                assert found.holds, (path.stem, found)
    assert seen > 3


def test_a_claim_that_is_wrong_is_found_and_what_needs_another_run_is_left_out() -> None:
    steps = (
        LessonStep(WORDS, goal={"step": 1}, claims=(Claim("token", "is", "Nothing"), Claim("blocked", "is", 0))),
        LessonStep(WORDS, goal={"changed": "unscaled"}, claims=(Claim("token", "is", "Nothing"),)),
    )
    lesson = Lesson("x", WORDS, 1, steps, LessonOpening("everyday", EVERYDAY, begin={"kind": "cross"}))
    found = list(replayed(lesson, run_of("everyday")))
    assert [(one.step, one.holds) for one in found] == [(1, False), (1, True)]
    assert [is_learnt(claim) for claim in steps[0].claims] == [True, False]
    assert list(learnt_parts(lesson))[:3] == [(1, "goal.step 1"), (1, "token is Nothing"), (1, "words “dog”")]
