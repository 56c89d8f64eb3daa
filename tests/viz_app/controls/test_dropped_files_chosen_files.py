"""Which of several files is the model, by names and sizes alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from viz_app.controls.dropped_files import checkpoint_or_file, what_to_open
from viz_app.state.intents import OpenPath


def put(folder: Path, *names: str) -> list[Path]:
    """Files, each larger than the one before."""
    paths = [folder / name for name in names]
    for size, path in enumerate(paths, 1):
        path.write_bytes(b"x" * size)
    return paths


@pytest.mark.parametrize(
    ("names", "model"),
    [
        (["src.txt", "tut6-model.pt", "trg.txt"], "tut6-model.pt"),
        (["model-3.29.pt", "vocab.pt"], "model-3.29.pt"),
        (["SRC_field.pth", "weights.pth", "TRG_field.pth"], "weights.pth"),
        (["a.pt", "larger.pt"], "larger.pt"),
        (["train.ipynb", "save_best.pth", "kowiki.model", "config.json"], "save_best.pth"),
        (["run.npz"], "run.npz"),
        (["model"], "model"),
        (["words.txt"], "words.txt"),
    ],
)
def test_the_model_among_files(tmp_path: Path, names: list[str], model: str) -> None:
    paths = put(tmp_path, *names)
    intent = what_to_open(paths)
    assert intent.path == tmp_path / model
    assert set(intent.companions) == set(paths) - {intent.path}


def test_words_alone_belong_to_the_model_that_waits_for_them(tmp_path: Path) -> None:
    words, waiting = put(tmp_path, "src.txt", "trg.json"), tmp_path / "tut6-model.pt"
    assert what_to_open(words, waiting) == OpenPath(waiting, tuple(words))
    model = put(tmp_path, "other.pt")
    assert what_to_open([*words, *model], waiting).path == model[0]


def test_a_folder_is_a_model(tmp_path: Path) -> None:
    words = put(tmp_path, "src.txt")
    (tmp_path / "opus-mt").mkdir()
    assert what_to_open([*words, tmp_path / "opus-mt"]) == OpenPath(tmp_path / "opus-mt", tuple(words))


def test_a_part_of_a_checkpoint_means_its_folder(tmp_path: Path) -> None:
    config, weights, other = put(tmp_path, "config.json", "model.safetensors", "notes.txt")
    assert checkpoint_or_file(config) == checkpoint_or_file(weights) == tmp_path
    assert checkpoint_or_file(other) == other
    config.unlink()
    assert checkpoint_or_file(weights) == weights  # a bare state dict
