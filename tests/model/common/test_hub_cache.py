"""Models that the hub's own library has downloaded: found by name, whatever else lies in the cache."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from model.common.assets import find_checkpoint
from model.common.hub_cache import cache_folder, hub_name, in_cache, snapshot_in, translators
from model.common.problems import Problem

OLD, NEW = "1" * 40, "2" * 40


def downloaded(cache: Path, name: str, *commits: str, main: str = "", **config: object) -> Path:
    """A model as ``huggingface_hub`` lays it down: files are links to blobs; the later commits are newer."""
    folder = cache / ("models--" + name.replace("/", "--"))
    (folder / "refs").mkdir(parents=True)
    (folder / "blobs").mkdir()
    (folder / "blobs" / "abc").write_text(json.dumps(config))
    for age, commit in enumerate(commits):
        files = folder / "snapshots" / commit
        files.mkdir(parents=True)
        (files / "config.json").symlink_to("../../blobs/abc")
        os.utime(files, (age, age))
    if main:
        (folder / "refs" / "main").write_text(main)
    return folder


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"HF_HUB_CACHE": "/a", "HF_HOME": "/b"}, "/a"),
        ({"HF_HOME": "/b", "XDG_CACHE_HOME": "/c"}, "/b/hub"),
        ({"XDG_CACHE_HOME": "/c"}, "/c/huggingface/hub"),
        ({"HF_HUB_CACHE": ""}, "~/.cache/huggingface/hub"),
    ],
)
def test_it_lies_where_their_library_puts_it(environment: dict[str, str], expected: str) -> None:
    assert cache_folder(environment) == Path(expected).expanduser()


def test_main_counts_and_else_the_newest(tmp_path: Path) -> None:
    told = downloaded(tmp_path, "Helsinki-NLP/opus-mt-de-en", OLD, NEW, main=OLD)
    untold = downloaded(tmp_path, "t5-small", OLD, NEW)
    astray = downloaded(tmp_path, "far/away", OLD, NEW, main="../../../etc")
    assert in_cache("Helsinki-NLP/opus-mt-de-en", tmp_path) == told / "snapshots" / OLD
    assert in_cache("opus-mt-de-en", tmp_path) == told / "snapshots" / OLD
    assert in_cache("t5-small", tmp_path) == untold / "snapshots" / NEW
    assert snapshot_in(astray) == snapshot_in(astray / "snapshots") == astray / "snapshots" / NEW
    assert hub_name(told / "snapshots" / OLD) == "Helsinki-NLP/opus-mt-de-en"
    assert (hub_name(told), snapshot_in(tmp_path)) == ("", None)


@pytest.mark.parametrize("name", ["opus-mt-en-de", "Helsinki-NLP/", "a/b/c", "../x", "", "..", "opus mt", "mt-de-en"])
def test_any_other_name_is_not_there(name: str, tmp_path: Path) -> None:
    downloaded(tmp_path, "Helsinki-NLP/opus-mt-de-en", OLD)
    assert in_cache(name, tmp_path) is None
    assert in_cache(name, tmp_path / "nowhere") is None


def test_two_of_a_name_and_one_without_files_are_said(tmp_path: Path) -> None:
    downloaded(tmp_path, "one/opus", OLD)
    downloaded(tmp_path, "two/opus", OLD)
    downloaded(tmp_path, "broken")
    with pytest.raises(Problem, match=r"several models of this name. Give the whole name: one/opus, two/opus"):
        in_cache("opus", tmp_path)
    with pytest.raises(Problem, match=r"without its files. Download it again"):
        in_cache("broken", tmp_path)


def test_only_translators_are_listed(tmp_path: Path) -> None:
    there = downloaded(tmp_path, "Z/opus", OLD, is_encoder_decoder=True)
    downloaded(tmp_path, "bert-base", OLD, is_encoder_decoder=False)
    damaged = downloaded(tmp_path, "damaged", OLD, is_encoder_decoder=True)
    (damaged / "blobs" / "abc").write_text("{")
    downloaded(tmp_path, "datasets", OLD).rename(tmp_path / "datasets--x")
    assert translators(tmp_path) == (("Z/opus", there / "snapshots" / OLD),)


def test_a_name_that_is_nowhere_says_where_it_was_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = downloaded(tmp_path, "Helsinki-NLP/opus-mt-de-en", OLD) / "snapshots" / OLD
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert find_checkpoint("opus-mt-de-en") == files
    with pytest.raises(Problem, match=r"no such file or folder, nor such a model in the Hugging Face cache") as caught:
        find_checkpoint("opus-mt-en-de")
    assert str(tmp_path) in str(caught.value)
