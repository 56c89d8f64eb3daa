"""Words for what the window has not: each leads to something that is possible, and says what is nearest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.dialogs.palette.test_entries import FULL, VIEWS
from tests.viz_app.recorder import EMPTY, MIDDLE, Recorder
from viz_app.commands import all_commands, all_menus
from viz_app.dialogs.palette.elsewhere import absent
from viz_app.dialogs.palette.entries import found
from viz_app.platform.translations import speak
from viz_app.state.intents import ChangeSettings
from viz_app.state.state import Snapshot

MISSES = (
    "tutorial", "lessons", "fullscreen", "full screen", "presentation",
    "delete word", "remove word", "saliency", "글꼴", "dropout", "label smoothing", "learning rate", "BLEU", "gradient",
)  # fmt: skip


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "en")
    yield
    speak(qapp, "en")


@pytest.mark.parametrize("now", [MIDDLE, EMPTY], ids=["run", "nothing"])
@pytest.mark.parametrize("query", MISSES)
def test_nothing_that_people_look_for_is_a_dead_end(query: str, now: Snapshot) -> None:
    desk = Recorder()
    lines = [hit.entry for hit in found(all_menus(VIEWS), desk, lambda: now, query)]  # type: ignore[arg-type]
    first = next(line for line in lines if line.enabled)
    above = lines[: lines.index(first)]
    assert all(line.text.casefold() == query for line in above), "Enter does nothing else than what was typed whole"
    assert first.hint
    first.run()
    assert desk.asked, first.text


@pytest.mark.parametrize(
    "query", ["font size", "batch", "text size", "sentence", "padding", "beam", "temperature", "top-k"]
)
def test_what_is_possible_stands_first(query: str) -> None:
    hits = found(all_menus(VIEWS), Recorder(), lambda: FULL, query)  # type: ignore[arg-type]
    assert hits[0].entry.enabled


def test_the_font_is_the_size_of_text() -> None:
    desk = Recorder()
    found(all_menus(VIEWS), desk, lambda: MIDDLE, "글꼴")[0].entry.run()  # type: ignore[arg-type]
    asked = desk.asked[0]
    assert isinstance(asked, ChangeSettings)


def test_each_leads_to_commands_that_there_are_and_says_what_in_one_line() -> None:
    names = {command.name for command in all_commands(all_menus(VIEWS))}
    for each in absent():
        assert set(each.nearest) <= names
        assert "\n" not in each.text + each.hint
        assert len(each.text) <= 64
        assert 40 <= len(each.hint) <= 200


def test_what_the_window_has_is_found_before_it() -> None:
    """They are found by their own words only, below everything else."""
    hits = found(all_menus(VIEWS), Recorder(), lambda: replace(MIDDLE), "words")  # type: ignore[arg-type]
    texts = [each.text for each in absent()]
    placed = [hit.entry.text in texts for hit in hits]
    assert placed == sorted(placed)
    assert not placed[0]
