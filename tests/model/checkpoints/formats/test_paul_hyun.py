"""transformer-evolution: what it has is computed as it computes it, and nothing is made up."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from model.network.masks import padding_mask, target_mask
from tests.model.checkpoints.formats.agreement import cases, check_both_precisions, check_loop, refused
from tests.model.checkpoints.formats.paul_hyun_network import HEADS, ROWS, make, save
from tests.model.checkpoints.formats.references import clones, saved
from tests.model.networks import assert_close

FAMILY = "paul-hyun/transformer-evolution"
ADVICE = "Compare your code with that family's."


@pytest.mark.parametrize("outputs", [0, 2, 17], ids=["transformer", "classifier", "vocabulary head"])
def test_hidden_states_and_every_map_agree(tmp_path: Path, outputs: int) -> None:
    check_both_precisions(partial(make, outputs=outputs), save, tmp_path, ROWS)


def test_classes_agree(tmp_path: Path) -> None:
    reference = make(torch.float64, outputs=2)
    network = open_checkpoint(save(reference, tmp_path)).transformer
    assert network.config.classes == 2
    with torch.no_grad():
        for source, target in cases((13, 17), 0, ROWS):
            encoding = network.encode(source, padding_mask(source, 0))
            decoding = network.decode(target, encoding, target_mask(target, 0), visible=padding_mask(target, 0))
            assert network.classifier is not None
            assert_close(network.classifier(decoding.hidden.amax(dim=1)), reference.classes(source, target))


def test_there_is_no_next_token(tmp_path: Path) -> None:
    checkpoint = open_checkpoint(save(make(), tmp_path))
    assert not checkpoint.transformer.config.vocabulary_head
    with pytest.raises(Problem, match="it has no vocabulary head, so there is no next token"):
        DecodingSession(checkpoint, checkpoint.source("4 5"))
    assert checkpoint.source("4 5", pad_to=4).ids == (4, 5, 0, 0)  # no start, no end
    assert checkpoint.special.start == 2


@pytest.mark.parametrize("seed", [35, 62], ids=["padding is produced", "no end"])
def test_a_vocabulary_head_of_ones_own_is_used(tmp_path: Path, seed: int) -> None:
    reference = make(torch.float64, seed, outputs=17)
    check_loop(reference, open_checkpoint(save(reference, tmp_path)), "4 9 12 5", 8)


def test_heads_come_from_the_configuration_or_are_a_guess(tmp_path: Path) -> None:
    path = save(make(), tmp_path)
    heads = next(one for one in open_checkpoint(path).assumptions if one.name == "heads")
    assert (heads.value, heads.origin, heads.certain) == (HEADS, "config.json", True)
    (tmp_path / "config.json").unlink()
    heads = next(one for one in open_checkpoint(path).assumptions if one.name == "heads")
    assert (heads.value, heads.certain) == (1, False)  # 15 rows are less than one head of 64
    with pytest.raises(AssertionError):
        check_both_precisions(make, partial(_bare), tmp_path, ROWS, {"heads": 5})


def _bare(network: Any, folder: Path) -> Path:
    return saved(network.state_dict(), folder / "model.pth")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: s.pop("encoder.enc_emb.weight"), "it is like {}, but it lacks encoder.enc_emb.weight"),
        (lambda s: s.pop("decoder.pos_emb.weight"), "it is like {}, but it lacks decoder.pos_emb.weight"),
        (lambda s: s.pop("decoder.layers.2.layer_norm3.weight"),
         "it is like {}, but it lacks decoder.layers.2.layer_norm3.weight"),
        (lambda s: s.update({"projection.bias": torch.zeros(2)}),
         "it is like {}, but it has unexpected projection.bias"),
        (lambda s: s.update({"encoder.layers.1.pos_ffn.conv1.weight": torch.zeros(10, 12, 3)}),
         "encoder.layers.1.pos_ffn.conv1.weight is [10, 12, 3] where {} has [10, 12]"),
        (lambda s: s.update({"encoder.pos_emb.weight": torch.zeros(3)}),
         "encoder.pos_emb.weight is [3] where {} has 2 dimensions"),
    ],
    ids=["no embedding", "no table", "no norm", "extra", "kernel", "dimensions"],
)  # fmt: skip
def test_what_differs_is_named(tmp_path: Path, change: Any, why: str) -> None:
    state = clones(make())
    change(state)
    assert refused(saved(state, tmp_path / "model.pth")) == f"model.pth: {why.format(FAMILY)}. {ADVICE}"
