"""SamLynnEvans/Transformer: its stored table, its norm, and bare sources."""

from __future__ import annotations

from pathlib import Path

import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop
from tests.model.checkpoints.formats.plain_network import ROWS
from tests.model.checkpoints.formats.samlynn_network import make, save

HEADS = {"heads": 4}


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(make, save, tmp_path, ROWS, HEADS)


def test_greedy_tokens_are_its_own_and_its_source_is_bare(tmp_path: Path) -> None:
    reference = make(torch.float64, 20)
    trace = check_loop(reference, open_checkpoint(save(reference, tmp_path), HEADS), "4 9 12 5", 9)
    assert trace.source_ids.tolist() == [4, 9, 12, 5]


def test_a_source_vocabulary_without_start_and_end_is_enough(tmp_path: Path) -> None:
    words = ["<unk>", "<pad>", *(f"s{number}" for number in range(2, 13))]
    (tmp_path / "SRC.txt").write_text("\n".join(words), encoding="utf-8")
    checkpoint = open_checkpoint(save(make(), tmp_path), HEADS)
    assert checkpoint.source("s7 s3").tokens == ("s7", "s3")
