"""Rows beside themselves with later tokens there: planted differences, found at their row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.analysis.causality_check import compare, held_extension, with_extension
from model.record.trace_file import load_trace, save_trace
from tests.viz_app.sample_trace import make_trace

RUN = make_trace(layers=2, heads=3)
CROSS: Any = RUN.cross_attention


def longer(extra: int = 1) -> np.ndarray:
    """[2,3,T,T+extra] the run's own weights, later columns at 0."""
    assert RUN.decoder_attention is not None
    return np.pad(RUN.decoder_attention, ((0, 0), (0, 0), (0, 0), (0, extra)))


def test_a_run_that_nothing_revises() -> None:
    found = compare(RUN, longer(), CROSS.copy())
    assert (found.trace, found.length) == (RUN, RUN.steps + 1)
    assert found.unchanged
    assert found.largest == 0
    assert found.rows.tolist() == [0] * RUN.steps


def test_each_difference_is_found_at_its_row() -> None:
    decoder, cross = longer(), CROSS.copy()
    decoder[1, 2, 5, 0] -= 0.25
    decoder[0, 1, 3, 2] += 0.0625
    decoder[0, 0, 3, 8] = 0.5  # the token that was added
    cross[0, 2, 4, 6] += 0.125
    found = compare(RUN, decoder, cross)
    assert not found.unchanged
    np.testing.assert_allclose(found.decoder, [0, 0, 0, 0.0625, 0, 0.25, 0, 0], atol=1e-6)
    np.testing.assert_allclose(found.cross, [0, 0, 0, 0, 0.125, 0, 0, 0], atol=1e-6)
    assert found.future.tolist() == [0, 0, 0, 0.5, 0, 0, 0, 0]
    assert found.largest == 0.5


@pytest.mark.parametrize(("where", "unchanged"), [((1, 1, 4, 2), True), ((1, 1, 4, 6), False)])
def test_rounding_is_none_on_a_cell_that_is_blocked(where: tuple[int, ...], unchanged: bool) -> None:
    decoder = longer()
    decoder[where] += 3e-5
    assert compare(RUN, decoder, CROSS).unchanged is unchanged


@pytest.mark.parametrize("decoder", [longer()[1:], longer()[..., :-1, :], longer()[..., :5]])
def test_maps_of_another_run_are_refused(decoder: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"run|tokens"):
        compare(RUN, decoder, CROSS)


def planted() -> Any:
    decoder, cross = longer(), CROSS.copy()
    decoder[1, 2, 5, 0] -= 0.25
    decoder[0, 0, 3, 8] = 0.5
    cross[0, 2, 4, 6] += 0.125
    return compare(RUN, decoder, cross)


def test_it_travels_with_its_run(tmp_path: Path) -> None:
    sent = planted()
    save_trace(with_extension(sent), tmp_path / "run.npz")
    trace = load_trace(tmp_path / "run.npz")
    found = held_extension(trace)
    assert found is not None
    assert (found.trace, found.length) == (trace, sent.length)
    for name in ("decoder", "cross", "future"):
        np.testing.assert_array_equal(getattr(found, name), getattr(sent, name))


def test_what_does_not_fit_its_run_is_nothing() -> None:
    held = with_extension(planted()).activations
    assert held_extension(RUN) is None
    for name, wrong in {
        "length": np.array([RUN.steps - 1]), "decoder": np.zeros(3, np.float32), "cross": np.zeros(RUN.steps, int),
        "future": np.zeros((RUN.steps, 1), np.float32),
    }.items():  # fmt: skip
        assert held_extension(replace(RUN, activations={**held, f"extension/{name}": wrong})) is None, name
        left = {key: array for key, array in held.items() if key != f"extension/{name}"}
        assert held_extension(replace(RUN, activations=left)) is None, name
