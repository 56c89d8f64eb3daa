"""The program begins where it ended; where that is gone, with the example and without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.decoding.beam_tree import SearchRules, tree_of
from model.decoding.sampling import Sampling
from tests.viz_app.engine.checkpoints import SENTENCE
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, TINY, Running, wait_until
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.test_app import arguments
from viz_app.example import default_example, plan
from viz_app.handlers.last_place import place_of, request_of
from viz_app.state.decoding import RunNode, SetDecoding, decoding_to_json
from viz_app.state.intents import (
    AddPadding,
    ChangeSettings,
    ForceToken,
    ForgetFiles,
    ForgetSentences,
    Intent,
    RunInOnePass,
    SaveSession,
    SaveTrace,
    Select,
    SelectSentence,
    SetNotes,
    SetSource,
    SetTarget,
    SetView,
    Translate,
)
from viz_app.state.start import LastChanges, LastPlace, Start, last_place
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
    assert found == replace(PLACE, view="links", step=1, checkpoint=found.checkpoint, changes=found.changes)
    assert found.changes.is_plain
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
    drawn, shown = plan(arguments(), replace(last, decoding='{"sampling": {}}'))
    assert shown is None and drawn.sentence == last.text, "the example is greedy"


@pytest.mark.parametrize(
    "changes", [LastChanges(), LastChanges("a", 2, 7, False, 0, ((5,),)), LastChanges("a", 0, 0, True, 1, ((5,), (6,)))]
)
def test_whatever_was_chosen_it_is_asked_for_as_it_was_decoded(changes: LastChanges) -> None:
    told = decoding_to_json(Sampling(7, 1.5))
    asked = request_of(replace(PLACE, changes=changes, decoding=json.dumps(told)))
    assert asked.decoding == told
    assert request_of(replace(PLACE, changes=changes)).decoding == {}


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


def kept_place(running: Running) -> LastPlace:
    """Where the program would begin again, through the settings file's texts."""
    running.controller.remembering.leave()
    found = last_place(running.now.memory.place)
    assert found is not None
    return found


def next_start(running: Running, place: LastPlace) -> Running:
    """Another program that begins at ``place``."""
    again = Running.without_window()
    start, example = plan(arguments(), place)
    assert example is None
    again.state.update(view=place.view)
    again.controller.start(start)
    again.until("trace", "not busy", "engine_ready")
    return again


def forced(running: Running) -> Intent:
    run = running.now.run
    assert run is not None
    assert run.candidate_ids is not None
    return ForceToken(1, int(run.candidate_ids[1, 2]))


def third(running: Running) -> Intent:
    """The third hypothesis of a search, made the run."""
    assert running.now.run is not None
    tree = tree_of(running.now.run.meta.decoding)
    assert tree is not None
    return RunNode(tree.finished[2])


BATCH = f"{SENTENCE}\nEin Mann.\n{OTHER}"
CHANGES: dict[str, tuple[object, ...]] = {
    "a beam after a forced token, with padding": (SetDecoding(SearchRules(3, 0.5)), forced, AddPadding(3), third),
    "a given target": (SetTarget("Two dogs play.", use="given"), Translate()),
    "a beginning, then drawn": (SetDecoding(Sampling(11, 1.7)), SetTarget("A dog", use="begin"), Translate()),
    "one pass": (RunInOnePass(),),
    "a batch": (SetSource(BATCH), Translate(), AddPadding(2), SelectSentence(1), forced),
    "a batch along its own translations": (SetSource(BATCH), Translate(), RunInOnePass(), SelectSentence(2)),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_person_chose_is_there_again(window: Running, name: str) -> None:
    for change in CHANGES[name]:
        window.controller.handle(change(window) if callable(change) else change)  # type: ignore[arg-type]
        window.until("not busy")
    window.controller.handle(Select(kind="cross", layer=0, head=2, step=1))
    before = window.now
    again = next_start(window, kept_place(window))
    try:
        now = again.now
        assert len(now.batch) == len(before.batch)
        for run, was in zip(now.batch or (now.run,), before.batch or (before.run,), strict=True):
            assert run is not None
            assert was is not None
            for array in ("source_ids", "consumed_ids", "produced_ids", "origin", "padding_mask"):
                assert getattr(run, array).tolist() == getattr(was, array).tolist(), array
            for part in ("beam", "sampling"):
                assert run.meta.decoding.get(part) == was.meta.decoding.get(part)
        assert now.decoding == before.decoding
        at, was_at = now.selection, before.selection
        assert (at.kind, at.layer, at.head, at.step, at.sentence) == ("cross", 0, 2, 1, was_at.sentence)
        shown = (now.view, now.source_text, now.target_use, now.target_text, now.padding)
        assert shown == (before.view, before.source_text, before.target_use, before.target_text, before.padding)
        assert now.problem is None
    finally:
        again.controller.stop()


@pytest.mark.parametrize("kind", ["session", "trace"])
def test_an_open_file_is_opened_again(window: Running, tmp_path: Path, kind: str) -> None:
    path = tmp_path / ("a.headscope" if kind == "session" else "a.npz")
    window.controller.handle(SetNotes("what the class said"))
    window.controller.handle(SaveSession(path) if kind == "session" else SaveTrace(path))
    window.until("not busy", "message")
    window.translate(OTHER)
    window.state.update(kept=window.first.kept if window.first else window.now.kept, notes=window.first.notes)  # type: ignore[union-attr]
    window.open(path)
    window.controller.handle(Select(kind="decoder", layer=1, head=1, step=2))
    window.controller.handle(SetView("links"))
    place = kept_place(window)
    assert place.file == str(path)
    again = next_start(window, place)
    try:
        run = again.now.run
        assert run is not None
        assert run.meta.source_text == SENTENCE
        at = again.now.selection
        assert (again.now.view, at.kind, at.layer, at.head, at.step) == ("links", "decoder", 1, 1, 2)
        assert again.now.notes.text == ("what the class said" if kind == "session" else "")
        assert again.now.kept.path == (path if kind == "session" else None)
        assert kept_place(again).file == str(path)
        again.translate(OTHER)
        assert not kept_place(again).file
    finally:
        again.controller.stop()


def test_a_file_that_has_gone_is_said_once_and_calmly(running: Running, tmp_path: Path) -> None:
    place = replace(PLACE, file=str(tmp_path / "lesson.headscope"))
    start, example = plan(arguments(), place)
    assert example is not None
    assert start.last is None
    running.state.update(trace=example.trace, checkpoint=example.checkpoint)
    running.controller.start(start)
    assert running.now.problem is not None
    assert running.now.problem.calm
    assert running.now.problem.what == "lesson.headscope"
    wait_until(lambda: running.now.engine_ready and running.now.busy is None)
    assert not running.now.waiting


def test_a_file_that_is_damaged_is_the_example_and_one_calm_line(running: Running, tmp_path: Path) -> None:
    (tmp_path / "lesson.headscope").write_bytes(b"nothing")
    place = replace(PLACE, file=str(tmp_path / "lesson.headscope"))
    start, example = plan(arguments(), place)
    assert example is None
    running.controller.start(start)
    wait_until(lambda: running.now.run is not None)
    wait_until(lambda: running.now.engine_ready and running.now.busy is None)
    assert running.now.problem is not None
    assert running.now.problem.calm
    assert not running.now.waiting
    run, (_, shipped) = running.now.run, default_example()
    assert run is not None
    assert shipped is not None
    assert run.meta.source_text == shipped.trace.meta.source_text
    wait_until(lambda: bool(running.now.run and running.now.run.activations), "what explains the example")


def test_tokens_of_another_checkpoint_are_not_forced(running: Running) -> None:
    changes = LastChanges("0" * 64, 2, 7, False, 0, ((5, 6),))
    begin(running, replace(PLACE, changes=changes))
    running.until("trace", "not busy")
    assert running.now.run is not None
    assert running.now.run.meta.translation == OTHER_TRANSLATION
    assert running.now.padding == 0


def test_changes_go_to_texts_and_back_and_a_place_of_an_older_version_is_read() -> None:
    changes = LastChanges("a" * 64, 3, 7, True, 2, ((5, 6), (), (8,)))
    place = replace(PLACE, file="/a/b.npz", target_use="begin", target_text="A\ndog", changes=changes)
    assert last_place(place.as_texts()) == place
    assert last_place(PLACE.as_texts()[:7]) == last_place(PLACE.as_texts()[:14]) == PLACE
    for damaged in ("{", "3", "[" * 100_000):
        assert last_place((*PLACE.as_texts()[:14], damaged)) == PLACE
    for damaged in ("1 2 3", "1 2 x 0 a", "-1 0 0 0 a"):
        assert last_place((*place.as_texts()[:10], damaged, "")) is None
    assert last_place((*place.as_texts()[:11], "1,a")) is None
