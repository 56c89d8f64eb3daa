"""The command that makes a file says everything that decides how it looks, counted from one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from model.analysis.causality_check import compare
from model.record.trace_file import save_trace
from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.pictures.embeddings_layers.test_picture_stack import guessed
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.cli import build_parser, main
from viz_app.cli.handout import PAPERS
from viz_app.exports.figures.figure import Figure, draw
from viz_app.handlers.export_arguments import choices_now, command_for, export_words, run_to_draw, run_to_take
from viz_app.state.export_choices import ExportChoices, Paper, What
from viz_app.state.intents import Topic
from viz_app.state.state import Memory, Selection, Settings, Snapshot, State
from viz_app.state.zoom import Zoom

SCREEN = ExportChoices(preset="screen")


def test_the_child_is_asked_for_what_is_on_screen_counted_from_one() -> None:
    chosen = Settings(scale="sqrt", captions=False, link_threshold=7, link_count=2, head_order="focus")
    snapshot = replace(MIDDLE, view="one_layer", settings=chosen)
    words = export_words(snapshot, Path("run.npz"), Path("out.png"))
    assert words[:2] == ["export", "run.npz"]
    asked = {"--view": "one_layer", "--kind": "cross", "--layer": "2", "--head": "3", "--step": "4"}
    assert asked.items() <= options(words).items()
    drawn = {"--scale": "sqrt", "--weakest-line": "7", "--lines": "2", "--heads-by": "focus"}
    assert drawn.items() <= options(words).items()
    assert words[-1] == "--no-caption"


def options(words: list[str]) -> dict[str, str]:
    """Every option and what follows it."""
    return {word: after for word, after in zip(words, [*words[1:], ""], strict=True) if word.startswith("--")}


def test_what_was_chosen_reaches_the_command() -> None:
    chosen = ExportChoices("picture", ".svg", "paper-column", True, False, True, False, False, "ko+en", "paths", 300)
    asked = {"--preset": "paper-column", "--theme": "dark", "--text": "paths", "--dpi": "300", "--language": "ko+en"}
    words = export_words(MIDDLE, Path("run.npz"), Path("out.svg"), chosen)
    assert asked.items() <= options(words).items()
    assert {"--no-title", "--no-legend", "--no-honest"} <= set(words)
    assert "--no-caption" not in words
    other = export_words(MIDDLE, Path("run.npz"), Path("out.svg"), replace(chosen, caption=False, honest=True, dpi=0))
    assert {"--no-caption", "--honest"} <= set(other)
    assert "--dpi" not in other


def test_by_default_nothing_is_left_out() -> None:
    words = export_words(MIDDLE, Path("run.npz"), Path("out.png"), ExportChoices())
    assert not [word for word in words if word.startswith("--no") or word == "--honest"]


def test_steps_numbers_and_run_are_asked_for_as_such() -> None:
    def asked(what: What) -> dict[str, str]:
        return options(command_for(MIDDLE, Path("run.npz"), Path("out"), ExportChoices(what)))

    assert "--step" not in asked("steps")
    assert asked("numbers")["--what"] == "shown"
    assert asked("run")["--what"] == "run"
    assert "--what" not in asked("picture")


def test_a_page_opens_where_the_window_stands() -> None:
    words = command_for(MIDDLE, Path("run.npz"), Path("out.html"), ExportChoices("page", ".html", language="ko+en"))
    assert words[:2] == ["page", "run.npz"]
    place = {"--kind": "cross", "--layer": "2", "--head": "3", "--step": "4", "--language": "ko", "--theme": "system"}
    assert place.items() <= options(words).items()


def test_a_handout_is_of_the_best_heads_or_of_those_on_screen() -> None:
    chosen = ExportChoices("handout", ".pdf", paper="16:9")
    words = command_for(MIDDLE, Path("run.npz"), Path("out.pdf"), chosen)
    assert words[:2] == ["handout", "run.npz"]
    assert {"--paper": "16:9", "--language": "en", "--out": "out.pdf"}.items() <= options(words).items()
    assert "--heads" not in words

    def heads(snapshot: Snapshot) -> str:
        asked = command_for(snapshot, Path("run.npz"), Path("out.pdf"), replace(chosen, heads="shown"))
        return options(asked)["--heads"]

    assert heads(MIDDLE) == "2.3"
    assert heads(replace(MIDDLE, view="links", link_heads=frozenset({0, 3}))) == "2.1,2.3,2.4"
    parsed = build_parser().parse_args(words)
    assert parsed.paper == "16:9"
    assert get_args(Paper) == PAPERS


def test_who_wants_no_captions_gets_none_without_being_asked() -> None:
    last = Memory(export=ExportChoices(suffix=".svg", legend=False).as_texts())
    snapshot = replace(MIDDLE, memory=last)
    assert choices_now(snapshot) == ExportChoices(suffix=".svg", legend=False)
    without = choices_now(replace(snapshot, settings=Settings(captions=False)))
    assert without == ExportChoices(suffix=".svg", legend=False, caption=False, honest=False)


def test_masks_are_written_as_in_ones_own_code_where_they_are_shown_so(tmp_path: Path, qapp: QApplication) -> None:
    shown = replace(MIDDLE, view="masks", settings=Settings(masks_as_in_code=True))
    assert shown.trace is not None
    save_trace(shown.trace, tmp_path / "run.npz")
    size = ["--width", "500", "--height", "400", "--ratio", "1"]
    assert main([*export_words(shown, tmp_path / "run.npz", tmp_path / "out.png", SCREEN), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(shown, Figure(500, 400, 1.0)).convertToFormat(QImage.Format.Format_RGB32)
    assert written != draw(replace(shown, settings=Settings()), Figure(500, 400, 1.0))


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
    assert main([*export_words(shown, tmp_path / "run.npz", tmp_path / "out.png", SCREEN), *size]) == 0
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
    words = export_words(shown, tmp_path / "run.npz", tmp_path / "out.png", SCREEN)
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
    assert main([*export_words(shown, tmp_path / "run.npz", tmp_path / "out.png", SCREEN), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(shown, Figure(700, 500, 1.0)).convertToFormat(QImage.Format.Format_RGB32)
    elsewhere = replace(shown, selection=Selection("decoder", 0, 0, 4, query=1, key=0, topic=topic))
    assert written != draw(elsewhere, Figure(700, 500, 1.0)).convertToFormat(QImage.Format.Format_RGB32)


def test_a_picture_of_maps_takes_no_vectors_along() -> None:
    trace = with_vectors(make_trace())
    shown = Snapshot(trace=trace, view="one_head")
    assert not any("gamma" in name or "table" in name for name in run_to_draw(shown, trace).activations)
    assert run_to_draw(replace(shown, view="embeddings_layers"), trace) is trace
    assert not any("gamma" in name for name in run_to_take(shown, trace, ExportChoices("page", ".html")).activations)
    assert run_to_take(shown, trace, ExportChoices("run", ".npz")) is trace


@pytest.mark.parametrize(
    "reading",
    [
        ViewTransform(aggregate="heads", words=True, aside="punctuation", renormalise=True),
        ViewTransform(aggregate="all"),
        ViewTransform(aggregate="rollout", words=True),
        ViewTransform(aggregate="layers", source_columns=(1, 2), target_columns=(3,)),
        ViewTransform(quantity="score"),
        ViewTransform(quantity="norm", words=True),
    ],
    ids=str,
)
def test_a_reading_reaches_the_file(reading: ViewTransform, tmp_path: Path, qapp: QApplication) -> None:
    run = make_run(activations=True)
    state = State()
    state.update(trace=run, selection=Selection("cross", 1, 2, 5))
    state.update(reading=reading)
    save_trace(run, tmp_path / "run.npz")
    size = ["--width", "500", "--height", "400", "--ratio", "1"]
    assert main([*export_words(state.snapshot, tmp_path / "run.npz", tmp_path / "out.png", SCREEN), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(state.snapshot, Figure(500, 400, 1.0)).convertToFormat(QImage.Format.Format_RGB32)


def test_what_was_measured_on_masks_is_written_with_them(tmp_path: Path, qapp: QApplication) -> None:
    trace = make_trace()
    decoder, cross = trace.decoder_attention, trace.cross_attention
    assert decoder is not None
    assert cross is not None
    later = np.pad(decoder, ((0, 0), (0, 0), (0, 0), (0, 1)))
    later[1, 2, 5, 0] += 0.25
    place = Selection("decoder", 1, 2, 5)
    plain = Snapshot(trace=trace, selection=place, view="masks")
    shown = replace(plain, extension=compare(trace, later, cross))
    save_trace(run_to_draw(shown, trace), tmp_path / "run.npz")
    size = ["--width", "700", "--height", "500", "--ratio", "1"]
    assert main([*export_words(shown, tmp_path / "run.npz", tmp_path / "out.png", SCREEN), *size]) == 0
    written = QImage(str(tmp_path / "out.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert written == draw(shown, Figure(700, 500, 1.0)).convertToFormat(QImage.Format.Format_RGB32)
    assert written != draw(plain, Figure(700, 500, 1.0)).convertToFormat(QImage.Format.Format_RGB32)
