"""The whole target in one pass, compared with plain loops; and what it proves of each family."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.causality_check import compare
from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from tests import oracle
from tests.viz_app.engine.networks import FAMILIES, network, recorded, weights
from viz_app.engine.measurement_messages import EXTENDING, ExtendTarget, TargetExtended
from viz_app.engine.measurements import extend_target
from viz_app.engine.messages import Progress
from viz_app.handlers.measurements import ids_of

PADDING = 1
LEAKY = "blocked cells keep weight"


def answer_of(checkpoint: Checkpoint, run: object) -> TargetExtended:
    progress, last = extend_target(ExtendTarget(6, ids_of(run)), checkpoint)  # type: ignore[arg-type]
    assert progress == Progress(6, EXTENDING)
    assert isinstance(last, TargetExtended)
    assert last.ticket == 6
    return last


@pytest.mark.parametrize("family", ["paper", "T5", "BART", LEAKY])
def test_the_same_as_plain_loops_a_row_and_all_rows_at_a_time(family: str) -> None:
    checkpoint = network(family)
    run = recorded(checkpoint)
    answer = answer_of(checkpoint, run)
    config, held, source = checkpoint.transformer.config, weights(checkpoint), run.source_ids.tolist()
    consumed = [*run.consumed_ids.tolist(), int(run.produced_ids[-1])]
    whole = oracle.run(config, held, source, consumed, PADDING).weights
    np.testing.assert_allclose(answer.decoder, whole["decoder"][:, :, :-1], atol=1e-5)
    np.testing.assert_allclose(answer.cross, whole["cross"][:, :, :-1], atol=1e-5)
    found = compare(run, answer.decoder, answer.cross)
    for step in range(run.steps):
        then = oracle.run(config, held, source, consumed[: step + 1], PADDING).weights
        own = np.abs(whole["decoder"][:, :, step, : step + 1] - then["decoder"][:, :, -1]).max()
        crossed = np.abs(whole["cross"][:, :, step] - then["cross"][:, :, -1]).max()
        later = whole["decoder"][:, :, step, step + 1 :].max()
        np.testing.assert_allclose(
            (found.decoder[step], found.cross[step], found.future[step]), (own, crossed, later), atol=1e-5
        )


@pytest.mark.parametrize("family", FAMILIES)
def test_only_a_leak_revises_rows(family: str) -> None:
    checkpoint = network(family)
    run = recorded(checkpoint, padding=2)
    answer = answer_of(checkpoint, run)
    found = compare(run, answer.decoder, answer.cross)
    assert found.length == run.steps + 1
    if family in (LEAKY, "rows of padding see nothing"):
        assert not found.unchanged
        assert found.largest > 0.01
    else:
        assert found.unchanged
        assert found.largest < 1e-5


def test_no_token_more_than_the_network_has_positions_for() -> None:
    checkpoint = network("paper")
    run = recorded(checkpoint)
    config = replace(checkpoint.transformer.config, target_max_length=run.steps)
    checkpoint.transformer.config = config
    assert answer_of(checkpoint, run).decoder.shape[-2:] == (run.steps, run.steps)


def test_only_the_checkpoint_that_recorded_the_run() -> None:
    run = recorded(network("paper"))
    with pytest.raises(Problem, match="not open"):
        next(extend_target(ExtendTarget(1, ids_of(run)), None))
