"""tut6 and its older versions, against the same network written again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
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
from tests.model.checkpoints.formats.references import DECODER, ENCODER, kept, save
from tests.model.checkpoints.formats.tut6_network import CURRENT, SHARED, VERSIONS, make


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of the current notebook."""
    return save(make(), tmp_path / "tut6-model.pt")


@pytest.mark.parametrize("version", VERSIONS)
def test_logits_and_every_map_agree(tmp_path: Path, version: str) -> None:
    check_both_precisions(lambda dtype: make(VERSIONS[version]).to(dtype), kept, tmp_path, (20, 17))


#: Only names differ between them, which the test above compares: the newest and the oldest.
@pytest.mark.parametrize("version", ["tut6", "tut6 February 2019"])
def test_greedy_tokens_are_the_notebooks(tmp_path: Path, version: str) -> None:
    reference = make(VERSIONS[version])
    check_greedy(reference, reference.head, tmp_path)


def test_a_run_with_padding_is_recorded_as_the_notebook_computes_it(path: Path) -> None:
    trace = check_trace(make(), open_checkpoint(path), padding=2)
    assert present(trace.padding_mask).tolist() == [True] * 6 + [False] * 2
    assert (present(trace.encoder_mask) == present(trace.padding_mask)[None]).all()
    assert (present(trace.cross_mask) == present(trace.padding_mask)[None]).all()
    assert trace.meta.family == "tut6"
    assert not trace.meta.leaky_mask and not trace.meta.fully_masked_rows


def test_weights_that_are_no_numbers_are_named_as_in_the_notebook(tmp_path: Path) -> None:
    reference = make()
    with torch.no_grad():
        reference.get_parameter("decoder.layers.1.encoder_attention.fc_k.bias")[3] = torch.inf
    checkpoint = open_checkpoint(save(reference, tmp_path / "m.pt"))
    assert checkpoint.warnings == (
        "1 of its tensors hold values that are no numbers (NaN or ∞), first "
        "decoder.layers.1.encoder_attention.fc_k.bias (here decoder_layers.1.cross.key.bias)",
    )


def test_what_target_padding_blocks_is_told_by_the_version_and_by_an_answer(tmp_path: Path) -> None:
    for names, rule in ((CURRENT, "keys"), (SHARED, "queries")):
        saved = save(make(names), tmp_path / "m.pt")
        assert open_checkpoint(saved).transformer.config.padding_blocks.decoder == rule
    # four days of April 2020: one norm per layer, and target padding already blocks columns
    between = replace(SHARED, blocks_rows=False)
    saved = save(make(between), tmp_path / "m.pt")
    opened = open_checkpoint(saved, {"padding_blocks": "keys"}).transformer
    check_agreement(make(between), opened, torch.float32, longest=(20, 17))


def test_a_table_of_a_thousand_positions(tmp_path: Path) -> None:
    """Until January 2020."""
    large = replace(ENCODER, rows=1000), replace(DECODER, rows=1000)
    checkpoint = open_checkpoint(save(make(SHARED, *large), tmp_path / "m.pt"))
    assert (checkpoint.transformer.config.max_length, checkpoint.transformer.config.target_limit) == (1000, 1000)
    check_agreement(make(SHARED, *large), checkpoint.transformer, torch.float32, longest=(300, 3))


def test_the_position_table_is_the_limit(path: Path) -> None:
    checkpoint = open_checkpoint(path)
    assert len(checkpoint.source(" ".join(["5"] * 18)).ids) == 20
    with pytest.raises(Problem, match="it has 21 tokens and tut6-model has positions for 20"):
        checkpoint.source(" ".join(["5"] * 19))
    assert decode(checkpoint, checkpoint.source("5 6"), 99).steps <= 17


def test_another_count_of_heads(path: Path) -> None:
    check_heads(path, lambda heads: make(CURRENT, replace(ENCODER, heads=heads), replace(DECODER, heads=heads)))


def test_stacks_with_different_counts_of_heads(path: Path) -> None:
    network = open_checkpoint(path, {"heads": 4, "decoder_heads": 3}).transformer
    reference = make(CURRENT, replace(ENCODER, heads=4), replace(DECODER, heads=3))
    check_agreement(reference, network, torch.float32, longest=(20, 17))
    assert refusal(path, {"decoder_heads": 7}).why.startswith("decoder_heads is '7' and must be one of 8, 6, 4")


def test_a_changed_file_is_told_apart(tmp_path: Path) -> None:
    check_damage(make(), tmp_path, "tut6", "decoder.layers.1.encoder_attention.fc_o.weight")


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_missing_is_named_as_its_version_names_it(tmp_path: Path, version: str) -> None:
    names = VERSIONS[version]
    tensors = make(names).state_dict()
    norm = f"encoder.layers.1.{names.norms[2]}.bias"
    lost = [f"decoder.layers.2.{names.own}.{names.projections[3]}.weight", norm]
    torch.save({name: value for name, value in tensors.items() if name not in lost}, tmp_path / "m.pt")
    assert refusal(tmp_path / "m.pt", {}).why == f"it is like tut6, but it lacks {norm}, {lost[0]}"


def test_two_versions_in_one_file_are_no_version(tmp_path: Path) -> None:
    tensors = make().state_dict()
    tensors["encoder.layers.0.layer_norm.weight"] = torch.ones(24)
    torch.save(tensors, tmp_path / "m.pt")
    assert refusal(tmp_path / "m.pt", {}).why == (
        "it is like tut6, but it has unexpected encoder.layers.0.layer_norm.weight"
    )


def test_sizes_that_cannot_be_read(tmp_path: Path) -> None:
    tensors = make().state_dict()
    tensors["encoder.tok_embedding.weight"] = torch.ones(24)
    torch.save(tensors, tmp_path / "m.pt")
    assert refusal(tmp_path / "m.pt", {}).why.startswith("encoder.tok_embedding.weight is [24] where tut6 has")
    for name in ("encoder.pos_embedding.weight", "decoder.tok_embedding.weight"):
        torch.save({key: value for key, value in make().state_dict().items() if key != name}, tmp_path / "m.pt")
        assert refusal(tmp_path / "m.pt", {}).why == f"it is like tut6, but it lacks {name}"


def test_without_vocabularies_tokens_are_ids(path: Path) -> None:
    checkpoint = open_checkpoint(path)
    assert (checkpoint.source_tokenizer.kind, checkpoint.target_tokenizer.kind) == ("ids", "ids")
    assert checkpoint.source("4 5").tokens == ("<sos>", "4", "5", "<eos>")
    assert {one.name for one in checkpoint.questions} == {"heads", "source_vocabulary", "target_vocabulary"}
    trace = decode(checkpoint, checkpoint.source("4 5"), 5)
    assert present(trace.consumed_tokens)[0] == "<sos>"


def test_with_vocabularies_tokens_are_words(path: Path) -> None:
    numbers = decode(open_checkpoint(path), open_checkpoint(path).source("4 9 6"), 6)
    write_words(path.parent)
    checkpoint = open_checkpoint(path)
    assert checkpoint.special.start == 2 and checkpoint.special.ends == (3,)
    source = checkpoint.source("S4 s9 zzz s6")  # lower-cased, and a word that is not in the vocabulary
    assert source.ids == (2, 4, 9, 0, 6, 3)
    assert [one.name for one in checkpoint.questions] == ["heads"]
    trace = decode(checkpoint, checkpoint.source("s4 s9 s6"), 6)
    assert np.array_equal(present(trace.produced_ids), present(numbers.produced_ids))
    known = [index for index in present(trace.produced_ids) if index > 3]
    assert known and trace.meta.translation.split() == [f"t{index}" for index in known]


def test_a_float64_file_runs_in_float64(tmp_path: Path) -> None:
    checkpoint = open_checkpoint(save(make(), tmp_path / "m.pt", torch.float64))
    assert {value.dtype for value in checkpoint.transformer.parameters()} == {torch.float64}
    reference = make().double()
    check_greedy(reference, reference.head, tmp_path, dtype=torch.float64)
