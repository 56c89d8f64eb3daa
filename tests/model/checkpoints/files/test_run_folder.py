"""A folder of a training: its newest whole checkpoint opens, and a line says which."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.files.gate import examine
from model.checkpoints.files.run_folder import steps_in
from model.common.problems import Problem
from tests.model.checkpoints.files.forge import saved, write
from tests.model.checkpoints.formats.samples import all_samples


def marian(folder: Path) -> Path:
    """What Trainer writes into one of its folders."""
    folder.mkdir(parents=True)
    all_samples()["hf_marian"].write(folder)
    for name in ("optimizer.pt", "scheduler.pt", "rng_state.pth", "training_args.bin", "trainer_state.json"):
        write(folder / name, b"x")
    return folder


def test_the_newest_is_opened_and_told(tmp_path: Path) -> None:
    """By its number, and not by its letters: 1000 is newer than 500."""
    for name in ("checkpoint-500", "checkpoint-1000", "checkpoint-90"):
        marian(tmp_path / name)
    write(tmp_path / "training_args.bin", b"x")
    write(tmp_path / "checkpoint-7", "a file")
    checkpoint = open_checkpoint(tmp_path)
    assert checkpoint.path == tmp_path / "checkpoint-1000"
    assert checkpoint.warnings[0] == "checkpoint-1000 was opened, the newest of the 3 checkpoints in this folder"
    assert not open_checkpoint(tmp_path / "checkpoint-500").warnings


def test_one_that_was_cut_short_is_passed_over(tmp_path: Path) -> None:
    for name in ("checkpoint-500", "checkpoint-1000", "checkpoint-1500"):
        marian(tmp_path / name)
    weights = tmp_path / "checkpoint-1000" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-9])
    (tmp_path / "checkpoint-1500" / "model.safetensors").unlink()
    checkpoint = open_checkpoint(tmp_path)
    assert checkpoint.path == tmp_path / "checkpoint-500"
    assert checkpoint.warnings[0] == (
        "checkpoint-500 was opened, the newest whole one of the 3 checkpoints in this folder "
        "(checkpoint-1500: model.safetensors is missing)"
    )


def test_none_that_is_whole(tmp_path: Path) -> None:
    for name in ("checkpoint-500", "checkpoint-1000"):
        (marian(tmp_path / name) / "model.safetensors").unlink()
    with pytest.raises(Problem) as caught:
        examine(tmp_path)
    assert caught.value.what == str(tmp_path)
    assert caught.value.why == (
        "none of the 2 checkpoints in it is whole (checkpoint-1000: model.safetensors is missing)"
    )


def test_weights_of_its_own_come_first(tmp_path: Path) -> None:
    """What Trainer saves at the end lies above its checkpoints."""
    marian(tmp_path / "run")
    marian(tmp_path / "run" / "checkpoint-500")
    checkpoint = open_checkpoint(tmp_path / "run")
    assert (checkpoint.path, checkpoint.warnings) == (tmp_path / "run", ())


@pytest.mark.parametrize(
    ("names", "newest"),
    [
        (("epoch_2", "epoch_10"), "epoch_10"), (("step-9", "step-10"), "step-10"), (("ckpt3",), "ckpt3"),
        (("checkpoint-epoch-3",), "checkpoint-epoch-3"), (("global_step7",), "global_step7"),
        (("EPOCH=4",), "EPOCH=4"), (("data-500", "2024", "checkpoint", "checkpoint-x", "mycheckpoint-5"), None),
    ],
)  # fmt: skip
def test_what_such_folders_are_called(names: tuple[str, ...], newest: str | None, tmp_path: Path) -> None:
    for name in names:
        (tmp_path / name).mkdir()
    assert next((one.name for one in steps_in(tmp_path)), None) == newest


def test_a_bare_state_dict_in_a_step(tmp_path: Path) -> None:
    """Trainer around a module of one's own writes no config.json; the file of arguments is no weights."""
    step = tmp_path / "checkpoint-2"
    write(step / "pytorch_model.bin", saved({"a.b": torch.ones(2), "c": torch.ones(1)}))
    write(step / "training_args.bin", b"x")
    assert examine(tmp_path).path == step / "pytorch_model.bin"
    write(tmp_path / "other" / "weights.pt", saved({"a.b": torch.ones(2)}))
    write(tmp_path / "other" / "optimizer.pt", b"x")
    assert examine(tmp_path / "other").path == tmp_path / "other" / "weights.pt"
