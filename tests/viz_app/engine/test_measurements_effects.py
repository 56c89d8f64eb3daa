"""A source token replaced, and the run repeated: compared with a new run that is forced to say the same."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from tests import oracle
from tests.viz_app.engine.networks import FAMILIES, network, recorded, weights
from viz_app.engine import measurements
from viz_app.engine.measurement_messages import REPLACING, EffectsMeasured, ReplaceTokens
from viz_app.engine.measurements import measure_effects
from viz_app.engine.messages import Progress
from viz_app.handlers.measurements import ids_of

UNKNOWN, PADDING = 0, 1


def measured(checkpoint: Checkpoint, run: Any, replacement: str = "unknown") -> EffectsMeasured:
    *progress, last = measure_effects(ReplaceTokens(4, ids_of(run), replacement), checkpoint)
    assert all(isinstance(item, Progress) and (item.ticket, item.text) == (4, REPLACING) for item in progress)
    shares = [item.fraction for item in progress if isinstance(item, Progress)]
    assert shares == sorted(shares)
    assert isinstance(last, EffectsMeasured)
    return last


def by_new_runs(checkpoint: Checkpoint, run: Any, other: int) -> np.ndarray:
    """[T,S] the same from whole new runs, one per replaced word; NaN at <eos> and padding."""
    encoded = checkpoint.source("c a d b", run.source_length)
    change = np.full((run.steps, run.source_length), np.nan)
    for place in range(4):
        ids = list(encoded.ids)
        ids[place] = other
        without = recorded(checkpoint, source=replace(encoded, ids=tuple(ids)))
        for step in range(run.steps):
            change[step, place] = math.log(without.produced_probability[step]) - math.log(
                run.produced_probability[step]
            )
    return change


@pytest.mark.parametrize("replacement", ["unknown", "padding"])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_as_new_runs_without_the_word(family: str, replacement: str) -> None:
    checkpoint = network(family)
    run = recorded(checkpoint, padding=2)
    answer = measured(checkpoint, run, replacement)
    assert (answer.ticket, answer.replacement) == (4, replacement)
    assert answer.token == ("<unk>" if replacement == "unknown" else "<pad>")
    expected = by_new_runs(checkpoint, run, UNKNOWN if replacement == "unknown" else PADDING)
    assert np.nanmax(np.abs(expected)) > 0.01
    np.testing.assert_allclose(answer.change, expected, atol=2e-5)


def test_the_same_as_plain_loops() -> None:
    checkpoint = network("T5")
    run = recorded(checkpoint)
    change = measured(checkpoint, run).change
    held, config = weights(checkpoint), checkpoint.transformer.config

    def logarithms(source: list[int]) -> list[float]:
        logits = oracle.run(config, held, source, run.consumed_ids.tolist(), PADDING).logits
        wanted = run.produced_ids.tolist()
        return [row[index] - math.log(sum(math.exp(v) for v in row)) for row, index in zip(logits, wanted, strict=True)]

    source = run.source_ids.tolist()
    before, after = logarithms(source), logarithms([*source[:2], UNKNOWN, *source[3:]])
    np.testing.assert_allclose(change[:, 2], np.subtract(after, before), atol=2e-5)


def test_in_small_batches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint = network("paper")
    run = recorded(checkpoint)
    together = measured(checkpoint, run).change
    monkeypatch.setattr(measurements, "MOST_ROWS", 3)
    items = list(measure_effects(ReplaceTokens(4, ids_of(run)), checkpoint))
    assert [item.fraction for item in items if isinstance(item, Progress)] == [0.0, 0.75, 1.0]
    assert isinstance(items[-1], EffectsMeasured)
    np.testing.assert_allclose(items[-1].change, together, atol=1e-5)
    monkeypatch.setattr(measurements, "MOST_TOKENS", 20)
    assert measurements.batch_size(checkpoint, ids_of(run)) == 20 // (5 + 4)
    monkeypatch.setattr(measurements, "BATCH_BYTES", 1)
    assert measurements.batch_size(checkpoint, ids_of(run)) == 1
    np.testing.assert_allclose(measured(checkpoint, run).change, together, atol=1e-5)


def test_words_that_are_unknown_already_are_not_replaced_by_unknown() -> None:
    checkpoint = network("paper")
    run = recorded(checkpoint, source=checkpoint.source("c zebra d"))
    assert np.isnan(measured(checkpoint, run).change).all(axis=0).tolist() == [False, True, False, True]
    assert np.isnan(measured(checkpoint, run, "padding").change).all(axis=0).tolist() == [False, False, False, True]


def test_a_source_without_words_has_nothing_to_replace() -> None:
    checkpoint = network("paper")
    encoded = checkpoint.source("c")
    run = recorded(checkpoint, source=replace(encoded, ids=(3, 3)))
    assert np.isnan(measured(checkpoint, run).change).all()


def test_only_the_checkpoint_that_recorded_the_run_can_repeat_it() -> None:
    checkpoint = network("paper")
    run = recorded(checkpoint)
    for wrong in (None, replace(checkpoint, sha256="c" * 64)):
        with pytest.raises(Problem, match="not open"):
            next(measure_effects(ReplaceTokens(1, ids_of(run)), wrong))
