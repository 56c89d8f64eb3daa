"""hyunwoongko/transformer in its eras, against the same network written again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from tests.model.checkpoints.formats.agreement import (
    check_agreement,
    check_both_precisions,
    check_damage,
    check_greedy,
    check_heads,
    check_trace,
    decode,
    present,
    refusal,
    write_words,
)
from tests.model.checkpoints.formats.hyunwoongko_network import CURRENT, ERAS, make
from tests.model.checkpoints.formats.references import DECODER, ENCODER, kept, save

NAMES = list(ERAS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of any era: they all look alike."""
    return save(make(), tmp_path / "model-3.2917.pt")


@pytest.mark.parametrize("era", ERAS)
def test_logits_and_every_map_agree(tmp_path: Path, era: str) -> None:
    check_both_precisions(lambda dtype: make(ERAS[era]).to(dtype), kept, tmp_path, (256, 40), {"era": era})


def test_the_longest_target_agrees_too(path: Path) -> None:
    check_agreement(make(), open_checkpoint(path).transformer, torch.float32, longest=(3, 256))


@pytest.mark.parametrize("era", ERAS)
def test_greedy_tokens_are_those_of_its_own_code(tmp_path: Path, era: str) -> None:
    reference = make(ERAS[era])
    check_greedy(reference, reference.decoder.linear, tmp_path, {"era": era})


@pytest.mark.parametrize("era", ERAS)
def test_a_run_with_padding_is_recorded_as_its_era_computes_it(path: Path, era: str) -> None:
    trace = check_trace(make(ERAS[era]), open_checkpoint(path, {"era": era}), padding=2)
    real = torch.tensor([True] * 6 + [False] * 2)
    both = era != NAMES[0]
    assert (torch.from_numpy(present(trace.encoder_mask).copy()) == (torch.outer(real, real) if both else real)).all()
    assert (present(trace.cross_mask) == present(trace.padding_mask)[None]).all()
    assert trace.meta.fully_masked_rows == ({"encoder": (6, 7)} if both else {})
    assert trace.meta.leaky_mask == (era == NAMES[2])


def test_the_era_is_asked_and_today_is_the_default(path: Path) -> None:
    checkpoint = open_checkpoint(path)
    era = next(one for one in checkpoint.assumptions if one.name == "era")
    assert era.value == NAMES[0] and era.options == (*NAMES, "until November 2021") and not era.certain
    assert {one.name for one in checkpoint.questions} == {"heads", "era", "source_vocabulary", "target_vocabulary"}
    assert [one.name for one in open_checkpoint(path, {"era": NAMES[1], "heads": 8}).questions] == [
        "source_vocabulary",
        "target_vocabulary",
    ]
    assert refusal(path, {"era": "1999"}).why.startswith("era is '1999' and must be one of since June 2023, ")


def test_maps_that_are_not_token_to_token_are_explained(path: Path) -> None:
    problem = refusal(path, {"era": "until November 2021"})
    assert str(problem) == (
        f"{path}: until 30 November 2021 this code cut its heads with .view() straight from [B,N,M], which mixes "
        "positions, and its softmax ran over the heads: a row of such a map is no distribution over tokens, so it "
        "cannot be drawn. Train it with today's code, or choose another era if the code was copied later."
    )


def test_what_the_explanation_says_is_so() -> None:
    """Heads cut with a bare view hold pieces of several positions, and such rows have no sum of 1."""
    projected = torch.arange(6.0)[:, None].expand(6, 4).clone()  # every position holds its own number
    assert len(set(projected.view(2, 6, 2)[0].flatten().tolist())) == 3  # one head: half of the positions
    scores = torch.randn(1, 2, 3, 3, generator=torch.Generator().manual_seed(1))
    weights = scores.softmax(dim=1)  # what nn.Softmax() without a dim does in four dimensions
    assert (weights.sum(-1) - 1).abs().min() > 0.01


def test_how_many_positions_it_had_can_be_said(path: Path) -> None:
    assert open_checkpoint(path).transformer.config.max_length == 256
    checkpoint = open_checkpoint(path, {"max_length": 9})
    with pytest.raises(Problem, match=r"it has 10 tokens and model-3\.2917 has positions for 9"):
        checkpoint.source("4 5 6 7 8 9 10 11")
    assert refusal(path, {"max_length": "many"}).why == "max_length is 'many' and must be a whole number"


def test_another_count_of_heads(path: Path) -> None:
    check_heads(path, lambda heads: make(CURRENT, 256, replace(ENCODER, heads=heads), replace(DECODER, heads=heads)))


def test_a_changed_file_is_told_apart(tmp_path: Path) -> None:
    check_damage(make(), tmp_path, "hyunwoongko", "decoder.layers.1.enc_dec_attention.w_concat.weight")


def test_a_norm_without_its_shift(tmp_path: Path) -> None:
    tensors = make().state_dict()
    del tensors["encoder.layers.1.norm2.beta"]
    torch.save(tensors, tmp_path / "m.pt")
    assert refusal(tmp_path / "m.pt", {}).why == "it is like hyunwoongko, but it lacks encoder.layers.1.norm2.beta"


def test_with_vocabularies_it_translates_from_english(path: Path) -> None:
    write_words(path.parent)
    checkpoint = open_checkpoint(path)
    assert checkpoint.languages == ("en", "de")
    trace = decode(checkpoint, checkpoint.source("s4 s9 zzz"), 6)
    assert trace.source_tokens.tolist() == ["<sos>", "s4", "s9", "<unk>", "<eos>"]
    known = [index for index in present(trace.produced_ids) if index > 3]
    assert known and trace.meta.translation.split() == [f"t{index}" for index in known]
