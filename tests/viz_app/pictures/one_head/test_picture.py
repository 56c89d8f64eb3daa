"""One map with everything on it: labels, numbers, maxima, the step's row, the selected cell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from model.record.trace import Kind
from tests.viz_app.pictures.reading import (
    Pixels,
    areas,
    cell_box,
    colours_in,
    draw,
    plain_style,
    rgb,
    sheet,
    snapshot_of,
    spy_on_texts,
    where,
)
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.one_head import picture as one_head
from viz_app.platform.theme import font, text_width

#: Their widths tell tokens apart: no two alike, in no order.
SOURCE = ("mmm", "m", "mmmmm", "mm")
TARGET = ("mmmm", "m", "mmmmm", "mm")
TRACE = make_trace(layers=2, heads=2, source=SOURCE, target=TARGET, seed=3)
QUIET = replace(plain_style(), dots=False)
SIZE = (900, 640)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def ink_widths(pixels: Pixels, boxes: list[tuple[int, int, int, int]]) -> list[int]:
    """How wide dark ink reaches in each box."""
    result = []
    for x, y, wide, high in boxes:
        columns = np.flatnonzero((pixels[y : y + high, x : x + wide].min(axis=-1) < 150).any(axis=0))
        result.append(int(columns[-1] - columns[0]) + 1 if len(columns) else 0)
    return result


@pytest.mark.parametrize(
    ("kind", "rows", "columns"),
    [
        ("encoder", (*SOURCE, "</s>"), (*SOURCE, "</s>")),
        ("decoder", ("<s>", *TARGET), ("<s>", *TARGET)),
        ("cross", (*TARGET, "</s>"), (*SOURCE, "</s>")),
    ],
)
def test_labels_stand_at_their_rows_and_columns(kind: Kind, rows: tuple[str, ...], columns: tuple[str, ...]) -> None:
    unpaired = replace(TRACE, produced_ids=None, produced_tokens=None) if kind == "decoder" else TRACE
    trace = replace(unpaired, consumed_ids=None, consumed_tokens=None) if kind == "cross" else unpaired
    picture, pixels = sheet("one_head", snapshot_of(trace, kind, step=4), *SIZE, QUIET)
    panel, face = picture.plan.panels[0], font(QUIET.font_pixels)
    high, wide = panel.form.y.cell, panel.form.x.cell
    room = picture.plan.strips[0].strip.image.width()
    beside = [(panel.left - room, panel.top + row * high, room - 4, high) for row in range(len(rows))]
    above = [(panel.left + column * wide, panel.top - 18, wide, 15) for column in range(len(columns))]
    assert ink_widths(pixels, beside) == pytest.approx([text_width(token, face) for token in rows], abs=3)
    assert ink_widths(pixels, above) == pytest.approx([text_width(token, face) for token in columns], abs=3)


@pytest.mark.parametrize("kind", ["decoder", "cross"])
@pytest.mark.parametrize("step", [0, 2, 4])
def test_labels_appear_with_their_step(kind: Kind, step: int) -> None:
    picture, pixels = sheet("one_head", snapshot_of(TRACE, kind, step=step), *SIZE, QUIET)
    panel = picture.plan.panels[0]
    high, wide = panel.form.y.cell, panel.form.x.cell
    room = picture.plan.strips[0].strip.image.width()
    beside = [(panel.left - room, panel.top + row * high, room - 4, high) for row in range(5)]
    above = [(panel.left + column * wide, panel.top - 18, wide, 15) for column in range(5)]
    assert [width > 0 for width in ink_widths(pixels, beside)] == [row <= step for row in range(5)]
    assert [width > 0 for width in ink_widths(pixels, above)] == [kind == "cross" or at <= step for at in range(5)]


def test_pairs_are_shown_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, one_head)
    sheet("one_head", snapshot_of(TRACE, "cross"), 901, 640, QUIET)
    assert "query: input → next token" in {text.text for text in texts}
    texts.clear()
    sheet("one_head", snapshot_of(TRACE, "cross"), 260, 400, QUIET)
    assert "query: next token" in {text.text for text in texts}


def changed(first: Pixels, second: Pixels) -> NDArray[np.bool_]:
    return np.asarray((first != second).any(axis=-1))


def test_numbers_are_printed_in_open_cells_that_are_wide_enough() -> None:
    style = replace(QUIET, values=True)
    snapshot = snapshot_of(TRACE, "decoder")
    for size, printed in ((SIZE, True), ((260, 200), False)):
        picture, plain = sheet("one_head", snapshot, *size, QUIET)
        _, pixels = sheet("one_head", snapshot, *size, style)
        differs = changed(plain, pixels)
        panel = picture.plan.panels[0]
        for query in range(5):
            for key in range(5):
                x, y, wide, high = cell_box(panel, query, key)
                assert differs[y : y + high, x : x + wide].any() == (printed and key <= query)


def test_a_number_stands_in_its_own_cell() -> None:
    style = replace(QUIET, values=True)
    assert TRACE.cross_attention is not None
    picture, before = sheet("one_head", snapshot_of(TRACE), *SIZE, style)
    weights = TRACE.cross_attention.copy()
    weights[0, 0, 3, 1] = 0.777
    _, after = sheet("one_head", snapshot_of(replace(TRACE, cross_attention=weights)), *SIZE, style)
    x, y, wide, high = cell_box(picture.plan.panels[0], 3, 1)
    differs = changed(before, after)
    assert differs[y : y + high, x : x + wide].mean() > 0.9
    differs[y : y + high, x : x + wide] = False
    assert not differs[picture.plan.panels[0].top - 30 :].any()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_each_rows_maximum_has_a_dot_and_no_other_cell(kind: Kind) -> None:
    snapshot = snapshot_of(TRACE, kind, layer=1, head=1)
    picture, plain = sheet("one_head", snapshot, *SIZE, QUIET)
    _, dotted = sheet("one_head", snapshot, *SIZE, plain_style())
    differs, panel = changed(plain, dotted), picture.plan.panels[0]
    attention = TRACE.attention(kind)
    assert attention is not None
    for (query, key), _ in np.ndenumerate(attention[1, 1]):
        x, y, wide, high = cell_box(panel, query, key)
        has_dot = differs[y : y + high, x : x + wide].any()
        assert has_dot == (key == int(attention[1, 1, query].argmax()))


def test_a_dot_leaves_a_printed_number_alone() -> None:
    picture, plain = sheet("one_head", snapshot_of(TRACE, "cross"), *SIZE, QUIET)
    _, dotted = sheet("one_head", snapshot_of(TRACE, "cross"), *SIZE, replace(QUIET, dots=True))
    _, valued = sheet("one_head", snapshot_of(TRACE, "cross"), *SIZE, replace(QUIET, values=True))
    panel = picture.plan.panels[0]
    box = (slice(panel.top, panel.top + panel.form.y.length), slice(panel.left, panel.left + panel.form.x.length))
    assert not (changed(plain, dotted)[box] & changed(plain, valued)[box]).any()


@pytest.mark.parametrize("step", [0, 2, 4])
def test_the_steps_row_is_framed(step: int) -> None:
    picture, pixels = sheet("one_head", snapshot_of(TRACE, "cross", step=step), *SIZE, QUIET)
    panel = picture.plan.panels[0]
    x, y, _, high = cell_box(panel, step, 0)
    orange = where(pixels, QUIET.palette.selection)[: panel.top + panel.form.y.length + 4]
    rows, columns = np.flatnonzero(orange.any(axis=1)), np.flatnonzero(orange.any(axis=0))
    assert (rows[0], rows[-1]) == (y - 2, y + high + 1)
    assert (columns[0], columns[-1]) == (x - 2, x + panel.form.x.length + 1)
    assert not orange[y : y + high, x : x + panel.form.x.length].any()


def test_an_encoder_map_has_no_step() -> None:
    _, pixels = sheet("one_head", snapshot_of(TRACE, "encoder", step=0), *SIZE, QUIET)
    assert not where(pixels, QUIET.palette.selection).any()


def test_what_is_not_decoded_is_empty_inside_a_dashed_outline() -> None:
    picture, pixels = sheet("one_head", snapshot_of(TRACE, "decoder", step=1), *SIZE, QUIET)
    panel = picture.plan.panels[0]
    x, y, wide, high = cell_box(panel, 2, 2)
    rest = (x + 3, y + 3, 3 * wide - 3, 3 * high - 3)
    assert colours_in(pixels, rest) == {rgb(QUIET.palette.paper)}
    edge = where(pixels, QUIET.palette.undecoded)[y : y + 3 * high, panel.left + panel.form.x.length]
    assert 0.3 < edge.mean() < 0.8
    assert picture.at(x + 20, y + 20) == Cell("decoder", 0, 0, None, None)


def test_the_selected_row_and_column_are_outlined_on_any_colour() -> None:
    for dark in (False, True):
        style = replace(plain_style(dark), dots=False)
        picture, plain = sheet("one_head", snapshot_of(TRACE, "encoder"), 500, 350, style)
        _, crossed = sheet("one_head", snapshot_of(TRACE, "encoder", query=1, key=3), 500, 350, style)
        panel, differs = picture.plan.panels[0], changed(plain, crossed)
        for query in range(5):
            for key in range(5):
                x, y, wide, high = cell_box(panel, query, key)
                assert not differs[y + 2 : y + high - 2, x + 2 : x + wide - 2].any(), "only edges are drawn on"
        row, column = cell_box(panel, 1, 0), cell_box(panel, 0, 3)
        assert (crossed[row[1] - 1, row[0] + 3 : row[0] + 20] == 255).all()
        assert (crossed[row[1] - 2, row[0] + 3 : row[0] + 20] < 30).all()
        assert (crossed[column[1] + 3 : column[1] + 9, column[0] - 1] == 255).all()
        assert (crossed[column[1] + 3 : column[1] + 9, column[0] - 2] < 30).all()


def test_one_pixel_stands_for_its_largest_weight() -> None:
    trace = make_trace(1, 1, ["x"] * 299, ["y"] * 299)
    weights = np.zeros((1, 1, 300, 300), dtype=np.float32)
    weights[0, 0, 101, 203] = 0.9
    snapshot = snapshot_of(replace(trace, cross_attention=weights))
    picture, _ = sheet("one_head", snapshot, 240, 160, QUIET)
    assert picture.plan.panels[0].form.x.pooled
    assert Cell("cross", 0, 0, 101, 203) in areas(picture, 1, every=1)


def test_the_sentence_for_those_who_do_not_see_it() -> None:
    picture, _ = sheet("one_head", snapshot_of(TRACE, "cross", layer=1, head=1, step=2), *SIZE, QUIET)
    assert picture.title == "Cross attention · Layer 2 · Head 2"
    assert picture.alt.startswith("Cross attention · Layer 2 · Head 2, step 3 / 5; Head 2: row “mmmmm” gives most")


@pytest.mark.parametrize(("layer", "head"), [(0, 1), (1, 0)])
def test_marks_are_the_maps_own_where_another_of_the_same_size_was_drawn_before(layer: int, head: int) -> None:
    """Marks are kept by the size of a cell; an equal run of its own has nothing that could be kept from another map."""
    one, other = (make_trace(layers=2, heads=2, source=SOURCE, target=TARGET, seed=3) for _ in "12")
    style = replace(plain_style(), values=True)
    _, before = draw("one_head", snapshot_of(one), *SIZE, style)
    _, after = draw("one_head", snapshot_of(one, layer=layer, head=head), *SIZE, style)
    _, alone = draw("one_head", snapshot_of(other, layer=layer, head=head), *SIZE, style)
    assert (after == alone).all() and (before != after).any()


@pytest.mark.parametrize("wide", [300, 1600])
def test_the_keys_title_of_a_figure_ends_with_its_map(monkeypatch: pytest.MonkeyPatch, wide: int) -> None:
    """On a wide page the map stands in the middle: its title stood at the page's end, beside nothing."""
    texts = spy_on_texts(monkeypatch, one_head)
    picture, _ = sheet("one_head", snapshot_of(TRACE, "cross"), wide, 500, replace(QUIET, tall=True))
    panel = picture.plan.panels[0]
    titles = [text.box for text in texts if text.text.startswith("key:")]
    assert [x + width for x, _, width, _ in titles] == [panel.left + panel.form.x.length]
