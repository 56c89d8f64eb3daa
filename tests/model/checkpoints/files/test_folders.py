"""Folders: what of them is weights and configuration, and what they are where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model.checkpoints.files.folders import read_folder, read_json
from model.common.problems import Problem
from tests.model.checkpoints.files.forge import write


def refused(path: Path) -> Problem:
    with pytest.raises(Problem) as caught:
        read_folder(path)
    return caught.value


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (("model.safetensors", "pytorch_model.bin"), "model.safetensors"),
        (("pytorch_model.bin", "training_args.bin", "optimizer.pt"), "pytorch_model.bin"),
        (("best.ckpt", "notes.txt"), "best.ckpt"),
        (("a.PT",), "a.PT"),
        ((".hidden.pt", "a.pth"), "a.pth"),
    ],
)
def test_which_file_holds_the_weights(tmp_path: Path, names: tuple[str, ...], chosen: str) -> None:
    for name in names:
        write(tmp_path / name, b"x")
    assert read_folder(tmp_path).weights == (tmp_path / chosen,)
    assert read_folder(tmp_path).config is None


def test_the_configuration_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "model.safetensors", b"x")
    write(tmp_path / "config.json", '{"d_model": 8, "name": "층"}')
    assert read_folder(tmp_path).config == {"d_model": 8, "name": "층"}


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("a.pt", "b.bin", "c.pth", "d.ckpt"), "it holds 4 files of weights (a.pt, b.bin, c.pth …)"),
        (("flax_model.msgpack",), "it holds weights for Flax only"),
        (("model.onnx",), "it holds weights for ONNX only"),
        (("data.pkl", "version"), "it is a .pt file that was unpacked"),
        (("config.json",), "model.safetensors is missing"),
        (("a\u202e.pt", "b.pt"), "it holds 2 files of weights (a\\u202e.pt, b.pt)"),
    ],
)
def test_what_a_folder_is_instead(tmp_path: Path, names: tuple[str, ...], why: str) -> None:
    for name in names:
        write(tmp_path / name, b"{}")
    assert refused(tmp_path).why == why


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        ({}, "it lists no tensors"),
        ({"weight_map": []}, "it lists no tensors"),
        ({"weight_map": {}}, "it lists no tensors"),
        ({"weight_map": {"a": 5}}, "its list of files is not one"),
        ({"weight_map": {"a": ["a.bin"]}}, "its list of files is not one"),
        ({"weight_map": {"a": ""}}, "it names an empty name, which is no file of this folder"),
        ({"weight_map": {"a": ".."}}, "it names .., which is no file of this folder"),
        ({"weight_map": {"a": "sub/a.bin"}}, "it names sub/a.bin, which is no file of this folder"),
        ({"weight_map": {"a": "a\0.bin"}}, "it names a\\x00.bin, which is no file of this folder"),
        ({"weight_map": {"a": "id_rsa"}}, "it names id_rsa, which is no file of this folder"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_list_of_parts_names_files_of_its_folder(tmp_path: Path, listed: object, why: str) -> None:
    write(tmp_path / "model.safetensors.index.json", json.dumps(listed))
    problem = refused(tmp_path)
    assert problem.why == why
    assert problem.what == str(tmp_path / "model.safetensors.index.json")


def test_a_part_whose_name_no_disk_takes(tmp_path: Path) -> None:
    listed = {"weight_map": {"a": "é" * 300 + ".bin"}}
    write(tmp_path / "model.safetensors.index.json", json.dumps(listed))
    assert refused(tmp_path).why == f"{'é' * 79}… is missing"


def test_configurations_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content, why in (
        ('{"a": 1,\n"b": }', "it is not valid JSON (line 2)"),
        (b"\xff\xfe\xfd", "it is not valid JSON"),
        ("5", "it is not a JSON object"),
        (" " * 50 + "{}", "it is far larger than any configuration"),
    ):
        monkeypatch.setattr("model.checkpoints.files.folders.MAX_CONFIG", 40)
        with pytest.raises(Problem) as caught:
            read_json(write(tmp_path / "config.json", content))
        assert caught.value.why == why
    with pytest.raises(Problem, match=r"config\.json is missing"):
        read_json(tmp_path / "below" / "config.json")


def test_a_folder_that_vanishes(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone").why == "it cannot be read (No such file or directory)"
