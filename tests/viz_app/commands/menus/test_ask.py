"""The Ask menu: one key opens the answer, and asks for it where it is not known; the same key closes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.viz_app.controls.measured import early, effects, shown
from tests.viz_app.recorder import EMPTY, done
from viz_app.commands import all_commands, all_menus
from viz_app.commands.command import Command
from viz_app.state.intents import (
    ChangeSettings,
    MeasureEarlyGuesses,
    MeasureEffects,
    MeasureExtension,
    Play,
    Select,
    SetView,
)
from viz_app.state.questions import opening
from viz_app.state.state import Busy, Settings

FURTHER = (
    "prediction", "projections", "masking", "first_input", "feed_forward", "logits", "norm_order", "training",
    "parameters", "cost",
)  # fmt: skip
PARTS = {"effects": "effects", "layers": "early_guesses", "head": "head_facts", "align": "best_heads"}


@pytest.fixture
def commands(qapp: object) -> dict[str, Command]:
    return {command.name: command for command in all_commands(all_menus(()))}


@pytest.mark.parametrize(("name", "question"), PARTS.items())
def test_a_question_opens_its_answer_and_closes_it(commands: dict[str, Command], name: str, question: str) -> None:
    closed = replace(shown(), settings=Settings())
    opened = replace(shown(), settings=replace(Settings(), **opening(question)))
    command = commands[f"ask.{name}"]
    assert command.checked is not None
    assert not command.checked(closed)
    assert command.checked(opened)
    assert ChangeSettings(opening(question)) in done(command, closed)
    assert done(command, opened) == [ChangeSettings(opening(""))]


@pytest.mark.parametrize("name", FURTHER)
def test_the_further_questions_too(commands: dict[str, Command], name: str) -> None:
    closed = replace(shown(), settings=Settings())
    command = commands[f"ask.{name}"]
    assert done(command, closed) == [ChangeSettings(opening(name))]
    assert command.enabled(closed)
    assert not command.enabled(EMPTY)


def test_escape_closes_the_answer_before_anything_else_but_playing(commands: dict[str, Command]) -> None:
    """And the answer gives the keyboard back to where it was."""
    leave, now = commands["edit.leave"], replace(shown(), settings=replace(Settings(), **opening("cost")))
    assert done(leave, now) == [ChangeSettings(opening(""))]
    assert done(leave, replace(now, busy=Busy("Measuring"))) == [ChangeSettings(opening(""))]
    assert done(leave, replace(now, playing=True)) == [Play(False), "free_keyboard"]


def test_what_is_not_known_is_asked_for(commands: dict[str, Command]) -> None:
    closed = replace(shown(), settings=Settings())
    known = replace(closed, effects=effects(), early_guesses=early())
    assert done(commands["ask.effects"], closed)[1:] == [MeasureEffects()]
    assert done(commands["ask.layers"], closed)[1:] == [MeasureEarlyGuesses()]
    for name in PARTS:
        assert len(done(commands[f"ask.{name}"], known)) == 1


def test_only_what_the_run_can_answer_is_asked(commands: dict[str, Command]) -> None:
    run = shown().trace
    assert run is not None
    bare = replace(shown(), trace=replace(run, produced_ids=None, cross_attention=None, cross_mask=None))
    for name in PARTS:
        command = commands[f"ask.{name}"]
        assert command.enabled(shown())
        assert not command.enabled(EMPTY)
        assert not command.enabled(bare)


def test_whether_later_tokens_change_rows_is_shown_in_the_masks(commands: dict[str, Command]) -> None:
    command, now, run = commands["ask.future"], shown(), shown().run
    assert run is not None
    assert done(command, now) == [Select(kind="decoder"), SetView("masks"), MeasureExtension()]
    known: Any = object()
    assert done(command, replace(now, extension=known)) == [Select(kind="decoder"), SetView("masks")]
    taught = replace(run, origin=np.array(["teacher"] * run.steps))
    assert command.enabled(now)
    assert not command.enabled(replace(now, trace=taught))
    assert not command.enabled(EMPTY)
