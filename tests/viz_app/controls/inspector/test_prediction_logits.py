"""The answer to *What were the logits?*: planted rows, and rows that do not fit."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from model.analysis.projections import PartWeights, logits
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.prediction import told_logits
from viz_app.platform.preferences import Settings
from viz_app.state.questions import opening
from viz_app.state.state import Selection, Snapshot

WIDTH, STEP = 5, 3


def snapshot(shift: float = 0.0) -> Snapshot:
    """Rows that give ln p + 7 for every candidate of the step."""
    trace = make_trace()
    assert trace.candidate_probabilities is not None
    hidden = np.zeros((trace.steps, WIDTH), dtype=np.float32)
    hidden[STEP, 1] = 2.0
    matrix = np.zeros((trace.candidate_probabilities.shape[1], WIDTH), dtype=np.float32)
    matrix[:, 1] = (np.log(trace.candidate_probabilities[STEP]) + 7.0) / 2
    matrix[1, 1] += shift
    run = replace(trace, activations={"hidden": hidden})
    settings = replace(Settings(), **opening("logits"))
    now = ready(run, selection=Selection("cross", 0, 0, STEP), settings=settings)
    return replace(now, weights=PartWeights(run, "vocabulary", STEP, 0, {"vocabulary": matrix}))


def test_every_candidate_and_the_total() -> None:
    now = snapshot()
    assert now.run is not None
    assert now.run.candidate_probabilities is not None
    note, (first, every, softmax) = told_logits(now)
    assert note.startswith("Step 4: ")
    shares = now.run.candidate_probabilities[STEP].tolist()
    np.testing.assert_allclose(every.numbers[0].values, [math.log(p) + 7 for p in shares], atol=1e-4)
    assert first.lines == (f"sum of 5 products = {math.log(shares[0]) + 7:.4f}",)
    assert softmax.lines[0].endswith(" = 7.0000")


def test_rows_of_another_network_are_not_shown() -> None:
    note, parts = told_logits(snapshot(shift=0.3))
    assert "do not give this run’s candidates" in note
    assert parts == ()
    now = snapshot()
    assert now.weights is not None
    halved = logits(now.weights, STEP, scaled=True)
    assert halved is not None
    assert not halved.agrees
