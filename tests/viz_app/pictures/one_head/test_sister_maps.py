"""The other heads beside one map: where they lie, what they show, what a point on them is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.all_pairs import all_pairs
from tests.viz_app.pictures.reading import colours_in, pixels_of, plain_style, rgb, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head import picture as one_head
from viz_app.pictures.one_head.sister_maps import SIZES, Sisters, WithSisters, arrangements, corner, texts
from viz_app.platform.theme import font, level, text_width

TRACE = make_trace(layers=2, heads=4)
SCREEN = replace(plain_style(), dots=False, on_screen=True)
SIZE = (760, 480)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def with_sisters(head: int = 1, step: int = 7) -> WithSisters:
    picture = one_head.picture(snapshot_of(TRACE, layer=1, head=head, step=step), *SIZE, SCREEN)
    assert isinstance(picture, WithSisters)
    return picture


def test_every_head_of_the_layer_has_a_map_with_its_own_weights() -> None:
    picture = with_sisters()
    pixels = pixels_of(picture, *SIZE, SCREEN)
    panels = picture.sisters.plan.panels
    assert [(panel.layer, panel.head) for panel in panels] == [(1, head) for head in range(4)]
    assert TRACE.cross_attention is not None
    for panel in panels:
        x, y, attention = panel.form.x, panel.form.y, TRACE.cross_attention[1, panel.head]
        for query, key in ((0, 0), (2, 3), (5, 1)):
            found = pixels[panel.top + int(y.middle(query)), panel.left + int(x.middle(key))]
            assert found.tolist() == SCREEN.colour_map.table[level(attention[query, key], "linear")].tolist()


def test_each_number_stands_beside_its_map_and_they_are_read_in_order() -> None:
    picture = with_sisters()
    for where in arrangements(Sisters(range(4), 8, 7, 44), (12, 30, 730, 400), 26, SCREEN):
        found = {text.text: text.box for text in texts(where, SCREEN) if text.text.isdecimal()}
        assert list(found) == ["1", "2", "3", "4"]
        for head in range(4):
            left, top = corner(where, head)
            x, y, wide, high = found[str(head + 1)]
            assert x + wide < left < x + wide + 12
            assert abs(y + high / 2 - (top + where.y.length / 2)) <= 1
    boxes = [panel.box for panel in picture.sisters.plan.panels]
    assert sorted(boxes, key=lambda box: (box[1], box[0])) == boxes, "from left to right, then down"


def test_the_shown_head_is_framed_and_a_step_hides_later_rows() -> None:
    for head in (0, 3):
        picture = with_sisters(head=head, step=1)
        pixels = pixels_of(picture, *SIZE, SCREEN)
        for panel in picture.sisters.plan.panels:
            left, top, wide, high = panel.box
            rim = colours_in(pixels, (left, top - 4, wide, 2))
            assert (rgb(SCREEN.palette.selection) in rim) == (panel.head == head)
            decoded = panel.form.y.edge(2) + 3
            assert colours_in(pixels, (left, top + decoded, wide, high - decoded)) == {rgb(SCREEN.palette.paper)}


def test_a_point_on_a_small_map_is_the_whole_map() -> None:
    picture = with_sisters()
    for panel in picture.sisters.plan.panels:
        left, top, wide, high = panel.box
        assert picture.at(left + wide // 2, top + high // 3) == Cell("cross", 1, panel.head, None, None)
    left, top, _, _ = picture.main.plan.panels[0].box
    assert picture.at(left + 1, top + 1) == Cell("cross", 1, 1, 0, 0)
    assert (picture.title, picture.alt, picture.width, picture.height) == (
        picture.main.title, picture.main.alt, *SIZE,
    )  # fmt: skip


def test_a_figure_of_one_head_shows_that_head() -> None:
    assert isinstance(one_head.picture(snapshot_of(TRACE), *SIZE, plain_style()), MapSheet)


@pytest.mark.parametrize(("width", "height"), [(400, 480), (760, 120)])
def test_there_must_be_room(width: int, height: int) -> None:
    assert isinstance(one_head.picture(snapshot_of(TRACE), width, height, SCREEN), MapSheet)


def test_one_head_has_no_sisters() -> None:
    assert isinstance(one_head.picture(snapshot_of(make_trace(heads=1)), *SIZE, SCREEN), MapSheet)


@pytest.mark.parametrize(
    ("heads", "shape", "ratio"),
    all_pairs((2, 4, 8, 16), ((8, 9), (17, 14), (60, 50), (300, 400)), (1.0, 1.5, 2.0)),
)
def test_small_maps_stand_apart_in_what_they_take_of_the_page(heads: int, shape: tuple[int, int], ratio: float) -> None:
    queries, keys = shape
    style = plain_style(ratio=ratio)
    content, lower = (10, 30, style.px(740), style.px(400)), style.px(26)
    seen = 0
    for size in SIZES:
        for where in arrangements(Sisters(range(heads), queries, keys, size), content, lower, style):
            seen += 1
            taken = np.zeros((content[1] + content[3] + lower, content[0] + content[2]), dtype=int)
            for head in range(heads):
                left, top = corner(where, head)
                taken[top : top + where.y.length, left - where.number : left + where.x.length] += 1
            assert taken.max() == 1
            assert taken.sum() == heads * where.y.length * (where.x.length + where.number)
            left, top, wide, high = where.rest(content)
            assert not taken[top : top + high, left : left + wide].any(), "the large map has that to itself"
            assert taken[content[1] : content[1] + content[3] + where.lower, content[0] :].sum() == taken.sum()
            assert not where.lower or not taken[:, where.right :].any(), "the legend has that to itself"
            assert where.x.length <= style.px(1.5 * size)
            assert where.y.length <= style.px(1.5 * size)
    assert seen >= 2, "beside and below"


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("heads", [1, 4, 16])
def test_a_title_above_columns_has_room_for_all_its_letters(heads: int, ratio: float) -> None:
    style = plain_style(ratio=ratio)
    content, titled = (0, 30, style.px(720), style.px(400)), set()
    for queries, keys in ((300, 5), (60, 4), (9, 8), (12, 40)):
        for size in SIZES:
            for where in arrangements(Sisters(range(heads), queries, keys, size), content, 0, style):
                words = [text for text in texts(where, style) if not text.text.isdecimal()]
                assert all(text_width(text.text, font(style.font_pixels)) <= text.box[2] for text in words)
                if words and not where.below:
                    titled.add((queries, keys))
                    left, top, wide, high = words[0].box
                    assert (left + wide, top) == (content[0] + content[2], content[1])
                    assert top + high <= where.grid.top(0), "above the maps"
    assert (9, 8) in titled, "where it has room, it is there"
