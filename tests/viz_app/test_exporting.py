"""Pictures are written by a child process, and a failure is one sentence."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from model.reading import Reading
from model.trace_file import load_trace, save_trace
from tests.model.subwords import make_run
from tests.viz_app.pictures.test_embeddings_layers_stack import guessed
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.background import Background
from viz_app.cli import main
from viz_app.exporting import Exporting, export_words, run_to_draw
from viz_app.exports._figure import Figure, draw
from viz_app.intents import Topic
from viz_app.state import Notice, Selection, Settings, Snapshot, State
from viz_app.zoom import Zoom


class Desk:
    """An export and what it said."""

    def __init__(self) -> None:
        self.files = Background()
        self.exporting = Exporting(self.files)
        self.saved: list[Path] = []
        self.failed: list[Notice] = []
        self.exporting.saved.connect(self.saved.append)
        self.exporting.failed.connect(self.failed.append)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    desk = Desk()
    yield desk
    desk.exporting.cancel()
    desk.files.stop()
    assert not list((tmp_path / "temporary").iterdir()), "a temporary copy stayed"


def test_the_child_is_asked_for_what_is_on_screen_counted_from_one() -> None:
    chosen = Settings(scale="sqrt", captions=False, link_threshold=7, link_count=2, head_order="focus")
    snapshot = replace(MIDDLE, view="one_layer", settings=chosen)
    words = export_words(snapshot, Path("run.npz"), Path("out.png"))
    assert words[:2] == ["export", "run.npz"]
    options = dict(zip(words[2:-1:2], words[3::2], strict=True))
    asked = {"--view": "one_layer", "--kind": "cross", "--layer": "2", "--head": "3", "--step": "4"}
    assert asked.items() <= options.items()
    assert options["--scale"] == "sqrt"
    assert (options["--weakest-line"], options["--lines"], options["--heads-by"]) == ("7", "2", "focus")
    assert words[-1] == "--no-caption"


@pytest.mark.parametrize(
    "changed",
    [{}, {"squares": True, "row_totals": True, "dots": False}, {"per_map_scale": True, "values": False}],
    ids=["as usual", "squares", "own maximum"],
)
def test_what_is_written_is_what_is_shown(changed: dict[str, Any], tmp_path: Path, qapp: QApplication) -> None:
    """The part of the map and every way of drawing it reach the command line and come back from it."""
    shown = replace(MIDDLE, zoom=Zoom(1, 2, 3, 4), settings=replace(Settings(), **changed))
    assert shown.trace is not None
    save_trace(shown.trace, tmp_path / "run.npz")
    size = ["--width", "500", "--height", "400", "--ratio", "1"]
    assert main([*export_words(shown, tmp_path / "run.npz", tmp_path / "out.png"), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    figure = draw(shown, Figure(500, 400, 1.0))
    assert written == figure.convertToFormat(QImage.Format.Format_RGB32)
    assert written != draw(replace(shown, zoom=None), Figure(500, 400, 1.0))
    if changed:
        assert written != draw(replace(shown, settings=Settings()), Figure(500, 400, 1.0))


def test_the_links_of_several_heads_are_written_as_shown(tmp_path: Path, qapp: QApplication) -> None:
    plain = replace(MIDDLE, view="links")
    shown = replace(plain, link_heads=frozenset({0, 3, 70}))
    assert shown.trace is not None
    save_trace(shown.trace, tmp_path / "run.npz")
    words = export_words(shown, tmp_path / "run.npz", tmp_path / "out.png")
    assert words[words.index("--heads") + 1] == "1,3,4"
    assert "--heads" not in export_words(plain, tmp_path / "run.npz", tmp_path / "out.png")
    assert "--heads" not in export_words(replace(shown, view="one_head"), tmp_path / "run.npz", tmp_path / "out.png")
    assert main([*words, "--width", "500", "--height", "400", "--ratio", "1"]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(shown, Figure(500, 400, 1.0)).convertToFormat(QImage.Format.Format_RGB32)
    assert written != draw(plain, Figure(500, 400, 1.0)).convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize("topic", get_args(Topic))
def test_a_page_of_vectors_is_written_as_it_is_shown(topic: Topic, tmp_path: Path, qapp: QApplication) -> None:
    """With the place on it, and with what was measured for it."""
    trace = with_vectors(make_trace(layers=3))
    place = Selection("decoder", 1, 2, 4, query=3, key=2, topic=topic, dimension=7)
    guesses = guessed(trace)
    shown = Snapshot(trace=trace, selection=place, view="embeddings_layers", early_guesses=guesses)
    save_trace(run_to_draw(shown, trace), tmp_path / "run.npz")
    size = ["--width", "700", "--height", "500", "--ratio", "1"]
    assert main([*export_words(shown, tmp_path / "run.npz", tmp_path / "out.png"), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(shown, Figure(700, 500, 1.0)).convertToFormat(QImage.Format.Format_RGB32)
    elsewhere = replace(shown, selection=Selection("decoder", 0, 0, 4, query=1, key=0, topic=topic))
    assert written != draw(elsewhere, Figure(700, 500, 1.0)).convertToFormat(QImage.Format.Format_RGB32)


def test_a_picture_of_maps_takes_no_vectors_along() -> None:
    trace = with_vectors(make_trace())
    shown = Snapshot(trace=trace, view="one_head")
    assert not any("gamma" in name or "table" in name for name in run_to_draw(shown, trace).activations)
    assert run_to_draw(replace(shown, view="embeddings_layers"), trace) is trace


def test_a_picture_is_written(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save_picture(MIDDLE, tmp_path / "out.png")
    assert desk.exporting.busy
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.failed == []
    assert desk.saved == [tmp_path / "out.png"]
    assert not desk.exporting.busy
    assert not QImage(str(tmp_path / "out.png")).isNull()


def test_a_folder_that_is_not_there_is_said_in_one_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save_picture(MIDDLE, tmp_path / "gone" / "out.png")
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.saved == []
    assert "gone" in desk.failed[0].why
    assert not (tmp_path / "gone").exists()


def test_cancelling_ends_the_child_and_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save_picture(MIDDLE, tmp_path / "out.png")
    wait_until(lambda: desk.exporting._child is not None)
    desk.exporting.cancel()
    assert not desk.exporting.busy
    assert desk.saved == []
    assert desk.failed == []
    assert not (tmp_path / "out.png").exists()


def test_cancelling_before_the_child_has_started_starts_none(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save_picture(MIDDLE, tmp_path / "out.png")
    desk.exporting.cancel()
    desk.files.stop()
    QApplication.processEvents()
    assert desk.exporting._child is None


def test_a_trace_is_written(desk: Desk, tmp_path: Path) -> None:
    assert MIDDLE.trace is not None
    desk.exporting.save_trace(MIDDLE.trace, tmp_path / "run.npz")
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert load_trace(tmp_path / "run.npz").meta == MIDDLE.trace.meta


@pytest.mark.parametrize(
    "reading",
    [
        Reading(aggregate="heads", words=True, aside="punctuation", renormalise=True),
        Reading(aggregate="all"),
        Reading(aggregate="rollout", words=True),
        Reading(aggregate="layers", source_columns=(1, 2), target_columns=(3,)),
        Reading(quantity="score"),
        Reading(quantity="norm", words=True),
    ],
    ids=str,
)
def test_a_reading_reaches_the_file(reading: Reading, tmp_path: Path, qapp: QApplication) -> None:
    run = make_run(activations=True)
    state = State()
    state.update(trace=run, selection=Selection("cross", 1, 2, 5))
    state.update(reading=reading)
    save_trace(run, tmp_path / "run.npz")
    size = ["--width", "500", "--height", "400", "--ratio", "1"]
    assert main([*export_words(state.snapshot, tmp_path / "run.npz", tmp_path / "out.png"), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(state.snapshot, Figure(500, 400, 1.0)).convertToFormat(QImage.Format.Format_RGB32)


def test_a_reading_is_drawn_by_the_child_from_the_run(desk: Desk, tmp_path: Path) -> None:
    state = State()
    state.update(trace=make_run(activations=True))
    state.update(reading=Reading(quantity="norm", aggregate="heads"))
    desk.exporting.save_picture(state.snapshot, tmp_path / "out.png")
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.failed == []
    assert "mean of 3 heads" in QImage(str(tmp_path / "out.png")).text("Description")
