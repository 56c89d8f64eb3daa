"""graykode's and wmathor's nlp-tutorial: rows of positions as they are written down, norms that learn nothing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop
from tests.model.checkpoints.formats.nlp_tutorial_network import make, make_wmathor, save
from tests.model.checkpoints.formats.plain_network import ROWS

HEADS = {"heads": 4}


@pytest.mark.parametrize(("order", "more"), [("tutorial", 0), ("from 0", 1), ("from 1", 0)])
def test_logits_and_every_map_agree(order: str, more: int, tmp_path: Path) -> None:
    answers = HEADS | {"position_rows": order}
    longest = ROWS[0] + more, ROWS[1] + more
    check_both_precisions(partial(make, order=order), save, tmp_path, longest, answers)


def test_logits_and_every_map_of_wmathors_agree(tmp_path: Path) -> None:
    check_both_precisions(make_wmathor, save, tmp_path, ROWS, HEADS)


def test_greedy_tokens_are_its_own(tmp_path: Path) -> None:
    reference = make(torch.float64, 80)
    checkpoint = open_checkpoint(save(reference, tmp_path), HEADS)
    assert (checkpoint.special.start, checkpoint.special.ends) == (15, (16,))
    trace = check_loop(reference, checkpoint, "4 9 12 5", 9)
    assert trace.source_ids.tolist() == [4, 9, 12, 5]


def test_the_order_of_positions_is_asked_unless_it_is_the_tutorials_own_table(tmp_path: Path) -> None:
    assert "position_rows" in {one.name for one in open_checkpoint(save(make(), tmp_path)).questions}
    state = make()
    for name in state.names.rows:
        state.tensors[name] = state.tensors[name][:6]
    checkpoint = open_checkpoint(save(state, tmp_path))
    assert "position_rows" not in {one.name for one in checkpoint.questions}
    assert checkpoint.transformer.config.max_length == 5
