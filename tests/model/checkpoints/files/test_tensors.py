"""Values: exactly those that were saved, as plain weights, and only of the file that was examined."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch import Tensor

from model.checkpoints.files.gate import examine
from model.checkpoints.files.tensors import load
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import mapping, write
from tests.model.checkpoints.files.test_gate import bytes_of, float64

TYPES = (torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16,
         torch.int8, torch.uint8, torch.bool)  # fmt: skip
WEIGHTS = {str(dtype): torch.arange(6).view(2, 3).to(dtype) for dtype in TYPES} | {
    "nothing": torch.zeros(0, 3),
    "one": torch.tensor(1.5),
    "no number": torch.tensor([torch.nan, torch.inf]),
}


def same(one: dict[str, Tensor], other: dict[str, Tensor]) -> bool:
    assert list(one) == list(other)
    return all(
        value.dtype == other[name].dtype and torch.equal(torch.nan_to_num(value), torch.nan_to_num(other[name]))
        for name, value in one.items()
    )


@pytest.mark.parametrize("old", [False, True], ids=["zip", "before torch 1.6"])
@pytest.mark.parametrize("wrapper", ["", "model"])
def test_every_type_of_value_from_torch(tmp_path: Path, old: bool, wrapper: str) -> None:
    content: Any = {wrapper: WEIGHTS, "epoch": 3} if wrapper else WEIGHTS
    write(tmp_path / "model.pt", forge.saved(content, _use_new_zipfile_serialization=not old))
    assert same(load(examine(tmp_path / "model.pt")), WEIGHTS)


def test_every_type_of_value_from_safetensors(tmp_path: Path) -> None:
    save_file(WEIGHTS, tmp_path / "model.safetensors")
    found = load(examine(tmp_path / "model.safetensors"))
    assert same({name: found[name] for name in WEIGHTS}, WEIGHTS)


def test_short_names_and_several_files(tmp_path: Path) -> None:
    for part, value in (("a", 1.0), ("b", 2.0)):
        save_file({f"module.{part}": torch.tensor([value])}, tmp_path / f"{part}.safetensors")
    listed = {f"module.{part}": f"{part}.safetensors" for part in "ab"}
    write(tmp_path / "model.safetensors.index.json", json.dumps({"weight_map": listed}))
    assert {name: value.item() for name, value in load(examine(tmp_path)).items()} == {"a": 1.0, "b": 2.0}


def test_views_parameters_and_the_head_of_opennmt(tmp_path: Path) -> None:
    square = torch.arange(12.0).view(3, 4)
    model = {"transposed": square.t(), "column": square[:, 1], "own": torch.nn.Parameter(square[2])}
    write(tmp_path / "model.pt", forge.saved({"model": model, "generator": {"weight": square}}))
    found = load(examine(tmp_path / "model.pt"))
    assert torch.equal(found["transposed"], square.t())
    assert torch.equal(found["column"], square[:, 1])
    assert torch.equal(found["own"], square[2]) and not found["own"].requires_grad
    assert torch.equal(found["generator.weight"], square)


@pytest.mark.parametrize("code", ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"])
def test_numbers_of_numpy_beside_the_weights(tmp_path: Path, code: str) -> None:
    """The gate reads them itself, and torch reads them by the scoped list: both agree that they are plain data."""
    value = np.dtype(code).type(1)
    content = {"weight": torch.ones(2), "value": value, "settings": argparse.Namespace(heads=8)}
    file = examine(write(tmp_path / "model.pt", forge.saved(content)))
    assert file.extras == {"value": 1, "settings": {"heads": 8}}
    assert torch.equal(load(file)["weight"], torch.ones(2))


def test_the_name_that_numpy_had_before_version_2(tmp_path: Path) -> None:
    body = forge.call("numpy.core.multiarray", "scalar", float64(), forge.call("_codecs", "encode", *bytes_of(1.25)))
    path = write(tmp_path / "model.pt", forge.torch_zip(mapping({"weight": forge.WHOLE, "loss": body})))
    assert torch.equal(load(examine(path))["weight"], torch.arange(1.0, 7.0).view(2, 3))


def test_the_list_is_open_only_while_a_file_is_read(tmp_path: Path) -> None:
    content = {"weight": torch.ones(2), "settings": argparse.Namespace(heads=8)}
    path = write(tmp_path / "model.pt", forge.saved(content))
    before = set(torch.serialization.get_safe_globals())  # other libraries have some of their own
    load(examine(path))
    assert set(torch.serialization.get_safe_globals()) == before
    assert argparse.Namespace not in before


@pytest.mark.parametrize("make", ["torch", "safetensors"])
@pytest.mark.parametrize(
    ("after", "reason"),
    [
        ({"weight": torch.ones(3, 2)}, "weight changed while the file was read"),
        ({"weight": torch.ones(2, 3, dtype=torch.float64)}, "weight changed while the file was read"),
        ({"bias": torch.ones(2, 3)}, "weight changed while the file was read"),
        (None, "it cannot be read, though its header is whole"),
    ],
)
def test_a_file_that_changed_since_it_was_examined(
    tmp_path: Path, make: str, after: dict[str, Tensor] | None, reason: str
) -> None:
    path = tmp_path / f"model.{make}"

    def fill(content: dict[str, Tensor]) -> None:
        if make == "torch":
            write(path, forge.saved(content))
        else:
            save_file(content, path)

    fill({"weight": torch.ones(2, 3)})
    file = examine(path)
    if after is None:
        write(path, path.read_bytes()[:60])
    else:
        fill(after)
    with pytest.raises(Problem, match=reason) as caught:
        load(file)
    assert caught.value.what == str(path)
