"""Both layouts of torch.save, with what its options and other machines make of them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from model.checkpoints.files.gate import examine
from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.tensors import load
from model.checkpoints.files.torch_container import read_pickled, read_zip
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import WHOLE, mapping, write

VALUE = torch.arange(1.0, 7.0).view(2, 3)


@pytest.fixture
def no_checksums() -> Iterator[None]:
    torch.serialization.set_crc32_options(False)
    yield
    torch.serialization.set_crc32_options(True)


@pytest.mark.usefixtures("no_checksums")
def test_an_archive_without_checksums(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pt", forge.saved({"weight": VALUE}))
    assert torch.equal(load(examine(path))["weight"], VALUE)


def test_an_archive_of_a_machine_with_the_other_order_of_bytes(tmp_path: Path) -> None:
    members = forge.members(mapping({"weight": WHOLE}), VALUE.numpy().byteswap().tobytes())
    path = write(tmp_path / "a.pt", forge.archive({**members, "archive/byteorder": b"big"}))
    assert torch.equal(load(examine(path))["weight"], VALUE)


def test_an_archive_of_an_old_torch_says_no_order(tmp_path: Path) -> None:
    members = forge.members(mapping({"weight": WHOLE}))
    del members["archive/byteorder"]
    path = write(tmp_path / "a.pt", forge.archive(members))
    assert torch.equal(load(examine(path))["weight"], VALUE)


def test_a_name_that_is_not_english(tmp_path: Path) -> None:
    torch.save({"층.weight": VALUE}, tmp_path / "모델 1.pt")
    assert torch.equal(load(examine(tmp_path / "모델 1.pt"))["층.weight"], VALUE)


def test_both_layouts_hold_the_same(tmp_path: Path) -> None:
    body = mapping({"weight": WHOLE, "epoch": forge.number(3)})
    wanted = {"weight": TensorInfo((2, 3), "float32"), "epoch": 3}
    assert read_zip(write(tmp_path / "a.pt", forge.torch_zip(body))).value == wanted
    assert read_pickled(write(tmp_path / "b.pt", forge.legacy(body))).value == wanted


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"](X\x01\x00\x00\x000e", b"](X\x01\x00\x00\x001e", "it is damaged: its lists of storages differ"),
        (b"](X\x01\x00\x00\x000e", b"]", "it is damaged: its lists of storages differ"),
        (b"](X\x01\x00\x00\x000e", b"](K\x00e", "it is damaged: its lists of storages differ"),
        (b"M\xe9\x03", b"M\xe8\x03", "it was written by a torch, or on a machine, that Headscope does not know"),
    ],
)
def test_an_old_file_whose_parts_do_not_fit(tmp_path: Path, old: bytes, new: bytes, why: str) -> None:
    head = forge.legacy(mapping({"weight": WHOLE})).replace(
        b"\x80\x02]q\x00X\x01\x00\x00\x000q\x01a.", b"\x80\x02" + b"](X\x01\x00\x00\x000e."
    )
    assert old in head
    with pytest.raises(Problem) as caught:
        read_pickled(write(tmp_path / "a.pt", head.replace(old, new)))
    assert caught.value.why == why


EXPORTED = "it is a program that torch.export saved (.pt2), code and weights together"


@pytest.mark.parametrize(
    ("members", "why"),
    [
        (("m/archive_format", "m/models/model.json", "m/data/weights/weight_0", "m/data/sample_inputs/model.pt"),
         EXPORTED),
        (("version", "serialized_exported_program.json", "serialized_state_dict.pt"), EXPORTED),
        (("m/data/aotinductor/model/cabc.wrapper.so", "m/models/model.json", "m/data/sample_inputs/model.pt"),
         "it is a model that torch compiled (.pt2), with its weights inside of a program"),
    ],
    ids=["today", "until torch 2.7", "compiled"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["model.pt2", "model.pt"])
def test_what_torch_export_saves_is_named_with_the_way_out(
    name: str, members: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    with pytest.raises(Problem) as caught:
        examine(write(tmp_path / name, forge.archive(dict.fromkeys(members, b"x"))))
    assert caught.value.why == why
    if why == EXPORTED:
        assert f"torch.save(torch.export.load('{name}').state_dict, 'weights.pt')" in caught.value.next_step


def test_the_way_out_of_an_exported_program_leads_to_a_file_that_opens(tmp_path: Path) -> None:
    """The line of the message itself, run on what torch itself wrote."""
    network = torch.nn.Linear(3, 4)
    path = tmp_path / "model.pt2"
    with warnings.catch_warnings(action="ignore"):
        torch.export.save(torch.export.export(network, (torch.zeros(2, 3),)), path)
        with pytest.raises(Problem) as caught:
            examine(path)
        line = re.search(r"torch\.save.*", caught.value.next_step)
        assert line is not None
        program = line[0].replace("'model.pt2'", repr(str(path))).replace("'weights.pt'", repr(str(tmp_path / "w.pt")))
        eval(program, {"torch": torch})
    assert set(examine(tmp_path / "w.pt").tensors) == {"weight", "bias"}
