"""The result says which run it is about; the numbers are tested where they are measured."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import numpy as np
import pytest

from model.analysis.logit_lens import GUESSES, EarlyGuesses, held_guesses, holding
from model.record.trace_file import load_trace, save_trace
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


def planted() -> EarlyGuesses:
    trace, rng = make_trace(), np.random.default_rng(0)
    shape = (3, trace.steps, GUESSES)
    tokens = np.array([f"w{number}" for number in range(np.prod(shape))]).reshape(shape)
    shares = rng.uniform(size=shape).astype(np.float32)
    return EarlyGuesses(trace, rng.integers(0, 9, size=shape), tokens, shares, shares[..., 1].copy())


def test_they_travel_with_their_run_in_a_file(tmp_path: Path) -> None:
    guesses = planted()
    save_trace(holding(guesses), tmp_path / "run.npz")
    trace = load_trace(tmp_path / "run.npz")
    found = held_guesses(trace)
    assert found is not None
    assert found.trace is trace
    for name in ("ids", "tokens", "probabilities", "produced_probability"):
        np.testing.assert_array_equal(getattr(found, name), getattr(guesses, name))


def test_arrays_that_do_not_fit_are_none() -> None:
    trace = holding(planted())
    assert held_guesses(make_trace()) is None
    for name in ("ids", "tokens", "probabilities", "produced_probability"):
        held = dict(trace.activations)
        array = held.pop(f"early/{name}")
        assert held_guesses(replace(trace, activations=held)) is None
        for wrong in (array[:, :-1], array[:1, :, ...][:, :0], array.astype(bool), array[0]):
            assert held_guesses(replace(trace, activations={**held, f"early/{name}": wrong})) is None, name
