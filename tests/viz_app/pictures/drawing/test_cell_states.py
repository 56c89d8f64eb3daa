"""Why a cell is blocked, and that its pattern tells."""

from __future__ import annotations

import numpy as np
import pytest

from tests.viz_app.pictures.reading import array_of, plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.drawing.cell_states import FUTURE, OPEN, PADDING
from viz_app.pictures.drawing.layout import Axis

MASK = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 1]], dtype=bool)


def test_in_a_causal_map_later_keys_are_future_and_others_padding() -> None:
    assert cell_states.states_of(MASK, causal=True).tolist() == [
        [OPEN, FUTURE, FUTURE, FUTURE],
        [OPEN, OPEN, FUTURE, FUTURE],
        [OPEN, OPEN, PADDING, OPEN],
    ]


def test_elsewhere_only_padding_blocks() -> None:
    assert (cell_states.states_of(MASK, causal=False) == np.where(MASK, OPEN, PADDING)).all()


def test_the_mask_is_the_one_that_the_model_used() -> None:
    trace = make_trace(padding=2)
    assert cell_states.states(trace, "cross") is not None
    assert cell_states.states(make_trace(padding=0), "cross") is None
    decoder = cell_states.states(trace, "decoder")
    assert decoder is not None
    assert decoder[0, 1] == FUTURE


def test_a_pixel_for_several_cells_is_blocked_only_if_all_are() -> None:
    states = np.array([[OPEN, FUTURE, FUTURE, FUTURE], [FUTURE, FUTURE, PADDING, FUTURE]], dtype=np.uint8)
    assert cell_states.pooled(states, Axis(0, 4, 2), Axis(0, 2, 2)).tolist() == [[OPEN, FUTURE], [FUTURE, FUTURE]]
    assert cell_states.pooled(states, Axis(0, 4, 2), Axis(0, 2, 1)).tolist() == [[OPEN, FUTURE]]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_patterns_stay_in_their_cells_and_differ(dark: bool, ratio: float) -> None:
    style = plain_style(dark, ratio)
    states = cell_states.states_of(MASK, causal=True)
    x, y = Axis(0, 4, 80), Axis(0, 3, 60)
    words = cell_states.pattern_words(states, x, y, style, ground=True)
    inks = {FUTURE: style.palette.hatch, PADDING: style.palette.dots}
    for (row, column), state in np.ndenumerate(states):
        cell = set(words[row * 20 : row * 20 + 20, column * 20 : column * 20 + 20].ravel().tolist())
        wanted = {cell_states.opaque(style.palette.blocked), cell_states.opaque(inks[int(state)])} if state else {0}
        assert cell == wanted


def test_a_leaking_mask_lets_weights_through() -> None:
    words = cell_states.pattern_words(np.full((2, 2), FUTURE, dtype=np.uint8), Axis(0, 2, 40), Axis(0, 2, 40),
                                  plain_style(), ground=False)  # fmt: skip
    assert 0.5 < (words == 0).mean() < 0.95


def test_an_image_owns_its_memory() -> None:
    words = np.full((2, 3), 0xFF102030, dtype=np.uint32)
    image = cell_states.image(words)
    words[:] = 0
    assert (array_of(image) == (0x10, 0x20, 0x30)).all()
