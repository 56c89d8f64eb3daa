"""The controller and the real engine: what Intents do, what the newest request means, and what survives a death.

One engine serves all tests of this file; what must die is started for its own test.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.checkpoint import open_checkpoint
from model.formats import headscope
from model.observing import observe
from model.trace import load_trace, save_trace
from tests.model.checkpoints import make_checkpoint
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, SENTENCE, TINY, TRANSLATION, Running, wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.controller import Start
from viz_app.state import (
    AddPadding,
    CancelWork,
    ChangeSettings,
    DismissProblem,
    ForceToken,
    Play,
    Redo,
    SaveTrace,
    Select,
    Selection,
    SetDevice,
    SetSource,
    Settings,
    SetView,
    Snapshot,
    Translate,
    Undo,
)


@pytest.fixture(scope="module")
def engine(qapp: QApplication) -> Iterator[Running]:
    """One engine for the tests of this file."""
    running = Running.without_window()
    try:
        running.start()
        yield running
    finally:
        running.controller.stop()


@pytest.fixture
def window(engine: Running) -> Running:
    """With the tiny checkpoint open and its first run finished."""
    engine.fresh()
    return engine


def test_a_start_opens_translates_and_tokenises(window: Running) -> None:
    now = window.now
    assert now.engine_ready
    assert now.problem is None
    assert now.checkpoint is not None
    assert now.checkpoint.name == "tiny"
    assert now.trace is not None
    assert now.trace.meta.translation == TRANSLATION
    assert now.selection.step == now.trace.steps - 1
    assert now.milliseconds_per_step > 0
    assert window.now.tokens is not None
    assert window.now.tokens.spelling == now.trace.source_labels


def test_forcing_keeps_what_came_before_and_undo_returns(window: Running) -> None:
    first = window.now.trace
    assert first is not None
    assert first.candidate_ids is not None
    assert first.produced_ids is not None
    window.controller.handle(Select(step=2, kind="cross", layer=1, head=3))
    token = int(first.candidate_ids[2, 4])
    window.controller.handle(ForceToken(2, token))
    window.until("not busy")
    forced = window.now.trace
    assert forced is not None
    assert forced is not first
    assert forced.produced_ids is not None
    assert forced.produced_ids[:2].tolist() == first.produced_ids[:2].tolist()
    assert forced.produced_ids[2] == token
    assert forced.origin is not None
    assert forced.origin[:4].tolist() == ["forced", "forced", "forced", "greedy"]
    assert window.now.selection == Selection("cross", 1, 3, 2)
    assert window.now.can_undo
    window.controller.handle(Undo())
    assert window.now.trace is first
    assert not window.now.can_undo
    assert window.now.can_redo
    window.controller.handle(Redo())
    assert window.now.trace is forced


def test_padding_is_added_to_the_same_run_and_removed(window: Running) -> None:
    first = window.now.trace
    assert first is not None
    assert first.candidate_ids is not None
    token = int(first.candidate_ids[1, 3])
    window.controller.handle(ForceToken(1, token))
    window.until("not busy")
    window.controller.handle(AddPadding(4))
    window.until("not busy")
    padded = window.now.trace
    assert padded is not None
    assert padded.produced_ids is not None
    assert window.now.padding == 4
    assert padded.source_length == first.source_length + 4
    assert padded.source_tokens[-4:].tolist() == ["<pad>"] * 4
    assert padded.produced_ids[1] == token  # what was forced stays forced
    window.controller.handle(AddPadding(window.now.padding + 4))
    window.until("not busy")
    assert window.now.trace is not None
    assert window.now.trace.source_length == first.source_length + 8
    window.controller.handle(AddPadding(0))
    window.until("not busy")
    assert window.now.trace.source_length == first.source_length
    assert window.now.padding == 0


def test_a_given_target_stays_when_padding_is_added(window: Running, tmp_path: Path) -> None:
    headscope.write(make_checkpoint(changes={"vocabulary_head": False}), tmp_path / "bare")
    checkpoint = open_checkpoint(tmp_path / "bare")
    save_trace(observe(checkpoint, checkpoint.source("a b c"), (5, 6), text="a b c"), tmp_path / "t.npz")
    for name in ("bare", "t.npz"):
        window.open(tmp_path / name)
    window.controller.handle(AddPadding(2))
    window.until("not busy")
    padded = window.now.trace
    assert padded is not None and padded.consumed_ids is not None
    assert padded.padding_mask is not None
    assert (padded.consumed_ids.tolist(), int((~padded.padding_mask).sum())) == ([2, 5, 6], 2)


def test_a_new_sentence_starts_without_padding_and_forcing(window: Running) -> None:
    window.controller.handle(AddPadding(4))
    window.until("not busy")
    window.translate(OTHER)
    assert window.now.padding == 0
    assert window.now.trace is not None
    assert window.now.trace.meta.translation == OTHER_TRANSLATION


def test_an_empty_sentence_changes_nothing(window: Running) -> None:
    before = window.now.trace
    for text in ("", "   ", "\t\n"):
        window.translate(text)
        assert window.now.trace is before
        assert window.now.problem is None
    window.until("not tokens")


def test_a_sentence_that_does_not_fit_says_so_and_leaves_the_picture(window: Running) -> None:
    before = window.now.trace
    window.translate("Hunde " * 5_000)
    assert window.now.trace is before
    assert window.now.problem is not None
    assert "positions for 64" in window.now.problem.why
    window.controller.handle(DismissProblem())
    assert window.now.problem is None


def test_emoji_and_unknown_words_run(window: Running) -> None:
    window.translate("🐕‍🦺 👩‍👩‍👧 \ud83d")
    assert window.now.problem is None
    assert window.now.trace is not None
    assert set(window.now.trace.source_tokens.tolist()) >= {"<unk>"}


def test_the_newest_sentence_wins(window: Running) -> None:
    shown = []
    window.state.changed.connect(lambda now: shown.append(now.trace.meta.source_text if now.trace else ""))
    for text in ("Zwei Hunde schlafen im Garten.", "Zwei Kinder spielen im Schnee.", OTHER):
        window.controller.handle(SetSource(text))
        window.controller.handle(Translate())
    window.until("not busy")
    assert window.now.trace is not None
    assert window.now.trace.meta.translation == OTHER_TRANSLATION
    assert set(shown) == {SENTENCE, OTHER}


def test_a_cancelled_run_leaves_the_picture(window: Running) -> None:
    before = window.now.trace
    window.controller.handle(SetSource(OTHER))
    window.controller.handle(Translate())
    assert window.now.busy is not None
    window.controller.handle(CancelWork())
    assert window.now.busy is None
    window.translate(SENTENCE)  # the engine still works
    assert window.now.problem is None
    assert window.now.trace is not None
    assert window.now.trace is not before
    assert window.now.trace.meta.source_text == SENTENCE


@pytest.mark.parametrize("damage", ["missing", "empty", "cut"])
def test_a_checkpoint_that_cannot_be_opened_changes_nothing(window: Running, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "copy"
    if damage == "empty":
        folder.mkdir()
    elif damage == "cut":
        shutil.copytree(TINY, folder)
        weights = folder / "model.safetensors"
        weights.write_bytes(weights.read_bytes()[:-100])
    trace, checkpoint = window.now.trace, window.now.checkpoint
    window.open(folder)
    assert window.now.problem is not None
    assert str(folder) in window.now.problem.what
    assert (window.now.trace, window.now.checkpoint) == (trace, checkpoint)
    window.translate(OTHER)  # the old one is still open
    assert window.now.problem is None
    assert window.now.trace is not None
    assert window.now.trace.meta.checkpoint == "tiny"


def test_another_checkpoint_runs_the_same_sentence(window: Running, tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "copy")
    config, weights = tmp_path / "copy" / "config.json", tmp_path / "copy" / "model.safetensors"
    old = weights.read_bytes()
    new = old[:-1] + bytes([old[-1] ^ 1])  # one bit of one weight: another checkpoint, with another hash
    weights.write_bytes(new)
    text = config.read_text().replace('"name": "tiny"', '"name": "renamed"')
    config.write_text(text.replace(sha256(old).hexdigest(), sha256(new).hexdigest()))
    window.open(tmp_path / "copy")
    assert window.now.problem is None
    assert window.now.trace is not None
    assert window.now.trace.meta.checkpoint == "renamed"
    assert window.now.trace.meta.source_text == SENTENCE


def test_a_trace_file_opens_and_cannot_be_changed_by_another_checkpoint(window: Running, tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "run.npz")
    window.open(tmp_path / "run.npz")
    assert window.now.trace is not None
    assert window.now.trace.meta.checkpoint == "sample"
    assert window.now.source_text == window.now.trace.meta.source_text
    assert window.now.can_undo
    window.controller.handle(ForceToken(1, 3))
    assert window.now.busy is None
    assert window.now.problem is not None
    assert "sample" in window.now.problem.why


def test_a_damaged_trace_says_so_and_leaves_the_picture(window: Running, tmp_path: Path) -> None:
    before = window.now.trace
    (tmp_path / "run.npz").write_bytes(b"PK\x03\x04 nothing of use")
    window.open(tmp_path / "run.npz")
    assert window.now.trace is before
    assert window.now.problem is not None
    assert str(tmp_path / "run.npz") == window.now.problem.what


def test_the_run_on_screen_can_be_saved(window: Running, tmp_path: Path) -> None:
    window.controller.handle(SaveTrace(tmp_path / "run.npz"))
    window.until("not busy", "message")
    assert str(tmp_path / "run.npz") in window.now.message
    assert load_trace(tmp_path / "run.npz").meta == window.now.trace.meta if window.now.trace else False
    window.controller.handle(SaveTrace(tmp_path / "nowhere" / "run.npz"))
    window.until("not busy", "problem")
    assert not list(tmp_path.glob("nowhere*"))


def test_an_engine_killed_in_the_middle_comes_back_and_nothing_is_lost(qapp: QApplication) -> None:
    running = Running.without_window()
    try:
        running.start()
        trace = running.now.trace
        running.controller.handle(SetSource(OTHER))
        running.controller.handle(Translate())
        running.kill_engine()
        running.until("problem")
        assert running.now.trace is trace
        assert running.now.source_text == OTHER
        assert running.now.problem is not None
        assert "nothing is lost" in running.now.problem.next_step
        running.until("problem", "engine_ready", "not busy")
        assert running.now.trace is trace
        running.translate(OTHER)
        assert running.now.trace is not None
        assert running.now.trace.meta.translation == OTHER_TRANSLATION
        assert running.now.problem is None
    finally:
        running.controller.stop()


def test_an_engine_that_dies_before_it_is_ready_is_not_started_for_ever(qapp: QApplication) -> None:
    running = Running.without_window()
    try:
        running.controller.start(Start(checkpoint=str(TINY)))
        wait_until(lambda: running.client._process.processId() != 0)
        running.kill_engine()
        running.until("problem")
        assert not running.client.alive
        running.open(TINY)  # a person may try again
        assert running.now.checkpoint is not None
        assert running.now.problem is None
    finally:
        running.controller.stop()


def test_the_device_can_be_chosen(window: Running) -> None:
    window.controller.handle(SetDevice("cpu"))
    window.until("not busy")
    assert window.now.device == "cpu"
    assert window.now.problem is None
    window.controller.handle(SetDevice("cuda"))
    window.until("not busy")
    usable = any(device.name == "cuda" and device.available for device in window.now.devices)
    assert window.now.device == ("cuda" if usable else "cpu")
    assert (window.now.problem is None) == usable


def test_closing_in_the_middle_of_work_leaves_nothing_running(qapp: QApplication) -> None:
    running = Running.without_window()
    running.start()
    running.controller.handle(SetSource(OTHER))
    running.controller.handle(Translate())
    running.controller.stop()
    assert not running.client.alive


def test_closing_while_the_engine_starts_leaves_nothing_running(qapp: QApplication) -> None:
    running = Running.without_window()
    running.controller.start(Start(checkpoint=str(TINY), sentence=SENTENCE))
    running.controller.stop()
    assert not running.client.alive


# --- without an engine ---


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run and no engine."""
    running = Running.without_window()
    running.state.update(trace=make_trace())
    yield running
    running.controller.stop()


def test_selecting_stays_inside_the_run_and_says_nothing_twice(still: Running) -> None:
    said: list[Snapshot] = []
    still.state.changed.connect(said.append)
    still.controller.handle(Select(layer=2, head=3, step=5, query=4, key=6))
    assert still.now.selection == Selection("cross", 2, 3, 5, 4, 6)
    still.controller.handle(Select(layer=99, head=99))
    assert still.now.selection == Selection("cross", 2, 3, 5, 4, 6)
    still.controller.handle(Select(step=99))
    assert still.now.selection.step == 7
    still.controller.handle(Select(step=8))
    assert len(said) == 2


def test_another_kind_clears_the_cell(still: Running) -> None:
    still.controller.handle(Select(query=3, key=2))
    still.controller.handle(Select(kind="decoder"))
    assert still.now.selection.query is None
    assert still.now.selection.key is None


def test_playing_goes_to_the_end_and_stops(still: Running) -> None:
    steps: list[int] = []
    still.controller.handle(ChangeSettings({"play_milliseconds": 1}))
    still.state.changed.connect(lambda now: steps.append(now.selection.step))
    still.controller.handle(Play(True))
    assert still.now.playing
    still.until("not playing")
    assert steps == [0, 1, 2, 3, 4, 5, 6, 7]
    still.controller.handle(Play(True))  # from the end: once more from the start
    assert still.now.selection.step == 0
    still.controller.handle(Select(step=3))  # a step by hand stops it
    assert not still.now.playing
    assert still.now.selection.step == 3


def test_views_and_settings_are_state(still: Running) -> None:
    stored: list[Settings] = []
    still.controller.settings_changed.connect(stored.append)
    still.controller.handle(SetView("masks"))
    still.controller.handle(ChangeSettings({"scale": "sqrt", "dots": False}))
    assert still.now.view == "masks"
    assert still.now.settings.scale == "sqrt"
    assert stored == [still.now.settings]


def test_every_intent_is_handled(still: Running) -> None:
    from typing import get_args

    from viz_app.state import Intent

    assert set(get_args(Intent)) == set(still.controller._handlers)
