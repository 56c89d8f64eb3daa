"""Choices are remembered as texts, and what a strange file says of them is not believed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from model.common.fields import Fields
from model.common.problems import Problem
from viz_app.platform.preferences import Memory, Settings
from viz_app.state.export_choices import VALUES, ExportChoices, choices_in, from_texts, last_choices

DEFAULT = ExportChoices()
OTHER = ExportChoices(
    "numbers",
    ".csv",
    "paper-column",
    True,
    False,
    False,
    False,
    False,
    "ko+en",
    "paths",
    300,
    "letter",
    "shown",
    True,
)


def test_nothing_is_remembered_of_the_defaults() -> None:
    assert DEFAULT.as_texts() == ()
    assert from_texts(()) == DEFAULT


def test_every_choice_comes_back() -> None:
    assert len(OTHER.as_texts()) == len(vars(OTHER))
    assert from_texts(OTHER.as_texts()) == OTHER
    assert from_texts(reversed(OTHER.as_texts())) == OTHER


@pytest.mark.parametrize(
    "text",
    ["", "=", "what", "what=everything", "dark=yes", "dark=1", "dpi=97", "dpi=²", "dpi=-1", "preset=poster",
     "text=3", "language=de",
     "nobody=knows", "DPI=300", "title="],
)  # fmt: skip
def test_what_is_not_understood_stays_as_it_was(text: str) -> None:
    assert from_texts([text]) == DEFAULT
    assert from_texts([text, "caption=False"]) == replace(DEFAULT, caption=False)


def test_the_defaults_are_among_what_is_allowed() -> None:
    assert all(getattr(DEFAULT, name) in values for name, values in VALUES.items())


def test_who_wants_no_captions_gets_none_without_being_asked() -> None:
    last = Memory(export=ExportChoices(suffix=".svg", legend=False).as_texts())
    assert last_choices(last, Settings()) == ExportChoices(suffix=".svg", legend=False)
    without = last_choices(last, Settings(captions=False))
    assert without == ExportChoices(suffix=".svg", legend=False, caption=False, honest=False)


@pytest.mark.parametrize("choices", [DEFAULT, OTHER, replace(OTHER, dpi=0, what="page")])
def test_they_are_a_field_of_a_file(choices: ExportChoices) -> None:
    said = json.loads(json.dumps({"choices": choices.as_texts()}))
    assert choices_in(Fields(said, Path("choices.json"))) == choices


@pytest.mark.parametrize("said", [["what=everything"], ["dpi=97"], ["title"], [3], "title=False", {"title": False}])
def test_a_file_that_says_anything_else_is_refused(said: object) -> None:
    with pytest.raises(Problem, match="invalid value: choices = "):
        choices_in(Fields({"choices": said}, Path("choices.json")))
