"""A part of a map: the same cells, colours, labels and marks as in the whole map, only larger and fewer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.pictures.one_head.test_picture import changed, ink_widths
from tests.viz_app.pictures.reading import (
    Pixels,
    areas,
    cell_box,
    draw,
    expected_level,
    level_of,
    plain_style,
    rgb,
    sheet,
    snapshot_of,
    where,
)
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot
from viz_app.state.zoom import Zoom

#: Words of different widths, in no order; S = 10, T = 12.
SOURCE = tuple("m" * n for n in (3, 1, 4, 2, 6, 5, 2, 1, 3))
TARGET = tuple("m" * n for n in (2, 5, 1, 3, 6, 1, 4, 2, 5, 3, 1))
TRACE = make_trace(layers=2, heads=2, source=SOURCE, target=TARGET, seed=3)
PART = Zoom(3, 2, 4, 5)
QUIET = replace(plain_style(), dots=False)
SIZE = (640, 460)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def part_of(trace: Trace, kind: Kind = "cross", zoom: Zoom | None = PART, **chosen: Any) -> Snapshot:
    return replace(snapshot_of(trace, kind, layer=1, head=1, **chosen), zoom=zoom)


def cells_of(kind: Kind, step: int, zoom: Zoom = PART) -> set[tuple[int, int]]:
    """What can be seen of a part after a step, by plain loops."""
    found = set()
    for query in range(zoom.row, zoom.row + zoom.rows):
        for key in range(zoom.column, zoom.column + zoom.columns):
            if (kind == "encoder" or query <= step) and (kind != "decoder" or key <= step):
                found.add((query, key))
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("ratio", "scale"),
    [(1.0, {}), (1.0, {"per_map_scale": True}), (1.25, {"scale": "sqrt", "per_map_scale": True}), (2.0, {})],
)
def test_every_cell_of_a_part_has_the_colour_of_its_weight(kind: Kind, ratio: float, scale: dict[str, Any]) -> None:
    style = plain_style(ratio=ratio, **scale)
    attention, mask = TRACE.attention(kind), TRACE.mask(kind)
    assert attention is not None
    assert mask is not None
    for step in (11, 4):
        picture, pixels = draw("one_head", part_of(TRACE, kind, step=step), 300, 230, style)
        found = {cell: area for cell, area in areas(picture, ratio, every=3).items() if cell.key is not None}
        assert set(found) == {Cell(kind, 1, 1, *cell) for cell in cells_of(kind, step)}
        for cell, area in found.items():
            query, key = cell.query or 0, cell.key or 0
            if mask[query, key]:
                level = level_of(pixels[area.middle], style)
                wanted = expected_level(float(attention[1, 1, query, key]), style, float(attention[1, 1].max()))
                assert level is not None
                assert abs(level - wanted) <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_labels_of_a_part_are_its_own(kind: Kind) -> None:
    plain = replace(TRACE, produced_ids=None, produced_tokens=None) if kind == "decoder" else TRACE
    trace = replace(plain, consumed_ids=None, consumed_tokens=None) if kind == "cross" else plain
    picture, pixels = sheet("one_head", part_of(trace, kind, step=11), *SIZE, QUIET)
    panel, face = picture.plan.panels[0], font(QUIET.font_pixels)
    rows = {"encoder": (*SOURCE, "</s>"), "decoder": ("<s>", *TARGET), "cross": (*TARGET, "</s>")}[kind][3:7]
    columns = ("<s>", *TARGET)[2:7] if kind == "decoder" else SOURCE[2:7]
    room = picture.plan.strips[0].strip.image.width()
    boxes = [cell_box(panel, row, 0) for row in range(4)]
    beside = [(panel.left - room, top, room - 4, high) for _, top, _, high in boxes]
    assert ink_widths(pixels, beside) == pytest.approx([text_width(token, face) for token in rows], abs=3)
    tops = [cell_box(panel, 0, column) for column in range(5)]
    above = [(left, panel.top - 18, wide, 15) for left, _, wide, _ in tops]
    assert ink_widths(pixels, above) == pytest.approx([text_width(token, face) for token in columns], abs=3)


def step_frame(pixels: Pixels, style: Style, picture: MapSheet) -> tuple[int, int] | None:
    """Top and bottom of the orange frame inside a map, relative to it."""
    panel = picture.plan.panels[0]
    orange = where(pixels, style.palette.selection)[panel.top - 4 : panel.top + panel.form.y.length + 4]
    rows = np.flatnonzero(orange[:, panel.left : panel.left + panel.form.x.length].all(axis=1))
    return (int(rows[0]) - 4, int(rows[-1]) - 4) if len(rows) else None


@pytest.mark.parametrize(("step", "row"), [(2, None), (3, 0), (5, 2), (6, 3), (7, None), (11, None)])
def test_the_steps_row_is_framed_where_it_is_seen(step: int, row: int | None) -> None:
    picture, pixels = sheet("one_head", part_of(TRACE, step=step), *SIZE, QUIET)
    high = picture.plan.panels[0].form.y.cell
    assert step_frame(pixels, QUIET, picture) == (None if row is None else (row * high - 2, (row + 1) * high + 1))


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_a_part_that_is_not_decoded_at_all_is_empty(kind: Kind) -> None:
    picture, pixels = sheet("one_head", part_of(TRACE, kind, step=1), *SIZE, plain_style())
    panel = picture.plan.panels[0]
    left, top, wide, high = panel.box
    assert (pixels[top + 3 : top + high - 3, left + 3 : left + wide - 3] == rgb(QUIET.palette.paper)).all()
    assert picture.at(left + 9, top + 9) == Cell(kind, 1, 1, None, None)
    assert picture.under(left + 9, top + 9) == (3, 2)


@pytest.mark.parametrize("zoom", [PART, Zoom(2, 6, 7, 4), Zoom(5, 0, 6, 4)])
def test_dots_stand_on_the_largest_weight_of_the_whole_row(zoom: Zoom) -> None:
    picture, plain = sheet("one_head", part_of(TRACE, zoom=zoom), *SIZE, QUIET)
    _, dotted = sheet("one_head", part_of(TRACE, zoom=zoom), *SIZE, plain_style())
    differs, panel = changed(plain, dotted), picture.plan.panels[0]
    assert TRACE.cross_attention is not None
    for query, key in cells_of("cross", 11, zoom):
        x, y, wide, high = cell_box(panel, query - zoom.row, key - zoom.column)
        wanted = key == int(TRACE.cross_attention[1, 1, query].argmax())
        assert differs[y : y + high, x : x + wide].any() == wanted


def test_a_selected_cell_is_outlined_where_it_is_seen() -> None:
    picture, plain = sheet("one_head", part_of(TRACE), *SIZE, QUIET)
    panel = picture.plan.panels[0]
    x, y, wide, high = cell_box(panel, 1, 2)
    _, crossed = sheet("one_head", part_of(TRACE, query=4, key=4), *SIZE, QUIET)
    differs = changed(plain, crossed)[panel.top :]
    rows = np.flatnonzero(differs[:, panel.left + 3])
    assert (rows[0], rows[-1]) == (y - panel.top - 2, y - panel.top + high + 1)
    _, elsewhere = sheet("one_head", part_of(TRACE, query=9, key=9), *SIZE, QUIET)
    assert not changed(plain, elsewhere)[panel.top :].any()
    _, row_only = sheet("one_head", part_of(TRACE, query=4, key=9), *SIZE, QUIET)
    assert changed(plain, row_only)[y - 2 : y + high + 2, x : x + wide].any()


def test_large_cells_print_more_decimals() -> None:
    style = replace(QUIET, values=True)
    whole, _ = sheet("one_head", part_of(TRACE, zoom=None), *SIZE, style)
    near, pixels = sheet("one_head", part_of(TRACE, zoom=Zoom(3, 2, 3, 3)), 900, 640, style)
    assert whole.plan.panels[0].form.x.cell < 64
    assert near.plan.panels[0].form.x.cell >= 88
    x, y, wide, high = cell_box(near.plan.panels[0], 0, 1)
    _, plain = sheet("one_head", part_of(TRACE, zoom=Zoom(3, 2, 3, 3)), 900, 640, QUIET)
    ink = np.flatnonzero(changed(plain, pixels)[y : y + high, x : x + wide].any(axis=0))
    face = font(round(0.95 * style.font_pixels))
    assert ink[-1] - ink[0] == pytest.approx(text_width("0.0000", face), abs=4)


def test_the_map_does_not_jump_while_one_moves_over_it() -> None:
    boxes = set()
    for row in range(9):
        for column in range(6):
            picture, _ = sheet("one_head", part_of(TRACE, zoom=Zoom(row, column, 4, 5)), *SIZE, QUIET)
            boxes.add(picture.plan.panels[0].box)
    assert len(boxes) == 1


def test_a_part_of_a_long_run_pools_its_own_cells_only() -> None:
    weights = np.zeros((1, 1, 300, 300), dtype=np.float32)
    weights[0, 0, 101, 203], weights[0, 0, 99, 203], weights[0, 0, 101, 250] = 0.9, 1.0, 0.4
    trace = replace(make_trace(1, 1, ["x"] * 299, ["y"] * 299), cross_attention=weights)
    snapshot = replace(snapshot_of(trace), zoom=Zoom(100, 100, 200, 200))
    picture, pixels = sheet("one_head", snapshot, 150, 120, QUIET)
    form = picture.plan.panels[0].form
    assert form.x.pooled
    found = areas(picture, 1, every=1)
    assert {Cell("cross", 0, 0, 101, 203), Cell("cross", 0, 0, 101, 250)} <= set(found)
    assert level_of(pixels[found[Cell("cross", 0, 0, 101, 203)].middle], QUIET) == round(255 * 0.9)
    assert 255 not in {level_of(np.array(colour), QUIET) for colour in np.unique(pixels.reshape(-1, 3), axis=0)}


def test_only_a_part_is_said_and_how_to_see_all() -> None:
    shown = part_of(TRACE, step=11)
    picture, _ = sheet("one_head", shown, *SIZE, QUIET)
    assert picture.subtitle == "step 12 / 12 · rows 4–7 of 12, columns 3–7 of 10"
    assert picture.heading.aside == ()
    assert "rows 4–7 of 12, columns 3–7 of 10" in picture.alt
    on_screen = draw("one_head", shown, *SIZE, replace(QUIET, on_screen=True))[0]
    assert isinstance(on_screen, WithSisters)
    assert on_screen.main.heading.aside == ("0 or a double click shows all",)
    all_columns = part_of(TRACE, zoom=Zoom(3, 0, 4, 10))
    assert sheet("one_head", all_columns, *SIZE, QUIET)[0].subtitle.endswith("rows 4–7 of 12")


def test_the_small_map_of_the_head_frames_the_part() -> None:
    style = replace(QUIET, on_screen=True)
    whole, before = draw("one_head", part_of(TRACE, zoom=None), *SIZE, style)
    _, after = draw("one_head", part_of(TRACE), *SIZE, style)
    assert isinstance(whole, WithSisters)
    left, top, wide, high = whole.sisters.plan.panels[1].box
    form = whole.sisters.plan.panels[1].form
    differs = changed(before, after)[top : top + high, left : left + wide]
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    assert (rows[0], rows[-1]) == (form.y.edge(3) - 2, form.y.edge(7) + 1)
    assert (columns[0], columns[-1]) == (form.x.edge(2) - 2, form.x.edge(7) + 1)
    other = whole.sisters.plan.panels[0].box
    assert not changed(before, after)[other[1] : other[1] + other[3], other[0] : other[0] + other[2]].any()


@pytest.mark.parametrize("size", [(1, 1), (60, 30), (300, 200), (900, 640)])
def test_any_part_can_be_drawn_at_any_size(size: tuple[int, int]) -> None:
    style = plain_style(squares=True, row_totals=True)
    for kind in KINDS:
        for step in (0, 6, 11):
            for zoom in (Zoom(0, 0, 1, 1), Zoom(8, 7, 2, 2), Zoom(0, 5, 10, 5), Zoom(9, 0, 1, 10)):
                picture, _ = draw("one_head", part_of(TRACE, kind, zoom, step=step), *size, style)
                assert picture.alt
