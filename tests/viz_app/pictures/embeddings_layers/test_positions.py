"""The curve of a dimension: the paper's own sine between the positions, the table's numbers as dots at them."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import figure_texts
import numpy as np
import pytest
from PySide6.QtGui import QImage

from model.record.trace import Trace
from tests.viz_app.pictures.reading import draw, plain_style, where
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports.figures.figure import Figure
from viz_app.pictures.embeddings_layers.positions import PositionPage, picture
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
WIDTH = 16
TRACE = with_vectors(make_trace(1, 2), width=WIDTH)


def page(dimension: int, trace: Trace = TRACE, size: tuple[int, int] = (720, 410)) -> PositionPage:
    chosen = Selection("encoder", query=2, topic="position", dimension=dimension)
    made = picture(trace, chosen, *size, plain_style(), "Embeddings & layers")
    assert isinstance(made, PositionPage)
    return made


def learned() -> Trace:
    held = dict(TRACE.activations)
    held["source_position_table"] = np.random.default_rng(3).normal(size=(40, WIDTH)).astype(np.float32)
    return replace(TRACE, activations=held, meta=replace(TRACE.meta, network={"positions": "learned"}))


@pytest.mark.parametrize("dimension", [0, 1, 4, 7])
def test_between_two_positions_the_curve_is_the_formula(dimension: int) -> None:
    """§3.5: PE(pos, 2i) = sin(pos / 10000^(2i/M)), PE(pos, 2i+1) = cos(…), computed point by point."""
    made = page(dimension)
    left, _, wide, _ = made.places.curve
    y, points = made.places.heat.y, made.wave()
    assert len(points) > 2 * y.count, "drawn between the positions too"
    for point in points:
        position = (point.y() - y.start) / y.cell - 0.5
        angle = position / 10000.0 ** (2 * (dimension // 2) / WIDTH)
        expected = math.cos(angle) if dimension % 2 else math.sin(angle)
        share = (point.x() - (left + wide / 2)) / (wide / 2 - 6)
        assert share == pytest.approx(expected, abs=1e-6)


def test_the_curve_of_dimension_0_has_no_corner() -> None:
    points = page(0).wave()
    steps = [after - before for before, after in itertools.pairwise(points)]
    turns = [
        abs(math.degrees(math.atan2(b.y(), b.x()) - math.atan2(a.y(), a.x()))) for a, b in itertools.pairwise(steps)
    ]
    joined = page(0, learned()).wave()
    assert len(joined) == 40, "a learned table has numbers at its positions only"
    tops = sum(1 for turn in turns if turn > 60)  # where it turns back within half a pixel
    assert tops <= 2 * len(turns) * 0.02


@pytest.mark.parametrize("trace", [TRACE, learned()], ids=["sines", "learned"])
def test_a_dot_stands_at_every_position(trace: Trace) -> None:
    made = page(3, trace)
    _, pixels = draw(
        "embeddings_layers", Snapshot(trace=trace, selection=made.selection), made.width, made.height, made.style
    )
    accent = where(pixels, made.style.palette.accent)
    table = trace.activations["source_position_table"][:, 3]
    left, _, wide, _ = made.places.curve
    for row in range(made.places.heat.y.count):
        if row == made.row:
            continue
        dot = made.dot(row)
        share = (dot.x() - (left + wide / 2)) / (wide / 2 - 6)
        assert share * made.bound == pytest.approx(float(table[row]), abs=1e-5)
        assert accent[int(dot.y()), int(dot.x())]


def test_numbers_without_a_formula_are_joined_faintly() -> None:
    made = page(3, learned(), (720, 600))
    shown = Snapshot(trace=learned(), selection=made.selection)
    _, pixels = draw("embeddings_layers", shown, made.width, made.height, made.style)
    accent = where(pixels, made.style.palette.accent)
    dots = [made.dot(row) for row in range(made.places.heat.y.count)]
    long = [(a, b) for a, b in itertools.pairwise(dots) if abs(a.x() - b.x()) > 60]
    assert long
    for a, b in long:
        middle = (a + b) / 2
        assert not accent[int(middle.y()), int(middle.x())]


@pytest.mark.parametrize(("size", "share"), [((720, 410), 0.5), ((1440, 1090), 0.6)])
def test_table_and_curve_use_their_pane(size: tuple[int, int], share: float) -> None:
    made = page(0, with_vectors(make_trace(1, 2), width=256), size)
    heat, (_, _, wide, high) = made.places.heat, made.places.curve
    assert heat.x.length * heat.y.length + wide * high > share * size[0] * size[1]


@pytest.mark.parametrize("count", [6, 60, 150, 400])
@pytest.mark.parametrize("points", [9.0, 18.0])
def test_long_runs_have_their_curve(count: int, points: float) -> None:
    trace = with_vectors(make_trace(1, 1, ["a"] * count), width=32)
    chosen = Selection("encoder", query=count - 1, topic="position", dimension=2)
    made = picture(trace, chosen, 720, 410, replace(plain_style(), font_points=points), "t")
    assert isinstance(made, PositionPage)
    y = made.places.heat.y
    assert made.wave()[0].y() == pytest.approx(y.middle(0), abs=1)
    assert made.wave()[-1].y() == pytest.approx(y.middle(y.count - 1), abs=1)


def test_rows_of_a_long_sentence_fill_the_height_and_are_numbered_in_round_steps() -> None:
    trace = with_vectors(make_trace(1, 2, [f"word{number}" for number in range(164)]), width=WIDTH)
    style = replace(plain_style(), on_screen=True, font_points=9.0)
    made = picture(trace, Selection("encoder", query=2, topic="position"), 720, 412, style, "Embeddings & layers")
    assert isinstance(made, PositionPage)
    y = made.places.heat.y
    assert 1.4 * y.count < y.length < 2 * y.count
    image = QImage(720, 412, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    made.paint(reader)
    reader.end()
    rows = {int(words.text) for words in reader.found if words.text.isdecimal() and words.box.right() < y.start}
    assert {0, 10, 20, 160} <= rows
    assert not rows & {7, 14, 21}


@pytest.mark.parametrize("preset", ["paper-column", "slide"])
def test_on_paper_words_begin_with_what_they_are_of(preset: str) -> None:
    """The name of the curve above it, or where it has no room there below the formula; the bar below its table."""
    trace = with_vectors(make_trace(1, 2), width=256)
    now = Snapshot(trace=trace, view="embeddings_layers", selection=Selection("encoder", query=2, topic="position"))
    figure = Figure(**PRESETS[preset].lengths)
    found = figure_texts.texts(now, figure)
    left = {words.text: words.box.left() for words in found}
    name, turn, value, formula = (
        next(at for text, at in left.items() if text.startswith(begun))
        for begun in ("dimension 0:", "one turn", "position 2", "PE(pos")
    )
    assert turn == pytest.approx(value, abs=2) and turn > formula + 100
    assert name == pytest.approx(turn if preset == "slide" else formula, abs=2)
    bar = [words.box.center().x() for words in found if words.text == "−1.00"]
    assert min(bar) == pytest.approx(left["dimensions 0 … 255"], abs=3), "the bar begins under its table"
