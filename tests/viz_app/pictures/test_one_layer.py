"""All heads of a layer: each under its own name, the selected one framed, the same axes for all."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import figure_texts
import numpy as np
import pytest
from PySide6.QtGui import QImage

from tests.viz_app.pictures.reading import (
    assert_apart_and_inside,
    cell_box,
    plain_style,
    sheet,
    snapshot_of,
    spy_on_texts,
    where,
)
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import grid, token_labels
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.marks import printed
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.platform.theme import font, text_width

QUIET = replace(plain_style(), dots=False)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


@pytest.mark.parametrize("heads", [1, 2, 5, 8, 16, 32])
@pytest.mark.parametrize("size", [(500, 350), (901, 640), (640, 1200)])
def test_each_map_stands_under_its_name(heads: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, grid)
    trace = make_trace(layers=2, heads=heads, seed=heads)
    picture, _ = sheet("one_layer", snapshot_of(trace, layer=1), *size, QUIET)
    assert [(panel.layer, panel.head) for panel in picture.plan.panels] == [(1, head) for head in range(heads)]
    names = {text.text: text.box for text in texts}
    short = "Head 1" not in names
    for panel in picture.plan.panels:
        x, y, wide, high = names[str(panel.head + 1) if short else f"Head {panel.head + 1}"]
        assert text_width(f"Head {heads}", font(QUIET.font_pixels, bold=True)) <= wide or short or heads == 1
        assert x == panel.left
        assert y + high <= panel.top
        others = [other for other in picture.plan.panels if other.left == panel.left and other.top < panel.top]
        assert all(other.top + other.form.y.length <= y for other in others)


@pytest.mark.parametrize("heads", [1, 3, 8, 32])
def test_maps_do_not_overlap_and_stay_inside(heads: int) -> None:
    trace = make_trace(layers=1, heads=heads)
    for size in ((300, 220), (500, 350), (1100, 700)):
        picture, _ = sheet("one_layer", snapshot_of(trace), *size, QUIET)
        assert_apart_and_inside(picture, size)


def test_the_selected_head_is_framed() -> None:
    trace = make_trace(layers=1, heads=4)
    for head in range(4):
        picture, pixels = sheet("one_layer", snapshot_of(trace, "encoder", head=head), 700, 500, QUIET)
        orange = where(pixels, QUIET.palette.selection)
        rows, columns = np.flatnonzero(orange.any(axis=1)), np.flatnonzero(orange.any(axis=0))
        x, y, wide, high = picture.plan.panels[head].box
        assert (columns[0], rows[0]) == (x - 4, y - 4)
        assert (columns[-1], rows[-1]) == (x + wide + 3, y + high + 3)


def test_pointing_reads_out_every_head() -> None:
    trace = make_trace(layers=1, heads=4, source=["a", "b"], target=["c", "d"])
    style = plain_style()
    plain = sheet("one_layer", snapshot_of(trace, "encoder"), 500, 350, style)[1]
    picture, crossed = sheet("one_layer", snapshot_of(trace, "encoder", query=0, key=1), 500, 350, style)
    for panel in picture.plan.panels:
        x, y, wide, high = panel.box
        corner = np.s_[y + high - 16 : y + high, x + wide - 30 : x + wide]
        assert (plain[corner] != crossed[corner]).any()


@pytest.mark.parametrize("view", ["one_layer", "all_layers"])
def test_a_read_out_is_the_weight_of_its_own_map(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every weight that is read out is of the selected row and column, in the order of the maps."""
    told: list[str] = []
    real = token_labels.number

    def number(text: str, style: Style) -> Drawing:
        told.append(text)
        return real(text, style)

    monkeypatch.setattr(token_labels, "number", number)
    trace = make_trace(layers=3, heads=4, source=["a", "b", "c"], target=["d", "e"], seed=8)
    picture, _ = sheet(view, snapshot_of(trace, layer=1, head=2, query=1, key=3), 900, 700, plain_style())
    attention = trace.cross_attention
    assert attention is not None
    assert told == [f"{attention[panel.layer, panel.head, 1, 3]:.2f}" for panel in picture.plan.panels]
    assert len(set(told)) > len(told) / 2


@pytest.mark.parametrize("view", ["one_layer", "all_layers"])
def test_where_numbers_are_printed_nothing_lies_over_them(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell holds its number already: a plate with one of them would only hide another."""
    told: list[str] = []
    real = token_labels.number

    def noting(text: str, style: Style) -> Drawing:
        told.append(text)
        return real(text, style)

    monkeypatch.setattr(token_labels, "number", noting)
    trace = make_trace(layers=2, heads=2, source=["a", "b"], target=["c", "d"])
    style = replace(plain_style(), values=True)
    crossed = snapshot_of(trace, query=1, key=2)
    picture, _ = sheet(view, crossed, 900, 700, style)
    assert printed(picture.plan.panels[0].form.x, picture.plan.panels[0].form.y, style)
    assert not told
    sheet(view, crossed, 900, 700, plain_style())
    assert len(told) == len(picture.plan.panels)


def test_a_name_belongs_to_its_map() -> None:
    trace = make_trace(layers=2, heads=4)
    picture, _ = sheet("one_layer", snapshot_of(trace, layer=1), 700, 500, QUIET)
    for panel in picture.plan.panels[2:]:
        assert picture.at(panel.left + 3, panel.top - 6) == Cell("cross", 1, panel.head, None, None)


def test_labels_stand_at_the_outer_edges_only() -> None:
    trace = make_trace(layers=1, heads=4)
    picture, _ = sheet("one_layer", snapshot_of(trace), 700, 500, QUIET)
    left, top = (min(getattr(panel, side) for panel in picture.plan.panels) for side in ("left", "top"))
    rows = [strip for strip in picture.plan.strips if strip.strip.rows]
    columns = [strip for strip in picture.plan.strips if not strip.strip.rows]
    assert {strip.left for strip in rows} == {left}
    assert {strip.top for strip in rows} == {panel.top for panel in picture.plan.panels}
    assert {strip.top for strip in columns} == {top}
    assert {strip.left for strip in columns} == {panel.left for panel in picture.plan.panels}


def test_in_small_cells_only_the_selected_one_is_outlined() -> None:
    trace = make_trace(layers=1, heads=4, source=["a"] * 15, target=["b"] * 15)
    plain = sheet("one_layer", snapshot_of(trace, "encoder"), 420, 300, QUIET)[1]
    picture, crossed = sheet("one_layer", snapshot_of(trace, "encoder", query=2, key=9), 420, 300, QUIET)
    for panel in picture.plan.panels:
        assert 3 <= panel.form.x.cell < 12
        x, y, wide, high = cell_box(panel, 2, 9)
        assert (crossed[y - 1, x : x + wide] == 255).all()
        assert (crossed[y - 2, x : x + wide] < 30).all()
        row = np.s_[y - 2 : y + high + 2, panel.left : x - 3]
        assert (plain[row] == crossed[row]).all()


@pytest.mark.parametrize(
    ("tokens", "size", "dotted"), [(3, (700, 500), True), (40, (420, 300), False), (260, (420, 300), False)]
)
def test_the_legend_explains_dots_only_where_cells_have_room_for_them(
    tokens: int, size: tuple[int, int], dotted: bool
) -> None:
    """With more keys than pixels too, where a cell is less than one."""
    trace = make_trace(layers=1, heads=4, source=["a"] * tokens, target=["b"] * tokens)
    for view in ("one_head", "one_layer", "masks"):
        picture, pixels = sheet(view, snapshot_of(trace, "encoder"), *size, plain_style())
        assert picture.plan.style.dots == dotted or view == "masks"
        _, quiet = sheet(view, snapshot_of(trace, "encoder"), *size, QUIET)
        assert (pixels != quiet).any() == dotted


def test_names_of_keys_do_not_go_on_from_one_map_to_the_next() -> None:
    """The last that is drawn, whichever key it is of, is left out where the next map's first stands close."""
    trace = make_trace(layers=1, heads=16, source=["Straße"] * 60, target=["b"] * 66)
    for width in (524, 548):
        picture, _ = sheet("one_layer", snapshot_of(trace), width, 335, replace(QUIET, on_screen=True))
        image = QImage(width, 335, QImage.Format.Format_RGB32)
        reader = figure_texts.Reader(image)
        picture.paint(reader)
        reader.end()
        starts = [words.box.left() for words in reader.found if words.text == "Straße"]
        steps = [after - before for before, after in pairwise(starts)]
        assert steps.count(max(steps)) == 7, "eight maps in a row"
        assert max(steps) > 1.4 * min(steps)


@pytest.mark.parametrize("view", ["one_layer", "all_layers"])
def test_on_paper_the_title_of_keys_ends_with_the_last_map(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, grid)
    picture, _ = sheet(view, snapshot_of(make_trace(layers=2, heads=4)), 1280, 720, replace(QUIET, tall=True))
    title = next(text for text in texts if text.text.startswith("key:"))
    assert title.box[0] + title.box[2] == max(panel.left + panel.form.x.length for panel in picture.plan.panels)


def test_on_paper_names_of_rows_have_no_room_that_they_do_not_need() -> None:
    trace = make_trace(layers=1, heads=2, target=["street", *["an"] * 38])
    style = replace(QUIET, emphasis=False)
    picture, _ = sheet("one_layer", snapshot_of(trace), 420, 250, style)
    rows = next(strip for strip, *_ in picture.plan.strips if strip.rows)
    drawn = [rows.labels[index].text for index in rows.drawn]
    needed = max(text_width(word, token_labels.row_font(style, rows.axis)) for word in drawn)
    assert "street" in drawn and needed < rows.image.width() < needed + 12
    assert rows.image.width() < token_labels.width_of(rows.labels, style, 200), "its letters are smaller than others"
