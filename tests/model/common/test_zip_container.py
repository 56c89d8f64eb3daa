"""The strict reader sees what every other reader sees."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
import torch

from model.common.problems import Problem
from model.common.zip_container import Member, check_sums, list_names, read_member, read_members
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.bad_containers import widened
from tests.model.checkpoints.files.forge import WHOLE, mapping, write

CONTENT = forge.members(mapping({"weight": WHOLE}))


@pytest.mark.parametrize(
    "content",
    [
        forge.archive(CONTENT),
        widened(forge.archive(CONTENT)),
        forge.saved({"weight": torch.ones(2, 3), "bias": torch.zeros(0)}),
        forge.archive({"모델/data.pkl": b"x", "모델/data/0": b"", "모델/version": b"3"}),
        forge.archive({"archive/": b"", **CONTENT}),
    ],
    ids=["Python's", "with the record for large ones", "torch's", "Korean", "a folder's own entry"],
)
def test_members_are_those_that_python_finds(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "a.pt", content)
    with zipfile.ZipFile(io.BytesIO(content)) as known, path.open("rb") as stream:
        names = [name for name in known.namelist() if not name.endswith("/")]
        members = read_members(path, stream)
        assert sorted(members) == sorted(names)
        assert {name: read_member(stream, member) for name, member in members.items()} == {
            name: known.read(name) for name in names
        }
        assert list_names(path, stream) == known.namelist()
        check_sums(path, stream, members)


def test_a_file_that_becomes_shorter(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pt", b"abc")
    with path.open("rb") as stream, pytest.raises(Problem, match="it became shorter while it was read"):
        check_sums(path, stream, {"archive/data.pkl": Member(0, 5, 1)})


def test_an_archive_whose_list_points_into_itself(tmp_path: Path) -> None:
    content = bytearray(forge.archive(CONTENT))
    last = content.rindex(b"PK\x01\x02")
    content[last + 20 : last + 28] = (400).to_bytes(4, "little") * 2  # both sizes of the last member
    path = write(tmp_path / "a.pt", bytes(content))
    with path.open("rb") as stream, pytest.raises(Problem, match="its list of members points outside of it"):
        read_members(path, stream)
