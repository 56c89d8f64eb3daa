"""Numbers of either sign as colours, read back from pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.reading import array_of, plain_style, rgb
from viz_app.pictures.drawing import signed
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.signed import Heat
from viz_app.platform.theme import SIGNED

VALUES = np.array([[0.0, -0.5, 1.0], [2.0, -2.0, 0.25]], dtype=np.float32)


def decoded(colour: np.ndarray, style: Style) -> float:
    """The share of full colour, with its sign, by looking the colour up."""
    for sign, table in zip((-1, 1), SIGNED[style.palette], strict=True):
        hits = np.flatnonzero((table.table == colour).all(axis=1))
        if len(hits):
            share = float(hits[0]) / 255
            return sign * (share * share if style.scale == "sqrt" else share)
    raise AssertionError(f"{colour} is no colour of the map")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("scale", ["linear", "sqrt"])
def test_every_colour_is_its_number(dark: bool, scale: str) -> None:
    style = plain_style(dark, scale=scale)
    shown = array_of(signed.image(VALUES, Axis(0, 3, 30), Axis(0, 2, 20), 2.0, style))
    assert shown.shape == (2, 3, 3)
    for (row, column), value in np.ndenumerate(VALUES):
        assert decoded(shown[row, column], style) == pytest.approx(value / 2, abs=1 / 255)
    assert tuple(shown[0, 0]) == rgb(style.palette.paper), "0 is the paper"


def test_what_is_no_number_has_no_colour_and_what_is_too_large_the_last() -> None:
    style = plain_style()
    strange = np.array([[np.nan, np.inf, -np.inf, 9.0]], dtype=np.float32)
    shown = array_of(signed.image(strange, Axis(0, 4, 4), Axis(0, 1, 1), 2.0, style))
    assert [decoded(colour, style) for colour in shown[0]] == [-0.0, 1.0, -1.0, 1.0]


def test_a_pixel_shows_the_largest_size_under_it_and_finds_it() -> None:
    values = np.zeros((4, 6), dtype=np.float32)
    values[1, 4], values[3, 0] = -3.0, 2.0
    heat = Heat(values, Axis(10, 6, 3), Axis(20, 4, 2), 3.0)
    assert signed.pool(values, heat.x, heat.y).tolist() == [[0, 0, -3], [2, 0, 0]]
    assert heat.cell_at(12, 20) == (1, 4)
    assert heat.cell_at(10, 21) == (3, 0)
    assert heat.cell_at(9, 20) is heat.cell_at(13, 20) is heat.cell_at(12, 22) is None


def test_the_bound_is_the_largest_size_of_all_tables() -> None:
    assert signed.bound_of(VALUES, np.array([-7.0, np.inf, np.nan])) == 7.0
    assert signed.bound_of(np.zeros(3)) == signed.bound_of() == 1.0


def test_a_few_huge_numbers_leave_the_others_their_colours_and_are_said() -> None:
    many = np.random.default_rng(0).normal(size=(40, 50)).astype(np.float32)
    assert signed.usual_bound_of(many) == signed.bound_of(many)
    many[3, 4] = -60.0
    usual = signed.usual_bound_of(many, many[:2])
    assert 2 < usual < 4
    assert "±60.00" in signed.scale_text(plain_style(), False, 60.0)
    assert "±" not in signed.scale_text(plain_style(), False, 0.0)
    lone = np.zeros((9, 9), dtype=np.float32)
    lone[1, 2] = 5
    assert signed.usual_bound_of(lone) == 5.0, "zeros alone are no scale"
    assert signed.usual_bound_of(np.full(3, np.nan)) == 1.0


def test_numbers_are_written_with_a_minus_sign() -> None:
    assert [signed.signed(value) for value in (-0.5, 2.0, np.inf, -np.inf)] == ["−0.5000", "2.0000", "∞", "−∞"]
    assert signed.signed(-1234567.0) == "−1.23e+06"
    assert signed.signed(-0.001, 2) == "0.00"


def test_the_bar_has_its_zero_in_the_middle(qapp: object) -> None:
    style, image = plain_style(), QImage(400, 40, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    painter = QPainter(image)
    signed.paint_scale(painter, (0, 0, 400, 40), [Heat(VALUES, Axis(0, 3, 3), Axis(0, 2, 2), 2.0)], style)
    painter.end()
    row = array_of(image)[8]
    inside = [x for x in range(400) if tuple(row[x]) != (255, 0, 255) and tuple(row[x]) != rgb(style.palette.line)]
    bar = inside[: signed.BAR]
    shares = [decoded(row[x], style) for x in bar]
    assert shares[0] < -0.99
    assert shares[-1] > 0.99
    assert shares == sorted(shares)
    assert abs(shares[len(shares) // 2]) < 0.02
