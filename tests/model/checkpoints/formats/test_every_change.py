"""Every format that opens: what is changed in its network is changed as the plain loops change it, in float64."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.network.interventions import (
    CellFlipped,
    DropoutOn,
    HeadAblated,
    Intervention,
    MaskOff,
    PositionsOff,
    RowSet,
    ScoreTemperature,
    Unscaled,
    to_json,
)
from model.network.transformer import Keep, Transformer
from model.network.what_if import changed
from tests import oracle
from tests.model.checkpoints.formats.samples import NETWORKS, all_samples, written
from tests.what_if_oracle import WhatIfOracle

OPENED = {name: all_samples()[name] for name in NETWORKS}
TARGET = (5, 7, 6, 4)
NO_PADDING = -1  #: the sentences have none, and in some families a decoder starts with its token
CHANGES: tuple[tuple[Intervention, ...], ...] = (
    (HeadAblated("cross", 0, 0), HeadAblated("encoder", 0, 0, "uniform"), RowSet("decoder", 0, 0, 2, (0.25, 0.75)),
     CellFlipped("decoder", 1, 3), ScoreTemperature(2.5)),
    (MaskOff("look_ahead"), PositionsOff(), Unscaled(), DropoutOn(3, 0.25)),
)  # fmt: skip


@torch.inference_mode()
def logits(network: Transformer, source: list[int]) -> torch.Tensor:
    """[T,V] of the target, or its last hidden rows where there is no vocabulary head."""
    ids, target = torch.tensor([source]), torch.tensor([TARGET])
    encoding = network.encode(ids, torch.ones_like(ids, dtype=torch.bool), Keep.NOTHING)
    seen = torch.ones_like(target, dtype=torch.bool)
    hidden = network.decode(target, encoding, network.mask("decoder", seen, seen)).hidden[0]
    return network.predict(hidden) if network.config.vocabulary_head else hidden


@pytest.mark.parametrize("name", OPENED)
def test_a_change_is_what_the_plain_loops_compute(name: str) -> None:
    checkpoint = open_checkpoint(written(name))
    source, network = list(checkpoint.source(OPENED[name].sentence).ids), checkpoint.transformer.double()
    weights = {key: value.detach().numpy() for key, value in network.state_dict().items()}
    before = logits(network, source)
    for changes in CHANGES:
        found = logits(changed(network, changes), source)
        told = list(map(to_json, changes))
        if network.config.vocabulary_head:
            args = network.config, weights, source, TARGET, NO_PADDING, WhatIfOracle
            expected = oracle.run(*args, changes=told).logits
        else:
            made = WhatIfOracle(network.config, weights, told)
            expected = np.array(made.decode(TARGET, made.encode(source, NO_PADDING), source, NO_PADDING))
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-9, atol=1e-9)
        assert not torch.allclose(found, before, rtol=1e-4, atol=1e-4)
    assert torch.equal(logits(network, source), before), "it is as it was"
