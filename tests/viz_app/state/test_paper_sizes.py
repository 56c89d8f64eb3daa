"""A slide, a column and a page: their sizes in the files, and letters that can be read on each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.viz_app.exports.decoding import letters
from tests.viz_app.exports.planted import planted
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import build_parser
from viz_app.exports import png
from viz_app.exports.figures.figure import Figure
from viz_app.pictures import all_pictures
from viz_app.state.paper_sizes import PRESETS, SCREEN, lengths_of
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

#: Points, by what is asked of figures in print and of slides.
LEAST = {"screen": 6.5, "slide": 14, "paper-column": 7, "paper-page": 7}
INCHES = {"slide": (40 / 3, 7.5), "paper-column": (3.35, 3.8), "paper-page": (7, 5), "screen": (12.5, 25 / 3)}


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_file_has_the_size_of_the_paper(name: str, tmp_path: Path) -> None:
    figure = Figure(**PRESETS[name].lengths)
    png.write(Snapshot(trace=make_trace(layers=1, heads=2)), figure, tmp_path / "p.png")
    with Image.open(tmp_path / "p.png") as image:
        dpi, size = image.info["dpi"], image.size
    assert figure.dpi is not None
    assert dpi == pytest.approx((figure.dpi, figure.dpi), abs=0.02)
    for pixels, inches in zip(size, INCHES[name], strict=True):
        assert abs(pixels - inches * figure.dpi) <= 0.5
    assert figure.inches == pytest.approx(INCHES[name])


def test_the_screens_figure_is_the_one_without_a_preset() -> None:
    preset, usual = Figure(**PRESETS[SCREEN].lengths), Figure()
    assert (preset.pixels, preset.scale) == (usual.pixels, usual.scale)
    assert replace(preset, dpi=None, ratio=2.0, tallest=0, least_points=0) == usual


def asked(*words: str) -> dict[str, Any]:
    return dict(lengths_of(build_parser(["export"]).parse_args(["export", "a.npz", "--out", "a.png", *words])))


def test_who_gives_a_size_gets_that_size() -> None:
    assert asked()["tallest"] > asked()["height"]
    assert asked("--preset", "slide")["tallest"] == 0
    for words in (["--height", "300"], ["--size-in", "3x3"]):
        found = asked("--preset", "paper-column", *words)
        assert (found["tallest"], found["least_points"]) == (0, found["font_points"])
    assert asked("--width", "700")["tallest"] > 800


@pytest.mark.parametrize("view", list(all_pictures()))
@pytest.mark.parametrize("name", list(PRESETS))
def test_all_letters_can_be_read(name: str, view: str) -> None:
    figure = Figure(**PRESETS[name].lengths)
    run, chosen = planted(), Selection("cross", 1, 2, 6)
    found = letters(Snapshot(trace=run, view=view, selection=chosen, pinned=another_run(run)), figure)
    assert len(found) > 5
    small = {text: round(points, 2) for text, points in found.items() if points < LEAST[name]}
    assert not small
