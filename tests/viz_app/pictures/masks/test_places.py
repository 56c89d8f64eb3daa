"""Where the maps of *Masks* stand on a screen: measured from the finished picture, at every size and length."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.all_pairs import all_pairs
from tests.viz_app.pictures.reading import plain_style, sheet, snapshot_of
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.masks.places import LARGEST_CELL, LONGEST

#: Of the canvas in windows of 1024×600, 1280×720, 1920×1080 and 2560×1440.
SIZES = ((553, 253), (720, 373), (1082, 733), (1700, 1090))
KINDS_OF = ("encoder", "decoder", "cross")


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def on_screen(points: float = 9.0) -> Style:
    return replace(plain_style(), on_screen=True, titled=False, font_points=points)


def drawn(tokens: int, kind: str, size: tuple[int, int], style: Style, padding: int = 0) -> Any:
    trace = with_scores(make_trace(1, 1, ["Wort"] * (tokens - 1), ["word"] * tokens, padding=padding))
    return sheet("masks", snapshot_of(trace, kind), *size, style)[0]  # type: ignore[arg-type]


def boxes(picture: Any) -> list[tuple[int, int, int, int]]:
    """Of the maps, without strips of padding, and of the dashed places of missing ones."""
    maps = [panel.box for panel in picture.plan.panels if panel.form.queries]
    outlines = picture.plan.backgrounds._key[2]
    return [*maps, *(box for box in outlines if box[2:] == maps[0][2:] and box not in maps)]


@pytest.mark.parametrize(("size", "kind", "tokens"), all_pairs(SIZES, KINDS_OF, (6, 14, 60, 150, 400)))
def test_maps_fill_the_pane(size: tuple[int, int], kind: str, tokens: int) -> None:
    """With their names and labels at least 60 % of it, or cells are as large as they become, or as long as allowed."""
    style = on_screen()
    picture = drawn(tokens, kind, size, style)
    form, found = picture.plan.panels[0].form, boxes(picture)
    left, top = min(box[0] for box in found), min(box[1] for box in found)
    right, bottom = max(box[0] + box[2] for box in found), max(box[1] + box[3] for box in found)
    named_left = min([left, *(at + strip.dx for strip, at, _, _ in picture.plan.strips)])
    named_top = min([top, *(at + strip.dy for strip, _, at, _ in picture.plan.strips)]) - 2 * round(1.4 * 12)
    share = (right - named_left) * (bottom - named_top) / (size[0] * size[1])
    bounded = max(form.x.cell, form.y.cell) >= LARGEST_CELL or (
        max(form.x.cell, form.y.cell) >= LONGEST * min(form.x.cell, form.y.cell) > 0
    )
    assert share >= 0.6 or bounded


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("padding", [0, 4])
def test_no_map_stands_alone_below_three(size: tuple[int, int], padding: int) -> None:
    for kind in KINDS_OF:
        tops = [box[1] for box in boxes(drawn(14, kind, size, on_screen(), padding))]
        rows = [tops.count(top) for top in sorted(set(tops))]
        assert sum(rows) == 4
        assert rows in ([4], [2, 2], [1, 1, 1, 1])


@pytest.mark.parametrize("height", [480, 560, 680])
def test_on_paper_no_map_stands_alone_below_three(height: int) -> None:
    picture = drawn(14, "cross", (672, height), plain_style())
    rows = [box[1] for box in boxes(picture)]
    assert len(rows) == 4 and {rows.count(row) for row in rows} <= {1, 2, 4}
    assert len(set(rows)) in (1, 2, 4)


def test_four_maps_stand_two_by_two_where_that_makes_them_larger() -> None:
    """In a wide low pane side by side, in a pane like a sheet two by two, and there they are larger than in a row."""
    low, sheet_like = (boxes(drawn(14, "cross", size, on_screen())) for size in ((900, 260), (900, 860)))
    assert len({top for _, top, _, _ in low}) == 1
    assert len({top for _, top, _, _ in sheet_like}) == 2
    quarter = 900 / 4  # the widest that a map could be in a row, and so the highest
    assert sheet_like[0][2] > 1.5 * quarter


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS_OF)
def test_rows_and_columns_are_labelled_and_the_current_row_always(size: tuple[int, int], kind: str) -> None:
    picture = drawn(16, kind, size, on_screen())
    sides = {strip.rows: strip.stride for strip, *_ in picture.plan.strips}
    assert set(sides) == {True, False}
    assert sides[True] <= 2
    step = picture.selection.step
    named = [strip for strip, *_ in picture.plan.strips if strip.rows and step % strip.stride == 0]
    extra = [y for image, x, y in picture.overlays if image.height() < 20 and x < 60]
    assert kind == "encoder" or named or extra


def test_the_current_row_is_named_where_only_every_other_has_room() -> None:
    style = on_screen()
    trace = with_scores(make_trace(1, 1, ["Wort"] * 15, [f"word{number}" for number in range(16)]))
    shown = []
    for step in (4, 5):
        picture, pixels = sheet("masks", snapshot_of(trace, "decoder", step=step), *SIZES[0], style)
        strip, left, top, _ = next(each for each in picture.plan.strips if each.strip.rows)
        assert strip.stride == 2
        middle = round(top + strip.axis.middle(step))
        colour = tuple(int(style.palette.selection[at : at + 2], 16) for at in (1, 3, 5))
        part = pixels[middle - 6 : middle + 6, left + strip.dx : left - 8]
        shown.append(bool((abs(part.astype(int) - colour).sum(axis=-1) < 60).any()))
    assert shown == [True, True], (
        "on its plate whether its label is drawn or not: none comes and goes from step to step"
    )


@pytest.mark.parametrize("size", SIZES[1:])
def test_larger_text_leaves_maps_and_says_at_least_what_is_hidden(size: tuple[int, int]) -> None:
    usual, large = (drawn(14, "decoder", size, on_screen(points)) for points in (9, 17))
    areas = [each.plan.panels[0].form.x.length * each.plan.panels[0].form.y.length for each in (usual, large)]
    assert areas[1] >= 0.4 * areas[0]
    assert len(large.overlays) >= 1
    few = [drawn(3, "decoder", (1700, 1090), on_screen(points)).plan.panels[0].form.x.cell for points in (9, 17)]
    assert few[1] >= few[0], "few cells grow with the letters in them"


def test_what_comes_to_stand_beside_a_map_moves_none_to_another_row() -> None:
    from viz_app.pictures.drawing.token_labels import Label
    from viz_app.pictures.masks.places import MapSizes, places

    rows = (Label("word"),) * 17
    for size in SIZES:
        content = (12, 20, size[0] - 24, size[1] - 60)
        found = [places(MapSizes(rows, rows, (False,) * 4, beside, 190), content, 1, on_screen()) for beside in (0, 80)]
        lines = [[len({each.top for each in where.maps})] for where in found]
        assert lines[0] == lines[1]


def test_slanted_names_of_which_only_dots_would_be_left_leave_their_room_to_the_maps() -> None:
    """In a hall with the largest letters."""
    style = replace(on_screen(27.0), presented=True)
    picture = drawn(14, "cross", (1024, 389), style)
    columns = [
        placed.strip for placed in picture.plan.strips if not placed.strip.rows and placed.strip.foot is not None
    ]
    assert not columns
    assert boxes(picture)[0][3] >= 0.65 * 389


@pytest.mark.parametrize(("high", "points"), [(226, 18.0), (174, 14.0)])
def test_with_very_large_letters_some_keys_have_their_names(high: int, points: float) -> None:
    """As a window of 1280×720 has them with text at 200 %: a ninth of the page."""
    picture = drawn(14, "cross", (720, high), on_screen(points))
    assert any(not placed.strip.rows and placed.strip.drawn for placed in picture.plan.strips)
