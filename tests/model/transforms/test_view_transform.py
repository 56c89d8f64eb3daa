"""Readings of a run: what they do together, what they refuse, and that the run stays as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from model.network.transformer import Keep
from model.record.trace import ARRAYS, KINDS, check_shapes
from model.record.trace_file import load_trace, save_trace
from model.transforms.aggregates import encoder_rollout
from model.transforms.view_transform import PLAIN, ViewTransform, conflict, fitting, missing, read, value_lengths
from tests.model.subwords import HEADS, LAYERS, META, PRODUCED_WORDS, WORDS, D, M, S, T, make_run
from tests.model.transforms.test_merged_pieces import plainly
from tests.source_tree import PROJECT

TINY = PROJECT / "tests" / "fixtures" / "tiny"
EVERYTHING = [
    ViewTransform(aggregate=aggregate, words=words, aside=aside, renormalise=renormalise, quantity=quantity)
    for aggregate in ("none", "heads", "layers", "all", "rollout")
    for words in (False, True)
    for aside in ("nothing", "specials", "punctuation")
    for renormalise in (False, True)
    for quantity in ("weight", "score", "norm")
]


def test_the_default_reading_is_the_run() -> None:
    run = make_run()
    assert read(run, PLAIN) is run
    assert read(run, ViewTransform(renormalise=True)) is run  # nothing is set aside


@pytest.mark.parametrize("aggregate", sorted({each.aggregate for each in EVERYTHING}))
def test_every_reading_is_a_trace_and_leaves_the_run(aggregate: str) -> None:
    for reading in (each for each in EVERYTHING if each.aggregate == aggregate):
        _is_a_trace_and_leaves_the_run(reading)


def _is_a_trace_and_leaves_the_run(reading: ViewTransform) -> None:
    run = make_run(activations=True)
    before = {name: array.copy() for name in ARRAYS if (array := getattr(run, name)) is not None}
    if conflict(reading) is not None:
        with pytest.raises(Problem):
            read(run, reading)
        return
    shown = read(run, reading)
    check_shapes(shown, "it")
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(run, name), value)
    for kind in KINDS:
        values = shown.attention(kind)
        assert values is not None
        assert values.dtype == np.float32
        assert np.isfinite(values).all()
        assert np.abs(values).max() <= shown.full_scale(kind) + 1e-6


def test_the_order_mean_words_aside() -> None:
    """Of one cell, by hand: the mean of the heads, summed over pieces, then divided by what is left of the row."""
    run = make_run()
    shown = read(run, ViewTransform(aggregate="heads", words=True, aside="punctuation", renormalise=True))
    maps = run.cross_attention
    assert maps is not None
    average = [[sum(float(maps[1, h, q, k]) for h in range(HEADS)) / HEADS for k in range(S)] for q in range(T)]
    merged = plainly(average, PRODUCED_WORDS, WORDS)
    row = [cell if key < 2 else 0 for key, cell in enumerate(merged[1])]  # "." and </s> and <pad> are away
    assert shown.cross_attention is not None
    np.testing.assert_allclose(shown.cross_attention[1, 0, 1], [cell / sum(row) for cell in row], atol=1e-6)
    done = shown.meta.reading
    assert done is not None
    assert (done.source_aside, done.target_aside) == ((2, 3, 4), (0,))
    assert done.heads == {"encoder": HEADS, "decoder": HEADS, "cross": HEADS}


def test_masks_are_unchanged_by_what_is_set_aside() -> None:
    run = make_run()
    shown = read(run, ViewTransform(aside="punctuation"))
    for kind in KINDS:
        np.testing.assert_array_equal(shown.mask(kind), run.mask(kind))


def test_columns_by_hand_are_of_the_run() -> None:
    run = make_run()
    shown = read(run, ViewTransform(source_columns=(1, 2), target_columns=(2,), words=True))
    done = shown.meta.reading
    assert done is not None
    assert (done.source_aside, done.target_aside, done.by_hand) == ((1,), (), True)  # "ow" and "ball" were not named


def test_a_rollout() -> None:
    run = make_run()
    shown = read(run, ViewTransform(aggregate="rollout"))
    assert run.encoder_attention is not None
    np.testing.assert_array_equal(shown.encoder_attention, encoder_rollout(run.encoder_attention))
    assert shown.decoder_attention is not None
    assert shown.cross_attention is not None
    both = shown.decoder_attention.sum(-1) + shown.cross_attention.sum(-1)
    np.testing.assert_allclose(both, 1, atol=1e-6)
    assert shown.cross_attention.max() <= shown.full_scale("cross") <= 1.1 * shown.cross_attention.max() < 1


def test_lengths_of_transformed_values() -> None:
    run = make_run(activations=True)
    for kind in KINDS:
        value, output = run.activations[f"{kind}_value"], run.activations[f"{kind}_w_o"]
        lengths, keys = value_lengths(run, kind), value.shape[2]
        assert lengths is not None
        for layer, head, key in np.ndindex(LAYERS, HEADS, keys):
            columns = range(head * D, (head + 1) * D)
            parts = [
                sum(float(output[layer, m, c]) * float(value[layer, head, key, c - head * D]) for c in columns)
                for m in range(M)
            ]
            np.testing.assert_allclose(lengths[layer, head, key], sum(part**2 for part in parts) ** 0.5, rtol=1e-6)
        shown, weights = read(run, ViewTransform(quantity="norm")).attention(kind), run.attention(kind)
        assert weights is not None
        np.testing.assert_allclose(shown, weights * lengths[:, :, None], rtol=1e-5)  # type: ignore[arg-type]


def test_scores_are_as_captured_and_the_future_is_nothing() -> None:
    run = make_run(activations=True)
    shown = read(run, ViewTransform(quantity="score"))
    for kind in ("encoder", "cross"):
        np.testing.assert_array_equal(shown.attention(kind), run.activations[f"{kind}_scores"])
    assert shown.decoder_attention is not None
    assert (shown.decoder_attention[..., ~np.tri(T, dtype=bool)] == 0).all()
    largest = float(np.abs(run.activations["encoder_scores"]).max())
    assert largest <= shown.full_scale("encoder") <= 1.1 * largest


@pytest.mark.parametrize("quantity", ["score", "norm"])
def test_what_a_run_lacks_is_said(quantity: Any) -> None:
    problem = missing(make_run(), ViewTransform(quantity=quantity))
    assert problem is not None
    assert "recorded without" in problem.why
    with pytest.raises(Problem):
        read(make_run(), ViewTransform(quantity=quantity))
    assert fitting(make_run(), ViewTransform(quantity=quantity, aggregate="heads")) == ViewTransform(aggregate="heads")


def test_activations_that_do_not_fit_are_none() -> None:
    run = make_run(activations=True)
    odd = {name: array[:1] for name, array in run.activations.items()}
    assert missing(replace(run, activations=odd), ViewTransform(quantity="score")) is not None
    assert missing(replace(run, activations=odd), ViewTransform(quantity="norm")) is not None
    none = {f"{kind}_value": np.zeros(3, dtype=np.float32) for kind in KINDS}
    assert value_lengths(replace(run, activations=none), "cross") is None


def test_a_rollout_needs_its_way_to_the_source() -> None:
    run = make_run(encoder_attention=None)
    assert missing(run, ViewTransform(aggregate="rollout")) is not None
    assert fitting(run, ViewTransform(aggregate="rollout", words=True)) == ViewTransform(words=True)
    alone = make_run(decoder_attention=None, cross_attention=None)
    assert missing(alone, ViewTransform(aggregate="rollout")) is None
    assert read(alone, ViewTransform(aggregate="rollout")).cross_attention is None


def test_a_missing_kind_stays_missing() -> None:
    shown = read(make_run(cross_attention=None), ViewTransform(aggregate="heads", words=True, aside="specials"))
    assert shown.cross_attention is None


def test_another_run_has_other_columns() -> None:
    assert ViewTransform(source_columns=(1,), words=True).without_columns() == ViewTransform(words=True)


def test_a_reading_is_never_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no run"):
        save_trace(read(make_run(), ViewTransform(words=True)), tmp_path / "run.npz")
    save_trace(make_run(), tmp_path / "run.npz")
    assert load_trace(tmp_path / "run.npz").meta == META


def test_masks_recorded_from_own_code_stay_where_heads_do() -> None:
    run = make_run(activations=True)
    held = {**run.activations, "recorded/cross_mask": np.ones((LAYERS, HEADS, T, S), dtype=np.float32)}
    run = replace(run, activations=held)
    assert list(read(run, ViewTransform(aside="specials")).activations) == ["recorded/cross_mask"]
    assert not read(run, ViewTransform(aggregate="heads")).activations


def test_the_norm_of_a_real_run_is_what_each_key_adds_to_the_output() -> None:
    """The transformed values of all heads, weighted and summed, are the attention's own output, as captured."""
    checkpoint = open_checkpoint(TINY)
    source = checkpoint.source("Zwei Hunde spielen im Schnee.")
    run = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS).run().trace()
    shown = read(run, ViewTransform(quantity="norm"))
    for kind in KINDS:
        weights, norms = run.attention(kind), shown.attention(kind)
        assert weights is not None
        assert norms is not None
        value, output = run.activations[f"{kind}_value"], run.activations[f"{kind}_w_o"]
        layers, heads, queries, keys = weights.shape
        width = value.shape[-1]
        query = queries - 1
        for layer in range(layers):
            total = np.zeros(output.shape[1])
            for head, key in np.ndindex(heads, keys):
                added = np.zeros(output.shape[1])
                for place in range(width):  # v · W_O, one row of this head's part at a time
                    added += float(value[layer, head, key, place]) * output[layer, :, head * width + place]
                added *= float(weights[layer, head, query, key])
                np.testing.assert_allclose(norms[layer, head, query, key], np.sqrt((added**2).sum()), atol=1e-5)
                total += added
            side, place = ("encoder", 0) if kind == "encoder" else ("decoder", int(kind == "cross"))
            bias = run.activations.get(f"{kind}_b_o")
            wanted = run.activations[f"{side}_outputs"][layer, place, query]
            np.testing.assert_allclose(total + (0 if bias is None else bias[layer]), wanted, atol=1e-4)
