"""What is said of a part of a map."""

from __future__ import annotations

import pytest

from viz_app.pictures.drawing.panels import part_rows, part_told
from viz_app.state.zoom import Zoom


@pytest.mark.parametrize(
    ("zoom", "words"),
    [
        (None, ""),
        (Zoom(10, 0, 30, 30), "rows 11–40 of 128, columns 1–30 of 96"),
        (Zoom(98, 0, 30, 96), "rows 99–128 of 128"),
        (Zoom(0, 95, 128, 1), "columns 96–96 of 96"),
    ],
)
def test_people_count_from_one(qapp: object, zoom: Zoom | None, words: str) -> None:
    assert part_told(zoom, (128, 96)) == words


def test_a_part_with_all_columns_is_its_rows() -> None:
    assert part_rows(Zoom(33, 0, 14, 96)) == range(33, 47)
    assert part_rows(None) is None, "all of them"
