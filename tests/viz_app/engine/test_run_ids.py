"""What of a run goes to the engine."""

from __future__ import annotations

from dataclasses import replace

from tests.viz_app.sample_trace import make_trace
from viz_app.engine.run_ids import RunIds
from viz_app.handlers.measurements import ids_of


def test_all_ids_of_a_run_and_which_consumed_tokens_are_hidden() -> None:
    run = make_trace(source=["a"], target=["b", "c"], padding=1)
    assert run.target_mask is not None
    mask = run.target_mask.copy()
    mask[:, 1] = False
    ids = ids_of(replace(run, target_mask=mask))
    for own, array in (
        (ids.source, run.source_ids),
        (ids.consumed, run.consumed_ids),
        (ids.produced, run.produced_ids),
    ):
        assert array is not None
        assert own == tuple(array.tolist())
    assert ids == RunIds("0" * 64, ids.source, ids.consumed, (True, False, True), ids.produced)
