"""What a head would see without its mask, against plain loops on double precision."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from model.analysis.unmasked_weights import unmasked_weights
from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.sample_trace import make_trace, taught, with_scores


def complete(padding: int = 2) -> Trace:
    """A run in one pass: later keys have scores, too, and no two are alike."""
    trace = taught(with_scores(make_trace(layers=2, heads=3, padding=padding)))
    random = np.random.default_rng(11)
    scores = random.normal(scale=4, size=trace.activations["decoder_scores"].shape).astype(np.float32)
    return replace(trace, activations={**trace.activations, "decoder_scores": scores})


def softmax(row: list[float]) -> list[float]:
    """By hand."""
    powers = [math.exp(number - max(row)) for number in row]
    return [power / sum(powers) for power in powers]


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_the_softmax_of_its_row_without_a_mask(kind: Kind) -> None:
    run = complete()
    scores, mask = run.activations[f"{kind}_scores"], run.mask(kind)
    assert mask is not None
    assert not mask.all()
    assert not np.array_equal(mask, mask.T), "a turned map would show"
    for layer, head in ((0, 2), (1, 0)):
        found = unmasked_weights(run, kind, layer, head)
        assert found is not None
        assert found.dtype == np.float64
        for query, row in enumerate(scores[layer, head].tolist()):
            assert found[query].tolist() == pytest.approx(softmax(row), rel=1e-12)
        assert (found[~mask] > 0).all(), "what the mask hides would be seen"


def test_a_position_bias_is_part_of_the_score() -> None:
    run = complete()
    shape = run.activations["decoder_scores"].shape[1:]
    bias = np.random.default_rng(2).normal(size=shape).astype(np.float32)
    looking_back = bias.copy()
    looking_back[:, ~np.tri(shape[1], dtype=bool)] = np.nan
    for held in (bias, looking_back):
        found = unmasked_weights(replace(run, activations={**run.activations, "decoder_bias": held}), "decoder", 1, 2)
        assert found is not None
        for query, row in enumerate(run.activations["decoder_scores"][1, 2].tolist()):
            added = [held[2, query, key] if held[2, query, key] == held[2, query, key] else held[2, query, query]
                     for key in range(len(row))]  # fmt: skip
            wanted = softmax([score + float(more) for score, more in zip(row, added, strict=True)])
            assert found[query].tolist() == pytest.approx(wanted, rel=1e-12)


def test_scores_that_were_never_computed_are_not_made_up() -> None:
    run = with_scores(make_trace())
    assert unmasked_weights(run, "decoder", 0, 0) is None, "later keys were not there"
    assert unmasked_weights(run, "cross", 0, 0) is not None
    assert unmasked_weights(make_trace(), "cross", 0, 0) is None
    wrong = replace(run, activations={"cross_scores": run.activations["cross_scores"][..., :-1]})
    assert unmasked_weights(wrong, "cross", 0, 0) is None
