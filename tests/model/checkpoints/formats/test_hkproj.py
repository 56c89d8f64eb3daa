"""hkproj/pytorch-transformer: logits and maps of its code, and the words of its two tokenizers."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, refused
from tests.model.checkpoints.formats.hkproj_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS
from tests.model.checkpoints.formats.references import saved

HEADS = {"heads": 4}


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(make, save, tmp_path, ROWS, HEADS)


def test_its_first_version_has_biases_and_norms_of_one_number(tmp_path: Path) -> None:
    check_both_precisions(partial(make, first=True), save, tmp_path, ROWS, HEADS)


def test_greedy_tokens_are_its_own(tmp_path: Path) -> None:
    """Its loop has a look-ahead mask alone."""
    reference = make(torch.float64, 22)
    trace = check_loop(reference, open_checkpoint(save(reference, tmp_path), HEADS), "4 9 12 5", 9)
    assert trace.source_ids.tolist() == [2, 4, 9, 12, 5, 3]


def test_both_tokenizers_beside_it_are_found(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    for code, size in (("en", 13), ("it", 17)):
        words = ["[UNK]", "[PAD]", "[SOS]", "[EOS]", *(f"{code}{number}" for number in range(4, size))]
        model = tokenizers.models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="[UNK]")
        made = tokenizers.Tokenizer(model)
        made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
        made.save(str(tmp_path / f"tokenizer_{code}.json"))
    (tmp_path / "opus_books_weights").mkdir()  # where train.py saves; its tokenizers lie above
    checkpoint = open_checkpoint(save(make(), tmp_path / "opus_books_weights"), HEADS)
    source = checkpoint.source("en5 nothing en12")
    assert source.tokens == ("[SOS]", "en5", "[UNK]", "en12", "[EOS]")
    assert checkpoint.target_tokenizer.token(16) == "it16"
    assert checkpoint.languages == ("en", "it")


def test_another_head_count_is_another_network(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_both_precisions(make, save, tmp_path, ROWS, {"heads": 3})
    assert [one.name for one in open_checkpoint(save(make(), tmp_path)).questions][:1] == ["heads"]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    state = make().state_dict()
    del state["encoder.norm.alpha"]
    sentence = refused(saved({"model_state_dict": state}, tmp_path / "tmodel_00.pt"))
    assert sentence.startswith("tmodel_00.pt: it is like hkproj/pytorch-transformer, but it lacks encoder.norm.alpha")
