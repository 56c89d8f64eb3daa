"""labml_nn.transformers: with and without a gate, and the padding that its caller masks."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop
from tests.model.checkpoints.formats.labml_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS

HEADS = {"heads": 4}


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    answers = HEADS | {"padding_masks": "source"}
    check_both_precisions(partial(make, target_padding=False), save, tmp_path, ROWS, answers)


def test_a_gate_and_missing_biases(tmp_path: Path) -> None:
    check_both_precisions(partial(make, gated=True), save, tmp_path, ROWS, HEADS)


def test_greedy_tokens_and_what_is_asked(tmp_path: Path) -> None:
    reference = make(torch.float64, 29)
    path = save(reference, tmp_path)
    check_loop(reference, open_checkpoint(path, HEADS), "4 9 12 5", 9)
    assert [one.name for one in open_checkpoint(path).questions][:2] == ["heads", "padding_masks"]
