"""The legend says what colours mean, in the scale on display, and explains what occurs and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from model.record.trace import Kind
from tests.viz_app.pictures.reading import Pixels, array_of, level_of, plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import cell_states, legends, quantities
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.legends import Bar, Entry, bar_text, entries_for, legend
from viz_app.pictures.drawing.marks import INKS
from viz_app.pictures.drawing.panels import form_of
from viz_app.pictures.drawing.picture import Style

ALL: tuple[Entry, ...] = ("allowed", "future", "padding", "undecoded", "maximum", "step")


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def on_paper(image: Drawing, style: Style) -> Pixels:
    paper = QImage(image.rect().size(), QImage.Format.Format_RGB32)
    paper.fill(int(style.palette.paper.removeprefix("#"), 16))
    painter = QPainter(paper)
    painter.drawImage(0, 0, image.pixels)
    painter.end()
    return array_of(paper)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_bar_runs_evenly_through_all_levels(ratio: float, dark: bool) -> None:
    style = plain_style(dark, ratio)
    pixels = on_paper(legend(style.px(700), Bar(), (), style, "en"), style)
    row = pixels[round(1.7 * style.font_pixels) // 2]
    bar = [level_of(colour, style) for colour in row[style.px(8) : style.px(8) + style.px(legends.BAR)]]
    assert None not in bar
    levels = [level for level in bar if level is not None]
    assert levels == sorted(levels)
    assert levels[0] <= 2
    assert levels[-1] >= 253
    middle = levels[len(levels) // 2]
    assert middle == pytest.approx(127.5, abs=3)


def test_the_scale_is_named() -> None:
    assert bar_text(Bar(), plain_style()) == "weight"
    assert "√" in bar_text(Bar(), plain_style(scale="sqrt"))
    assert "maximum" in bar_text(Bar(None), plain_style(per_map_scale=True))
    both = bar_text(Bar(0.83), plain_style(scale="sqrt", per_map_scale=True))
    assert "√" in both
    assert "maximum" in both
    assert "0.83" in both


def test_ticks_stand_where_the_scale_puts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert quantities.bar_place(0.25, plain_style(), 101) == pytest.approx(25, abs=0.3)
    assert quantities.bar_place(0.25, plain_style(scale="sqrt"), 101) == pytest.approx(50, abs=0.3)
    assert quantities.bar_place(1, plain_style(scale="sqrt"), 101) == 100


def test_tick_texts_are_weights_where_one_number_is_right_for_every_map() -> None:
    assert [legends.tick_text(share, Bar()) for share in (0, 0.01, 0.25, 0.5, 1)] == ["0", "0.01", "0.25", "0.5", "1"]
    assert [legends.tick_text(share, Bar(0.8)) for share in (0, 0.25, 1)] == ["0", "0.2", "0.8"]
    assert [legends.tick_text(share, Bar(None)) for share in (0, 0.25, 1)] == ["0 %", "25 %", "100 %"]


@pytest.mark.parametrize("width", [20, 150, 300, 500, 1200])
@pytest.mark.parametrize("bar", [None, Bar()], ids=["no bar", "bar"])
def test_entries_flow_into_the_width(width: int, bar: Bar | None) -> None:
    style = plain_style()
    heights = [legend(width, bar, ALL[:count], style, "en").height() for count in range(len(ALL) + 1)]
    assert heights == sorted(heights)
    assert legend(width, bar, ALL, style, "en").width() == width


def test_no_entry_is_cut_beside_the_bar() -> None:
    """One that has no room there stands under it."""
    style = replace(plain_style(), on_screen=True)
    for width in range(180, 400, 4):
        pixels = on_paper(legend(width, Bar(), ("maximum",), style, "en"), style)
        assert (pixels[:, -1] == pixels[0, -1]).all(), width
    heights = [legends.legend_height(width, Bar(), ("maximum",), style, "en") for width in (180, 400)]
    assert heights == [2 * heights[1], heights[1]]


def test_an_entry_is_drawn_with_what_it_explains() -> None:
    style = plain_style()
    wanted = {"future": style.palette.hatch, "padding": style.palette.dots, "allowed": style.palette.allowed,
              "step": style.palette.selection, "undecoded": style.palette.undecoded}  # fmt: skip
    marks = {name: tuple(bytes.fromhex(colour.removeprefix("#"))) for name, colour in wanted.items()}
    for name in marks:
        entries: tuple[Entry, ...] = (name,)  # type: ignore[assignment]  # a key of the dict above
        pixels = on_paper(legend(300, None, entries, style, "en"), style)[:, : style.px(18)]
        present = {other for other, colour in marks.items() if (pixels == np.array(colour)).all(axis=-1).any()}
        assert present == {name}


def test_only_what_occurs_is_explained() -> None:
    plain, padded = make_trace(), make_trace(padding=2)
    bare = plain_style(dots=False)
    assert entries_for("encoder", cell_states.states(plain, "encoder"), bare) == ()
    assert entries_for("encoder", cell_states.states(padded, "encoder"), plain_style()) == ("maximum", "padding")
    assert entries_for("decoder", cell_states.states(padded, "decoder"), bare) == ("step", "future", "undecoded")
    assert entries_for("cross", None, bare) == ("step", "undecoded")
    assert entries_for("encoder", None, plain_style(squares=True)) == ("square", "maximum")
    scores = replace(plain_style(squares=True, dots=False), quantity="score")
    assert entries_for("encoder", None, scores) == ("amount",)


@pytest.mark.parametrize("width", [250, 290, 330, 380, 480])
def test_the_name_of_a_bar_ends_inside_its_room(width: int) -> None:
    """Two bars may stand side by side: the one must not run into the other, nor end in half a letter."""
    style = plain_style(per_map_scale=True)
    pixels = on_paper(legend(width, Bar(0.83, "score"), (), style, "en"), style)
    assert (pixels[:, -1] == pixels[-1, 0]).all()
    assert bar_text(Bar(0.83), style, brief=True) == "weight / map maximum"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_dot_of_a_rows_maximum_is_as_on_cells(dark: bool) -> None:
    """On a pale and on a strong cell, each with the ink that a cell of that colour has, and no other."""
    style = plain_style(dark)
    pixels = on_paper(legend(300, None, ("maximum",), style, "en"), style)
    top = (round(1.7 * style.font_pixels) - 14) // 2
    pixels = pixels[top + 1 : top + 13, 1:27]  # the two cells without their rim
    inks = {tuple(bytes.fromhex(ink.removeprefix("#"))) for ink in INKS}
    found = {tuple(colour) for colour in pixels.reshape(-1, 3).tolist()} & inks
    assert found == inks, "a dark dot and a light one"
    for ink, (rows, columns) in ((ink, np.nonzero((pixels == np.array(ink)).all(axis=-1))) for ink in inks):
        assert len(rows) >= 4, "a dot, not a speck"
        ground = level_of(pixels[-1, columns[0]], style)
        assert ground is not None, "it lies on a colour of the map"
        light = bool(style.colour_map.dark[ground])
        assert ink == tuple(bytes.fromhex(INKS[int(light)].removeprefix("#")))


def test_what_is_absent_keeps_its_place() -> None:
    style, entries = plain_style(), entries_for("decoder", cell_states.states(make_trace(), "decoder"), plain_style())
    whole = on_paper(legend(900, Bar(), entries, style, "en"), style)
    less = on_paper(legend(900, Bar(), entries, style, "en", frozenset({"undecoded"})), style)
    assert whole.shape == less.shape
    differs = np.flatnonzero((whole != less).any(axis=(0, 2)))
    before = legend(900, Bar(), entries[:-1], style, "en")
    inked = np.flatnonzero((on_paper(before, style) != whole[-1, -1]).any(axis=(0, 2)))
    assert entries[-1] == "undecoded"
    assert differs[0] > inked[-1], "only what comes last is gone"


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_pattern_is_explained_from_the_step_that_shows_it(kind: Kind) -> None:
    """By a plain loop over every step and cell of a part."""
    trace, rows, columns = make_trace(padding=2), (2, 5), (1, 6)
    states = cell_states.states(trace, kind)
    assert states is not None
    axes = Axis(0, columns[1], 10 * columns[1], columns[0]), Axis(0, rows[1], 10 * rows[1], rows[0])
    form = replace(form_of(kind, *axes, True, False), x=axes[0], y=axes[1])
    found = legends.first_steps(states, form)
    names = {cell_states.FUTURE: "future", cell_states.PADDING: "padding"}
    for step in range(trace.steps):
        seen = set()
        for row in range(rows[0], sum(rows)):
            for column in range(columns[0], sum(columns)):
                if (kind == "encoder" or row <= step) and (kind != "decoder" or column <= step):
                    seen.add(names.get(int(states[row, column]), ""))
        assert {name for name, first in found.items() if step >= first} == seen - {""}
