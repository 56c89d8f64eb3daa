"""Family A, against the same network written again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
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
from tests.model.checkpoints.formats.family_a_network import make
from tests.model.checkpoints.formats.references import DECODER, ENCODER, kept, save
from tests.model.networks import run_network


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Named by its loss, as people have it."""
    return save(make(), tmp_path / "model_3.29.pt")


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(lambda dtype: make().to(dtype), kept, tmp_path, (40, 40), {"max_length": 40})


def test_as_many_positions_as_are_assumed(path: Path) -> None:
    checkpoint = open_checkpoint(path)
    assert checkpoint.transformer.config.max_length == 512
    check_agreement(make(), checkpoint.transformer, torch.float32, longest=(512, 3))


def test_greedy_tokens_are_those_of_its_own_loop(tmp_path: Path) -> None:
    reference = make()
    check_greedy(reference, reference.linear, tmp_path, seed=2, keeps_end=False)


def test_rows_of_padding_are_uniform(path: Path) -> None:
    """A row of padding sees nothing; the constant fill makes it uniform, over the future too."""
    network = open_checkpoint(path).transformer
    source, target = torch.tensor([[2, 5, 6, 3, 1]]), torch.tensor([[2, 7, 1]])
    encoding, decoding, _ = run_network(network, source, target)
    for own, cross in ((layer.own.weights, layer.cross) for layer in decoding.layers):
        assert cross is not None
        assert own[0, :, 2].tolist() == [[pytest.approx(1 / 3)] * 3] * 8
        assert cross.weights[0, :, 2].tolist() == [[pytest.approx(1 / 5)] * 5] * 8
        assert (cross.weights[0, :, :2, 4] == 0).all()
    assert (encoding.layers[0].own.weights[0, :, 4] == 0.2).all()


def test_a_run_with_padding_is_recorded_as_its_code_computes_it(path: Path) -> None:
    trace = check_trace(make(), open_checkpoint(path), padding=2)
    real = torch.tensor([True] * 6 + [False] * 2)
    assert (torch.from_numpy(present(trace.encoder_mask).copy()) == torch.outer(real, real)).all()
    assert (
        present(trace.cross_mask) == present(trace.padding_mask)[None]
    ).all()  # no row of the target is padding here
    assert trace.meta.fully_masked_rows == {"encoder": (6, 7)}
    assert not trace.meta.leaky_mask


def test_another_count_of_heads(path: Path) -> None:
    check_heads(path, lambda heads: make(replace(ENCODER, heads=heads), replace(DECODER, heads=heads)))


def test_a_changed_file_is_told_apart(tmp_path: Path) -> None:
    check_damage(make(), tmp_path, "family A", "decoder.decoder_layers.1.attention2.w_o.weight")


def test_without_vocabularies_tokens_are_ids(path: Path) -> None:
    checkpoint = open_checkpoint(path)
    assert {one.name for one in checkpoint.questions} == {"heads", "source_vocabulary", "target_vocabulary"}
    assert checkpoint.source("4 5").ids == (2, 4, 5, 3)
    assert present(decode(checkpoint, checkpoint.source("4 5"), 5).consumed_tokens)[0] == "<sos>"


def test_with_vocabularies_tokens_are_words(path: Path) -> None:
    write_words(path.parent)
    checkpoint = open_checkpoint(path)
    trace = decode(checkpoint, checkpoint.source("s4 s9 zzz"), 6)
    assert trace.source_tokens.tolist() == ["<sos>", "s4", "s9", "<unk>", "<eos>"]
    known = [index for index in present(trace.produced_ids) if index > 3]
    assert known and trace.meta.translation.split() == [f"t{index}" for index in known]


def test_a_size_that_cannot_be_names_the_file(tmp_path: Path) -> None:
    """Sinusoids come in pairs; and an answer that no network can have."""
    tensors = make().state_dict()
    odd = {name: narrowed(value) for name, value in tensors.items()}
    torch.save(odd, tmp_path / "odd.pt")
    problem = refusal(tmp_path / "odd.pt", {})
    assert problem.what == str(tmp_path / "odd.pt")
    assert problem.why == "width is 23 and must be even with sinusoidal positions"
    path = save(make(), tmp_path / "m.pt")
    assert str(refusal(path, {"max_length": 0})).startswith(
        f"{path}: max_length is 0 and must be a whole number from 1"
    )


def narrowed(value: torch.Tensor) -> torch.Tensor:
    """One column and row less wherever the width is the size."""
    return value[tuple(slice(23 if size == 24 else size) for size in value.shape)].clone()


def test_weights_that_are_whole_numbers(tmp_path: Path) -> None:
    tensors = make().state_dict()
    name = "decoder.decoder_layers.1.ffn.w_1.bias"
    torch.save({**tensors, name: tensors[name].long()}, tmp_path / "m.pt")
    assert refusal(tmp_path / "m.pt", {}).why == f"{name} is of type int64, which is not floating-point"


def test_weights_in_half_precision_and_in_a_wrapper(tmp_path: Path) -> None:
    reference = make()
    halved = {f"module.{name}": value.half() for name, value in reference.state_dict().items()}
    torch.save({"epoch": 3, "model_state_dict": halved}, tmp_path / "m.pt")
    with torch.no_grad():
        for value in reference.parameters():
            value.copy_(value.half())
    checkpoint = open_checkpoint(tmp_path / "m.pt")
    assert set(checkpoint.dtypes.values()) == {torch.float16}
    check_agreement(reference, checkpoint.transformer, torch.float32, longest=(9, 9))
