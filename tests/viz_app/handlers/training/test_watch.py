"""The same sentence by every snapshot of a training, with the real engine: what stays, what is kept, what fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.session import DecodingSession
from model.record.trace import Trace
from tests.training_run import CURVE, write_curve, write_own, write_snapshot, write_training
from tests.viz_app.running import OTHER, SENTENCE, TINY, Running, wait_until
from viz_app.engine.messages import OpenCheckpoint, Request, RunSentence
from viz_app.handlers.training import watch
from viz_app.state.intents import ForceToken, GoToSnapshot, OpenPath, Select, SetTarget, Translate, Undo
from viz_app.state.start import Start
from viz_app.state.state import Snapshot
from viz_app.state.watched_training import Watched

MARIAN = TINY.parent / "marian"


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_training(tmp_path_factory.mktemp("out"))


@pytest.fixture(scope="module")
def shared(qapp: QApplication, training: Path) -> Iterator[Running]:
    running = Running.without_window()
    running.begin(Start(checkpoint=str(training), sentence=SENTENCE, ask=False))
    running.until("learning", "not busy")
    yield running
    running.controller.stop()


@pytest.fixture
def running(shared: Running, training: Path) -> Running:
    """At the last snapshot, with the usual sentence."""
    newest = training / "update-001000"
    if shared.now.learning is None or shared.now.checkpoint is None or shared.now.checkpoint.path != str(newest):
        shared.open(newest)
        shared.until("learning", "not busy")
    shared.controller.handle(SetTarget("", ""))
    shared.translate(SENTENCE)
    shared.state.update(problem=None)
    return shared


def go(running: Running, at: int, play: bool = False) -> Trace:
    running.controller.handle(GoToSnapshot(at, play))
    arrived(running)
    assert running.now.run is not None
    return running.now.run


def arrived(running: Running) -> None:
    """What is on screen is by the snapshot that was asked for, which is open."""
    running.until("learning", "not busy", "not opening")
    wait_until(lambda: _is_there(running), "the run of the snapshot")


def _is_there(running: Running) -> bool:
    now = running.now
    if now.learning is None or now.checkpoint is None or now.run is None or now.busy is not None:
        return False
    return now.checkpoint.path == now.learning.snapshot.path and now.run.meta.checkpoint_sha256 == now.checkpoint.sha256


def decoded(path: Path) -> Trace:
    """The sentence by one snapshot, without the program around it."""
    checkpoint = open_checkpoint(path)
    return DecodingSession(checkpoint, checkpoint.source(SENTENCE), text=SENTENCE).run().trace()


def watched(running: Running) -> Watched:
    assert running.now.learning is not None
    return running.now.learning


def on_screen(running: Running) -> Trace:
    assert running.now.run is not None
    return running.now.run


def array(values: NDArray[Any] | None) -> NDArray[Any]:
    assert values is not None
    return values


def sent(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[type]:
    """Kinds of what is asked of the engine from now on."""
    kinds: list[type] = []
    send = running.client.send

    def hear(request: Request) -> None:
        kinds.append(type(request))
        send(request)

    monkeypatch.setattr(running.client, "send", hear)
    return kinds


def test_each_snapshot_says_what_its_own_weights_say(running: Running, training: Path) -> None:
    undo = running.now.undo
    for at, update in ((2, 200), (0, 0), (3, 1000)):
        run = go(running, at)
        expected = decoded(training / f"update-{update:06d}")
        assert run.meta.source_text == SENTENCE
        assert np.array_equal(array(run.produced_ids), array(expected.produced_ids))
        assert run.cross_attention is not None and expected.cross_attention is not None
        assert np.allclose(run.cross_attention, expected.cross_attention, atol=1e-5)
        assert run.meta.network["update"] == update
        assert run.meta.network["epoch"] == next(line["epoch"] for line in CURVE if line["update"] == update)
        assert running.now.source_text == SENTENCE
    assert running.now.undo == undo  # to look at another snapshot is no change


def test_one_stays_where_one_stood_as_far_as_a_translation_goes(running: Running) -> None:
    untrained = go(running, 0)
    running.controller.handle(Select(kind="cross", layer=1, head=2, step=20, key=3))
    for at in (2, 1, 3, 0):
        shown, now = go(running, at), running.now.selection
        assert (now.kind, now.layer, now.head, now.key) == ("cross", 1, 2, 3)
        assert now.step == min(20, shown.steps - 1)
        assert shown.steps < 20 or at == 0
    assert running.now.selection.step == 20 < untrained.steps
    running.controller.handle(Select(step=5))
    assert (go(running, 3), running.now.selection.step)[1] == 5


def test_a_visited_one_is_shown_at_once_and_still_opened(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    first, last = go(running, 1), go(running, 3)
    kinds = sent(running, monkeypatch)
    running.controller.handle(GoToSnapshot(1))
    assert running.now.run is first or np.array_equal(
        array(on_screen(running).cross_attention), array(first.cross_attention)
    )
    assert watched(running).at == 1
    arrived(running)
    assert OpenCheckpoint in kinds
    assert RunSentence not in kinds
    assert last.meta.checkpoint_sha256 != first.meta.checkpoint_sha256
    running.controller.handle(ForceToken(0, int(array(first.candidate_ids)[0, 1])))  # it can be asked
    running.until("not busy")
    assert on_screen(running).meta.checkpoint_sha256 == first.meta.checkpoint_sha256
    assert running.now.problem is None


def test_a_given_target_and_forced_tokens_go_along(running: Running) -> None:
    run = running.now.run
    assert run is not None and run.produced_ids is not None and run.candidate_ids is not None
    token = int(run.candidate_ids[0, 1])
    running.controller.handle(ForceToken(0, token))
    running.until("not busy")
    assert array(go(running, 2).produced_ids)[0] == token
    running.controller.handle(SetTarget("Two dogs .", "given"))
    running.controller.handle(Translate())
    running.until("not busy")
    given = running.now.run
    assert given is not None and given.at_once
    moved = go(running, 1)
    assert moved.at_once
    assert np.array_equal(array(moved.consumed_ids), array(given.consumed_ids))


def test_the_newest_of_several_wins(running: Running) -> None:
    for at in (0, 1, 2, 0, 1):
        running.controller.handle(GoToSnapshot(at))
    arrived(running)
    assert watched(running).at == 1
    for at in (-1, 4, 1):
        running.controller.handle(GoToSnapshot(at))
    assert watched(running).at == 1
    assert running.now.busy is None


def test_undo_goes_back_to_the_snapshot_of_the_run(running: Running) -> None:
    run = running.now.run
    assert run is not None and run.candidate_ids is not None
    running.controller.handle(ForceToken(0, int(run.candidate_ids[0, 1])))
    running.until("not busy")
    go(running, 2)
    running.controller.handle(Undo())
    arrived(running)
    assert watched(running).at == 3
    assert np.array_equal(array(on_screen(running).produced_ids), array(run.produced_ids))


def test_another_sentence_is_translated_by_the_snapshot_that_is_open(running: Running) -> None:
    go(running, 2)
    running.translate(OTHER)
    assert watched(running).at == 2
    assert on_screen(running).meta.network["update"] == 200
    assert go(running, 3).meta.source_text == OTHER


def test_it_plays_to_the_end(running: Running) -> None:
    running.state.update(settings=replace(running.now.settings, play_milliseconds=1))
    seen: list[int] = []

    def see(now: Snapshot) -> None:
        seen.append(on_screen(running).meta.network["update"] if now.run is not None else -1)

    running.state.changed.connect(see)
    go(running, 0, play=True)
    wait_until(lambda: not watched(running).playing, "the end")
    arrived(running)
    running.state.changed.disconnect(see)
    assert list(dict.fromkeys(seen))[-4:] == [0, 10, 200, 1000]
    running.controller.handle(GoToSnapshot(0, play=True))
    running.controller.handle(GoToSnapshot(0))
    assert not watched(running).playing
    arrived(running)


def test_a_checkpoint_of_no_training_ends_it(running: Running) -> None:
    running.open(TINY)
    assert running.now.learning is None


def test_a_snapshot_that_is_damaged_or_gone_changes_nothing(running: Running, tmp_path: Path) -> None:
    folder = write_training(tmp_path)
    running.open(folder)
    running.until("learning", "not busy")
    (folder / "update-000010" / "model.safetensors").write_bytes(b"torn")
    shutil.rmtree(folder / "update-000200")
    before = running.now.run
    for at in (1, 2):
        running.controller.handle(GoToSnapshot(at))
        running.until("problem", "not busy")
        assert f"update-000{10 if at == 1 else 200:03d}" in running.now.problem.what  # type: ignore[union-attr]  # waited for
        assert watched(running).at == 3
        assert running.now.run is before
        running.state.update(problem=None)
    assert go(running, 0).meta.network["update"] == 0


def test_a_snapshot_of_another_network_is_shown_as_what_it_is(running: Running, tmp_path: Path) -> None:
    """Other layers, heads and words: one stands in what it has."""
    folder = write_training(tmp_path)
    shutil.copytree(MARIAN, folder / "update-000500")
    running.open(folder)
    running.until("learning", "not busy")
    running.controller.handle(Select(kind="cross", layer=1, head=3, step=4, key=2))
    other, chosen = go(running, 3), running.now.selection
    assert other.meta.family != "Headscope"
    assert chosen.layer < other.layers("cross") and chosen.head < other.heads("cross")
    assert running.now.problem is None
    assert go(running, 4).meta.network["update"] == 1000


def test_a_training_that_goes_on_is_followed(running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_training(tmp_path)
    running.open(folder)
    running.until("learning", "not busy")
    go(running, 1)
    write_snapshot(folder, 2000, 0.9)
    write_curve(folder, {"update": 2000, "epoch": 10.0, "loss": 0.25, "snapshot": "update-002000"})
    running.controller.watching._look_again()
    wait_until(lambda: watched(running).last == 4, "the new one")
    assert watched(running).at == 1
    assert watched(running).run.points[-1].loss == 0.25
    same = running.now.learning
    running.controller.watching._look_again()
    wait_until(lambda: not running.controller._files.runs("learning"), "the look")
    assert running.now.learning is same
    assert go(running, 4).meta.network["epoch"] == 10.0
    assert watch.LOOK_MILLISECONDS >= 1000


def test_beside_its_snapshots_the_training_has_its_own_checkpoint(running: Running, tmp_path: Path) -> None:
    write_own(tmp_path)
    write_training(tmp_path)
    running.controller.handle(OpenPath(tmp_path))
    running.until("learning", "not busy")
    assert (watched(running).at, watched(running).snapshot.update) == (4, None)
    assert go(running, 0).meta.network["update"] == 0
    assert "update" not in go(running, 4).meta.network
