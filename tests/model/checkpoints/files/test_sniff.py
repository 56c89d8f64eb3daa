"""What a file is, by its first bytes: also where its name says otherwise."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.checkpoints.files.gate import examine
from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.sniff import CONVERSION, UNPACKED, sniff
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import WHOLE, entry, write


def refused(path: Path) -> str:
    with pytest.raises(Problem) as caught:
        sniff(path)
    return caught.value.why


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (forge.state_dict(weight=WHOLE), "zip"),
        (forge.legacy(WHOLE), "pickle"),
        (forge.safetensors({"a": entry([6])}), "safetensors"),
        (b"PK\x05\x06" + bytes(18), "zip"),
        (b"\x80", "pickle"),
    ],
)
def test_weights_under_any_name(tmp_path: Path, content: bytes, kind: str) -> None:
    assert sniff(write(tmp_path / "picture.png", content)) == kind
    assert sniff(tmp_path) == "folder"
    (tmp_path / "link").symlink_to(tmp_path / "picture.png")
    assert sniff(tmp_path / "link") == kind


PIECES = b"\n\x0b\n\x04<pad>\x15\n\x0c\n\x05<unk>"
TEXT = "it is text (a vocabulary, settings or code), without weights"


@pytest.mark.parametrize(
    ("ending", "content", "why"),
    [
        (".pt", "안녕하세요\n".encode(), TEXT),
        (".pt", "안녕".encode("utf-16"), TEXT),
        (".pt", ("안" * 3000).encode(), TEXT),  # the piece that is looked at ends in the middle of a character
        (".pt", b"\xef\xbb\xbfhello", TEXT),
        (".pt", b"  \n<HTML><head>", "it is a web page: the download failed or asked for a login"),
        (".pt", b"<?xml version='1.0'?>", "it is an XML file"),
        (".pt", b"(just a remark", TEXT),
        (".py", b"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6", "it is a program in Python"),
        (".h5", b"no such thing", TEXT),
        (".pt", b"P", "it is cut short: it has only 1 byte"),
        (".safetensors", b"\x46\x00\x00", "it is cut short: it has only 3 bytes"),
        (".safetensors", bytes(range(200, 220)), "it is damaged, or no safetensors file: it has no header"),
        (".bin", bytes(range(200, 220)), "it is no file of weights that Headscope knows"),
        (".ipynb", b'{"metadata": {}}', "it is a notebook"),
        (".model", PIECES, "it is a SentencePiece model, a vocabulary without weights"),
    ],
)  # fmt: skip
def test_what_else_it_is(tmp_path: Path, ending: str, content: bytes, why: str) -> None:
    assert refused(write(tmp_path / f"file{ending}", content)) == why


def test_what_cannot_be_read_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert refused(tmp_path / "pipe") == "it is a device or a pipe, not a file"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        assert refused(tmp_path / "socket") == "it is a device or a pipe, not a file"
    assert refused(tmp_path / "pipe" / "below") == "there is no such file or folder"


def test_a_folder_that_nobody_may_look_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert refused(tmp_path / "a.pt") == "it cannot be read (Permission denied)"


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=40), ending=st.sampled_from([".pt", ".safetensors", ".txt", ".pkl"]))
def test_any_bytes_are_something(tmp_path: Path, content: bytes, ending: str) -> None:
    path = write(tmp_path / f"file{ending}", content)
    try:
        kind: str | Problem = sniff(path)
    except Problem as problem:
        kind = problem
    assert kind.why.startswith("it ") if isinstance(kind, Problem) else kind in ("zip", "pickle", "safetensors")


@pytest.mark.parametrize("lines", [CONVERSION, UNPACKED], ids=["weights.h5", "keras"])
def test_the_line_that_converts_keras_keeps_arrays_of_float32(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str
) -> None:
    """What it says is run, on what h5py gives: groups without a type, arrays with one."""
    with ZipFile(tmp_path / "model.keras", "w") as whole:
        whole.writestr("model.weights.h5", b"\x89HDF")

    class Tree:
        entries: ClassVar = {"encoder": object(), "a/vars/0": np.ones((2, 3), np.float32), "n": np.ones(2, np.int64)}

        def __init__(self, name: str) -> None:
            assert name == "model.weights.h5" and Path(name).exists() == (lines == UNPACKED)

        def visititems(self, visit: Callable[[str, object], None]) -> None:
            for name, value in self.entries.items():
                visit(name, value)

    monkeypatch.setitem(sys.modules, "h5py", SimpleNamespace(File=Tree))
    monkeypatch.chdir(tmp_path)
    exec(lines, {})
    assert examine(tmp_path / "model.safetensors").tensors == {"a/vars/0": TensorInfo((2, 3), "float32")}
