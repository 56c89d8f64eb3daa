"""One row under other ways of masking, against plain loops over the run's own vectors."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model.analysis.masking import first_blocked, masked_row
from model.record.trace import KINDS, Kind
from tests.viz_app.controls.explained import explained
from tests.viz_app.sample_trace import make_trace


def weights_of(scores: list[float]) -> list[float]:
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


@pytest.mark.parametrize(("kind", "query", "blocked"), [("encoder", 1, [3, 4, 5]), ("decoder", 1, [2, 3, 4])])
def test_four_ways(kind: Kind, query: int, blocked: list[int]) -> None:
    _, trace = explained()
    found = masked_row(trace, kind, 1, 1, query)
    assert found is not None
    q = trace.activations[f"{kind}_query"][1, 1, query].tolist()
    keys = trace.activations[f"{kind}_key"][1, 1].tolist()
    scores = [sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(len(q)) for k in keys]
    blocked = [key for key in range(len(keys)) if not found.visible[key]]
    assert blocked, "there is something to block"
    np.testing.assert_allclose(found.scores, scores, atol=1e-5)
    np.testing.assert_allclose(found.unmasked, weights_of(scores), atol=1e-5)
    zeroed = [0.0 if key in blocked else score for key, score in enumerate(scores)]
    np.testing.assert_allclose(found.zeroed, weights_of(zeroed), atol=1e-5)
    left = [score for key, score in enumerate(scores) if key not in blocked]
    np.testing.assert_allclose(found.weights[found.visible], weights_of(left), atol=1e-5)
    assert found.leaked == pytest.approx(sum(weights_of(scores)[key] for key in blocked), abs=1e-5)
    assert found.cut.sum() == pytest.approx(1 - found.leaked, abs=1e-6)


def test_where_something_is_blocked() -> None:
    trace = make_trace()
    assert first_blocked(trace, "cross", 2) == ("decoder", 2)
    assert first_blocked(trace, "cross", trace.steps - 1) == ("decoder", trace.steps - 2), "the last row sees all"
    assert first_blocked(trace, "decoder", 1) == ("decoder", 1)
    assert first_blocked(make_trace(padding=2), "encoder", 0) == ("encoder", 0)


def test_a_run_without_vectors_has_none() -> None:
    assert all(masked_row(make_trace(), kind, 0, 0, 0) is None for kind in KINDS)
