"""The dot on a row's maximum and the number in its cell: they do not touch, on any paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QFontMetricsF

from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import dot_place, number_pixels, printed
from viz_app.pictures.drawing.picture import style_for
from viz_app.platform.theme import font
from viz_app.state.state import Settings

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 6.25])
@pytest.mark.parametrize("points", [7.5, 9.0, 18.0])
def test_a_dot_has_a_gap_to_the_digits_and_stays_in_its_cell(points: float, ratio: float) -> None:
    style = replace(style_for(Settings(), dark=False, ratio=ratio, font_points=points))
    tried = 0
    for wide in range(24, 100, 4):
        for high in range(12, 70, 3):
            x, y = Axis(0, 1, style.px(wide)), Axis(0, 1, style.px(high))
            if not printed(x, y, style):
                continue
            tried += 1
            inset, radius = dot_place(x, y, style)
            digit = QFontMetricsF(font(1000)).tightBoundingRect("8").height() * number_pixels(x, y, style) / 1000
            top = (y.cell - digit) / 2
            assert radius >= 0.7 * ratio
            assert inset - radius >= 0.5 * ratio, "inside its cell"
            assert inset + radius <= top - 0.4 * ratio, (wide, high)
    assert tried > 50
