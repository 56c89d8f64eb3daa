"""What opens: every container, wrapper and layout that people have, and the limits that a caller sets."""

from __future__ import annotations

import argparse
import json
import struct
import tracemalloc
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from model.checkpoints.files.gate import examine
from model.checkpoints.files.model_file import TensorInfo
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import WHOLE, entry, mapping, tensor, write

WEIGHTS = OrderedDict(
    (("encoder.weight", torch.arange(6.0).view(2, 3)), ("encoder.bias", torch.ones(2, dtype=torch.float16)))
)
INFOS = {"encoder.weight": TensorInfo((2, 3), "float32"), "encoder.bias": TensorInfo((2,), "float16")}
MIB = 2**20


def save(path: Path, value: Any, **options: Any) -> Path:
    return write(path, forge.saved(value, **options))


def with_prefix(prefix: str) -> dict[str, torch.Tensor]:
    return {prefix + name: value for name, value in WEIGHTS.items()}


@pytest.mark.parametrize("old", [False, True], ids=["zip", "before torch 1.6"])
@pytest.mark.parametrize(
    ("content", "extras"),
    [
        pytest.param(WEIGHTS, {}, id="bare"),
        pytest.param(dict(WEIGHTS), {}, id="a plain dict"),
        pytest.param({"epoch": 3, "state_dict": WEIGHTS}, {"epoch": 3}, id="state_dict"),
        pytest.param({"model": WEIGHTS, "loss": 1.5}, {"loss": 1.5}, id="model"),
        pytest.param({"model_state": WEIGHTS}, {}, id="model_state"),
        pytest.param({"model_state_dict": WEIGHTS}, {}, id="model_state_dict"),
        pytest.param({"net": WEIGHTS}, {}, id="net"),
        pytest.param({"model": {"state_dict": WEIGHTS, "step": 7}, "epoch": 3}, {"epoch": 3, "step": 7}, id="twice"),
        pytest.param(with_prefix("module."), {}, id="DataParallel"),
        pytest.param({"model": with_prefix("_orig_mod.module.")}, {}, id="compiled and parallel"),
        pytest.param({**WEIGHTS, "scale": 2.0}, {"scale": 2.0}, id="a number among the tensors"),
        pytest.param({"a": torch.nn.Parameter(torch.ones(1)), "state_dict": WEIGHTS}, None, id="a tensor beside it"),
    ],
)
def test_a_state_dict_in_every_wrapping(tmp_path: Path, content: Any, extras: Any, old: bool) -> None:
    path = save(tmp_path / "model.pt", content, _use_new_zipfile_serialization=not old)
    file = examine(path)
    assert (file.path, file.weights, file.container, file.config) == (path, (path,), "torch", None)
    assert dict(file.tensors) == INFOS
    assert extras is None or file.extras == extras
    assert file.folder == tmp_path


def test_only_what_stands_before_all_names_is_cut(tmp_path: Path) -> None:
    file = examine(save(tmp_path / "model.pt", {**with_prefix("module."), "bias": torch.ones(1)}))
    assert set(file.tensors) == {"module.encoder.weight", "module.encoder.bias", "bias"}


def test_the_vocabulary_head_of_opennmt_joins_its_model(tmp_path: Path) -> None:
    file = examine(save(tmp_path / "model.pt", {"model": WEIGHTS, "generator": {"0.weight": torch.ones(4, 2)}}))
    assert dict(file.tensors) == {**INFOS, "generator.0.weight": TensorInfo((4, 2), "float32")}
    assert file.extras == {}


def test_plain_data_beside_the_weights(tmp_path: Path) -> None:
    """What jadore's and paul-hyun's training scripts put there, and what else is no more than data."""
    beside = {
        "settings": argparse.Namespace(n_head=8, d_model=512, proj_share_weight=True),
        "loss": np.float64(1.25), "score": np.float32(0.5), "epoch": np.int64(7), "done": np.bool_(True),
        "shape": torch.Size([2, 3]), "device": torch.device("cuda", 1), "precision": torch.float16, "words": {"a", "b"},
        "history": [1, (2.5, None)], "optimizer": {"state": {0: {"exp_avg": torch.ones(3)}}},
    }  # fmt: skip
    file = examine(save(tmp_path / "model.pt", {"model": WEIGHTS, **beside}))
    assert file.extras == {
        "settings": {"n_head": 8, "d_model": 512, "proj_share_weight": True},
        "loss": 1.25, "score": 0.5, "epoch": 7, "done": True, "shape": (2, 3), "device": "cuda:1",
        "precision": "float16", "words": {"a", "b"}, "history": [1, (2.5, None)],
        "optimizer": {"state": {0: {"exp_avg": TensorInfo((3,), "float32")}}},
    }  # fmt: skip


def test_the_name_that_numpy_had_before_version_2(tmp_path: Path) -> None:
    body = forge.call("numpy.core.multiarray", "scalar", float64(), forge.call("_codecs", "encode", *bytes_of(1.25)))
    path = write(tmp_path / "model.pt", forge.torch_zip(mapping({"weight": WHOLE, "loss": body})))
    assert examine(path).extras == {"loss": 1.25}


def float64() -> bytes:
    built = forge.call("numpy", "dtype", forge.text("f8"), b"\x89", b"\x88")
    numbers = [forge.number(value) for value in (-1, -1, 0)]
    return built + forge.several(forge.number(3), forge.text("<"), b"NNN", *numbers) + b"b"


def bytes_of(value: float) -> tuple[bytes, bytes]:
    return forge.text(struct.pack("<d", value).decode("latin1")), forge.text("latin1")


def test_views_that_lie_apart_are_whole_tensors(tmp_path: Path) -> None:
    square = torch.arange(12.0).view(3, 4)
    views = {"transposed": square.t(), "column": square[:, 1], "row": square[2], "every other": square[:, ::2],
             "one": square[0, 0], "none": square[:0], "shared": square}  # fmt: skip
    file = examine(save(tmp_path / "model.pt", views))
    assert {name: info.shape for name, info in file.tensors.items()} == {
        name: tuple(view.shape) for name, view in views.items()
    }


def test_a_dimension_of_one_may_have_any_stride(tmp_path: Path) -> None:
    path = write(tmp_path / "model.pt", forge.state_dict(weight=tensor((1, 6, 1), (0, 1, 0))))
    assert examine(path).tensors["weight"].shape == (1, 6, 1)


@pytest.mark.parametrize("ending", [".safetensors", ".bin", ".anything", ""])
def test_what_a_file_is_stands_in_it_and_not_in_its_name(tmp_path: Path, ending: str) -> None:
    save_file(dict(WEIGHTS), tmp_path / f"a{ending}")
    assert dict(examine(tmp_path / f"a{ending}").tensors) == INFOS
    assert examine(save(tmp_path / f"b{ending}", WEIGHTS)).container == "torch"


def test_a_folder_of_hugging_face(tmp_path: Path) -> None:
    save_file(dict(WEIGHTS), tmp_path / "model.safetensors")
    save(tmp_path / "pytorch_model.bin", {"other": torch.ones(1)})
    write(tmp_path / "config.json", '{"model_type": "marian"}')
    file = examine(tmp_path)
    assert (file.path, file.folder, file.config) == (tmp_path, tmp_path, {"model_type": "marian"})
    assert file.weights == (tmp_path / "model.safetensors",)
    (tmp_path / "model.safetensors").unlink()
    assert set(examine(tmp_path).tensors) == {"other"}


@pytest.mark.parametrize("ending", ["safetensors", "bin"])
def test_a_model_in_several_files(tmp_path: Path, ending: str) -> None:
    parts = {name: f"part-{number}.{ending}" for number, name in enumerate(WEIGHTS, 1)}
    for name, part in parts.items():
        if ending == "bin":
            save(tmp_path / part, {name: WEIGHTS[name]})
        else:
            save_file({name: WEIGHTS[name]}, tmp_path / part)
    whole = "model.safetensors" if ending == "safetensors" else "pytorch_model.bin"
    write(tmp_path / f"{whole}.index.json", json.dumps({"metadata": {}, "weight_map": parts}))
    file = examine(tmp_path)
    assert dict(file.tensors) == INFOS
    assert file.stored_names["encoder.bias"] == (tmp_path / f"part-2.{ending}", "encoder.bias")
    assert file.path == tmp_path


def test_a_folder_around_one_file_is_that_file(tmp_path: Path) -> None:
    path = save(tmp_path / "tut6-model.pt", WEIGHTS)
    write(tmp_path / "vocabulary.json", "[]")
    assert examine(tmp_path).path == path
    write(tmp_path / "config.json", "{}")
    assert examine(tmp_path).path == tmp_path


def test_what_opening_takes_is_said_before_it_is_taken(tmp_path: Path) -> None:
    """Sizes from the header: the file itself need not have one byte of them, where it is a sparse one."""
    size = 5 * 10**9
    path = tmp_path / "model.safetensors"
    content = forge.safetensors({"weight": entry([size], 0, 2 * size, "F16")}, b"")
    with path.open("wb") as stream:
        stream.write(content)
        stream.truncate(len(content) + 2 * size)
    with pytest.raises(Problem, match=r"opening it takes 30\.0 GB of memory, and this machine has 8\.0 GB"):
        examine(path, memory=8 * 10**9)
    assert examine(path, memory=30 * 10**9).memory == 30 * 10**9


def test_a_table_that_many_names_share_counts_each_time(tmp_path: Path) -> None:
    """A small file can ask for much: each name becomes a table of its own."""
    shared = mapping({f"weight{number}": b"h\x00" for number in range(1000)})
    path = write(tmp_path / "model.pt", forge.torch_zip(WHOLE + b"q\x000" + shared))
    assert examine(path).memory == 1000 * 6 * (4 + 4)


@pytest.mark.parametrize("damage", ["whole", "flipped", "cut"])
@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors"])
def test_a_header_is_read_in_little_memory(tmp_path: Path, container: str, damage: str) -> None:
    """Whatever comes of it, at most half the file's size and 32 MiB more than Python had before."""
    values = bytes(24 * MIB)
    held = forge.storage(6 * MIB)
    body = mapping({"weight": tensor((6 * MIB,), (1,), held=held)})
    made = {
        "zip": lambda: forge.torch_zip(body, values),
        "legacy": lambda: forge.legacy(body, values, 6 * MIB),
        "safetensors": lambda: forge.safetensors({"weight": entry([6 * MIB], 0, 24 * MIB)}, values),
    }
    content = bytearray(made[container]())
    content[len(content) // 2] ^= damage == "flipped"
    path = write(tmp_path / "model.pt", bytes(content[: len(content) - (damage == "cut")]))
    tracemalloc.start()
    try:
        examine(path)
        opened = True
    except Problem:
        opened = False
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert opened == (damage == "whole" or (damage == "flipped" and container != "zip"))
    assert peak < 1.5 * 24 * MIB + 32 * MIB


def test_a_file_that_nobody_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "model.pt", WEIGHTS)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # root may read everything, so that the system would not refuse
    with pytest.raises(Problem, match=r"model\.pt: it cannot be read \(Permission denied\)\. Check permissions\."):
        examine(path)
