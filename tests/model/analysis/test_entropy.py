"""An equality where the run holds the entropy, at least so much where an older one does not, nothing where neither."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.entropy import entropy
from model.record.trace import Trace
from tests.model.traces import make_trace


def run(shares: tuple[float, ...] | None, bits: float | None) -> Trace:
    """Three steps; the last has these candidates and this entropy."""
    trace = make_trace()
    changes: dict[str, Any] = {"candidate_entropy": None, "candidate_probabilities": None}
    if shares is not None:
        changes["candidate_probabilities"] = np.array([[1.0, *[0.0] * (len(shares) - 1)]] * 2 + [shares], np.float32)
    if bits is not None:
        changes["candidate_entropy"] = np.array([0.5, 0.75, bits], dtype=np.float32)
    return replace(trace, **changes)


@pytest.mark.parametrize(
    ("shares", "recorded", "exact", "bits", "tokens"),
    [
        ((0.5, 0.25), 1.3983, True, "1.40", "2.6"),  # 2^1.3983 = 2.636
        ((0.5, 0.25), None, False, "1.50", "2.8"),
        ((0.5, 0.25, 0.25), None, True, "1.50", "2.8"),  # they are all that there is
        ((0.9,), None, False, "0.46", "1.3"),  # 0.469: rounded down, since the true one may be 0.4690…
        ((1.0,), None, True, "0.00", "1.0"),
        (None, 3.117, True, "3.12", "8.7"),
        ((0.5, 0.25), -0.0, True, "0.00", "1.0"),
        ((0.5, 0.25), math.nan, False, "1.50", "2.8"),
        ((0.5, 0.25), 1e30, False, "1.50", "2.8"),
        ((0.5, 0.25), -1.0, False, "1.50", "2.8"),
    ],
)
def test_what_is_said(
    shares: tuple[float, ...] | None, recorded: float | None, exact: bool, bits: str, tokens: str
) -> None:
    found = entropy(run(shares, recorded), 2)
    assert found is not None
    assert (found.exact, *found.written) == (exact, bits, tokens)


@pytest.mark.parametrize("shares", [None, (), (0.5, math.nan), (0.5, -0.25), (3.0, 0.5), (math.inf, 0.1)])
def test_what_is_not_known_is_not_said(shares: tuple[float, ...] | None) -> None:
    trace = run(shares, None) if shares != () else replace(
        run(None, None), candidate_probabilities=np.zeros((3, 0), np.float32)
    )  # fmt: skip
    assert entropy(trace, 2) is None


@pytest.mark.parametrize("seed", range(5))
def test_a_bound_is_never_above_the_truth(seed: int) -> None:
    """Whatever the unlisted tokens are."""
    shares = np.sort(np.random.default_rng(seed).dirichlet(np.full(40, 0.2)))[::-1]
    truth = -math.fsum(p * math.log2(p) for p in shares.tolist() if p > 0)
    found = entropy(run(tuple(shares[:7].tolist()), None), 2)
    assert found is not None
    assert not found.exact
    assert float(found.written[0]) <= found.bits <= truth + 1e-6
    assert float(found.written[1]) <= 2**truth + 1e-5
