"""What the player begins with and what it brings back; a whole lesson is played in tests/e2e/test_lessons.py."""

from __future__ import annotations

from model.common.assets import DEFAULT_CHECKPOINT
from viz_app.handlers.lessons.player import TURNED, shipped_run


def test_the_run_that_ships_comes_with_what_explains_it() -> None:
    run = shipped_run(DEFAULT_CHECKPOINT)
    assert run.steps and "cross_scores" in run.activations


def test_the_picture_and_the_panes_come_back_and_what_is_of_the_person_does_not() -> None:
    assert {"scale", "inspector_shown", "what_if_shown", "answer"} <= set(TURNED)
    assert not {"language", "theme", "text_size", "keys_off"} & set(TURNED)
