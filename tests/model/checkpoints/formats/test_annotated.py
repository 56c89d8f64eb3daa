"""The Annotated Transformer: our network computes what the notebook's does, and says what it had to assume."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, refused
from tests.model.checkpoints.formats.annotated_network import ROWS, make, save
from tests.model.checkpoints.formats.references import clones, saved

FAMILY = "The Annotated Transformer"
ADVICE = "Compare your code with that family's."
HEADS = {"heads": 4}


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(make, save, tmp_path, (ROWS, ROWS - 3), HEADS)


@pytest.mark.parametrize("seed", [6, 20, 29], ids=["padding is produced", "no end", "an end"])
def test_greedy_tokens_are_the_notebooks_up_to_the_end_token(tmp_path: Path, seed: int) -> None:
    """Its loop runs on behind ``</s>``, where ours stops, and lets ``<blank>`` be attended to once produced."""
    reference = make(torch.float64, seed)
    trace = check_loop(reference, open_checkpoint(save(reference, tmp_path), HEADS), "4 9 12 5", 9, stops=False)
    assert trace.source_tokens.tolist() == ["<s>", "4", "9", "12", "5", "</s>"]
    assert trace.consumed_tokens is not None
    assert trace.consumed_tokens[0] == "<s>"


def test_heads_and_era_are_assumptions(tmp_path: Path) -> None:
    path = save(make(), tmp_path)
    checkpoint = open_checkpoint(path)
    heads = next(one for one in checkpoint.assumptions if one.name == "heads")
    assert (heads.value, heads.certain) == (6, False)  # 8 does not divide 12
    assert set(heads.options) == {1, 2, 3, 4, 6, 12}
    assert checkpoint.special.source_prefix == (0,)
    older = open_checkpoint(path, {"era": "2018"})
    assert (older.special.source_padding, older.special.start, older.special.ends) == (1, 2, (3,))
    assert older.special.source_prefix == older.special.source_suffix == ()


def test_a_wrong_head_count_changes_the_maps(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_both_precisions(make, save, tmp_path, (ROWS, ROWS - 3), {"heads": 3})
    problem = refused(save(make(), tmp_path), {"heads": 5})
    assert problem == "answers: heads is '5' and must be one of 6, 4, 12, 3, 2, 1. Choose one of them."


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: s.pop("src_embed.0.lut.weight"), "it is like {}, but it lacks src_embed.0.lut.weight"),
        (lambda s: s.pop("tgt_embed.1.pe"), "it is like {}, but it lacks tgt_embed.1.pe"),
        (lambda s: s.pop("generator.proj.bias"), "it is like {}, but it lacks generator.proj.bias"),
        (lambda s: s.update({"extra.weight": torch.zeros(3)}), "it is like {}, but it has unexpected extra.weight"),
        (lambda s: s.update({"decoder.norm.a_2": torch.zeros(3)}), "decoder.norm.a_2 is [3] where {} has [12]"),
        (lambda s: s.update({"tgt_embed.0.lut.weight": torch.zeros(3)}),
         "tgt_embed.0.lut.weight is [3] where {} has 2 dimensions"),
    ],
    ids=["no embedding", "no table", "no bias", "extra", "shape", "dimensions"],
)  # fmt: skip
def test_what_differs_is_named(tmp_path: Path, change: object, why: str) -> None:
    state = clones(make())
    change(state)  # type: ignore[operator]
    assert refused(saved(state, tmp_path / "model.pt")) == f"model.pt: {why.format(FAMILY)}. {ADVICE}"
