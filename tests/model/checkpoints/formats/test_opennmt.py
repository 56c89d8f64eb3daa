"""OpenNMT-py: both norms, its options, its vocabularies, and the options that are refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, check_opened
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


def test_the_start_is_as_the_file_says(tmp_path: Path) -> None:
    reference = make(torch.float64, 44)
    checkpoint = open_checkpoint(save(reference, tmp_path, start="t4"))
    assert (checkpoint.special.start, checkpoint.questions) == (4, ())
    check_loop(reference, checkpoint, "s4 s9 s12 s5", 9)


def test_a_source_needs_neither_start_nor_end(tmp_path: Path) -> None:
    content = torch.load(save(make(), tmp_path), weights_only=False)
    content["vocab"]["src"] = ["<unk>", "<blank>", *(f"s{index}" for index in range(2, 13))]
    torch.save(content, tmp_path / "model_step_100.pt")
    checkpoint = open_checkpoint(tmp_path / "model_step_100.pt")
    assert (checkpoint.questions, checkpoint.source("s2 s9").ids) == ((), (2, 9))


@pytest.mark.parametrize("ending", [".pt", ".safetensors"])
def test_weights_apart_from_the_options(tmp_path: Path, ending: str) -> None:
    reference = make(rms=True)
    path = save(reference, tmp_path, apart=True)
    checkpoint = open_checkpoint(path.with_suffix(ending))
    assert (checkpoint.questions, checkpoint.source("s4 s9").ids) == ((), (4, 9))
    check_opened(reference, checkpoint, torch.float32, ROWS)


def test_norms_of_2018_and_names_of_data_parallel(tmp_path: Path) -> None:
    reference = make()
    path = save(reference, tmp_path)
    content = torch.load(path, weights_only=False)
    named = {f"module.{name}".replace("norm.weight", "norm.a_2").replace("norm.bias", "norm.b_2"): value
             for name, value in content["model"].items()}  # fmt: skip
    assert any(name.endswith("layer_norm.b_2") for name in named)
    torch.save({**content, "model": named}, path)
    check_opened(reference, open_checkpoint(path), torch.float32, ROWS)


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
