"""A class around the network puts a name before all of its weights; every family's file opens all the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
import torch
from safetensors.torch import load_file

from model.checkpoints.assumptions import Assumption
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.files.unwrap import unwrap
from model.network.config import TransformerConfig
from tests.model.checkpoints.formats.samples import all_samples, of_every_format

SAMPLES = {
    name: sample
    for name, sample in all_samples().items()
    if sample.opens and not any(other in name for other in ("headscope", "parts", "keras"))  # no class holds these
}
BEFORE = ("model.", "net.", "module.", "transformer.", "_orig_mod.", "model._orig_mod.", "seq2seq.module.net.")


class Read(NamedTuple):
    """What is read where nothing stands before the weights; not the checkpoint, whose tokenizer is a process."""

    family: str
    assumptions: tuple[Assumption, ...]
    config: TransformerConfig
    weights: dict[str, torch.Tensor]


def placed(checkpoint: Checkpoint, folder: str) -> tuple[Assumption, ...]:
    """What was assumed; a vocabulary inside the file is named by its place in ``folder``."""

    def place(value: Any) -> Any:
        return value.replace(folder, "") if isinstance(value, str) else value

    return tuple(
        replace(one, value=place(one.value), options=tuple(map(place, one.options))) for one in checkpoint.assumptions
    )


@cache
def made(name: str) -> tuple[TemporaryDirectory[str], Path, Read]:
    """The sample as its family saves it, made and opened once for all that may stand before its weights."""
    folder = TemporaryDirectory()
    path = SAMPLES[name].write(Path(folder.name))
    plain = open_checkpoint(path)
    network = plain.transformer
    read = Read(plain.family, placed(plain, folder.name), network.config, network.state_dict())
    return folder, path.relative_to(folder.name), read


def written(name: str, folder: Path) -> tuple[Path, Read]:
    """A copy of the sample in a folder, and what is read of it as it is."""
    original, place, plain = made(name)
    copytree(original.name, folder, dirs_exist_ok=True)
    return folder / place, plain


#: A prefix for each format, turn by turn: each prefix meets samples of every kind.
PAIRS = [(name, BEFORE[place % len(BEFORE)]) for place, name in enumerate(of_every_format(SAMPLES))]


@pytest.mark.parametrize(("name", "before"), PAIRS)
def test_what_stands_before_all_weights_is_no_part_of_a_family(name: str, before: str, tmp_path: Path) -> None:
    """As a LightningModule saves it: under ``state_dict``, with a weighted loss beside the network."""
    path, plain = written(name, tmp_path)
    for file in [path] if path.is_file() else sorted(path.glob("*.safetensors")):
        content = torch.load(file, weights_only=False) if path.is_file() else load_file(file)
        found = unwrap(content)
        wrapped = {before + key: value for key, value in found.tensors.items()}
        state = {"state_dict": {**wrapped, "criterion.weight": torch.ones(3)}}
        torch.save({**found.extras, **state}, file if path.is_file() else path / "pytorch_model.bin")
        if not path.is_file():
            file.unlink()
    opened = open_checkpoint(path)
    assert (opened.family, placed(opened, str(tmp_path))) == (plain.family, plain.assumptions)
    assert opened.transformer.config == plain.config
    assert all(torch.equal(value, plain.weights[key]) for key, value in opened.transformer.state_dict().items())
