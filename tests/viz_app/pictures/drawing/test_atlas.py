"""Weights become pixels without losing a thin line, and without showing what is not yet decoded."""

from __future__ import annotations

import weakref
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from model.record.trace import Trace
from tests.viz_app.pictures.reading import array_of, level_of, plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.atlas import Atlas, atlas, borrowed_row, newest_rows, pool
from viz_app.pictures.drawing.layout import Axis
from viz_app.platform.theme import level

pytestmark = pytest.mark.usefixtures("qapp")
TOKENS = 512
THUMBNAIL = 90


def of_cross(weights: NDArray[np.float32]) -> Trace:
    """A run with this [L,H,T,S] cross attention."""
    _, _, queries, keys = weights.shape
    trace = make_trace(1, 1, ["x"] * (keys - 1), ["y"] * (queries - 1))
    return replace(trace, cross_attention=weights)


def test_a_diagonal_one_cell_wide_survives_in_a_thumbnail() -> None:
    weights = np.eye(TOKENS, k=-1, dtype=np.float32)[None, None]
    x, y = Axis(0, TOKENS, THUMBNAIL), Axis(0, TOKENS, THUMBNAIL - 7)
    style = plain_style()
    made = atlas(of_cross(weights), "cross", range(1), range(1), x, y, style)
    words = made.words[0, 0]
    full = int(style.colour_map.words[255])
    assert words.shape == (y.length, x.length)
    for pixel in range(y.length):
        keys = [query - 1 for query in y.cells(pixel) if query > 0]
        lit = {column for key in keys for column in range(x.length) if key in x.cells(column)}
        assert set(np.flatnonzero(words[pixel] == full).tolist()) == lit
        assert lit


@pytest.mark.parametrize(("rows", "columns"), [(5, 7), (5, 20), (13, 7), (13, 20), (1, 1)])
def test_pooling_is_the_maximum_of_each_block(rows: int, columns: int) -> None:
    weights = np.random.default_rng(1).random((2, 3, 13, 20), dtype=np.float32)
    x, y = Axis(0, 20, columns), Axis(0, 13, rows)
    pooled = pool(weights, x, y)
    assert pooled.shape == (2, 3, rows, columns)
    for row in range(rows):
        for column in range(columns):
            down, across = y.cells(row), x.cells(column)
            block = weights[:, :, down.start : down.stop, across.start : across.stop]
            assert (pooled[:, :, row, column] == block.max(axis=(2, 3))).all()


def test_half_a_pixel_row_shows_no_later_row() -> None:
    weights = np.zeros((2, 3, 40, 30), dtype=np.float32)
    weights[1, 2, 9, 4] = 0.5
    weights[1, 2, 10, 5] = 1.0  # not yet decoded
    trace, style = of_cross(weights), plain_style()
    x, y = Axis(0, 30, 30), Axis(0, 40, 10)
    made = atlas(trace, "cross", range(2), range(3), x, y, style)
    whole = made.words.copy()
    with borrowed_row(made, 2, newest_rows(made, trace, range(8, 10), x, 30, style)):
        image, first = made.sources[5]  # layer 1, head 2
        row = array_of(image)[first + 2]
        assert level_of(row[4], style) == 128
        assert level_of(row[5], style) == 0
        others = [array_of(image)[first + 2] for image, first in made.sources[:5]]
        assert not any((row[..., 0] != 255).any() for row in others)
    assert (made.words == whole).all()


@pytest.mark.parametrize(("length", "shown"), [(9, 9), (9, 4), (22, 13), (1, 1)])
def test_half_a_pixel_row_has_the_largest_weight_under_each_pixel(length: int, shown: int) -> None:
    weights = np.random.default_rng(2).random((2, 3, 12, 23), dtype=np.float32)
    trace, style = of_cross(weights), plain_style()
    x, y = Axis(0, 23, length), Axis(0, 12, 3)
    made = atlas(trace, "cross", range(2), range(3), x, y, style)
    words = newest_rows(made, trace, range(4, 7), x, shown, style)
    largest = [weights[:, :, 4:7, under.start : under.stop].max(axis=(2, 3)) for under in map(x.cells, range(shown))]
    assert (words[:, :, 0] == style.colour_map.words[level(np.stack(largest, axis=-1), "linear")]).all()


def test_layers_and_heads_keep_their_order() -> None:
    weights = np.zeros((3, 4, 2, 2), dtype=np.float32)
    weights[...] = np.arange(12).reshape(3, 4, 1, 1) / 17
    style = plain_style()
    side = Axis(0, 2, 20)
    made = atlas(of_cross(weights), "cross", range(1, 3), range(1, 4), side, side, style)
    for index, (image, first) in enumerate(made.sources):
        layer, head = divmod(index, 3)
        assert level_of(array_of(image)[first, 0], style) == round(255 * ((layer + 1) * 4 + head + 1) / 17)


def test_own_maximum_is_the_full_colour_of_each_map() -> None:
    weights = np.random.default_rng(2).random((2, 2, 5, 6), dtype=np.float32) * 0.3
    weights[1, 1] = 0
    style = plain_style(per_map_scale=True)
    x, y = Axis(0, 6, 30), Axis(0, 5, 25)
    made = atlas(of_cross(weights), "cross", range(2), range(2), x, y, style)
    for layer, head in ((0, 0), (0, 1), (1, 0)):
        assert made.maximum(layer, head) == pytest.approx(float(weights[layer, head].max()))
        assert (made.words[layer, head] == style.colour_map.words[255]).sum() >= 1
    assert made.maximum(1, 1) == 1
    assert (made.words[1, 1] == style.colour_map.words[0]).all()


def test_a_trace_without_the_kind_is_an_error() -> None:
    with pytest.raises(KeyError):
        atlas(replace(make_trace(), cross_attention=None), "cross", range(1), range(1), Axis(0, 2, 2), Axis(0, 2, 2),
              plain_style())  # fmt: skip


def test_what_nobody_shows_any_more_lends_its_memory_and_what_is_shown_keeps_its_own() -> None:
    x, y, style = Axis(0, 6, 30), Axis(0, 5, 25), plain_style()
    runs = [of_cross(np.random.default_rng(seed).random((2, 2, 5, 6), dtype=np.float32)) for seed in range(9)]

    def made(run: Trace) -> Atlas:
        return atlas(run, "cross", range(2), range(2), x, y, style)

    shown, lent = made(runs[0]), weakref.ref(made(runs[1]).words)
    colours = shown.words.copy()
    others = [made(run) for run in runs[2:8]]  # as many as are kept: the first two have gone from there
    assert all(other.words is not lent() for other in others)
    last = made(runs[8])
    assert last.words is lent(), "of the second, which nobody shows"
    assert (shown.words == colours).all()
    assert (last.words == made(replace(runs[8], source_ids=runs[8].source_ids.copy())).words).all()
