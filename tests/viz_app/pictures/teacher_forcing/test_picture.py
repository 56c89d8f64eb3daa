"""The drawn table: bars as long as probabilities, the selected row framed, padding greyed, pages that can be turned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.viz_app.pictures.reading import Pixels, draw, pixels_of, plain_style, rgb, snapshot_of
from tests.viz_app.pictures.teacher_forcing.test_target_rows import planted
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.teacher_forcing import picture as teacher_forcing
from viz_app.pictures.teacher_forcing.picture import TargetSheet
from viz_app.pictures.teacher_forcing.row_layout import BAR
from viz_app.state.state import Selection, Snapshot

SIZE = (900, 560)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def sheet(trace: Trace, step: int = 0, on_screen: bool = False, dark: bool = False) -> tuple[TargetSheet, Pixels]:
    snapshot = snapshot_of(trace, step=step)
    style = replace(plain_style(dark), on_screen=on_screen)
    picture = teacher_forcing.picture(snapshot, *SIZE, style)
    assert isinstance(picture, TargetSheet)
    return picture, pixels_of(picture, *SIZE, style)


def middle(picture: TargetSheet, row: int) -> int:
    """The pixel row in the middle of a table's row."""
    place = picture.table.place(row)
    assert place is not None
    return round(picture.room[1] + place[1] + picture.table.row / 2)


def bar(picture: TargetSheet, pixels: Pixels, row: int) -> float:
    """Which share of a probability's bar is filled."""
    table, column = picture.table, picture.table.columns.index("probability")
    left = picture.room[0] + table.lefts[column]
    inside = pixels[middle(picture, row), round(left) + 1 : round(left + BAR * table.pixels)]
    return float((inside == rgb(picture.style.palette.accent)).all(axis=-1).mean())


@pytest.mark.parametrize("dark", [False, True])
def test_bars_are_as_long_as_the_probabilities_of_their_rows(dark: bool) -> None:
    trace: Any = planted()
    picture, pixels = sheet(trace, dark=dark)
    for row, probability in enumerate(trace.produced_probability):
        assert bar(picture, pixels, row) == pytest.approx(probability, abs=0.03)


@pytest.mark.parametrize("dark", [False, True])
def test_in_a_hall_the_row_that_is_talked_about_alone_has_its_colours(dark: bool) -> None:
    """Its words are as dark as ink and its bar has its colour; those of the others are grey."""
    trace: Any = planted()
    style = replace(plain_style(dark), on_screen=True, presented=True)
    for step in (0, 3):
        picture = teacher_forcing.picture(snapshot_of(trace, step=step), *SIZE, style)
        assert isinstance(picture, TargetSheet)
        pixels = pixels_of(picture, *SIZE, style)
        ink, (left, top, wide, _) = rgb(style.palette.ink), picture.room
        for row, probability in enumerate(trace.produced_probability):
            assert bar(picture, pixels, row) == pytest.approx(probability if row == step else 0, abs=0.03)
            place = picture.table.place(row)
            assert place is not None
            line = slice(round(top + place[1]) + 4, round(top + place[1] + picture.table.row) - 4)
            inked = (pixels[line, round(left) : round(left + wide)] == ink).all(axis=-1).any()
            assert inked == (row == step)


@pytest.mark.parametrize("step", [0, 3, 7])
def test_the_selected_row_is_framed_and_no_other(step: int) -> None:
    picture, pixels = sheet(planted(), step)
    colour, table = rgb(picture.style.palette.selection), picture.table
    framed = (pixels == colour).all(axis=-1).any(axis=1)
    place = table.place(step)
    assert place is not None
    top = picture.room[1] + place[1]
    rows = np.flatnonzero(framed)
    assert int(top) <= rows.min() <= rows.max() <= top + table.row + 1


def test_padding_is_grey() -> None:
    picture, pixels = sheet(planted(given=6))
    blocked = rgb(picture.style.palette.blocked)
    grey = [bool((pixels[middle(picture, row)] == blocked).all(axis=-1).mean() > 0.3) for row in range(8)]
    assert grey == [False] * 6 + [True] * 2
    assert [bar(picture, pixels, row) for row in (6, 7)] == [0.0, 0.0]


def test_a_label_and_an_input_one_off_would_show() -> None:
    """Another label changes its own row and the input of the next, and nothing else."""
    trace: Any = planted()
    tokens = {"produced": trace.produced_tokens.copy(), "consumed": trace.consumed_tokens.copy()}
    tokens["produced"][3], tokens["consumed"][4] = "XX", "XX"
    other = replace(trace, produced_tokens=tokens["produced"], consumed_tokens=tokens["consumed"])
    (picture, before), (_, after) = sheet(trace), sheet(other)
    table, left = picture.table, picture.room[0]
    changed = (before != after).any(axis=-1)
    places = []
    for row in range(8):
        top = round(picture.room[1] + row * table.row)
        for name in table.columns:
            x = left + table.lefts[table.columns.index(name)]
            wide = table.widths[table.columns.index(name)]
            if changed[top + 2 : top + round(table.row) - 2, round(x) : round(x + wide)].any():
                places.append((row, name))
    assert places == [(3, "label"), (4, "input")]


def test_a_point_is_the_row_that_is_drawn_there() -> None:
    picture, _ = sheet(planted())
    for row in range(8):
        cell = picture.at(40, middle(picture, row))
        assert cell is not None
        assert (cell.query, cell.key) == (row, None)
    assert picture.at(40, 5) is None


def test_pages_are_turned_by_the_line_below() -> None:
    trace = make_trace(layers=1, heads=1, target=[f"w{n}" for n in range(99)])
    picture, _ = sheet(trace, step=50, on_screen=True)
    _, top, wide, high = picture.room
    ends = [picture.at(x, top + high + 3) for x in (20, wide - 5)]
    rows = [cell.query for cell in ends if cell is not None]
    room = picture.table.rows * picture.table.blocks
    assert rows == [picture.table.first - room, picture.table.first + room]
    first, _ = sheet(trace, step=0, on_screen=True)
    assert first.at(20, top + high + 3) is None
    last, _ = sheet(trace, step=99, on_screen=True)
    assert last.table.first % room, "it begins with rows of the page before"
    back = last.at(20, top + high + 3)
    assert back is not None and back.query == (last.table.first - 1) // room * room
    assert last.at(wide - 5, top + high + 3) is None


def test_on_every_page_each_label_leads_to_the_input_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last page begins with rows of the one before, where its own number is no multiple of its rows."""
    led: list[float] = []
    monkeypatch.setattr(TargetSheet, "_paint_shift", lambda _self, _painter, place, _faint: led.append(place[1]))
    trace = make_trace(layers=1, heads=1, target=[f"w{n}" for n in range(99)])
    picture, _ = sheet(trace, step=99, on_screen=True)
    table = picture.table
    assert table.blocks == 1
    assert table.first % table.rows, "else nothing is tried"
    assert led == [row * table.row for row in range(table.rows - 1)]


def test_a_run_without_probabilities_says_so() -> None:
    picture, _ = draw(
        "teacher_forcing", snapshot_of(replace(make_trace(), produced_probability=None)), *SIZE, plain_style()
    )
    assert "probability" in picture.alt


def test_the_rows_are_the_runs_own_when_its_maps_are_read_otherwise() -> None:
    run, reading = planted(), make_trace(target=["x"])
    snapshot = Snapshot(trace=reading, unread=run, selection=Selection(step=1))
    picture = teacher_forcing.picture(snapshot, *SIZE, plain_style())
    assert isinstance(picture, TargetSheet)
    assert len(picture.lesson.positions) == run.steps


def test_the_paper_is_the_themes() -> None:
    picture, pixels = sheet(planted(), dark=True)
    assert tuple(pixels[2, 2]) == rgb(picture.style.palette.paper)
