"""The choices of *Display* are found again at the next start, and survive the settings file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from model.transforms.view_transform import ViewTransform
from tests.viz_app.handlers.test_last_place import PLACE, begin
from tests.viz_app.running import Running
from viz_app.example import coming
from viz_app.state.intents import SetReading
from viz_app.state.start import Start, last_place
from viz_app.state.state import Memory


@pytest.fixture
def running(qapp: QApplication) -> Iterator[Running]:
    running = Running.without_window()
    yield running
    running.controller.stop()


def test_the_choices_of_display_are_found_again(running: Running) -> None:
    """Joined heads, words and set-aside columns, the quantity, and what the view of layers shows."""
    chosen = ViewTransform("weight", "heads", words=True, aside="specials", source_columns=(1,), renormalise=True)
    running.state.update(**coming(Start(last=replace(PLACE, reading=chosen)), None))
    begin(running, replace(PLACE, reading=chosen, topic="stream"))
    running.until("trace", "not busy")
    assert running.now.reading == chosen
    assert running.now.selection.topic == "stream"
    assert running.now.trace is not None and running.now.run is not None
    assert running.now.trace.heads("cross") == 1 < running.now.run.heads("cross")
    assert running.now.run_selection.step == PLACE.step
    kept: list[Memory] = []
    running.controller.remembering.memory_changed.connect(kept.append)
    running.controller.handle(SetReading(replace(chosen, words=False)))
    running.controller.remembering.leave()
    found = last_place(kept[-1].place)
    assert found is not None
    assert (found.reading, found.topic) == (replace(chosen, words=False), "stream")


READINGS = (
    ViewTransform(), ViewTransform("norm"), ViewTransform(aggregate="rollout", aside="punctuation", renormalise=True),
    ViewTransform(words=True, source_columns=(0, 3), target_columns=(2,)),
)  # fmt: skip


@pytest.mark.parametrize("chosen", READINGS)
def test_a_display_survives_as_text(chosen: ViewTransform) -> None:
    found = last_place(replace(PLACE, reading=chosen, topic="heads").as_texts())
    assert found == replace(PLACE, reading=chosen, topic="heads")


def test_what_an_older_version_kept_is_a_place_without_a_display() -> None:
    texts = replace(PLACE, reading=READINGS[1], target_use="begin").as_texts()
    assert last_place(texts[:12]) == replace(PLACE, target_use="begin")
    assert last_place(texts[:7]) == PLACE


@pytest.mark.parametrize(
    "said",
    ["", "norm", "norm none nothing 0 0 x;", "age none nothing 0 0 ;", "norm none nothing 2 0 ;",
     "score rollout nothing 0 0 ;", "weight none nothing 0 0 1;2;3", "weight none nothing 0 0 99999999;"],
)  # fmt: skip
def test_a_damaged_display_is_the_plain_one(said: str) -> None:
    texts = list(PLACE.as_texts())
    texts[12:] = [said, "nowhere"]
    assert last_place(tuple(texts)) == PLACE
