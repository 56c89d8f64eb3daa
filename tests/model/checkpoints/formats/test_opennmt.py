"""OpenNMT-py: both norms, its options, its vocabularies, and the options that are refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop
from tests.model.checkpoints.formats.opennmt_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS


@pytest.mark.parametrize("rms", [False, True])
def test_logits_and_every_map_agree(tmp_path: Path, rms: bool) -> None:
    check_both_precisions(partial(make, rms=rms), save, tmp_path, ROWS)


def test_greedy_tokens_and_nothing_is_asked(tmp_path: Path) -> None:
    reference = make(torch.float64, 44)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    assert checkpoint.questions == ()
    assert checkpoint.source("s4 s9").ids == (4, 9)
    check_loop(reference, checkpoint, "s4 s9 s12 s5", 9)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"max_relative_positions": -1}, "it says max_relative_positions: -1"),
        ({"num_kv": 1}, "it says num_kv: 1"),
        ({"parallel_residual": True}, "it says parallel_residual: True"),
        ({"self_attn_type": "average"}, "it says self_attn_type: average"),
        ({"pos_ffn_activation_fn": "silu"}, "it says pos_ffn_activation_fn: silu"),
        ({"copy_attn": True}, "it says copy_attn: True"),
    ],
)
def test_an_option_of_another_network_is_named(tmp_path: Path, options: dict[str, Any], why: str) -> None:
    with pytest.raises(Problem) as caught:
        open_checkpoint(save(make(), tmp_path, **options))
    assert caught.value.why.startswith(why)
    assert "headscope_recorder.py" in caught.value.next_step
