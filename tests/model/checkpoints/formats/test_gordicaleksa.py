"""gordicaleksa/pytorch-original-transformer: −∞ in blocked cells, and the direction that its file tells."""

from __future__ import annotations

from pathlib import Path

import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop
from tests.model.checkpoints.formats.gordicaleksa_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS

HEADS = {"heads": 4}


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(make, save, tmp_path, ROWS, HEADS)


def test_greedy_tokens_are_its_own_and_the_direction_is_the_files(tmp_path: Path) -> None:
    reference = make(torch.float64, 20)
    checkpoint = open_checkpoint(save(reference, tmp_path), HEADS)
    assert checkpoint.languages == ("de", "en")
    check_loop(reference, checkpoint, "4 9 12 5", 9)
