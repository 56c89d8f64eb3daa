"""The program begins where it ended; where that is gone, with the example and without a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import OTHER, OTHER_TRANSLATION, SENTENCE, TINY, Running, wait_until
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.test_app import arguments
from viz_app.example import default_example, plan
from viz_app.handlers.resuming import place_of
from viz_app.state.intents import ChangeSettings, ForgetFiles, ForgetSentences, Select, SetSource, SetView, Translate
from viz_app.state.start import LastPlace, Start, last_place
from viz_app.state.state import Memory, Snapshot

PLACE = LastPlace(str(TINY), OTHER, "masks", "decoder", 1, 2, 3)


@pytest.fixture
def running(qapp: QApplication) -> Iterator[Running]:
    running = Running.without_window()
    yield running
    running.controller.stop()


def begin(running: Running, place: LastPlace) -> None:
    start, example = plan(arguments(), place)
    assert example is None
    running.state.update(view=place.view)
    running.controller.start(start)


def test_it_begins_where_it_ended(running: Running) -> None:
    begin(running, PLACE)
    running.until("trace", "not busy")
    assert running.now.run is not None
    assert running.now.run.meta.translation == OTHER_TRANSLATION
    at = running.now.selection
    assert (at.kind, at.layer, at.head, at.step, at.query, at.key) == ("decoder", 1, 2, 3, None, None)
    assert running.now.view == "masks"
    assert running.now.source_text == OTHER
    kept: list[Memory] = []
    running.controller.remembering.memory_changed.connect(kept.append)
    running.controller.handle(Select(step=1))
    running.controller.handle(SetView("links"))
    running.controller.remembering.leave()
    found = last_place(kept[-1].place)
    assert found is not None
    assert found == replace(PLACE, view="links", step=1, checkpoint=found.checkpoint)
    assert Path(found.checkpoint) == TINY.resolve()


def test_of_another_sentence_that_was_asked_for_meanwhile_nothing_is_found_again(running: Running) -> None:
    """A person may type before the engine is up: what they asked for opens where a new run does."""
    place = replace(PLACE, view="one_head", step=0)
    begin(running, place)
    running.controller.handle(SetSource(SENTENCE))
    running.controller.handle(Translate())
    running.until("trace", "not busy")
    run = running.now.run
    assert run is not None and run.meta.source_text == SENTENCE
    at = running.now.selection
    assert (at.kind, at.layer, at.head) != (place.kind, place.layer, place.head)
    assert at.step > 0


@pytest.mark.parametrize("damage", ["not a checkpoint", "too long", "no such step"])
def test_what_cannot_be_found_again_is_the_example_in_silence(running: Running, tmp_path: Path, damage: str) -> None:
    place, problems = PLACE, []
    if damage == "not a checkpoint":
        (tmp_path / "model").mkdir()
        place = replace(PLACE, checkpoint=str(tmp_path / "model"))
    elif damage == "too long":
        place = replace(PLACE, text="Hund " * 500)
    else:
        place = replace(PLACE, step=99, layer=99)
    running.state.changed.connect(lambda now: problems.append(now.problem) if now.busy is None else None)
    begin(running, place)
    running.until("trace", "not busy", "engine_ready")
    assert running.now.problem is None
    run, (_, example) = running.now.run, default_example()
    assert run is not None
    assert example is not None
    if damage == "no such step":
        assert run.meta.translation == OTHER_TRANSLATION
        assert running.now.selection.step == run.steps - 1
    else:
        assert run.meta.source_text == example.trace.meta.source_text
        wait_until(lambda: running.now.checkpoint is not None and running.now.checkpoint.name == "everyday")
        running.until("not busy")
        assert running.now.run is run
        running.translate("Zwei Hunde spielen.")
        assert running.now.problem is None


def test_the_examples_own_sentence_needs_no_engine() -> None:
    path, example = default_example()
    assert example is not None
    last = LastPlace(path, example.trace.meta.source_text, "one_head", "encoder", 0, 1, 2)
    start, shown = plan(arguments(), last)
    assert shown is not None
    assert shown.trace.meta == example.trace.meta
    assert (shown.selection.kind, shown.selection.head, shown.selection.step) == ("encoder", 1, 2)
    assert (start.checkpoint, start.sentence) == (path, "")


@pytest.mark.parametrize("given", [{"sentence": "Hund"}, {"file": str(TINY)}, {"checkpoint": str(TINY)}])
def test_the_command_line_wins(given: dict[str, str]) -> None:
    start, _ = plan(arguments(**given), PLACE)
    assert start.last is None
    assert start == plan(arguments(**given))[0]


@pytest.mark.parametrize(
    "texts",
    [
        (), ("a",), (*PLACE.as_texts(), "x"), (str(TINY), " ", "masks", "cross", "0", "0", "0"),
        (str(TINY), "a", "masks", "sideways", "0", "0", "0"), (str(TINY), "a", "masks", "cross", "-1", "0", "0"),
        (str(TINY), "a", "masks", "cross", "0", "9" * 30, "0"), (str(TINY), "a", "masks", "cross", "0", "①", "0"),
    ],
)  # fmt: skip
def test_a_damaged_place_is_none(texts: tuple[str, ...]) -> None:
    assert last_place(texts) is None


@pytest.mark.parametrize(
    "place", [replace(PLACE, checkpoint="/gone/model"), replace(PLACE, view="cube"), replace(PLACE, checkpoint="a\0b")]
)
def test_a_place_that_has_gone_is_the_example_at_once(place: LastPlace) -> None:
    start, example = plan(arguments(), place)
    assert example is not None
    assert (start.last, start.sentence) == (None, "")


def test_it_goes_to_texts_and_back() -> None:
    assert last_place(PLACE.as_texts()) == PLACE


def test_only_what_the_open_checkpoint_would_give_again_is_kept() -> None:
    assert place_of(Snapshot()) is None
    assert place_of(Snapshot(trace=make_trace())) is None


@pytest.mark.parametrize(
    "intent",
    [
        ForgetSentences(), ForgetFiles(), ChangeSettings({"remember_sentences": False}),
        ChangeSettings({"begin_there": False}),
    ],
)  # fmt: skip
def test_forgetting_forgets_the_place_and_who_wants_none_gets_none(window: Running, intent: object) -> None:
    remembering = window.controller.remembering
    remembering.leave()
    assert window.now.memory.place
    window.controller.handle(intent)  # type: ignore[arg-type]
    assert window.now.memory.place == ()
    if isinstance(intent, ChangeSettings):
        remembering.leave()
        assert window.now.memory.place == ()


def test_a_checkpoint_that_is_not_to_be_remembered_is_not(window: Running) -> None:
    window.controller.handle(ChangeSettings({"remember_files": False}))
    window.controller.remembering.leave()
    assert window.now.memory.place == ()


def test_a_start_without_a_place_is_as_before() -> None:
    assert plan(arguments())[0] == plan(arguments(), None)[0]
    assert Start().last is None
