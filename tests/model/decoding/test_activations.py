"""What is recorded around the attentions: its names, shapes and sizes. Its numbers are compared in ``test_stream``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from model.decoding.activations import ROWS, embeddings, fixed
from tests.model.sample_checkpoints import make_checkpoint

M, LE, LD = 8, 2, 3


def shapes(changes: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """Every array of a network by its name."""
    network = make_checkpoint(4, changes=changes).transformer
    held = fixed(network)
    for side in ("source", "target"):
        held |= embeddings(network, side, [4, 5, 1], [True, True, False])
    assert all(array.dtype == np.float32 for array in held.values())
    return {name: array.shape for name, array in held.items()}


NORMS = {
    "encoder_ff_gamma": (LE, M),
    "encoder_ff_beta": (LE, M),
    "decoder_ff_gamma": (LD, M),
    "decoder_ff_beta": (LD, M),
}
PARTS = {f"{side}_{name}": (3, M) for side in ("source", "target") for name in ("token", "position")}
TABLES = {"source_position_table": (16, M), "target_position_table": (16, M)}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, NORMS | PARTS | TABLES),
        ({"positions": "stored", "target_max_length": 9}, NORMS | PARTS | TABLES | {"target_position_table": (9, M)}),
        ({"max_length": 500}, NORMS | PARTS | dict.fromkeys(TABLES, (ROWS, M))),
        (
            {"embedding_norm": True, "final_norm": True},
            NORMS | PARTS | TABLES
            | {f"{name}_{letter}": (M,) for name in ("source_norm", "target_norm", "encoder_final", "decoder_final")
               for letter in ("gamma", "beta")},
        ),
        (
            {"positions": "relative", "norm": "rms"},
            {"encoder_ff_gamma": (LE, M), "decoder_ff_gamma": (LD, M), "source_token": (3, M), "target_token": (3, M),
             "source_distance_table": (2 * ROWS + 1, 3), "target_distance_table": (ROWS + 1, 2)},
        ),
    ],
    ids=["as in the paper", "stored", "long", "all norms", "distances, rms"],
)  # fmt: skip
def test_a_network_has_the_arrays_that_it_can_have(
    changes: dict[str, Any], expected: dict[str, tuple[int, ...]]
) -> None:
    assert shapes(changes) == expected


def test_a_long_table_is_cut_and_nothing_else_of_the_network_changes() -> None:
    network = make_checkpoint(4, changes={"positions": "learned", "max_length": 200}).transformer
    before = {name: value.detach().clone() for name, value in network.named_parameters()}
    held = fixed(network)
    np.testing.assert_array_equal(held["source_position_table"], before["source_embedding.position.table"][:ROWS])
    held["source_position_table"][0] = 7  # a copy
    assert all(torch.equal(value, before[name]) for name, value in network.named_parameters())
