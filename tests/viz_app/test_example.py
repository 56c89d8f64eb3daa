"""The finished example: where it stands, and calm where it does not ship."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.analysis.explanation import explain
from model.analysis.stream import PARTS, embedded, formula_of, position_table, stream
from model.common.assets import CHECKPOINTS, DEFAULT_CHECKPOINT, shipped_checkpoints
from model.decoding.session import DecodingSession
from model.network.transformer import Keep
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace, save_trace
from tests.model.sample_checkpoints import tiny
from tests.viz_app.controls.header.test_window_header import places as places_of
from tests.viz_app.controls.header.test_window_header import settle
from tests.viz_app.running import TINY, Running, wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.app import Program
from viz_app.example import describe, details_path, load_example, with_details
from viz_app.state.intents import Undo
from viz_app.state.start import Start
from viz_app.state.state import Selection, Settings


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """Folders for samples and checkpoints, with one of each."""
    samples, checkpoints = tmp_path / "samples", tmp_path / "checkpoints"
    samples.mkdir()
    shutil.copytree(TINY, checkpoints / "tiny")
    save_trace(make_trace(), samples / "tiny.npz")
    return samples, checkpoints


def stand(places: tuple[Path, Path], text: str) -> Selection:
    (places[0] / "tiny.json").write_text(text)
    example = load_example("tiny", *places)
    assert example is not None
    return example.selection


def test_it_stands_where_the_file_says_counted_from_one(places: tuple[Path, Path]) -> None:
    place = {"kind": "decoder", "layer": 2, "head": 3, "step": 5}
    assert stand(places, json.dumps(place)) == Selection("decoder", 1, 2, 4)


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"kind": "sideways", "layer": "two", "head": null}'])
def test_without_a_place_it_stands_at_the_end(places: tuple[Path, Path], text: str) -> None:
    assert stand(places, text) == Selection("cross", 0, 0, 7)


def test_a_place_outside_the_run_is_brought_inside(places: tuple[Path, Path]) -> None:
    assert stand(places, '{"kind": "cross", "layer": 99, "head": 0, "step": 99}') == Selection("cross", 2, 0, 7)


def test_the_checkpoint_is_described_without_its_weights(places: tuple[Path, Path]) -> None:
    (places[1] / "tiny" / "model.safetensors").unlink()
    example = load_example("tiny", *places)
    assert example is not None
    info = example.checkpoint
    assert info is not None
    assert (info.name, info.encoder_layers, info.decoder_heads, info.width) == ("tiny", 2, 4, 32)
    assert (info.norm_order, info.final_norm, info.tokenizer) == ("pre", True, "word")
    assert info.sha256 == example.trace.meta.checkpoint_sha256
    assert info.parameters > 10_000


@pytest.mark.parametrize("damage", ["missing", "text", "emptied"])
def test_a_header_that_cannot_be_read_describes_nothing(places: tuple[Path, Path], damage: str) -> None:
    config = places[1] / "tiny" / "config.json"
    if damage == "missing":
        config.unlink()
    else:
        config.write_text("no json" if damage == "text" else "{}")
    assert describe(places[1] / "tiny", make_trace()) is None


def test_no_file_or_a_damaged_one_is_no_example(places: tuple[Path, Path]) -> None:
    assert load_example("other", *places) is None
    (places[0] / "tiny.npz").write_bytes(b"damaged")
    assert load_example("tiny", *places) is None


def test_the_example_that_ships_belongs_to_the_checkpoint_that_ships() -> None:
    example = load_example()
    assert example is not None
    assert example.checkpoint is not None
    assert example.checkpoint.name == DEFAULT_CHECKPOINT == example.trace.meta.checkpoint
    assert example.selection.kind == "cross"
    assert 0 < example.selection.step < example.trace.steps


@pytest.mark.parametrize("name", shipped_checkpoints())
def test_what_ships_explains_every_number_of_the_example(name: str) -> None:
    example, path = load_example(name), details_path(name)
    assert example is not None
    assert path is not None
    trace = replace(example.trace, activations=load_trace(path).activations)
    chosen = example.selection
    for kind in KINDS:
        found = explain(trace, kind, chosen.layer, chosen.head, 3, 1)
        assert found is not None
        assert found.joined is not None
        assert found.joined.part is not None
    for side in PARTS:
        parts, way, table = embedded(trace, side), stream(trace, side, 2), position_table(trace, side)
        assert parts is not None
        assert parts.total is not None
        assert way is not None
        assert all(part.norm is not None and part.norm.gain is not None for layer in way.layers for part in layer)
        assert table is not None
        assert (formula_of(table) is not None) == (trace.meta.network["positions"] == "sinusoidal")


def example_with_details(tmp_path: Path) -> tuple[Running, Path]:
    """A window's state with an example on screen whose activations are in a file."""
    checkpoint = tiny()
    session = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde spielen."), keep=Keep.ACTIVATIONS)
    whole = session.run().trace()
    details = Trace(whole.meta, whole.source_ids, whole.source_tokens, activations=whole.activations)
    save_trace(details, tmp_path / "tiny-details.npz")
    shown, place = replace(whole, activations={}), Selection("cross", 1, 0, 2)
    running = Running.without_window()
    running.state.update(trace=shown, selection=place)
    path = details_path("tiny", tmp_path)
    assert path is not None
    return running, path


def test_the_activations_of_the_example_follow_after_the_start(qapp: QApplication, tmp_path: Path) -> None:
    running, path = example_with_details(tmp_path)
    place = running.now.selection
    try:
        running.controller.start(Start(details=path))
        wait_until(lambda: running.now.trace is not None and bool(running.now.trace.activations))
        now = running.now
        assert now.trace is not None
        assert explain(now.trace, "cross", 1, 0, 2, 1) is not None
        assert now.selection == place
        assert not now.undo
    finally:
        running.controller.stop()


def test_a_run_that_came_in_between_stays(qapp: QApplication, tmp_path: Path) -> None:
    running, path = example_with_details(tmp_path)
    try:
        running.controller.start(Start(details=path))
        other = make_trace()
        running.state.update(trace=other)
        wait_for_files(running)
        assert running.now.trace is other
    finally:
        running.controller.stop()


def wait_for_files(running: Running) -> None:
    """What the start asked for has been read; the first such file is that of the details."""
    wait_until(lambda: bool(running.controller._files.threads))
    wait_until(lambda: not any(thread.is_alive() for thread in running.controller._files.threads))
    QApplication.processEvents()


def test_undo_brings_back_an_example_that_was_left_before_they_came(qapp: QApplication, tmp_path: Path) -> None:
    running, path = example_with_details(tmp_path)
    try:
        running.controller.start(Start(details=path))
        running.controller.running.show(make_trace(), 0.0, Selection())
        wait_for_files(running)
        assert running.now.run is not None
        assert not running.now.run.activations
        running.controller.handle(Undo())
        assert running.now.run.activations
    finally:
        running.controller.stop()


def test_they_come_into_a_window_without_moving_or_changing_anything(qapp: QApplication) -> None:
    """The shipped example, its real file: every place and every pixel of the picture, before and after."""
    name = shipped_checkpoints()[0]
    program = Program(qapp, Settings(), load_example(name))
    path, window = details_path(name), program.window
    assert path is not None
    try:
        window.resize(1280, 800)
        window.show()
        settle(window, program.state.snapshot)
        view = window.tabs.current
        before, drawn, picture = places_of(window), view.grab().toImage(), view.canvas.picture
        program.controller._add_details(path)
        wait_until(lambda: bool(program.state.snapshot.run and program.state.snapshot.run.activations))
        settle(window, program.state.snapshot)
        assert places_of(window) == before
        assert view.canvas.picture is picture, "not drawn again for them"
        view.canvas.refresh()
        assert view.canvas.picture.alt == picture.alt
        assert view.grab().toImage() == drawn
    finally:
        window.close()
        program.stop()


def test_a_picture_of_the_window_has_them_at_once() -> None:
    name = shipped_checkpoints()[0]
    shown = with_details(load_example(name), details_path(name))
    assert shown is not None
    assert explain(shown.trace, "cross", 0, 0, 3, 1) is not None
    assert with_details(shown, None) is shown
    assert with_details(shown, Path("nowhere.npz")) is shown


def test_the_shipped_examples_hold_how_unsure_the_model_was() -> None:
    """All other tokens as if they were one are the least, all of them alike the most; once the least was said."""
    for name in shipped_checkpoints():
        example = load_example(name)
        assert example is not None
        size = json.loads((CHECKPOINTS / name / "config.json").read_text())["architecture"]["target_vocabulary"]
        entropies, candidates = example.trace.candidate_entropy, example.trace.candidate_probabilities
        assert entropies is not None
        assert candidates is not None
        for bits, shares in zip(entropies, candidates.astype(float), strict=True):
            rest = 1 - shares.sum()
            least = -(shares * np.log2(shares)).sum() - rest * np.log2(rest)
            assert least + 0.005 < bits <= least + rest * np.log2(size - len(shares)) + 1e-4
