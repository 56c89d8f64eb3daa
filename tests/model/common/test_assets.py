"""Shipped files by name, a clear word about what is not there, and a person's own folders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from model.common import assets
from model.common.assets import data_folder, home
from model.common.hub_cache import cache_folder
from model.common.problems import Problem
from viz_app.cli.shared.help import settings_files
from viz_app.engine.log import log_folder
from viz_app.platform.settings_store import usual_file, usual_folder


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


ALL = (data_folder, cache_folder, log_folder, usual_file, usual_folder, lambda: settings_files()[0])


@pytest.mark.skipif(os.name == "nt", reason="Windows names each folder in the environment")
def test_every_folder_is_absolute_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HF_HOME", "HF_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home() == tmp_path
    assert all(folder().is_relative_to(tmp_path) for folder in ALL)
    assert usual_folder().is_relative_to(data_folder())
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # a user whom the system does not know
    assert home() == Path("/")
    assert all(folder().is_absolute() for folder in ALL)
