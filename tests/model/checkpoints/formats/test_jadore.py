"""jadore801120's Transformer: what its settings say is believed, and held against the tensors."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, refused
from tests.model.checkpoints.formats.jadore_network import ROWS, SETTINGS, SHARED, make, save
from tests.model.checkpoints.formats.references import clones, saved

FAMILY = "jadore801120/attention-is-all-you-need-pytorch"
ADVICE = "Compare your code with that family's."
LONGEST = ROWS, ROWS - 2


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"d_k": 4, "d_v": 4, "n_head": 2},
        {"proj_share_weight": True},
        {"proj_share_weight": True, "scale_emb_or_prj": "emb"},
        {"proj_share_weight": True, "scale_emb_or_prj": "none"},
        {"scale_emb_or_prj": "emb"},
        SHARED,
        SHARED | {"proj_share_weight": False},
    ],
    ids=["plain", "d_v like d_k", "prj", "emb", "none", "emb without sharing", "one table", "shared embeddings"],
)
def test_logits_and_every_map_agree(tmp_path: Path, changes: dict[str, Any]) -> None:
    check_both_precisions(partial(make, **changes), save, tmp_path, LONGEST)


@pytest.mark.parametrize(
    ("seed", "changes"), [(66, {}), (169, {}), (11, SHARED)], ids=["plain", "padding is produced", "one table"]
)
def test_greedy_tokens_are_the_same(tmp_path: Path, seed: int, changes: dict[str, Any]) -> None:
    """Its Translator never blocks padding that it produced."""
    reference = make(torch.float64, seed, **changes)
    trace = check_loop(reference, open_checkpoint(save(reference, tmp_path)), "4 9 12 5", 9)
    assert trace.source_tokens.tolist() == ["<s>", "4", "9", "12", "5", "</s>"]


def test_the_settings_say_what_needs_no_asking(tmp_path: Path) -> None:
    checkpoint = open_checkpoint(save(make(**SHARED), tmp_path))
    told = {one.name: (one.value, one.origin) for one in checkpoint.assumptions}
    assert told["heads"] == (SETTINGS["n_head"], "settings")
    assert told["proj_share_weight"] == told["embs_share_weight"] == (True, "settings")
    assert told["scale_emb_or_prj"] == ("prj", "settings")
    config = checkpoint.transformer.config
    assert (config.encoder.head_width, config.encoder.values) == (5, 6)
    assert checkpoint.transformer.head.weight is checkpoint.transformer.source_embedding.token.weight


def test_without_settings_heads_and_sharing_are_asked(tmp_path: Path) -> None:
    reference = make(seed=66)
    path = saved(reference.state_dict(), tmp_path / "model.pt")
    unsure = {one.name for one in open_checkpoint(path).assumptions if not one.certain}
    assert {"heads", "proj_share_weight"} <= unsure
    answers = {"heads": 3, "wraps_source": False}
    checkpoint = open_checkpoint(path, answers)
    assert checkpoint.special.source_prefix == checkpoint.special.source_suffix == ()
    check_loop(reference, checkpoint, "4 9 12 5", 5)


def test_a_wrong_head_count_changes_the_maps(tmp_path: Path) -> None:
    bare = lambda network, folder: saved(network.state_dict(), folder / "model.pt")  # noqa: E731
    with pytest.raises(AssertionError):
        check_both_precisions(partial(make, d_v=5), bare, tmp_path, LONGEST, {"heads": 5})


def test_settings_that_contradict_the_tensors_are_refused(tmp_path: Path) -> None:
    content = {"settings": SETTINGS | {"n_head": 4}, "model": clones(make())}
    assert refused(saved(content, tmp_path / "model.pt")) == (
        "model.pt: its settings say n_head 4 and w_qs has 15 rows, which is no multiple. "
        "Save the checkpoint again with the settings of its training."
    )
    content["settings"] = SETTINGS | {"proj_share_weight": True}
    assert refused(saved(content, tmp_path / "model.pt")) == (
        "model.pt: its settings say that trg_word_prj.weight is decoder.trg_word_emb.weight, and they differ. "
        "Save the checkpoint again with the settings of its training."
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: s.pop("encoder.position_enc.pos_table"),
         "it is like {}, but it lacks encoder.position_enc.pos_table"),
        (lambda s: s.pop("trg_word_prj.weight"), "it is like {}, but it lacks trg_word_prj.weight"),
        (lambda s: s.pop("decoder.layer_norm.bias"), "it is like {}, but it lacks decoder.layer_norm.bias"),
        (lambda s: s.update({"encoder.layer_stack.0.slf_attn.fc.bias": torch.zeros(12)}),
         "it is like {}, but it has unexpected encoder.layer_stack.0.slf_attn.fc.bias"),
        (lambda s: s.update({"decoder.layer_norm.bias": torch.zeros(3)}),
         "decoder.layer_norm.bias is [3] where {} has [12]"),
    ],
    ids=["no table", "no head", "no norm", "a bias", "shape"],
)  # fmt: skip
def test_what_differs_is_named(tmp_path: Path, change: Any, why: str) -> None:
    state = clones(make())
    change(state)
    path = saved({"settings": SETTINGS, "model": state}, tmp_path / "model.pt")
    assert refused(path) == f"model.pt: {why.format(FAMILY)}. {ADVICE}"
