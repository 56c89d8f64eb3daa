"""What is selected stands over a map without hiding the frame of the step's row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.pictures.reading import draw, plain_style, snapshot_of, where
from tests.viz_app.sample_trace import make_trace

STYLE = replace(plain_style(), on_screen=True)
STEP = 3


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def in_orange(view: str, **chosen: int) -> np.ndarray:
    pixels = draw(view, snapshot_of(make_trace(), "cross", 1, 1, step=STEP, **chosen), 800, 560, STYLE)[1]
    found: np.ndarray = where(pixels, STYLE.palette.selection)
    return found


@pytest.mark.parametrize("view", ["one_head", "all_layers"])
def test_the_frame_of_the_steps_row_stays_where_that_row_is_selected(view: str) -> None:
    before = in_orange(view)
    row_alone, cell = in_orange(view, query=STEP), in_orange(view, query=STEP, key=2)
    assert (row_alone == before).all()
    kept = (cell & before).sum() / before.sum()
    assert kept > 0.8, "but where the column crosses it"
