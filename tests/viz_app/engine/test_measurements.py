"""A run is repeated as it was recorded: which padding was blocked, and whether later tokens changed earlier rows."""

from __future__ import annotations

import pytest
import torch

from tests.viz_app.engine.networks import FAMILIES, network, recorded
from viz_app.engine.measurements import grows, hidden_states, row_bytes
from viz_app.handlers.measurements import ids_of


@pytest.mark.parametrize("family", FAMILIES)
def test_every_step_predicts_what_it_predicted(family: str) -> None:
    checkpoint = network(family)
    run = recorded(checkpoint, padding=1)
    sources = torch.tensor([run.source_ids.tolist()] * 2)
    with torch.inference_mode():
        hidden = hidden_states(checkpoint, ids_of(run), sources)
        said = checkpoint.transformer.predict(hidden).softmax(dim=-1)  # [2,T,V]
    for step, (index, share) in enumerate(zip(run.produced_ids, run.produced_probability, strict=True)):
        assert said[:, step, int(index)].tolist() == pytest.approx([float(share)] * 2, abs=1e-5)


def test_which_families_need_a_pass_for_each_step() -> None:
    for family, expected in {"paper": False, "blocked cells keep weight": True}.items():
        checkpoint = network(family)
        assert grows(checkpoint.transformer, ids_of(recorded(checkpoint))) is expected


def test_memory_grows_with_both_sentences() -> None:
    transformer = network("paper").transformer
    assert row_bytes(transformer, 4, 4) < row_bytes(transformer, 5, 4) < row_bytes(transformer, 5, 6)
