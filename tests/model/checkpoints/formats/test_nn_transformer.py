"""nn.Transformer: the real module, in the tutorial's class and in others, computes what ours does."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import cases, check_both_precisions, check_loop, refused
from tests.model.checkpoints.formats.nn_transformer_network import (
    APART,
    HEADS,
    LEARNED,
    RENAMED,
    ROWS,
    TUTORIAL,
    TWO_TABLES,
    Design,
    make,
    save,
)
from tests.model.checkpoints.formats.references import clones, saved
from tests.model.networks import assert_close

ADVICE = "Compare your code with that family's."
PRE = {"norm_first": True}


@pytest.mark.parametrize(
    ("design", "options", "answers"),
    [
        (TUTORIAL, {}, {}),
        (TUTORIAL, {"batch_first": True}, {}),
        (TUTORIAL, {"activation": "gelu", **PRE}, {"activation": "gelu", "norm_order": "pre"}),
        (TUTORIAL, {"bias": False}, {}),
        (TUTORIAL, {"bias": False, "batch_first": True, **PRE}, {"norm_order": "pre"}),
        (RENAMED, {"batch_first": True}, {}),
        (LEARNED, {}, {}),
        (APART, {}, {"max_length": ROWS}),
        (APART, PRE, {"max_length": ROWS, "norm_order": "pre"}),
        (TWO_TABLES, {}, {}),
    ],
    ids=["tutorial", "batch first", "gelu, norm first", "no biases", "no biases, norm first", "renamed", "learned",
         "two stacks", "two stacks, norm first", "two tables"],
)  # fmt: skip
def test_logits_and_every_map_agree(
    tmp_path: Path, design: Design, options: dict[str, Any], answers: dict[str, Any]
) -> None:
    longest = (ROWS, ROWS - 3) if design.tables else (ROWS, ROWS)
    build = partial(make, design=design, **options)
    check_both_precisions(build, save, tmp_path, longest, {"heads": HEADS, **answers})


def test_the_fast_path_of_torch_agrees_where_there_is_no_padding(tmp_path: Path) -> None:
    """It zeroes what it computes at padding; logits, which come from the target's side, agree everywhere."""
    reference = make(batch_first=True)
    network = open_checkpoint(save(reference, tmp_path), {"heads": HEADS}).transformer
    with torch.no_grad():
        for source, target in cases((13, 17), 1, (9, 9)):
            encoding = network.encode(source, source != 1)
            mask = (target != 1)[:, None] & torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).tril()
            logits = network.predict(network.decode(target, encoding, mask).hidden)
            assert_close(logits, reference.logits(source, target), 1e-5)


@pytest.mark.parametrize("seed", [9, 24, 43], ids=["padding is produced", "an end", "no end"])
def test_greedy_tokens_are_the_tutorials(tmp_path: Path, seed: int) -> None:
    reference = make(torch.float64, seed)
    trace = check_loop(reference, open_checkpoint(save(reference, tmp_path), {"heads": HEADS}), "4 9 12 5", 9)
    assert trace.source_tokens.tolist() == ["<bos>", "4", "9", "12", "5", "<eos>"]


def test_what_no_tensor_says_is_assumed(tmp_path: Path) -> None:
    checkpoint = open_checkpoint(save(make(), tmp_path))
    told = {one.name: one for one in checkpoint.assumptions}
    assert [told[name].value for name in ("heads", "activation", "norm_order", "scale_embeddings")] == [
        6, "relu", "post", True,
    ]  # fmt: skip
    assert not told["heads"].certain
    assert "max_length" not in told
    learned = open_checkpoint(save(make(design=LEARNED), tmp_path))
    assert not learned.transformer.config.scale_embeddings
    apart = open_checkpoint(save(make(design=APART), tmp_path))
    assert {one.name: one.value for one in apart.assumptions}["max_length"] == 5000
    assert apart.transformer.config.share_embeddings


@pytest.mark.parametrize(
    "answers", [{"heads": 4}, {"heads": HEADS, "activation": "gelu"}, {"heads": HEADS, "scale_embeddings": False}]
)
def test_a_wrong_answer_changes_the_numbers(tmp_path: Path, answers: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check_both_precisions(make, save, tmp_path, (ROWS, ROWS), answers)


LAYER = "transformer.encoder.layers.1"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: s.pop(f"{LAYER}.self_attn.in_proj_bias"),
         f"it is like nn.Transformer, but it lacks {LAYER}.self_attn.in_proj_bias"),
        (lambda s: s.pop(f"{LAYER}.norm2.bias"), f"it is like nn.Transformer, but it lacks {LAYER}.norm2.bias"),
        (lambda s: s.update({"extra.weight": torch.zeros(3)}),
         "it is like nn.Transformer, but it has unexpected extra.weight"),
        (lambda s: s.update({f"{LAYER}.linear1.weight": torch.zeros(9, 12)}),
         f"{LAYER}.linear1.weight is [9, 12] where nn.Transformer has [10, 12]"),
        (lambda s: s.update({f"{LAYER}.self_attn.in_proj_weight": torch.zeros(12, 12)}),
         f"{LAYER}.self_attn.in_proj_weight.query is [4, 12] where nn.Transformer has [12, 12]"),
        (lambda s: s.update({f"{LAYER}.self_attn.in_proj_weight": torch.zeros(())}),
         f"it is like nn.Transformer, but it lacks {LAYER}.self_attn.in_proj_weight"),
    ],
    ids=["no packed bias", "no norm", "extra", "shape", "packed shape", "a number"],
)  # fmt: skip
def test_what_differs_is_named(tmp_path: Path, change: Any, why: str) -> None:
    state = clones(make())
    change(state)
    assert refused(saved(state, tmp_path / "model.pt")) == f"model.pt: {why}. {ADVICE}"
