"""Planted runs are runs: their rows have their peak where they say, their vectors as many positions."""

from __future__ import annotations

import numpy as np
import pytest
from planted_runs import longer, planted

from model.common.assets import SAMPLES
from model.record.trace import KINDS
from model.record.trace_file import load_trace
from viz_app.example import load_example


@pytest.mark.parametrize("grid", [(1, 2), (3, 4)])
def test_a_planted_run_is_a_run(grid: tuple[int, int]) -> None:
    example = load_example()
    assert example is not None
    trace = planted(30, grid, example.trace)
    assert (trace.steps, trace.source_length) == (33, 30)
    for kind in KINDS:
        weights = trace.attention(kind)
        assert weights is not None and weights.shape[:2] == grid
        np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
    cross = trace.cross_attention
    assert cross is not None
    rows = np.arange(33)
    expected = (rows * 30 // 33 + 1) % 30
    assert (cross[0, 1].argmax(axis=-1) == expected).mean() > 0.9, "head 2 points one place on"


def test_vectors_have_as_many_positions_and_tables_stay() -> None:
    run = load_trace(SAMPLES / "everyday-details.npz")
    found = longer(run.activations, run, 60, 66)
    assert found["memory"].shape == (60, run.activations["memory"].shape[1])
    np.testing.assert_array_equal(found["memory"][run.source_length :][:3], run.activations["memory"][:3])
    assert found.keys() == run.activations.keys()
