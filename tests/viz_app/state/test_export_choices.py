"""Choices are remembered as texts, and what a strange file says of them is not believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from viz_app.state.export_choices import VALUES, ExportChoices, from_texts

DEFAULT = ExportChoices()
OTHER = ExportChoices(
    "numbers", ".csv", "paper-column", True, False, False, False, False, "ko+en", "paths", 300, "letter", "shown"
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
