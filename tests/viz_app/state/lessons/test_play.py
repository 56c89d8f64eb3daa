"""A lesson being played, as values: steps, cards, predictions; and goals met and brought about on planted runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep
from model.lessons.quantities import RowPlace
from tests.model.traces import META, make_trace
from viz_app.controls.lesson.prediction_texts import card_text, prediction_text, tries_text
from viz_app.state.intents import CLEAR, Select, SetView
from viz_app.state.lessons.goals import is_met, next_ways, place_of_goal
from viz_app.state.lessons.play import LessonPlay, TryPrediction, counted, distance, expected, is_right, rank_of
from viz_app.state.state import Busy, Selection, Snapshot

WORDS = Bilingual("a", "b")
STEPS = (
    LessonStep(WORDS), LessonStep(WORDS, goal={"step": 2}), LessonStep(WORDS, WORDS, goal={"step": 1}, card=False),
    LessonStep(WORDS, WORDS, goal={"step": 2}, predict="cell"),
    LessonStep(WORDS, WORDS, goal={"step": 1}, predict="word"),
)  # fmt: skip
PLAY = LessonPlay(Lesson("x", WORDS, 1, STEPS, LessonOpening("everyday", "x")), Path(), ready=True)
RUN = make_trace(meta=replace(META, source_spelling=(), interventions=()), produced_tokens=np.array(["▁Two", "s", "."]))
NOW = Snapshot(trace=RUN, selection=Selection("cross", 1, 0, 2))
HERE = RowPlace("cross", 1, 0, 2)


def test_a_step_without_a_goal_is_only_read_and_steps_end_at_the_last() -> None:
    assert not PLAY.moved(0).waits and PLAY.moved(1).waits
    assert PLAY.moved(99).is_last and PLAY.moved(99).moved(-99).at == 0
    card = PLAY.moved(2)
    assert card.waits and not replace(card, answer=True).waits
    assert PLAY.moved(3).curtain and not replace(PLAY.moved(3), revealed=True).curtain
    assert card_text(replace(card, answer=True)).startswith("No.")
    assert card_text(replace(card, answer=False)).startswith("Right.")


def test_a_prediction_is_compared_with_the_run() -> None:
    cell, word = PLAY.moved(3), PLAY.moved(4)
    truth = expected(RUN, HERE, cell.step)
    assert truth == TryPrediction("<pad>", 3)  # planted: the last key is the largest
    assert distance(TryPrediction("zwei", 0), truth) == 3 and not is_right(TryPrediction("<pad>", 0), truth)
    first = expected(RUN, replace(HERE, step=0), word.step)
    assert first == TryPrediction("Two") and is_right(TryPrediction(" two "), first)
    assert rank_of(RUN, 1, "WORD 1.3") == (4, float(RUN.candidate_probabilities[1][3]))  # type: ignore[index]
    assert rank_of(RUN, 1, "word 2.3") is None
    one = replace(cell, tries=(TryPrediction("<unk>", 1),), revealed=True)
    assert "“<unk>” (weight 1.02)" in prediction_text(one, RUN, HERE) and "away: 2" in prediction_text(one, RUN, HERE)
    many = replace(one, tries=(*one.tries, TryPrediction("<pad>", 3), TryPrediction("<unk>", 1)))
    assert counted(many.tries) == [("<unk>", 2), ("<pad>", 1)]
    told = prediction_text(many, RUN, HERE)
    assert told.startswith("3 answers, 1 of them right.") and "average 1.3" in told and "“<unk>” 2 · “<pad>” 1" in told
    assert tries_text(replace(cell, tries=many.tries)).startswith("3 answers")


def test_conditions_are_met_together_and_brought_about_in_their_order() -> None:
    goal = {"step": 2, "view": "masks", "layer": 2}
    assert not is_met(NOW, goal)
    assert next_ways(NOW, goal) == (SetView("masks"),)
    there = replace(NOW, view="masks")
    assert next_ways(there, goal) == (Select(step=1),)
    done = replace(there, selection=Selection("cross", 1, 0, 1))
    assert is_met(done, goal) and next_ways(done, goal) == ()
    assert not is_met(replace(done, busy=Busy("…")), goal) and not is_met(Snapshot(), {})


def test_rows_and_cells_are_named_by_their_tokens() -> None:
    goal = {"row": "s", "column": "largest"}
    assert place_of_goal(NOW, goal) == RowPlace("cross", 1, 0, 1, 1, 3)
    assert next_ways(NOW, goal) == (Select(query=1, step=1, key=CLEAR),)
    row = replace(NOW, selection=Selection("cross", 1, 0, 1, 1))
    assert next_ways(row, goal) == (Select(query=1, key=3),)
    assert is_met(replace(NOW, selection=Selection("cross", 1, 0, 1, 1, 3)), goal)
    assert next_ways(NOW, {"row": "cats"}) == ()
    assert (
        not is_met(NOW, {"changed": "unscaled"})
        and not is_met(NOW, {"one_pass": True})
        and is_met(NOW, {"padded": True})
    )
    assert is_met(NOW, {"forced": True}) and not is_met(NOW, {"unchanged": True})  # planted: its second token
