"""One map fills its pane, measured on what is drawn: over sizes of the window, lengths, heads and sizes of text."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.all_pairs import all_pairs
from tests.viz_app.pictures.reading import level_of, pixels_of, plain_style, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import decimals, printed
from viz_app.pictures.drawing.picture import Cell, Style, page_points, style_for
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head import picture as one_head
from viz_app.pictures.one_head.places import LARGEST_CELL, LARGEST_IN_PART, ShownMap, placed
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.platform.theme import level
from viz_app.state.state import Settings, Snapshot
from viz_app.state.zoom import Zoom

#: The canvas of *One head* in windows of 1024×600, 1280×720, 1600×1000 and 2560×1440.
CANVASES = ((552, 330), (720, 450), (960, 720), (1900, 1150))
LENGTHS = ((4, 4), (14, 16), (59, 60), (57, 135), (135, 57), (299, 399))  #: source, target
WORDS = ("Das", "Tier", "überquerte", "die", "Straße", "nicht", ",", "weil", "es", "zu", "müde", "war", ".")


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def run(source: int, target: int, heads: int = 4) -> Trace:
    words = [WORDS[n * n % len(WORDS)] for n in range(max(source, target))]
    return make_trace(1, heads, words[:source], words[:target])


def on_screen(size: tuple[int, int], more: int = 0, **settings: Any) -> Style:
    chosen = replace(Settings(), **settings)
    return style_for(chosen, False, 1.0, page_points(*size, 9.0 + more), on_screen=True)


def drawn(snapshot: Snapshot, size: tuple[int, int], style: Style) -> MapSheet:
    """The sheet of the large map."""
    picture = one_head.picture(snapshot, *size, style)
    sheet = picture.main if isinstance(picture, WithSisters) else picture
    assert isinstance(sheet, MapSheet)
    return sheet


@pytest.mark.parametrize(("size", "heads", "larger"), all_pairs(CANVASES, (1, 4, 16), ((0, 0.6), (9, 0.54))), ids=str)
def test_a_map_fills_its_pane_or_its_cells_are_the_largest(
    size: tuple[int, int], heads: int, larger: tuple[int, float]
) -> None:
    """Of what lies between heading and legend and is not the other heads', which take a fifth of all at most."""
    more, least = larger  # points, at 100 % and at 200 %
    style = on_screen(size, more)
    for source, target in LENGTHS:
        trace = run(source, target, heads)
        panel = drawn(snapshot_of(trace), size, style).plan.panels[0]
        places = placed(ShownMap(trace, "cross", 0, 0, None), size, style)[1]
        content = places.page_frame.content
        left, top, wide, high = content if places.sisters is None else places.sisters.rest(content)
        assert left <= panel.left
        assert panel.left + panel.form.x.length <= left + wide
        assert top <= panel.top
        assert panel.top + panel.form.y.length <= top + high
        growth = style.font_points / 9.0
        largest = panel.form.x.cell >= 0.95 * growth * LARGEST_CELL[0] or (
            panel.form.y.cell >= 0.95 * growth * LARGEST_CELL[1]
        )
        share = panel.form.x.length * panel.form.y.length / (wide * high)
        assert share >= least or largest, (source, target, share)
        assert largest or wide * high >= 0.8 * content[2] * content[3]


def test_a_map_is_no_larger_than_its_largest_cells() -> None:
    style, size = on_screen((3000, 2400)), (3000, 2400)
    for zoom, most in ((None, LARGEST_CELL), (Zoom(1, 1, 2, 3), LARGEST_IN_PART)):
        form = drawn(replace(snapshot_of(run(4, 4)), zoom=zoom), size, style).plan.panels[0].form
        growth = style.font_points / 9.0
        assert (form.x.cell, form.y.cell) == pytest.approx((growth * most[0], growth * most[1]), abs=1)


def test_cells_are_not_slimmer_than_six_to_one() -> None:
    size = (960, 720)
    for source, target in ((2, 120), (120, 2)):
        form = drawn(snapshot_of(run(source, target)), size, on_screen(size)).plan.panels[0].form
        wide, high = form.x.length / form.x.count, form.y.length / form.y.count
        assert max(wide / high, high / wide) <= 6.2
        assert max(wide / high, high / wide) > 3


def test_letters_and_cells_grow_with_the_page() -> None:
    assert [round(page_points(*size, 9.0), 2) for size in CANVASES] == [9.0, 9.0, 9.0, 12.6]
    assert page_points(1900, 500, 9.0) == 9.0, "a low page has no room for larger letters"
    cells = [drawn(snapshot_of(run(14, 16)), size, on_screen(size)).plan.panels[0].form for size in CANVASES]
    assert [form.x.cell for form in cells] == sorted({form.x.cell for form in cells})
    assert [form.y.cell for form in cells] == sorted({form.y.cell for form in cells})


def test_larger_letters_do_not_make_few_cells_smaller() -> None:
    size, trace = (1900, 1150), run(4, 4)
    areas = []
    for more in (0, 2, 4):
        form = drawn(snapshot_of(trace), size, on_screen(size, more)).plan.panels[0].form
        areas.append(form.x.length * form.y.length)
    assert areas == sorted(areas)
    assert areas[0] < areas[-1]


def test_other_heads_give_way_before_numbers_do() -> None:
    """Wherever a map by itself has numbers, it has them beside four or sixteen heads too."""
    seen = set()
    for turn, (size, source) in enumerate(product(((720, 450), (800, 500), (960, 720)), range(8, 34, 6))):
        found = []
        for heads in (1, (4, 16)[turn % 2]):
            trace = run(source, source, heads)
            found.append(_numbers(trace, size))
        assert len(set(found)) == 1, (size, source, found)
        seen.add(found[0])
    assert seen == {True, False}


def _numbers(trace: Trace, size: tuple[int, int]) -> bool:
    """Does the first cell of a map look otherwise with numbers?"""
    looks = []
    for values in (True, False):
        style = on_screen(size, values=values, dots=False)
        sheet = drawn(snapshot_of(trace), size, style)
        pixels, panel = pixels_of(sheet, *size, style), sheet.plan.panels[0]
        inside = pixels[panel.top + 2 :, panel.left + 2 :][: panel.form.y.cell - 4, : panel.form.x.cell - 4]
        looks.append(len(set(map(tuple, inside.reshape(-1, 3).tolist()))))
    return looks[0] > looks[1]


def test_a_narrower_cell_has_one_decimal_less() -> None:
    style = replace(plain_style(values=True), fewest_decimals=1)
    cells = {wide: Axis(0, 3, 3 * wide) for wide in (19, 20, 27, 28, 64)}
    assert [printed(axis, Axis(0, 3, 60), style) for axis in cells.values()] == [False, True, True, True, True]
    assert [decimals(cells[wide], style) for wide in (20, 27, 28, 64)] == [1, 1, 2, 3]
    assert [decimals(cells[wide], replace(style, most_decimals=2)) for wide in (20, 28, 64)] == [1, 2, 2]
    usual = replace(style, fewest_decimals=2)
    assert [printed(axis, Axis(0, 3, 60), usual) for axis in cells.values()] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("lengths", "zoom", "ratio"),
    all_pairs(((14, 16), (57, 135), (135, 57), (299, 399)), (None, Zoom(3, 2, 11, 9)), (1.0, 1.5)),
)
def test_planted_weights_are_where_a_click_finds_them(
    lengths: tuple[int, int], zoom: Zoom | None, ratio: float
) -> None:
    """No two alike and none mirrored: a swapped, shifted or stretched map cannot pass."""
    source, target = lengths
    trace = run(source, target)
    shape = (target + 1, source + 1)
    weights = np.zeros((1, 4, *shape), dtype=np.float32)
    first = (3, 2) if zoom else (0, 0)
    spots = {(first[0] + 4, first[1] + 1): 0.9, (first[0], first[1] + 6): 0.7, (first[0] + 7, first[1]): 0.5}
    if zoom is None:
        spots |= {(shape[0] - 1, shape[1] - 4): 0.8, (shape[0] - 6, shape[1] - 1): 0.6, (shape[0] // 2, 5): 0.4}
    for (query, key), weight in spots.items():
        weights[0, 1, query, key] = weight
    style = replace(on_screen((720, 450), values=False, dots=False), ratio=ratio)
    snapshot = replace(snapshot_of(replace(trace, cross_attention=weights), head=1), zoom=zoom)
    picture = one_head.picture(snapshot, 720, 450, style)
    pixels = pixels_of(picture, 720, 450, style)
    panel = drawn(snapshot, (720, 450), style).plan.panels[0]
    found: dict[Cell, set[int | None]] = {}
    inside = pixels[panel.top : panel.top + panel.form.y.length, panel.left : panel.left + panel.form.x.length]
    numbers = inside.reshape(-1, 3).astype(np.int64) @ (1 << 16, 1 << 8, 1)  # sorted sooner than rows of three
    _, one, which = np.unique(numbers, return_index=True, return_inverse=True)
    empty = np.array([not level_of(colour, style) for colour in inside.reshape(-1, 3)[one]])
    for place in np.flatnonzero(~empty[which.ravel()]):  # whatever is drawn in another colour than 0
        y, x = panel.top + int(place) // panel.form.x.length, panel.left + int(place) % panel.form.x.length
        cell = picture.at((x + 0.5) / ratio, (y + 0.5) / ratio)
        assert cell is not None
        if (cell.query, cell.key) in spots:
            found.setdefault(cell, set()).add(level_of(pixels[y, x], style))
    assert {(cell.query, cell.key) for cell in found} == set(spots)
    for cell, levels in found.items():
        assert int(level(spots[cell.query or 0, cell.key or 0], "linear")) in levels, cell


@pytest.mark.parametrize("last", ["eingeschlafen", "da"])
def test_nothing_stands_on_the_heading_of_a_slim_map(last: str) -> None:
    """A short sentence and a long target: three lines of a title, and on a plate the longest of few names."""
    words = ("Ich", "war", "so", ",", last)
    trace = make_trace(source=words, target=[f"a{step % 9}" for step in range(300)], heads=4)
    assert trace.cross_attention is not None
    weights = np.full_like(trace.cross_attention, 0.1)
    weights[..., len(words) - 1] = 1 - 0.1 * (weights.shape[-1] - 1)
    trace, size = replace(trace, cross_attention=weights), (720, 430)
    style = on_screen(size)
    sheet = drawn(snapshot_of(trace, step=150), size, style)
    left, top, _, high = sheet.plan.heading
    ink = pixels_of(sheet, *size, style).astype(int).max(axis=2) < 200
    beside, end = sheet.plan.panels[0].left, top + high
    under = ink[end : sheet.plan.panels[0].top, left:beside].any(axis=1)
    starts = np.flatnonzero(np.diff(np.append(False, under).astype(int)) == 1)
    assert len(starts) == 4, "each line of the title apart, and the name of the first row"
    assert not ink[end : end + 2].any(), "a gap below the heading, whatever stands below it"
    assert ink[end : sheet.plan.panels[0].top, beside:].any(), "the name is there"
