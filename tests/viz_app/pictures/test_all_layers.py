"""Layers go down, heads go across, and the names beside them say so."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.viz_app.pictures.reading import assert_apart_and_inside, plain_style, sheet, snapshot_of, spy_on_texts, where
from tests.viz_app.pictures.test_every_picture import check_every_cell
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import grid, head_orders
from viz_app.platform.preferences import HeadOrder
from viz_app.state.state import Settings

STYLE = plain_style()


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (3, 4), (6, 8), (12, 16), (24, 32), (1, 32), (24, 1)])
@pytest.mark.parametrize("size", [(500, 350), (1000, 701)])
def test_maps_stand_beside_the_names_of_their_layer_and_head(
    layers: int, heads: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = spy_on_texts(monkeypatch, grid)
    trace = make_trace(layers, heads, source=["a"], target=["b"], seed=layers)
    picture, _ = sheet("all_layers", snapshot_of(trace, "encoder"), *size, STYLE)
    panels = {(panel.layer, panel.head): panel for panel in picture.plan.panels}
    assert list(panels) == [(layer, head) for layer in range(layers) for head in range(heads)]
    left = min(panel.left for panel in panels.values())
    sides = [text for text in texts if text.bold and text.box[0] + text.box[2] <= left]
    beside = {text.text.removeprefix("Layer "): text.box for text in sides}
    above = {text.text.removeprefix("Head "): text.box for text in texts if text.bold and text not in sides}
    for (layer, head), panel in panels.items():
        x, y, wide, high = panel.box
        across = above.get(str(head + 1))
        if across is not None:
            assert across[0] < x + wide / 2 < across[0] + across[2]
            assert across[1] + across[3] <= y + 1
        down = beside.get(str(layer + 1))
        if down is not None:
            assert down[1] <= y + high / 2 <= down[1] + down[3]
    assert len(beside) >= min(layers, 12)
    assert len(above) >= min(heads, 8)
    if sides[0].text.isdecimal():
        assert {"Layer"} <= {text.text for text in texts}, "what the numbers are"


@pytest.mark.parametrize(("layers", "heads", "tokens"), [(6, 8, 10), (6, 8, 60), (24, 32, 12), (12, 16, 90)])
def test_maps_do_not_overlap_and_stay_inside(layers: int, heads: int, tokens: int) -> None:
    trace = make_trace(layers, heads, ["x"] * tokens, ["y"])
    for size in ((500, 350), (1000, 700)):
        picture, _ = sheet("all_layers", snapshot_of(trace, "cross"), *size, STYLE)
        assert_apart_and_inside(picture, size)


def test_the_selected_map_is_framed_in_its_layer_and_head() -> None:
    trace = make_trace(3, 4)
    for layer, head in ((0, 0), (1, 3), (2, 1)):
        picture, pixels = sheet("all_layers", snapshot_of(trace, "encoder", layer, head), 700, 500, STYLE)
        orange = where(pixels, STYLE.palette.selection)
        rows, columns = np.flatnonzero(orange.any(axis=1)), np.flatnonzero(orange.any(axis=0))
        x, y, wide, high = picture.plan.panels[layer * 4 + head].box
        assert (columns[0], rows[0]) == (x - 4, y - 4)
        assert (columns[-1], rows[-1]) == (x + wide + 3, y + high + 3)


def test_rows_so_low_that_few_have_names_show_only_the_current_one_beside_the_selected_map() -> None:
    trace = make_trace(12, 6, [f"k{n}" for n in range(40)], [f"q{n}" for n in range(40)])
    style = replace(STYLE, on_screen=True)
    roomy, _ = sheet("all_layers", snapshot_of(make_trace(2, 3)), 700, 500, style)
    assert sum(placed.strip.rows for placed in roomy.plan.strips) == 2
    for layer in (0, 7):
        snapshot = snapshot_of(trace, layer=layer, head=2, step=17)
        picture, with_label = sheet("all_layers", snapshot, 700, 500, style)
        (at,) = (placed for placed in picture.plan.strips if placed.strip.rows)
        assert at.top == picture.plan.panels[6 * layer].top
        without = sheet("all_layers", snapshot, 700, 500, replace(style, emphasis=False))[1]
        differs = (with_label != without).any(axis=-1)[:, : at.left - 4]
        middle = at.top + at.strip.axis.middle(17)
        found = np.flatnonzero(differs.any(axis=1))
        assert abs((found[0] + found[-1]) / 2 - middle) <= 2
        assert found[-1] - found[0] < 18


def test_half_decoded_pixels_show_the_rows_so_far_of_their_own_map() -> None:
    trace = make_trace(2, 3, ["x"] * 299, ["y"] * 299)
    weights = np.zeros((2, 3, 300, 300), dtype=np.float32)
    for layer, head, row in product(range(2), range(3), range(140, 170)):
        weights[layer, head, row, key_of(layer, head, row)] = 1
    style = plain_style()
    for step in range(150, 157):
        snapshot = snapshot_of(replace(trace, cross_attention=weights), step=step)
        picture, pixels = sheet("all_layers", snapshot, 500, 350, style)
        for panel in picture.plan.panels:
            x, y = panel.form.x, panel.form.y
            assert y.pooled
            pixel = y.span(step)[0]
            keys = [key_of(panel.layer, panel.head, row) for row in y.cells(pixel) if row <= step]
            full = where(pixels, f"#{bytes(style.colour_map.table[255]).hex()}")
            lit = np.flatnonzero(full[panel.top + pixel, panel.left : panel.left + x.length])
            assert set(lit.tolist()) == {x.span(key)[0] for key in keys}


@pytest.mark.parametrize("order", ["entropy", "focus", "distance", "diagonal", "previous", "similar"])
@pytest.mark.parametrize("size", [(500, 350), (1000, 701)])
def test_sorted_heads_keep_their_numbers(
    order: HeadOrder, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = spy_on_texts(monkeypatch, grid)
    trace = make_trace(3, 8, source=["a", "b"], target=["c"], seed=31)
    snapshot = replace(snapshot_of(trace, "encoder"), settings=Settings(head_order=order))
    picture, _ = sheet("all_layers", snapshot, *size, STYLE)
    wanted = head_orders.heads(snapshot)
    assert wanted is not None
    panels = picture.plan.panels
    for layer in range(3):
        row = sorted((panel for panel in panels if panel.layer == layer), key=lambda panel: panel.left)
        assert tuple(panel.head for panel in row) == wanted.heads[layer] != tuple(range(8))
        assert len({panel.top for panel in row}) == 1
        for panel in row:
            x, y, wide, _ = panel.box
            above = [
                text.text.removeprefix("Head ").partition(": ")
                for text in texts
                if text.box[0] < x + wide / 2 < text.box[0] + text.box[2] and y - 90 < text.box[1] <= y
            ]
            number, _, value = next(parts for parts in reversed(above) if parts[0].isdecimal())
            assert number == str(panel.head + 1)
            assert value == (wanted.values[layer][panel.head] if size[0] == 1000 else "")
    assert order in picture.subtitle
    assert "n = 1" in picture.subtitle
    assert picture.subtitle in picture.alt


def test_sorted_maps_show_their_own_weights() -> None:
    trace = make_trace(2, 3, source=["Ein", "Hund", "bellt"], target=["A", "dog"], padding=1, seed=8)
    for order in ("entropy", "diagonal"):
        shown = replace(snapshot_of(trace, "cross", 1, 2, step=1), settings=Settings(head_order=order, values=False))
        check_every_cell("all_layers", trace, shown, plain_style())


def key_of(layer: int, head: int, row: int) -> int:
    """Where a row gives all its weight: every row and every map elsewhere."""
    return 10 * (row - 140) + 3 * layer + head
