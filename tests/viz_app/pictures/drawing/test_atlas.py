"""Weights become pixels without losing a thin line, and without showing what is not yet decoded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from model.record.trace import Kind, Trace
from tests.viz_app.pictures.reading import array_of, draw, level_of, plain_style, sheet, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.atlas import FinishedMaps, atlas, borrowed_row, newest_rows, pool
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


@pytest.mark.parametrize("view", ["all_layers", "one_layer", "one_head"])
@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_steps_copy_what_they_would_paint(view: str, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the second step on, forward and back, every pixel is that of the step alone, patterns and numbers too."""
    made = []
    taken = FinishedMaps.at

    def noting(self: FinishedMaps, step: int, *others: Any) -> QImage | None:
        made.append(taken(self, step, *others))
        return made[-1]

    monkeypatch.setattr(FinishedMaps, "at", noting)
    words = [f"w{n}" for n in range(11)]
    style = replace(plain_style(), on_screen=True, values=True)
    trace, size, steps = make_trace(3, 4, words, words[:9]), (803, 507), (4, 5, 9, 0, 4)
    after_others = [draw(view, snapshot_of(trace, kind, 2, 1, step=step), *size, style)[1] for step in steps]
    copied = [image for image in made if image is not None]
    assert len(copied) == len(made) - len(made) // len(steps), "all but those of the first step"
    made.clear()
    for step, pixels in zip(steps, after_others, strict=True):
        again = make_trace(3, 4, words, words[:9])
        assert (draw(view, snapshot_of(again, kind, 2, 1, step=step), *size, style)[1] == pixels).all(), step
    assert set(made) == {None}


def test_pixels_for_several_rows_are_never_copied_from_the_end() -> None:
    words = [f"w{n}" for n in range(700)]
    trace, style = make_trace(1, 2, words[:5], words, padding=3), plain_style()
    for step in range(350, 362):
        alone = replace(trace, source_ids=trace.source_ids.copy())
        runs = [(trace, step), (alone, step)]
        one, other = (sheet("all_layers", snapshot_of(run, "cross", step=at), 1280, 720, style)[1] for run, at in runs)
        assert (one == other).all(), step


def test_a_very_large_page_is_not_kept_twice() -> None:
    maps, drawn = FinishedMaps(), list[QPainter]()
    assert [maps.at(step, 40, 30, drawn.append) is not None for step in (3, 3, 4, 3)] == [False, False, True, True]
    assert maps.at(5, 5120, 2880, drawn.append) is None
    assert len(drawn) == 1
