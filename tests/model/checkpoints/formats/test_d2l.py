"""Dive into Deep Learning: its layers' names, and positions as its decoder has them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop
from tests.model.checkpoints.formats.d2l_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS

HEADS = {"heads": 4}


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(partial(make, bias=True), save, tmp_path, ROWS, HEADS)


def test_a_decoder_that_is_fed_one_token_at_a_time(tmp_path: Path) -> None:
    """The book's own prediction has every target token at position 0."""
    answers = HEADS | {"decoder_positions": "always 0"}
    reference = make(torch.float64, 178, apart=True)
    trace = check_loop(reference, open_checkpoint(save(reference, tmp_path), answers), "4 9 12 5", 9)
    assert trace.source_ids.tolist() == [4, 9, 12, 5, 3]
