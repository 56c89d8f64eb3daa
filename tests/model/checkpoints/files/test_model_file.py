"""What is computed from a header."""

from __future__ import annotations

from pathlib import Path

from model.checkpoints.files.model_file import ModelFile, TensorInfo


def file(**tensors: TensorInfo) -> ModelFile:
    return ModelFile(Path("folder/a.pt"), "torch", (Path("folder/a.pt"),), tensors, {})


def test_bytes_as_they_are_stored() -> None:
    assert TensorInfo((2, 3), "float16").bytes == 12
    assert TensorInfo((), "float64").bytes == 8
    assert TensorInfo((5, 0), "bool").bytes == 0


def test_memory_is_the_file_and_the_network() -> None:
    assert file(a=TensorInfo((10,), "float16")).memory == 20 + 40
    assert file(a=TensorInfo((10,), "float64")).memory == 80 + 80
    assert file(a=TensorInfo((10,), "float32"), b=TensorInfo((1,), "bool")).memory == 80 + 5


def test_shapes_and_layers() -> None:
    info = TensorInfo((2, 3), "float32")
    known = file(**{f"layers.{number}.w": info for number in (0, 1, 3)})
    assert known.count("layers.{}.w") == 2
    assert known.count("other.{}") == 0
    assert (known.shape("layers.0.w"), known.shape("layers.2.w")) == ((2, 3), ())
    assert known.folder == Path("folder")
