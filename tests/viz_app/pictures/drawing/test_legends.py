"""The legend says what colours mean, in the scale on display, and explains what occurs and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.reading import Pixels, array_of, level_of, plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import cell_states, legends, quantities
from viz_app.pictures.drawing.legends import Bar, Entry, bar_text, entries_for, legend
from viz_app.pictures.drawing.picture import Style

ALL: tuple[Entry, ...] = ("allowed", "future", "padding", "undecoded", "maximum", "step")


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def on_paper(image: QImage, style: Style) -> Pixels:
    paper = QImage(image.size(), QImage.Format.Format_RGB32)
    paper.fill(int(style.palette.paper.removeprefix("#"), 16))
    painter = QPainter(paper)
    painter.drawImage(0, 0, image)
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
