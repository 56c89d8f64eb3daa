"""A class around the network puts a name before all of its weights; every family's file opens all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.files.unwrap import unwrap
from tests.model.checkpoints.formats.samples import all_samples

SAMPLES = {
    name: sample
    for name, sample in all_samples().items()
    if sample.opens and "headscope" not in name and "parts" not in name
}
BEFORE = ("model.", "net.", "module.", "transformer.", "_orig_mod.", "model._orig_mod.", "seq2seq.module.net.")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("name", SAMPLES)
def test_what_stands_before_all_weights_is_no_part_of_a_family(name: str, before: str, tmp_path: Path) -> None:
    """As a LightningModule saves it: under ``state_dict``, with a weighted loss beside the network."""
    path = SAMPLES[name].write(tmp_path)
    plain = open_checkpoint(path)
    for file in [path] if path.is_file() else sorted(path.glob("*.safetensors")):
        content = torch.load(file, weights_only=False) if path.is_file() else load_file(file)
        found = unwrap(content)
        wrapped = {before + key: value for key, value in found.tensors.items()}
        state = {"state_dict": {**wrapped, "criterion.weight": torch.ones(3)}}
        torch.save({**found.extras, **state}, file if path.is_file() else path / "pytorch_model.bin")
        if not path.is_file():
            file.unlink()
    opened = open_checkpoint(path)
    assert (opened.family, opened.assumptions) == (plain.family, plain.assumptions)
    assert opened.transformer.config == plain.transformer.config
    wanted = plain.transformer.state_dict()
    assert all(torch.equal(value, wanted[key]) for key, value in opened.transformer.state_dict().items())
