"""fairseq: fixed and learned positions, both orders of norms, settings old and new, names of 2018, and refusals."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, check_opened
from tests.model.checkpoints.formats.fairseq_network import as_in_2018, make, save
from tests.model.checkpoints.formats.plain_network import ROWS


@pytest.mark.parametrize("learned", [False, True])
def test_logits_and_every_map_agree(tmp_path: Path, learned: bool) -> None:
    check_both_precisions(partial(make, learned=learned), partial(save, newer=learned), tmp_path, ROWS)


def test_greedy_tokens_and_what_is_asked(tmp_path: Path) -> None:
    reference = make(torch.float64, 59)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    assert {one.name for one in checkpoint.questions} == {"source_vocabulary", "target_vocabulary"}
    special = checkpoint.special
    assert (checkpoint.source("4 9").ids, special.start, special.ends) == ((4, 9, 2), 2, (2,))
    assert (checkpoint.languages, special.suppressed, special.least) == (("de", "en"), (1,), 1)
    check_loop(reference, checkpoint, "4 9 12 5", 9)


def test_dictionaries_beside_it(tmp_path: Path) -> None:
    path = save(make(), tmp_path)
    for code, count in (("de", 13), ("en", 17)):
        lines = [f"{code}{number} {100 - number}" for number in range(4, count)]
        (tmp_path / f"dict.{code}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    checkpoint = open_checkpoint(path)
    assert checkpoint.questions == ()
    assert checkpoint.source("de4 de7").ids == (4, 7, 2)
    assert checkpoint.target_tokenizer.token(5) == "en5"


def test_names_of_2018(tmp_path: Path) -> None:
    reference = make(seed=53)
    check_opened(reference, open_checkpoint(save(as_in_2018(reference), tmp_path)), torch.float32, ROWS)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"cross_self_attention": True}, "it says cross_self_attention: True"),
        ({"no_token_positional_embeddings": True}, "it says no_token_positional_embeddings: True"),
        ({"activation_fn": "tanh"}, "it says activation_fn: tanh"),
        ({"encoder_embed_dim": 12, "decoder_embed_dim": 24}, "it says decoder_embed_dim: 24"),
        ({"decoder_embed_dim": 12, "decoder_output_dim": 16}, "it says decoder_output_dim: 16"),
        ({"encoder_normalize_before": True}, "it says encoder_normalize_before: True"),
    ],
)
def test_a_setting_of_another_network_is_named(tmp_path: Path, settings: dict[str, Any], why: str) -> None:
    with pytest.raises(Problem) as caught:
        open_checkpoint(save(make(), tmp_path, **settings))
    assert caught.value.why.startswith(why)
    assert "headscope_recorder.py" in caught.value.next_step


def test_one_norm_after_a_stack_is_refused(tmp_path: Path) -> None:
    reference = make(learned=True)
    del reference.tensors["decoder.layer_norm.weight"], reference.tensors["decoder.layer_norm.bias"]
    with pytest.raises(Problem, match=r"it has encoder\.layer_norm\.weight for one of its stacks only"):
        open_checkpoint(save(reference, tmp_path))
