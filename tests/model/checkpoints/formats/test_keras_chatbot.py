"""The Keras chatbot tutorial: functional models within one another, both orders of its positions."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.keras_chatbot import ORDERED
from tests.model.checkpoints.formats.agreement import check_agreement, check_loop
from tests.model.checkpoints.formats.keras_chatbot_network import make, save, save_counted

HEADS = {"heads": 4}


@pytest.mark.parametrize("order", ["alternating", "sines first", "sines first, residual twice"])
def test_logits_and_every_map_agree(order: str, tmp_path: Path) -> None:
    reference = make(sines_first=order != "alternating", twice=order.endswith("twice"))
    checkpoint = open_checkpoint(save(reference, tmp_path), HEADS | {"position_order": order})
    check_agreement(reference, checkpoint.transformer, torch.float32, (13, 17), checkpoint.special.source_padding)


def test_layers_that_have_counts_only(tmp_path: Path) -> None:
    reference = make(69)
    checkpoint = open_checkpoint(save_counted(reference, tmp_path), HEADS | {"max_length": 20})
    assert checkpoint.warnings == (ORDERED,) and checkpoint.transformer.config.max_length == 20
    check_agreement(reference, checkpoint.transformer, torch.float32, (13, 17), 0, padded_only=True)


def test_greedy_tokens_and_what_is_asked(tmp_path: Path) -> None:
    reference = make(67)
    checkpoint = open_checkpoint(save(reference, tmp_path), HEADS)
    trace = check_loop(reference, checkpoint, "4 9 12 5", 9)
    assert trace.source_ids.tolist() == [4, 9, 12, 5]  # start and end are the target's last two ids
    names = [one.name for one in open_checkpoint(tmp_path).questions]
    assert names == ["heads", "position_order", "source_vocabulary", "target_vocabulary"]
