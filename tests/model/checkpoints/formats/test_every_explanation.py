"""Every format that opens: each number behind a cell is what plain loops compute from the weights of its file."""

from __future__ import annotations

import pytest

from model.analysis.explanation import explain
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import observe
from model.network.transformer import Keep
from model.record.trace import Trace
from tests.cell_oracle import CellOracle
from tests.model.analysis.test_explanation import cells, check
from tests.model.checkpoints.formats.samples import NETWORKS, all_samples, written

OPENED = {name: all_samples()[name] for name in NETWORKS}
TARGET = (5, 7, 6)
NO_PADDING = -1  #: the sentences have none, and in some families a decoder starts with its token


def record(checkpoint: Checkpoint, sentence: str) -> Trace:
    source = checkpoint.source(sentence)
    if not checkpoint.transformer.config.vocabulary_head:
        return observe(checkpoint, source, TARGET, keep=Keep.ACTIVATIONS)
    session = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, forced=TARGET, origin="teacher")
    return session.run().trace()


@pytest.mark.parametrize("name", OPENED)
def test_every_number_is_what_plain_loops_compute(name: str) -> None:
    checkpoint = open_checkpoint(written(name))
    trace, network = record(checkpoint, OPENED[name].sentence), checkpoint.transformer
    weights = {key: value.detach().double().numpy() for key, value in network.state_dict().items()}
    assert trace.consumed_ids is not None
    oracle = CellOracle(network.config, weights, trace.source_ids.tolist(), trace.consumed_ids.tolist(), NO_PADDING)
    for cell in cells(trace, 1):
        check(explain(trace, *cell), oracle.cell(*cell))
