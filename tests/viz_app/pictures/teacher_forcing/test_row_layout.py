"""Every row has one place, inside its room, whatever the length and the size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.teacher_forcing.row_layout import BAR, SETS, RowLayout, everything, page, part
from viz_app.pictures.teacher_forcing.target_rows import TargetRows, lesson_of


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def of_length(count: int) -> TargetRows:
    trace = make_trace(layers=1, heads=1, target=[f"word{n}" for n in range(count - 1)])
    lesson = lesson_of(replace(trace, origin=np.array(["teacher"] * count)))
    assert lesson is not None
    return lesson


def whole(lesson: TargetRows, width: float, height: float, pixels: int) -> RowLayout:
    """All rows, which have room here."""
    found = everything(lesson, width, height, pixels)
    assert found is not None
    return found


def rows_found(table: RowLayout, width: float, height: float) -> set[int]:
    """The rows that a grid of points meets; each where it says it is."""
    found = set()
    for x in np.arange(1, width, 23):
        for y in np.arange(0.5, height, 5):
            row = table.at(float(x), float(y))
            if row is not None:
                place = table.place(row)
                assert place is not None
                assert place[0] <= x < place[0] + table.block
                assert place[1] <= y < place[1] + table.row
                found.add(row)
    return found


@pytest.mark.parametrize("count", [1, 2, 17, 40, 200, 512])
def test_an_export_has_every_row_inside_its_room(count: int) -> None:
    table = whole(of_length(count), 2300, 1250, 24)
    assert (table.first, table.shown) == (0, count)
    assert table.rows * table.blocks >= count
    assert table.rows * table.row <= 1250
    assert table.blocks * table.block <= 2300 + table.block
    places = {table.place(index) for index in range(count)}
    assert len(places) == count
    assert None not in places
    assert table.pixels >= 13
    assert rows_found(table, 2300, 1250) == set(range(count))


def test_few_rows_keep_every_column_and_many_the_most_important() -> None:
    few = whole(of_length(8), 2300, 1250, 24)
    assert (few.columns, few.blocks, few.rows) == (SETS[0], 1, 8)
    assert few.pixels > 24, "there is room for a larger font"
    many = whole(of_length(512), 2300, 1250, 24).columns
    assert {"label", "probability"} <= set(many)
    assert whole(of_length(8), 200, 1250, 24).columns == SETS[-1]


@pytest.mark.parametrize("step", [0, 19, 20, 137, 511])
def test_a_page_holds_the_selected_row_at_reading_size(step: int) -> None:
    table = page(of_length(512), step, 700, 430, 12)
    assert table.pixels == 12
    assert table.place(step) is not None
    room = table.rows * table.blocks
    assert table.first in (step // room * room, 512 - room)
    assert table.shown == room, "the last page is as full as the others"
    shown = set(range(table.first, table.first + table.shown))
    assert rows_found(table, 2000, 430) == shown
    assert table.place(table.first - 1) is None
    assert table.place(table.first + table.shown) is None


def test_pages_follow_each_other_without_a_gap() -> None:
    lesson, seen, step = of_length(100), list[int](), 0
    while step < 100:
        table = page(lesson, step, 1500, 300, 12)
        seen += range(max(step, table.first), table.first + table.shown)
        step = table.first + table.shown
    assert seen == list(range(100))


@pytest.mark.parametrize("width", [330, 470, 560, 700])
def test_columns_have_the_whole_width(width: int) -> None:
    table = page(of_length(100), 30, width, 300, 12)
    wide = (table.blocks - 1) * table.block + table.lefts[-1] + table.widths[-1]
    assert wide <= width
    assert wide >= 0.9 * width or table.columns != SETS[0]
    ends = [left + own for left, own in zip(table.lefts, table.widths, strict=True)]
    assert all(end <= after for end, after in zip(ends, table.lefts[1:], strict=False))


def test_a_room_for_nothing_still_has_a_row() -> None:
    for table in (page(of_length(9), 4, 1, 1, 12), part(of_length(9), 4, 1, 1, 12)):
        assert table.place(4) is not None
    assert everything(of_length(9), 1, 1, 12) is None


@pytest.mark.parametrize(("count", "step"), [(60, 0), (200, 100), (512, 511)])
def test_a_figure_without_room_for_all_rows_has_a_full_part_around_the_step(count: int, step: int) -> None:
    table = part(of_length(count), step, 600, 300, 24)
    assert table.place(step) is not None
    assert table.shown == min(count, table.rows * table.blocks)
    assert table.pixels >= 0.8 * 24
    assert table.rows * table.row <= 300
    assert 0 <= table.first <= count - table.shown


@pytest.mark.parametrize("count", [1, 17, 40])
@pytest.mark.parametrize("room", [(1420, 1010), (930, 610), (700, 330), (520, 190)])
def test_on_a_screen_rows_are_as_large_as_they_have_room(count: int, room: tuple[int, int]) -> None:
    """Either the letters, the length of bars and the room between columns are the largest, or a larger row fits not."""
    lesson, (width, height) = of_length(count), room
    table = page(lesson, count // 2, width, height, 12)
    assert 12 <= table.pixels <= 21
    if table.shown < count:
        assert table.rows * table.blocks < count, "all have no room at reading size"
        return
    assert table.row >= 1.45 * table.pixels
    right = max(table.place(index)[0] for index in range(count)) + table.lefts[-1] + table.widths[-1]  # type: ignore[index]
    assert right <= width + 1
    assert table.rows * table.row <= height + 0.01
    if table.pixels == 21 and table.blocks == 1:
        assert right >= 0.75 * width or table.bar > 15 * table.pixels
    gaps = [
        left - before - wide
        for before, wide, left in zip(table.lefts, table.widths, table.lefts[1:], strict=False)
    ]  # fmt: skip
    assert min(gaps) > 0, "no column lies on another"
    alike = [gap for index, gap in enumerate(gaps) if index != 1]  # the shift is drawn after the input
    assert max(alike) - min(alike) < 1
    assert rows_found(table, width, height) == set(range(count))


def test_a_wide_screen_is_used_and_an_export_is_as_it_was() -> None:
    lesson = of_length(17)
    narrow, wide = page(lesson, 3, 700, 1010, 12), page(lesson, 3, 1420, 1010, 12)
    assert wide.pixels == 21
    assert narrow.pixels < wide.pixels
    assert wide.bar > narrow.bar
    assert wide.lefts[-1] + wide.widths[-1] > 1100
    assert wide == page(lesson, 16, 1420, 1010, 12), "no step moves it"
    assert whole(lesson, 1420, 1010, 12).bar == BAR * whole(lesson, 1420, 1010, 12).pixels


def test_two_rows_too_many_come_closer_and_turn_no_page() -> None:
    table = page(of_length(17), 14, 696, 320, 12)
    assert table.shown == 17
    assert table.rows * table.row <= 320.01
    assert page(of_length(26), 14, 696, 320, 12).shown < 26
