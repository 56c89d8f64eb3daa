"""Losses against plain sums, and runs that have none."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.loss import is_taught, labels_given, losses
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace


def with_probabilities(values: list[float], **decoding: Any) -> Trace:
    trace = make_trace(layers=1, heads=1, target=["a"] * (len(values) - 1))
    meta = replace(trace.meta, decoding=decoding)
    return replace(trace, meta=meta, produced_probability=np.array(values, dtype=np.float32))


def test_every_number_is_a_plain_sum() -> None:
    values = [0.5, 0.125, 0.25, 1.0]
    found = losses(with_probabilities(values))
    assert found is not None
    total = 0.0
    for position, value in enumerate(values):
        total += math.log(value)
        assert found.each[position] == pytest.approx(-math.log(value))
        assert found.mean[position] == pytest.approx(-total / (position + 1))
    assert found.log_probability == pytest.approx(total)
    assert found.loss == pytest.approx(-total / 4)
    assert found.perplexity == pytest.approx(2 ** (6 / 4))


def test_padding_is_ignored() -> None:
    found = losses(with_probabilities([0.5, 0.5, 1e-9, 0.9], given=2))
    assert found is not None
    assert found.given == 2
    assert (found.loss, found.perplexity) == pytest.approx((math.log(2), 2))
    assert np.isnan(found.each[2:]).all()
    assert np.isnan(found.mean[2:]).all()


def test_an_impossible_label_has_no_end() -> None:
    found = losses(with_probabilities([0.5, 0.0]))
    assert found is not None
    assert math.isinf(found.each[1])
    assert math.isinf(found.loss)
    assert found.log_probability == -math.inf
    assert found.perplexity > 1e300


@pytest.mark.parametrize("given", [0, -1, 99, "2", True, None])
def test_a_number_that_cannot_be_is_not_believed(given: object) -> None:
    assert labels_given(with_probabilities([0.5, 0.5], given=given)) == 2


def test_what_has_no_probabilities_has_no_loss() -> None:
    assert losses(replace(make_trace(), produced_probability=None)) is None
    assert not is_taught(replace(make_trace(), origin=None))
    assert not is_taught(make_trace())
    assert is_taught(replace(make_trace(), origin=np.array(["teacher"] * 8)))
