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

from model.analysis.aligning_head import sharpest_head
from model.analysis.landing import telling_step
from model.record.trace_file import load_trace, save_trace
from tests.viz_app.controls.parts import info as checkpoint_info
from tests.viz_app.engine.listener import engine_pid
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, SENTENCE, TINY, TRANSLATION, Running, wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.controller import text_for
from viz_app.state.intents import ForceToken, SaveTrace, Select, SetDevice, SetSource, Translate
from viz_app.state.start import Start
from viz_app.state.state import Selection


def test_a_start_opens_translates_and_tokenises(window: Running) -> None:
    now = window.now
    assert now.engine_ready
    assert now.problem is None
    assert now.checkpoint is not None
    assert now.checkpoint.name == "tiny"
    assert now.trace is not None
    assert now.trace.meta.translation == TRANSLATION
    head = sharpest_head(now.trace)
    assert head is not None
    assert now.selection == Selection("cross", *head, telling_step(now.trace, head))
    assert now.trace.rows("cross")[now.selection.step].isalpha(), "neither the full stop nor the end token"
    assert now.milliseconds_per_step > 0
    assert window.now.tokens is not None
    assert window.now.tokens.spelling == now.trace.source_labels


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
    assert window.now.undo
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


def test_one_forced_token_is_told_when_it_is_asked_for_and_when_it_is_there(window: Running) -> None:
    run = window.now.run
    assert run is not None
    assert run.candidate_ids is not None
    told = [window.now]
    window.state.changed.connect(told.append)
    window.controller.handle(ForceToken(1, int(run.candidate_ids[1, 2])))
    assert [now.busy is not None for now in told] == [False, True]
    window.until("not busy")
    window.state.changed.disconnect(told.append)
    there = next(index for index, now in enumerate(told) if now.trace is not run)
    assert all(now.busy is not None for now in told[1:there])  # between them, only progress
    assert {id(now.trace) for now in told[there:]} == {id(window.now.trace)}
    assert told[there].busy is None


def test_two_runs_asked_for_at_once_show_the_newer(window: Running) -> None:
    for text in ("Zwei Hunde schlafen.", OTHER):
        window.controller.handle(SetSource(text))
        window.controller.handle(Translate())
    traces: list[object] = []
    window.state.changed.connect(lambda now: traces.append(now.trace))
    window.until("not busy")
    assert window.now.trace is not None
    assert window.now.trace.meta.translation == OTHER_TRANSLATION
    assert len(set(map(id, traces))) <= 2


def test_an_engine_killed_in_the_middle_comes_back_and_nothing_is_lost(qapp: QApplication) -> None:
    running = Running.without_window()
    try:
        running.start()
        trace = running.now.trace
        running.controller.handle(SetSource(OTHER))
        running.freeze_engine()
        running.controller.handle(Translate())
        running.kill_engine()
        running.until("problem")
        assert running.now.trace is trace
        assert running.now.source_text == OTHER
        assert running.now.problem is not None
        assert "once more" in running.now.problem.next_step
        assert running.now.busy is not None
        assert OTHER in running.now.busy.text
        wait_until(lambda: running.now.engine_ready and running.now.busy is None, "the next engine to have done it")
        assert running.now.problem is None
        assert running.now.trace is not None
        assert running.now.trace.meta.translation == OTHER_TRANSLATION
        running.kill_engine()  # now that it is idle
        trace = running.now.trace
        running.until("problem")
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
        wait_until(lambda: engine_pid(running.client) != 0)
        first = engine_pid(running.client)
        running.kill_engine()
        wait_until(lambda: engine_pid(running.client) not in (0, first))  # one more try
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


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run and no engine."""
    running = Running.without_window()
    running.state.update(trace=make_trace())
    yield running
    running.controller.stop()


def test_every_intent_is_handled(still: Running) -> None:
    from typing import get_args

    from viz_app.state.intents import Intent

    assert set(get_args(Intent)) == set(still.controller.handlers)


@pytest.mark.parametrize(
    ("tokenizer", "text", "expected"),
    [
        ("ids", "4 12", "4 12"),
        ("ids", "4 13", "5 6"),
        ("ids", "Guten Tag", "5 6"),
        ("ids", "", "5 6"),
        ("ids", "٣ ٤", "5 6"),
        ("word", "Guten Tag", "Guten Tag"),
        ("word", "4 12", "5 6"),
    ],
)
def test_a_new_checkpoint_goes_on_with_what_it_can_read(tokenizer: str, text: str, expected: str) -> None:
    assert text_for(checkpoint_info(tokenizer=tokenizer, source_vocabulary=13, samples=("5 6",)), text) == expected


def test_an_opened_trace_lands_as_a_run_does(window: Running, tmp_path: Path) -> None:
    """Of another checkpoint: whatever was chosen in this one means nothing there."""
    trace = make_trace(source=("Rinder", "fressen", "Gras", "."), target=("Cattle", "eat", "grass", "."))
    save_trace(trace, tmp_path / "t.npz")
    window.controller.handle(Select(kind="encoder", layer=1, head=3))
    window.open(tmp_path / "t.npz")
    shown = window.now.run
    assert shown is not None
    head = sharpest_head(shown)
    assert head is not None
    assert window.now.selection == Selection("cross", *head, telling_step(shown, head))
    assert shown.produced_tokens is not None
    assert shown.produced_tokens[window.now.selection.step] in ("Cattle", "grass")
