"""Which label lies where on a strip, whether every n-th is drawn or words here and there."""

from __future__ import annotations

import pytest

from viz_app.pictures.drawing.drawings import Drawing, Label
from viz_app.pictures.drawing.label_strip import LabelStrip
from viz_app.pictures.drawing.layout import Axis

pytestmark = pytest.mark.usefixtures("qapp")


def strip() -> LabelStrip:
    image = Drawing(60, 120, lambda _: None)
    return LabelStrip(image, -60, -10, Axis(0, 10, 100), 4, rows=True, labels=(Label("m"),) * 10, room=50)


def test_every_nth_or_what_is_drawn() -> None:
    plain = strip()
    assert plain.with_drawn(range(0, 10, 4)) is plain and (plain.first, plain.last) == (0, 8)
    picked = plain.with_drawn((1, 5, 6))
    assert (picked.first, picked.last, picked.stride) == (1, 6, 4)
    assert plain.under(-5, 45) == 4 and picked.under(-5, 55) == 5 and picked.under(5, 55) is None
