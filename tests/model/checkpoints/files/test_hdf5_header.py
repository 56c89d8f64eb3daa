"""Keras' files at the gate: values at the places that the child names; a damaged file is one sentence."""

from __future__ import annotations

import json
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoints.files import hdf5_child, hdf5_header
from model.checkpoints.files.gate import examine
from model.checkpoints.files.hdf5_header import REQUIREMENT, holds_keras, read_places
from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.tensors import load
from model.common.problems import Problem
from tests.source_tree import PROJECT

needs_h5py = pytest.mark.skipif(find_spec("h5py") is None, reason="h5py, the extra keras, is not installed here")
WEIGHTS = np.arange(6, dtype="<f4").reshape(2, 3)


def written(path: Path, **arrays: Any) -> Path:
    import h5py

    with h5py.File(path, "w") as file:
        file.update(arrays)
    return path


def refused(path: Path) -> Problem:
    with pytest.raises(Problem) as caught:
        examine(path)
    return caught.value


@needs_h5py
def test_values_of_a_file_and_of_a_whole_model(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.weights.h5", one=WEIGHTS, half=np.array([1.5, 2.5], "<f2"), wide=np.array(2.25), n=[1, 2]
    )
    whole = tmp_path / "model.keras"
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("config.json", "{}")
        archive.write(path, "model.weights.h5")
    for opened in (path, whole):
        file = examine(opened)
        assert file.container == "hdf5"
        assert file.tensors == {
            "half": TensorInfo((2,), "float16"),
            "one": TensorInfo((2, 3), "float32"),
            "wide": TensorInfo((), "float64"),
        }
        values = load(file)
        assert np.array_equal(values["one"], WEIGHTS) and values["half"].tolist() == [1.5, 2.5]
        assert values["wide"].item() == 2.25
    damaged = whole.read_bytes().replace(WEIGHTS.tobytes(), bytes(24))
    whole.write_bytes(damaged)
    assert "checksum of model.weights.h5 is wrong" in refused(whole).why


@needs_h5py
def test_what_is_damaged_or_strange_is_one_sentence(tmp_path: Path) -> None:
    path = written(tmp_path / "a.h5", x=WEIGHTS)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert refused(path).why == "it is damaged or cut short"
    assert "its entry y leads to another place" in refused(written(path, x=WEIGHTS, y=_soft())).why
    assert "x is of type >f4" in refused(written(path, x=WEIGHTS.astype(">f4"))).why


def _soft() -> Any:
    import h5py

    return h5py.SoftLink("/x")


SAID = {
    "": "it is damaged or cut short",
    "[": "it is damaged or cut short",
    '{"refused": ["?", "x"]}': "it is damaged or cut short",
    json.dumps({"found": [["x", "<f4", [2, 3], 4, 24]]}): "x does not lie in it",
    json.dumps({"found": [["x", "<f4", [2, 3], -4, 24]]}): "x does not lie in it",
    json.dumps({"found": [["x", "<f4", [2**41, 0], 0, 0]]}): "x does not lie in it",
    json.dumps({"found": [["x", "<f4", [2, 3], 0, 8]]}): "x does not lie in it",
    json.dumps({"found": [["x", "<f4", [3], 0, 12], ["y", "<f4", [3], 11, 12]]}): "x and y overlap",
}


@pytest.mark.parametrize("reply", SAID)
def test_whatever_the_child_says_is_looked_at(reply: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, answering = tmp_path / "a.h5", tmp_path / "child.py"
    path.write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(16))
    ends = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)" if not reply else f"print({reply!r})"
    answering.write_text(ends, encoding="utf-8")
    monkeypatch.setattr(hdf5_child, "__file__", str(answering))
    monkeypatch.setattr(hdf5_header, "_libraries", lambda _path: [])
    with pytest.raises(Problem) as caught:
        read_places(path)
    assert SAID[reply] in caught.value.why


@needs_h5py
def test_it_has_so_much_time_and_looks_at_no_module_of_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.h5", x=WEIGHTS)
    for name in ("json.py", "faulthandler.py"):
        (tmp_path / name).write_text("raise SystemExit(7)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert list(read_places(path)) == ["x"]
    monkeypatch.setattr(hdf5_header, "SECONDS", 0.001)
    assert refused(path).why == "it is damaged or cut short"


@pytest.mark.parametrize(("name", "lines"), [("a.weights.h5", 'h5py.File("model.weights.h5")'), ("a.keras", "zipfile")])
def test_without_h5py_the_command_and_the_lines_that_convert(
    name: str, lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(16))
    if name.endswith(".keras"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("model.weights.h5", b"\x89HDF")
        assert holds_keras(path)
    monkeypatch.setattr(hdf5_header, "find_spec", lambda name: None if name == "h5py" else find_spec(name))
    problem = refused(path)
    assert problem.why == "it holds weights of Keras, and h5py, which reads them, is not installed"
    assert REQUIREMENT in problem.next_step and lines in problem.next_step
    assert f'"{REQUIREMENT}"' in (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
