"""Shipped files by name, and a clear word about what is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from model.common import assets
from model.common.problems import Problem


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that ships two checkpoints, a stray folder, and sentences for one of them."""
    folder = tmp_path / "checkpoints"
    for name in ("everyday", "classic"):
        (folder / name).mkdir(parents=True)
        (folder / name / "config.json").write_text("{}")
    (folder / "notes").mkdir()
    samples = tmp_path / "samples"
    samples.mkdir()
    (samples / "classic.txt").write_text("# to try\nzwei hunde spielen .\n\ndas tier schläft .\n", encoding="utf-8")
    monkeypatch.setattr(assets, "CHECKPOINTS", folder)
    monkeypatch.setattr(assets, "SAMPLES", samples)
    monkeypatch.chdir(tmp_path)
    return folder


def test_the_default_checkpoint_comes_first(shipped: Path) -> None:
    assert assets.shipped_checkpoints() == ("everyday", "classic")


def test_a_copy_without_checkpoints_has_none(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "CHECKPOINTS", shipped / "nowhere")
    assert assets.shipped_checkpoints() == ()
    with pytest.raises(Problem, match=r"use a shipped checkpoint .none."):
        assets.find_checkpoint("everyday")


def test_a_path_wins_over_a_name(shipped: Path) -> None:
    assert assets.find_checkpoint("classic") == shipped / "classic"
    Path("classic").mkdir()
    assert assets.find_checkpoint("classic") == Path("classic")


@pytest.mark.parametrize("name", ["nothing", "notes", "x" * 5000, "a\0b"])
def test_what_is_not_there_is_a_problem(name: str, shipped: Path) -> None:
    with pytest.raises(Problem, match=r"no such file or folder, .*everyday or classic"):
        assets.find_checkpoint(name)


def test_samples_are_lines_without_notes(shipped: Path) -> None:
    assert assets.sample_sentences("classic") == ("zwei hunde spielen .", "das tier schläft .")
    assert assets.sample_sentences("everyday") == ()


def test_the_child_is_this_program() -> None:
    assert assets.command(["inspect", "a b"]) == [sys.executable, str(assets.MAIN), "inspect", "a b"]
    assert assets.MAIN.is_file()


def test_a_frozen_build_is_its_own_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert assets.command(["inspect"]) == [sys.executable, "inspect"]
