"""The result says which run it is about; the numbers are tested where they are measured."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from model.early import GUESSES, EarlyGuesses
from tests.model.traces import T, make_trace


def test_it_belongs_to_a_run_and_stays_as_it_is() -> None:
    trace, shape = make_trace(), (3, T, GUESSES)
    shares = np.zeros(shape, np.float32)
    guesses = EarlyGuesses(trace, np.zeros(shape, np.int64), np.zeros(shape, "<U1"), shares, shares[..., 0])
    assert guesses.trace is trace
    assert {item.name for item in fields(guesses)} == {
        "trace",
        "ids",
        "tokens",
        "probabilities",
        "produced_probability",
    }
    with pytest.raises(FrozenInstanceError):
        guesses.trace = make_trace()  # type: ignore[misc]  # which is the point
