"""Squares whose area is the weight, on paper, in the colour of the scale."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from model.record.trace import KINDS, Kind
from tests.viz_app.pictures.reading import (
    areas,
    array_of,
    cell_box,
    colours_in,
    expected_level,
    level_of,
    plain_style,
    rgb,
    sheet,
    snapshot_of,
)
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import SQUARED_CELL, printed, sides, squared, squares
from viz_app.state.zoom import Zoom

TRACE = make_trace(layers=1, heads=2, source=["a", "b", "c"], target=["d", "e"], padding=1, seed=9)
SIZE = (520, 380)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_the_area_is_the_weight(ratio: float) -> None:
    style = plain_style(ratio=ratio, squares=True)
    x, y = Axis(0, 1, round(57 * ratio)), Axis(0, 1, round(41 * ratio))
    full = min(x.cell, y.cell) - 2 * round(ratio)
    for weight in (0.0, 0.01, 0.04, 0.25, 0.5, 0.81, 1.0):
        side = int(sides(np.array([[weight]], dtype=np.float32), x, y, style)[0, 0])
        assert abs(side - full * weight**0.5) <= 0.5
    assert sides(np.array([[np.nan, np.inf, -np.inf]], dtype=np.float32), x, y, style).tolist() == [[0, full, 0]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("zoom", [None, Zoom(1, 1, 2, 2)], ids=["whole", "a part"])
@pytest.mark.parametrize(
    "scale", [{}, {"scale": "sqrt"}, {"per_map_scale": True}], ids=["linear", "sqrt", "own maximum"]
)
def test_each_square_stands_in_the_middle_of_its_cell(kind: Kind, zoom: Zoom | None, scale: dict[str, Any]) -> None:
    style = plain_style(squares=True, dots=False, ratio=2.0, **scale)
    picture, pixels = sheet("one_head", replace(snapshot_of(TRACE, kind, head=1), zoom=zoom), *SIZE, style)
    panel, part = picture.plan.panels[0], zoom or Zoom(0, 0, 99, 99)
    attention, mask = TRACE.attention(kind), TRACE.mask(kind)
    assert attention is not None
    assert mask is not None
    weights, paper, checked = attention[0, 1], rgb(style.palette.paper), 0
    for query, key in np.argwhere(mask):
        if not part.holds(int(query), int(key)):
            continue
        x, y, wide, high = cell_box(panel, int(query) - part.row * (zoom is not None), int(key) - part.column)
        weight = float(weights[query, key])
        share = weight / float(weights.max()) if style.per_map_scale else weight
        side = round((min(wide, high) - 4) * share**0.5)
        cell = pixels[y + 2 : y + high, x + 2 : x + wide]  # hairlines aside
        others = (paper, rgb(style.palette.grid), rgb(style.palette.selection))
        inked = ~np.any([(cell == other).all(axis=-1) for other in others], axis=0)
        if side < 6:
            continue  # too pale, perhaps, to be seen
        rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        assert len(columns) == pytest.approx(side, abs=1)
        assert kind != "encoder" or len(rows) == len(columns)  # elsewhere the step's frame covers a row's foot
        assert (rows[0] + rows[-1]) / 2 + 1 == pytest.approx((high - 1) / 2, abs=2)
        assert (columns[0] + columns[-1]) / 2 + 1 == pytest.approx((wide - 1) / 2, abs=1)
        level = level_of(pixels[y + high // 2, x + wide // 2], style)
        assert level is not None
        assert abs(level - expected_level(weight, style, float(weights.max()))) <= 1
        checked += 1
    assert checked >= 3


def test_weight_zero_leaves_paper_and_what_is_blocked_keeps_its_pattern() -> None:
    style = plain_style(squares=True, dots=False)
    assert TRACE.encoder_attention is not None
    weights = TRACE.encoder_attention.copy()
    weights[0, 0, 1, 2] = 0
    trace = replace(TRACE, encoder_attention=weights)
    picture, pixels = sheet("one_head", snapshot_of(trace, "encoder"), *SIZE, style)
    panel = picture.plan.panels[0]
    assert colours_in(pixels, cell_box(panel, 1, 2), 2) == {rgb(style.palette.paper)}
    padding = colours_in(pixels, cell_box(panel, 1, 4), 2)
    assert padding == {rgb(style.palette.blocked), rgb(style.palette.dots)}
    picture, pixels = sheet("one_head", snapshot_of(TRACE, "decoder"), *SIZE, style)
    future = colours_in(pixels, cell_box(picture.plan.panels[0], 0, 2), 2)
    assert future == {rgb(style.palette.blocked), rgb(style.palette.hatch)}


def test_a_leak_shows_through_the_pattern() -> None:
    style = plain_style(squares=True, dots=False)
    assert TRACE.cross_attention is not None
    weights = TRACE.cross_attention.copy()
    weights[0, 0, 1, 4] = 0.5
    leaky = replace(TRACE, cross_attention=weights, meta=replace(TRACE.meta, leaky_mask=True))
    picture, pixels = sheet("one_head", snapshot_of(leaky), *SIZE, style)
    colours = colours_in(pixels, cell_box(picture.plan.panels[0], 1, 4), 2)
    assert rgb(style.palette.dots) in colours
    assert tuple(style.colour_map.table[128].tolist()) in colours


def test_small_cells_are_filled_and_the_legend_says_nothing_of_squares() -> None:
    long = make_trace(1, 1, ["x"] * 60, ["y"] * 60)
    style = plain_style(squares=True)
    picture, pixels = sheet("one_head", snapshot_of(long), 300, 220, style)
    plain = sheet("one_head", snapshot_of(long), 300, 220, plain_style())[1]
    assert picture.plan.panels[0].form.x.cell < SQUARED_CELL
    assert (pixels == plain).all()
    assert not picture.plan.style.squares


def test_numbers_give_way_to_squares() -> None:
    cell = Axis(0, 3, 180)
    assert printed(cell, cell, plain_style(values=True))
    style = plain_style(values=True, squares=True)
    assert squared(cell, cell, style)
    assert not printed(cell, cell, style)


@pytest.mark.parametrize("view", ["one_layer", "all_layers"])
def test_all_maps_of_a_picture_are_drawn_alike(view: str) -> None:
    style = plain_style(squares=True, dots=False)
    trace = make_trace(layers=2, heads=2, source=["a", "b", "c"], target=["d", "e"], padding=1, seed=9)
    picture, pixels = sheet(view, snapshot_of(trace, "encoder", layer=1), 620, 420, style)
    assert trace.encoder_attention is not None
    for panel in picture.plan.panels:
        x, y, wide, high = cell_box(panel, 2, 1)
        weight = float(trace.encoder_attention[panel.layer, panel.head, 2, 1])
        inked = (pixels[y + 1 : y + high, x + 1 : x + wide] != rgb(style.palette.paper)).any(axis=-1)
        assert inked.any(axis=0).sum() == pytest.approx((min(wide, high) - 2) * weight**0.5, abs=1)
    assert len(areas(picture, 1)) > 10


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("cell", [7, 10, 31])
def test_as_rectangles_they_are_the_same_pixels(cell: int, ratio: float) -> None:
    style = plain_style(ratio=ratio)
    shares = np.random.default_rng(cell).random((5, 7)).astype(np.float32) ** 3
    shares[2, 3] = 0
    cell = round(cell * ratio)
    x, y = Axis(0, 7, 7 * cell), Axis(0, 5, 5 * cell)
    colours = (np.arange(35, dtype=np.uint32) * 4111 | 0xFF000000).reshape(5, 7).astype(np.uint32)
    drawing = squares(shares, colours, x, y, style)
    again = QImage(drawing.rect().size(), QImage.Format.Format_RGB32)
    painter = QPainter(again)
    drawing.draw(painter)
    painter.end()
    np.testing.assert_array_equal(array_of(again), array_of(drawing.pixels))
