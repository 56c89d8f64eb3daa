"""aladdinpersson's Transformer from scratch: one small matrix for all heads, scores divided by √embed_size."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, refused
from tests.model.checkpoints.formats.aladdinpersson_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS, VOCABULARIES
from tests.model.checkpoints.formats.references import saved


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(make, save, tmp_path, ROWS)


def test_greedy_tokens_are_its_own(tmp_path: Path) -> None:
    reference = make(torch.float64, 25)
    check_loop(reference, open_checkpoint(save(reference, tmp_path)), "4 9 12 5", 9)


def test_its_shapes_tell_the_heads_and_words_and_their_ids_are_asked(tmp_path: Path) -> None:
    path = save(make(), tmp_path)
    checkpoint = open_checkpoint(path)
    told = {one.name: one for one in checkpoint.assumptions}
    assert (told["stored_heads"].value, checkpoint.transformer.config.encoder.heads) == (4, 4)
    assert {one.name for one in checkpoint.questions} == {"source_vocabulary", "target_vocabulary", "special_ids"}
    answered = open_checkpoint(path, {"special_ids": "1, 2, 3"})
    special = answered.special
    assert (special.source_padding, special.start, special.ends) == (1, 2, (3,))
    assert "special_ids" not in {one.name for one in answered.questions}


def test_vocabularies_tell_the_special_ids(tmp_path: Path) -> None:
    path = save(make(), tmp_path)
    for side, size in zip(("source", "target"), VOCABULARIES, strict=True):
        words = ["<unk>", "<pad>", "<sos>", "<eos>", *(f"{side}{index}" for index in range(4, size))]
        (tmp_path / f"{side}_vocabulary.json").write_text(json.dumps(words), encoding="utf-8")
    checkpoint = open_checkpoint(path)
    assert checkpoint.questions == ()
    [told] = [one for one in checkpoint.assumptions if one.name == "special_ids"]
    assert (told.value, told.origin, told.certain) == ("1, 2, 3", "target_vocabulary.json", True)


def test_a_head_that_does_not_divide_the_width_is_refused(tmp_path: Path) -> None:
    state = {name: torch.zeros(5, 5) if ".queries." in name else one for name, one in make().state_dict().items()}
    assert "queries.weight is [5, 5] where" in refused(saved(state, tmp_path / "model.pt"))
