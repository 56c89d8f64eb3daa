"""A map that is pale nearly all over offers the scales that show it, and the way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.one_head.scale_offers import offers, room, widths


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def screen(**settings: Any) -> Style:
    return replace(plain_style(**settings), on_screen=True)


def weights(most: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.array([[0.01, most], [0.0, most / 2], [most, 0.02]], dtype=np.float32)


@pytest.mark.parametrize(("most", "offered"), [(0.08, True), (0.19, True), (0.2, False), (0.9, False)])
def test_only_pale_maps_have_offers(most: float, offered: bool) -> None:
    found = offers(weights(most), screen())
    assert [(offer.scale, offer.per_map_scale) for offer in found] == (
        [("linear", True), ("sqrt", False)] if offered else []
    )


def test_a_few_strong_cells_do_not_make_a_pale_map_readable() -> None:
    """One row in three is strong; of the others none is seen. A scale of its own gains nothing over its 0.9."""
    rows = np.full((9, 20), 0.05, dtype=np.float32)
    rows[:3, 4] = 0.9
    assert [offer.scale for offer in offers(rows, screen())] == ["sqrt"]
    rows[:3, 4] = 0.44
    assert [offer.text for offer in offers(rows, screen())] == ["0 … 0.44", "√ scale"]
    assert not offers(rows, screen(), by_rows=False), "a difference is 0 in most rows"
    rows[3:7, 4] = 0.3
    assert not offers(rows, screen())
    rows[5] = np.nan
    assert not offers(rows, screen())


def test_an_offer_names_the_number_of_full_colour() -> None:
    assert "0.08" in offers(weights(0.08), screen())[0].text
    assert "0.08" in offers(weights(0.08), screen())[0].hint
    tiny = np.full((2, 2), 0.0031, dtype=np.float32)
    assert "0.0031" in offers(tiny, screen())[0].text


@pytest.mark.parametrize("chosen", [{"scale": "sqrt"}, {"per_map_scale": True}], ids=str)
def test_the_way_back_stands_in_the_same_place(chosen: dict[str, Any]) -> None:
    assert [(offer.scale, offer.per_map_scale) for offer in offers(weights(0.08), screen(**chosen))] == [
        ("linear", False)
    ]


def test_a_scale_of_other_numbers_counts_in_its_own_measure() -> None:
    norms = replace(screen(), quantity="norm", full=10.0)
    assert offers(weights(1.9), norms)
    assert not offers(weights(2.1), norms)


def test_a_file_has_nothing_to_click() -> None:
    assert offers(weights(0.08), plain_style()) == ()


def test_buttons_have_room_for_their_words() -> None:
    found = offers(weights(0.08), screen())
    assert room((), screen()) == 0
    assert room(found, screen()) == sum(widths(found, screen())) + 6
    larger = replace(screen(), font_points=18)
    assert room(found, larger) > 1.8 * room(found, screen())
