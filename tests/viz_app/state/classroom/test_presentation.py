"""What a presentation shows of a map, counted by hand; and what it never changes."""

from __future__ import annotations

import pytest

from tests.viz_app.sample_trace import make_trace
from viz_app.state.classroom.presentation import LARGEST, SMALLEST, Presentation, part_around, presented, turned
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Settings, Snapshot
from viz_app.state.zoom import Zoom

SHAPE = (20, 30)


def now(step: int, key: int | None = 3, **more: object) -> Snapshot:
    return Snapshot(selection=Selection("cross", 0, 0, step=step, key=key), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("step", "first"), [(0, 0), (6, 0), (9, 3), (13, 7), (19, 10)])
def test_ten_rows_lie_around_the_step(step: int, first: int) -> None:
    """Of 20 rows the first may begin at 10 at most: row 9 has 9 − 3 − 1 above and below it, nearly even."""
    part = part_around(now(step), SHAPE, (10, 30))
    assert part is not None
    assert (part.row, part.rows, part.columns) == (max(0, min(10, step - 5)), 10, 30)
    assert part.row in (first, first + 1)
    assert part.row <= step < part.row + part.rows


def test_a_map_that_fits_is_whole_and_a_smaller_part_of_a_person_stays() -> None:
    assert part_around(now(4), (8, 9), (14, 16)) is None
    chosen = Zoom(2, 5, 4, 6)
    assert part_around(now(3, zoom=chosen), SHAPE, (14, 16)) == chosen
    inside = part_around(now(8, key=25, zoom=Zoom(0, 10, 20, 20)), SHAPE, (14, 16))
    assert inside is not None
    assert inside.column == 14, "30 − 16, for key 25 stands near the end"
    assert inside.columns == 16


def test_columns_lie_around_the_largest_weight_of_the_row_where_none_is_selected() -> None:
    trace = make_trace(source=[f"w{n}" for n in range(40)])
    chosen = Selection("cross", 1, 2, step=5)
    row = trace.maps("cross")[1, 2, 5].tolist()
    part = part_around(Snapshot(trace=trace, selection=chosen), trace.maps("cross").shape[-2:], (14, 16))
    assert part is not None
    assert part.column <= row.index(max(row)) < part.column + 16


def test_letters_are_36_pixels_at_1080_and_grow_by_tenths() -> None:
    assert Presentation().letters(1080) == 36
    assert Presentation().letters(2160) == 72
    assert Presentation(size=2).letters(1080) == round(36 * 1.21)
    assert Presentation(size=LARGEST).resized(1).size == LARGEST
    assert Presentation(size=SMALLEST).resized(-1).size == SMALLEST


def test_the_projector_has_its_scale_and_the_settings_stay_as_they_are() -> None:
    settings = Settings(values=False, squares=True)
    shown = presented(now(3, settings=settings, presentation=Presentation()))
    assert (shown.settings.scale, shown.settings.values, shown.settings.squares) == ("sqrt", True, False)
    assert presented(now(3, presentation=Presentation(projector=False))).settings.scale == "linear"
    assert settings.scale == "linear"


def test_the_encoder_has_a_row_to_talk_about_and_a_clicker_goes_through_its_rows() -> None:
    trace = make_trace()
    encoder = Snapshot(trace=trace, selection=Selection("encoder", step=4))
    assert presented(encoder).selection.query == 0
    assert turned(encoder, 1) == Select(query=1)
    assert turned(encoder, -1) == Select(query=0)
    last = Snapshot(trace=trace, selection=Selection("encoder", query=6))
    assert turned(last, 1) == Select(query=6)
    assert turned(now(4), 1) == Select(step=5)
    assert turned(now(0), -1) == Select(step=0)
