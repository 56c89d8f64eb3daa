"""The record of a run: labels and slices of its maps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import ARRAYS, KINDS, Kind, Trace
from tests.model.traces import DECODER, ENCODER, META, S, T, make_trace, planted

SOURCE = ("Zwei", "HUNDE", "</s>", "<pad>")
CONSUMED, PRODUCED = ("<s>", "Two", "dogs"), ("Two", "dogs", "</s>")


@pytest.mark.parametrize(
    ("kind", "shape", "rows", "columns"),
    [
        ("encoder", ENCODER, SOURCE, SOURCE),
        ("decoder", DECODER, CONSUMED, CONSUMED),
        ("cross", DECODER, PRODUCED, SOURCE),
    ],
)
def test_every_map_has_its_own_numbers_and_labels(
    kind: Kind, shape: tuple[int, int], rows: tuple[str, ...], columns: tuple[str, ...]
) -> None:
    trace = make_trace()
    assert (trace.layers(kind), trace.heads(kind)) == shape
    assert (trace.rows(kind), trace.columns(kind)) == (rows, columns)
    for layer in range(shape[0]):
        for head in range(shape[1]):
            matrix = trace.matrix(kind, layer, head)
            assert (matrix.rows, matrix.columns) == (rows, columns)
            expected = planted(*shape, len(rows), len(columns))[layer, head]
            np.testing.assert_array_equal(matrix.values, expected)
            assert matrix.values[1, 2] == np.float32(layer + head / 10 + 0.01 + 0.002)
            np.testing.assert_array_equal(matrix.mask, trace.mask(kind))


@pytest.mark.parametrize("step", range(T))
def test_a_step_keeps_the_rows_up_to_it(step: int) -> None:
    trace, count = make_trace(), step + 1
    decoder, cross, encoder = (trace.matrix(kind, 1, 1, step) for kind in ("decoder", "cross", "encoder"))
    assert (decoder.rows, decoder.columns) == (CONSUMED[:count], CONSUMED[:count])
    np.testing.assert_array_equal(decoder.values, planted(*DECODER, T, T)[1, 1, :count, :count])
    assert trace.decoder_mask is not None
    np.testing.assert_array_equal(decoder.mask, trace.decoder_mask[:count, :count])
    assert (cross.rows, cross.columns) == (PRODUCED[:count], SOURCE)
    np.testing.assert_array_equal(cross.values, planted(*DECODER, T, S)[1, 1, :count])
    assert trace.cross_mask is not None
    np.testing.assert_array_equal(cross.mask, trace.cross_mask[:count])
    assert encoder.values.shape == (S, S)  # the encoder has read everything before the first step


def test_axes_say_which_token_stands_there() -> None:
    trace = make_trace()
    axes = {kind: (trace.matrix(kind, 0, 0).row_axis, trace.matrix(kind, 0, 0).column_axis) for kind in KINDS}
    assert axes["encoder"] == ("query: source token", "key: source token")
    assert axes["decoder"] == ("query: input token", "key: input token")
    assert axes["cross"] == ("query: next token", "key: source token")


@pytest.mark.parametrize(
    "place",
    [("encoder", 2, 0), ("encoder", 0, 3), ("decoder", 3, 0), ("cross", 0, 2), ("encoder", -1, 0), ("cross", 0, -1)],
)
def test_no_such_layer_or_head(place: tuple[Kind, int, int]) -> None:
    with pytest.raises(IndexError):
        make_trace().matrix(*place)


@pytest.mark.parametrize("step", [-1, T, 100])
def test_no_such_step(step: int) -> None:
    with pytest.raises(IndexError):
        make_trace().matrix("decoder", 0, 0, step)


def test_lengths_and_labels() -> None:
    trace = make_trace()
    assert (trace.source_length, trace.steps) == (S, T)
    assert trace.source_labels == SOURCE
    plain = make_trace(meta=replace(META, source_spelling=()))
    assert plain.source_labels == ("zwei", "<unk>", "</s>", "<pad>")


def test_a_trace_may_lack_arrays() -> None:
    """One recorded from somebody's own code: no masks, no produced tokens, no vocabulary head."""
    lacking = {name: None for name in ARRAYS if name.startswith(("produced", "candidate")) or "mask" in name}
    trace = make_trace(**lacking, encoder_attention=None)
    assert trace.rows("cross") == CONSUMED
    assert trace.matrix("cross", 0, 0).mask.all()
    assert (trace.layers("encoder"), trace.heads("encoder")) == (0, 0)
    with pytest.raises(IndexError, match="no encoder attention"):
        trace.matrix("encoder", 0, 0)
    only_source = Trace(META, np.array([1]), np.array(["a"]))
    assert only_source.steps == 0
    assert only_source.rows("decoder") == ()


def test_maps_without_a_target_have_numbered_rows_and_no_steps() -> None:
    """As a trace may be that somebody made of their own maps alone."""
    target = ("consumed", "produced", "candidate")
    absent: dict[str, Any] = {name: None for name in ARRAYS if name.startswith(target)}
    trace = replace(make_trace(), origin=None, **absent)
    assert trace.steps == 0
    for step in (None, 0):
        matrix = trace.matrix("cross", 1, 0, step)
        assert (matrix.rows, matrix.columns) == (tuple(map(str, range(T))), SOURCE)
        np.testing.assert_array_equal(matrix.values, planted(*DECODER, T, S)[1, 0])
        assert trace.matrix("decoder", 0, 1, step).columns == tuple(map(str, range(T)))


def test_nothing_can_be_changed() -> None:
    trace = make_trace()
    arrays = [getattr(trace, name) for name in ARRAYS] + list(trace.activations.values())
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = array
    with pytest.raises(ValueError, match="read-only"):
        trace.matrix("cross", 0, 0).values[0, 0] = 1
    with pytest.raises(AttributeError):
        trace.source_ids = np.array([1])  # type: ignore[misc]


@pytest.mark.parametrize("step", range(T))
def test_what_is_decoded_at_a_step_are_the_rows_and_columns_of_that_step(step: int) -> None:
    trace = make_trace()
    for kind in KINDS:
        shape = trace.maps(kind).shape[-2:]
        assert trace.decoded(kind, step, shape) == trace.matrix(kind, 0, 0, step).values.shape


def test_maps_that_are_not_there_cannot_be_had() -> None:
    with pytest.raises(KeyError, match="cross"):
        replace(make_trace(), cross_attention=None).maps("cross")
