"""The vocabulary of lesson files is that of the window: names of views, questions, pages and conditions."""

from __future__ import annotations

from typing import get_args

from model.lessons.vocabulary import ANSWERS, CONDITIONS, TOPICS, VIEWS
from viz_app.pictures import titles
from viz_app.state.intents import Topic
from viz_app.state.lessons.goals import GOALS
from viz_app.state.questions import questions


def test_every_condition_means_something_and_every_name_is_one_of_the_window() -> None:
    assert set(CONDITIONS) == set(GOALS)
    assert set(VIEWS) == set(titles())
    assert {"none", *questions()} == set(ANSWERS)
    assert get_args(Topic) == TOPICS


def test_values_are_looked_at() -> None:
    bad = {"step": 0, "view": "heads", "row": -1, "column": "", "unchanged": False, "sentences": 1, "source": "  "}
    assert not [name for name, value in bad.items() if CONDITIONS[name][0](value)]
    assert not CONDITIONS["layer"][0](True)
