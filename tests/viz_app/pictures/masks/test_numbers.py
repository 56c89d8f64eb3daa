"""Small numbers are written as people write them, and never cut."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics, QRawFont

from viz_app.pictures.masks.numbers import RAISED, readable
from viz_app.platform.theme import font


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0, exactly"), (1.2e-9, "1.2 × 10⁻⁹"), (5.96e-8, "6.0 × 10⁻⁸"), (9.99e-13, "1.0 × 10⁻¹²"),
        (0.00099, "9.9 × 10⁻⁴"), (0.001, "0.0010"), (0.25, "0.2500"), (float("nan"), "nan"),
    ],
)  # fmt: skip
def test_a_number(value: float, text: str) -> None:
    assert readable(value) == text
    assert readable(0, exactly=False) == "0"


def test_raised_digits_are_in_the_fonts_that_pictures_have(qapp: object) -> None:
    face = font(12)
    raised = "".join(map(chr, RAISED.values()) if isinstance(next(iter(RAISED.values())), int) else RAISED.values())  # type: ignore[arg-type]
    assert all(QRawFont.fromFont(face).supportsCharacter(ord(each)) for each in raised) or all(
        QFontMetrics(face).horizontalAdvance(each) > 0 for each in raised
    )
