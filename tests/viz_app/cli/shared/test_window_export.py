"""What the window saves for the process that makes its files decides how they look: as on screen, and as chosen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from model.analysis.aligning_head import sharpest_head
from model.analysis.causality_check import compare
from model.common.assets import EXPORT
from model.record.trace_file import save_trace
from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.pictures.embeddings_layers.test_picture_stack import guessed
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_trace import TARGET, make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.cli import main
from viz_app.cli.handout import PAPERS
from viz_app.exports.figures.figure import draw, figure_of
from viz_app.exports.figures.frames import film
from viz_app.exports.figures.render import for_file
from viz_app.handlers.export_job import save_for_child
from viz_app.pictures.drawing.why_here import why_here
from viz_app.platform.translations import speak
from viz_app.state.export_choices import ExportChoices, Heads, Paper
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Settings, Snapshot, State
from viz_app.state.zoom import Zoom

assert MIDDLE.trace is not None
RUN = MIDDLE.trace
SCREEN = ExportChoices(preset="screen", dpi=96)


@pytest.fixture(autouse=True)
def _in_english(qapp: QApplication) -> None:
    """What is made here speaks as the one before."""
    speak(qapp, "en")


def made(now: Snapshot, folder: Path, choices: ExportChoices = SCREEN) -> Path:
    """The file that a window makes of what it shows."""
    words = save_for_child(now, choices, folder, [f"out{choices.suffix}"])
    assert main(words) == 0
    return folder / f"out{choices.suffix}"


def picture(now: Snapshot, folder: Path) -> QImage:
    """The picture that a window makes of what it shows."""
    return pixels(QImage(str(made(now, folder))))


def drawn(now: Snapshot, choices: ExportChoices = SCREEN) -> QImage:
    """The same, drawn here."""
    return pixels(draw(now, figure_of(choices)))


def pixels(image: QImage) -> QImage:
    return image.convertToFormat(QImage.Format.Format_RGB32)


def test_masks_are_written_as_in_ones_own_code_where_they_are_shown_so(tmp_path: Path) -> None:
    shown = replace(MIDDLE, view="masks", settings=Settings(masks_as_in_code=True))
    written = picture(shown, tmp_path)
    assert written == drawn(shown)
    assert written != drawn(replace(shown, settings=Settings()))


def test_what_was_chosen_reaches_the_file(tmp_path: Path) -> None:
    chosen = ExportChoices("picture", ".png", "paper-column", True, False, True, False, False, "en", "paths", 150)
    assert pixels(QImage(str(made(MIDDLE, tmp_path, chosen)))) == drawn(MIDDLE, chosen)
    for other in ({"dark": False}, {"title": True}, {"caption": False}, {"honest": True}, {"legend": True}):
        assert drawn(MIDDLE, chosen) != drawn(MIDDLE, replace(chosen, **other))  # type: ignore[arg-type]  # as the fields are


def test_steps_last_as_long_as_they_play(tmp_path: Path) -> None:
    chosen = ExportChoices("steps", ".gif", "paper-column", dpi=96)
    shown = replace(MIDDLE, settings=Settings(play_milliseconds=250))
    written = made(shown, tmp_path, chosen).read_bytes()
    durations = [int.from_bytes(frame[:2], "little") for frame in written.split(CONTROL)[1:]]
    found = film(shown, figure_of(chosen), "out.gif")
    assert durations == [found.milliseconds(step) // 10 for step in range(found.steps)]


CONTROL = b"!\xf9\x04\x05"  #: before each frame of a GIF: it stays, and one colour is transparent


@pytest.mark.parametrize("suffix", [".json", ".npz"])
def test_numbers_are_those_shown_and_a_run_is_all_of_them(suffix: str, tmp_path: Path) -> None:
    shown = made(MIDDLE, tmp_path, ExportChoices("numbers", suffix)).read_bytes()
    run = made(MIDDLE, tmp_path, ExportChoices("run", suffix)).read_bytes()
    assert run != shown
    if suffix == ".npz":
        save_trace(RUN, tmp_path / "trace.npz")
        assert run == (tmp_path / "trace.npz").read_bytes()
    else:
        assert "left_out" in json.loads(run)


@pytest.mark.parametrize(("dark", "theme"), [(False, ""), (True, "dark")])
def test_a_page_opens_where_the_window_stands(dark: bool, theme: str, tmp_path: Path) -> None:
    chosen = ExportChoices("page", ".html", dark=dark, language="ko+en")
    page = made(MIDDLE, tmp_path, chosen)
    save_trace(RUN, tmp_path / "run.npz")
    place = ["--kind", "cross", "--layer", "2", "--head", "3", "--step", "4", "--language", "ko"]
    same = ["page", str(tmp_path / "run.npz"), "--out", str(tmp_path / "same.html"), *place]
    assert main([*same, "--theme", theme or "system"]) == 0
    assert page.read_bytes() == (tmp_path / "same.html").read_bytes()


@pytest.mark.parametrize(
    ("changes", "heads", "asked"),
    [
        ({}, "best", []),
        ({}, "shown", ["--heads", "2.3"]),
        ({"view": "links", "link_heads": frozenset({0, 3})}, "shown", ["--heads", "2.1,2.3,2.4"]),
    ],
)
def test_a_handout_is_of_the_best_heads_or_of_those_on_screen(
    changes: dict[str, Any], heads: Heads, asked: list[str], tmp_path: Path, qapp: QApplication
) -> None:
    chosen = ExportChoices("handout", ".pdf", paper="16:9", heads=heads)
    run = make_trace(target=TARGET[:1])  # every step has a page
    written = made(replace(MIDDLE, trace=run, selection=Selection("cross", 1, 2, 1), **changes), tmp_path, chosen)
    save_trace(run, tmp_path / "run.npz")
    out = tmp_path / "same.pdf"
    assert main(["handout", str(tmp_path / "run.npz"), "--out", str(out), "--paper", "16:9", *asked]) == 0
    assert written.read_bytes() == out.read_bytes()
    assert get_args(Paper) == PAPERS


@pytest.mark.parametrize("said", ["", "7", '{"choices": ["what=everything"]}', '{"choices": 7}'])
def test_choices_that_cannot_be_are_refused(said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, choices, out = save_for_child(MIDDLE, SCREEN, tmp_path, ["out.png"])[1:]
    Path(choices).write_text(said)
    assert main([EXPORT, session, choices, out]) == 2
    assert capsys.readouterr().err.startswith(f"error: {choices}: ")
    assert not Path(out).exists()


@pytest.mark.parametrize(
    "changed",
    [{}, {"squares": True, "row_totals": True, "dots": False}, {"per_map_scale": True, "values": False}],
    ids=["as usual", "squares", "own maximum"],
)
def test_what_is_written_is_what_is_shown(changed: dict[str, Any], tmp_path: Path) -> None:
    """The part of the map and every way of drawing it."""
    shown = replace(MIDDLE, zoom=Zoom(1, 2, 3, 4), settings=replace(Settings(), **changed))
    written = picture(shown, tmp_path)
    assert written == drawn(shown)
    assert written != drawn(replace(shown, zoom=None))
    if changed:
        assert written != drawn(replace(shown, settings=Settings()))


def test_the_links_of_several_heads_are_written_as_shown(tmp_path: Path) -> None:
    plain = replace(MIDDLE, view="links")
    shown = replace(plain, link_heads=frozenset({0, 3, 70}))
    assert for_file(shown).link_heads == {0, 2, 3}
    assert for_file(plain).link_heads == for_file(replace(shown, view="one_head")).link_heads == frozenset()
    written = picture(shown, tmp_path)
    assert written == drawn(shown)
    assert written != drawn(plain)


def test_a_cell_that_is_pointed_at_on_screen_is_not_in_the_file(tmp_path: Path) -> None:
    plain = replace(MIDDLE, view="links")
    pointed = replace(plain, selection=replace(plain.selection, query=2, key=1))
    assert drawn(pointed) != drawn(plain)
    assert picture(pointed, tmp_path) == drawn(plain)


def test_why_a_head_was_chosen_is_not_in_the_file(tmp_path: Path) -> None:
    best = sharpest_head(RUN)
    assert best is not None
    chosen = replace(MIDDLE, selection=replace(MIDDLE.selection, kind="cross", layer=best[0], head=best[1]))
    assert why_here(chosen)
    image, plain = drawn(chosen), replace(chosen, selection=replace(chosen.selection, head=(best[1] + 1) % 4))
    assert not why_here(plain)
    corner = image.width() // 2, 0, image.width() // 2, 30  # right above, where the reason would stand
    assert image.copy(*corner) == drawn(plain).copy(*corner)
    assert picture(chosen, tmp_path) == drawn(chosen)


@pytest.mark.parametrize("topic", get_args(Topic))
def test_a_page_of_vectors_is_written_as_it_is_shown(topic: Topic, tmp_path: Path) -> None:
    """With the place on it, and with what was measured for it."""
    trace = with_vectors(make_trace(layers=3))
    place = Selection("decoder", 1, 2, 4, query=3, key=2, topic=topic, dimension=7)
    shown = Snapshot(trace=trace, selection=place, view="embeddings_layers", early_guesses=guessed(trace))
    marked = replace(SCREEN, emphasis=True)  # the layer is only framed where frames are asked for
    written = pixels(QImage(str(made(shown, tmp_path, marked))))
    assert written == drawn(shown, marked)
    other = replace(shown, selection=Selection("decoder", 0, 0, 4, query=1, key=0, topic=topic))
    assert written != drawn(other, marked)


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
def test_a_reading_reaches_the_file(reading: ViewTransform, tmp_path: Path) -> None:
    state = State()
    state.update(trace=make_run(activations=True), selection=Selection("cross", 1, 2, 5))
    state.update(reading=reading)
    assert picture(state.snapshot, tmp_path) == drawn(state.snapshot)


def test_a_large_run_that_is_not_read_yet_is_drawn_as_it_is_shown(tmp_path: Path) -> None:
    assert picture(replace(MIDDLE, reading=ViewTransform(aggregate="heads")), tmp_path) == drawn(MIDDLE)


def test_what_was_measured_on_masks_is_written_with_them(tmp_path: Path) -> None:
    trace = make_trace()
    decoder, cross = trace.decoder_attention, trace.cross_attention
    assert decoder is not None
    assert cross is not None
    later = np.pad(decoder, ((0, 0), (0, 0), (0, 0), (0, 1)))
    later[1, 2, 5, 0] += 0.25
    plain = Snapshot(trace=trace, selection=Selection("decoder", 1, 2, 5), view="masks")
    shown = replace(plain, extension=compare(trace, later, cross))
    written = picture(shown, tmp_path)
    assert written == drawn(shown)
    assert written != drawn(plain)
