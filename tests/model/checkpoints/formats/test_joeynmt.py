"""JoeyNMT: norms before and after the blocks, settings by config.yaml or by answers, and what is refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, check_opened
from tests.model.checkpoints.formats.joeynmt_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS


@pytest.mark.parametrize(("pre", "scale"), [(True, True), (True, False), (False, True)])
def test_logits_and_every_map_agree(tmp_path: Path, pre: bool, scale: bool) -> None:
    check_both_precisions(partial(make, pre=pre, scale=scale), save, tmp_path, ROWS)


def test_greedy_tokens_and_nothing_is_asked_beside_words(tmp_path: Path) -> None:
    reference = make(torch.float64, 36)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    assert {one.name for one in checkpoint.questions} == {"source_vocabulary", "target_vocabulary"}
    assert checkpoint.source("4 9").ids == (4, 9, 3)
    assert checkpoint.special.suppressed == (checkpoint.special.start,) == (2,)
    check_loop(reference, checkpoint, "4 9 12 5", 9)


def test_without_config_it_is_asked(tmp_path: Path) -> None:
    reference = make()
    path = save(reference, tmp_path, config=False)
    assert {"heads", "activation", "scale_embeddings"} < {one.name for one in open_checkpoint(path).questions}
    answers = {"heads": 4, "decoder_heads": 3, "activation": "relu", "scale_embeddings": True}
    check_opened(reference, open_checkpoint(path, answers), torch.float32, ROWS)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('        layer_norm: "pre"   # post or pre\n', "        alpha: 2.0\n", "it says encoder.alpha: 2.0"),
        ('initializer: "xavier_uniform"', 'initializer: "xavier_normal"', "it says initializer: xavier_normal"),
        ('activation: "relu"', 'activation: "tanh"', "it says activation: tanh"),
        (
            "            embedding_dim: 12\n            scale: True",
            "            scale: False",
            "encoder has scale False",
        ),
    ],
)
def test_what_it_cannot_be_is_named(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = save(make(), tmp_path)
    config = tmp_path / "config.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert why in caught.value.why
    assert "headscope_recorder.py" in caught.value.next_step


def test_stacks_of_two_orders_are_refused(tmp_path: Path) -> None:
    reference = make()
    del reference.tensors["decoder.layer_norm.weight"], reference.tensors["decoder.layer_norm.bias"]
    with pytest.raises(Problem, match="its encoder has layer_norm pre and its decoder post"):
        open_checkpoint(save(reference, tmp_path))
