"""TensorFlow's translation tutorial: Keras' names of both versions, heads wider than the model, padding."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.keras_translation import PADDED
from tests.model.checkpoints.formats.agreement import check_agreement, check_loop, refused
from tests.model.checkpoints.formats.keras_translation_network import make, save, stored


@pytest.mark.parametrize("older", [True, False])
def test_logits_and_every_map_agree(older: bool, tmp_path: Path) -> None:
    reference = make()
    checkpoint = open_checkpoint(save(reference, tmp_path, older))
    check_agreement(reference, checkpoint.transformer, torch.float32, (30, 30), checkpoint.special.source_padding)
    assert checkpoint.warnings == (() if older else (PADDED,))


def test_greedy_tokens_and_what_is_asked(tmp_path: Path) -> None:
    reference = make(63)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    trace = check_loop(reference, checkpoint, "4 9 12 5", 9)
    assert trace.source_ids.tolist() == [2, 4, 9, 12, 5, 3]
    assert [one.name for one in checkpoint.questions] == ["source_vocabulary", "target_vocabulary"]


def test_keras_own_file_opens_as_its_converted_one_does(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py", reason="h5py, the extra keras, is not installed here")
    reference = make(68)
    with h5py.File(tmp_path / "model.weights.h5", "w") as file:
        file.update(stored(reference.tensors))
    checkpoint = open_checkpoint(tmp_path)  # a folder around one file
    assert checkpoint.name == "model.weights" and checkpoint.warnings == (PADDED,)
    check_agreement(reference, checkpoint.transformer, torch.float32, (30, 30), checkpoint.special.source_padding)
    with h5py.File(tmp_path / "model.weights.h5", "a") as file:
        file.move("encoder/enc_layers", "encoder/another_name")
    assert "weights of an attention in its notebook" in refused(tmp_path)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    content = stored(make().tensors)
    del content["decoder/dec_layers/decoder_layer_1/ffn/layer_norm/vars/1"]
    save_file(content, tmp_path / "model.safetensors")
    assert "it lacks decoder.dec_layers.decoder_layer.1.ffn.layer_norm.bias" in refused(tmp_path / "model.safetensors")
