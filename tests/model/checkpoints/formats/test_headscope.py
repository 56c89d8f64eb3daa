"""Our checkpoint folder: an exact round trip, and one clear sentence for every kind of damage."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file

from model.checkpoints.checkpoint import Checkpoint, Special, open_checkpoint
from model.checkpoints.formats import headscope
from model.checkpoints.formats.shared.weights import unique_weights
from model.common.problems import Problem
from tests.model.checkpoints.formats.damage import edit, refused
from tests.model.sample_checkpoints import make_checkpoint, make_subword_checkpoint, pieces

CONFIG, WEIGHTS = headscope.CONFIG, headscope.WEIGHTS
SOURCE, TARGET = headscope.WORDS["source"], headscope.WORDS["target"]
SPECIAL = Special(1, 1, 2, (3, 4), source_prefix=(2,), source_suffix=(3,), forced=(5,), suppressed=(0, 1), least=2)


def assert_same(one: Checkpoint, other: Checkpoint, dtype: torch.dtype) -> None:
    for name in ("name", "family", "special", "languages", "provenance"):
        assert getattr(one, name) == getattr(other, name)
    assert one.transformer.config == other.transformer.config
    ours, theirs = unique_weights(one.transformer), unique_weights(other.transformer)
    assert list(ours) == list(theirs)
    for name, tensor in ours.items():
        assert tensor.dtype == torch.float32
        assert torch.equal(tensor, theirs[name].to(dtype).float()), name
    for side in ("source_tokenizer", "target_tokenizer"):
        ours_, theirs_ = getattr(one, side), getattr(other, side)
        assert ours_.kind == theirs_.kind
        assert [ours_.token(index) for index in range(len(ours_))] == [theirs_.token(i) for i in range(len(theirs_))]
        for text in ("a B c zzz", "Zwei Hunde"):
            assert ours_.encode(text) == theirs_.encode(text)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_round_trip_is_exact(tmp_path: Path, dtype: torch.dtype) -> None:
    changes = {"positions": "learned", "mask_fill": -1e10, "final_norm": True, "activation": "gelu"}
    checkpoint = make_checkpoint(special=SPECIAL, changes=changes)
    headscope.write(checkpoint, tmp_path / "new" / "deeper", dtype)
    opened = open_checkpoint(tmp_path / "new" / "deeper")
    assert_same(opened, checkpoint, dtype)
    assert not opened.transformer.training
    assert opened.path == tmp_path / "new" / "deeper"
    assert len(opened.sha256) == 64
    headscope.write(opened, tmp_path / "again", dtype)
    for name in (CONFIG, WEIGHTS, SOURCE, TARGET):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "new" / "deeper" / name).read_bytes()


def test_tied_tables_are_stored_once(tmp_path: Path) -> None:
    checkpoint = make_subword_checkpoint()
    headscope.write(checkpoint, tmp_path)
    names = set(load_file(tmp_path / WEIGHTS))
    assert "source_embedding.token.weight" in names
    assert not {"target_embedding.token.weight", "vocabulary.weight"} & names
    assert (tmp_path / headscope.PIECES).read_bytes() == pieces().model
    opened = open_checkpoint(tmp_path)
    assert_same(opened, checkpoint, torch.float16)
    network = opened.transformer
    assert network.head.weight is network.source_embedding.token.weight
    assert network.target_embedding.token.weight is network.source_embedding.token.weight


def test_writing_over_an_older_checkpoint_leaves_nothing_else(folder: Path) -> None:
    headscope.write(make_checkpoint(seed=2), folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted([CONFIG, WEIGHTS, SOURCE, TARGET])
    assert_same(open_checkpoint(folder), make_checkpoint(seed=2), torch.float16)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Problem, match="cannot be made"):
        headscope.write(make_checkpoint(), tmp_path / "file" / "inside")
    assert (tmp_path / "file").read_text() == "x"


# Damage ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [WEIGHTS, SOURCE, TARGET])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert refused(folder).why == f"{name} is missing"
    (folder / name).mkdir()
    problem = refused(folder)
    assert problem.why == f"{name} is missing" or ("it is a folder" in problem.why and name in problem.what)


def test_no_configuration(folder: Path, tmp_path: Path) -> None:
    (folder / CONFIG).unlink()
    assert "not a Headscope checkpoint" in refused(folder).why
    assert "no such file" in refused(tmp_path / "nowhere").why
    assert "no such file" in refused(tmp_path / ("long" * 100)).why


def test_a_pipe_never_hangs(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    os.mkfifo(folder / WEIGHTS)
    assert refused(folder).why == "it is a device or a pipe, not a file"
    (folder / CONFIG).unlink()
    os.mkfifo(folder / CONFIG)
    assert refused(folder).why == f"{CONFIG} is missing"


def test_pieces_cut_short(tmp_path: Path) -> None:
    headscope.write(make_subword_checkpoint(), tmp_path)
    content = (tmp_path / headscope.PIECES).read_bytes()
    for length in (0, 1, 100, 1000, len(content) // 2, len(content) - 1):
        (tmp_path / headscope.PIECES).write_bytes(content[:length])
        refused(tmp_path)
    (tmp_path / headscope.PIECES).unlink()
    assert "sentencepiece.model is missing" in refused(tmp_path).why


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b"[]", "not a JSON object"),
        (b"5", "not a JSON object"),
        (b"<html>", "not valid JSON"),
        (b"version https://git-lfs.github.com/spec/v1", "not valid JSON"),
    ],
    ids=lambda value: str(value)[:14],
)
def test_a_configuration_that_is_none(folder: Path, content: bytes, reason: str) -> None:
    (folder / CONFIG).write_bytes(content)
    assert reason in str(refused(folder)) or "not a Headscope checkpoint" in str(refused(folder))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"version": 2}, "newer"),
        ({"version": 10**30}, "newer"),
        ({"version": "1"}, "does not describe"),
        ({"version": None}, "does not describe"),
        ({"format": "other"}, "not a Headscope checkpoint"),
        ({"format": ["headscope-checkpoint"]}, "not a Headscope checkpoint"),
        ({"architecture": None}, "'architecture' is missing"),
        ({"architecture": []}, "'architecture' is missing"),
        ({"special": 5}, "'special' is missing"),
        ({"tokenizer": {}}, "'source' is missing"),
        ({"tokenizer": {"source": {"kind": "bpe"}, "target": {}}}, "'bpe' is unknown"),
        ({"tokenizer": {"source": {"kind": ["word"]}, "target": {}}}, "is unknown"),
        ({"tokenizer": {"source": {"kind": "word", "language": "../de"}, "target": {}}}, "no language code"),
        ({"tokenizer": {"source": {"kind": "word", "unknown": "UNK"}, "target": {}}}, "no UNK entry"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_header_without_sense(folder: Path, change: Mapping[str, Any], reason: str) -> None:
    edit(folder, lambda header: header.update(change))
    assert reason in refused(folder).why


IDS = ("source_padding", "target_padding", "start")
LISTS = ("ends", "source_prefix", "source_suffix", "forced", "suppressed")
NO_IDS: tuple[Any, ...] = (-1, 9, 10**9, True, "3", None, 1.0, [1], [])
NO_LISTS: tuple[Any, ...] = ([-1], [9], [1, True], ["3"], [[3]], 3, "3", None, {})


def each_twice(names: Sequence[str], values: Sequence[Any]) -> list[tuple[str, Any]]:
    """Every value with two of the names, every name with several values."""
    return [(names[(place + shift) % len(names)], value) for place, value in enumerate(values) for shift in (0, 1)]


@pytest.mark.parametrize(("name", "value"), each_twice(IDS, NO_IDS), ids=repr)
def test_a_special_id_must_be_in_the_vocabulary(folder: Path, name: str, value: Any) -> None:
    edit(folder, lambda header: header["special"].update({name: value}))
    problem = refused(folder)
    assert problem.why.startswith(f"special.{name} is ")
    assert CONFIG in problem.what


@pytest.mark.parametrize("value", [-1, 10**9, True, "3", None, [1]], ids=repr)
def test_the_least_is_a_number_of_tokens(folder: Path, value: Any) -> None:
    edit(folder, lambda header: header["special"].update(least=value))
    assert refused(folder).why.startswith("special.least is ")


@pytest.mark.parametrize(("name", "value"), each_twice(LISTS, NO_LISTS), ids=repr)
def test_a_list_of_special_ids_must_be_in_the_vocabulary(folder: Path, name: str, value: Any) -> None:
    edit(folder, lambda header: header["special"].update({name: value}))
    assert refused(folder).why.startswith(f"special.{name} is ")


def test_what_may_be_absent_has_a_default(folder: Path) -> None:
    def forget(header: dict[str, Any]) -> None:
        for name in ("name", "family", "languages", "provenance", "weights_sha256"):
            del header[name]
        for name in ("source_prefix", "source_suffix", "forced", "suppressed", "least"):
            del header["special"][name]

    edit(folder, forget)
    opened = open_checkpoint(folder)
    assert (opened.name, opened.family, opened.languages) == ("whole", "Headscope", ("", ""))
    assert opened.special == Special(1, 1, 2, (3,))
    edit(folder, lambda header: header.update(provenance=["x"], languages=5, name=7))
    opened = open_checkpoint(folder)
    assert (opened.name, opened.provenance, opened.languages) == ("7", {}, ("", ""))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'["<unk>", "\xff"]', "byte 11 is not UTF-8"),
        (b'["<unk>", "a", "a"]', "'a' occurs twice"),
        (b'["a", "b"]', "no <unk> entry"),
        (b'["<unk>", 5]', "entry 1 is not a word"),
        (b'{"<unk>": 0}', "not a list"),
        (b"", "not valid JSON"),
        (b'["<unk>", "a"]', "has 2 entries and the network 9"),
    ],
    ids=lambda value: str(value)[:20],
)
@pytest.mark.parametrize("name", [SOURCE, TARGET])
def test_a_vocabulary_that_does_not_fit(folder: Path, name: str, content: bytes, reason: str) -> None:
    (folder / name).write_bytes(content)
    problem = refused(folder)
    assert reason in problem.why
    assert name in problem.what or name.partition("_")[0] in problem.why


FIXTURE_IS_FINE = [HealthCheck.function_scoped_fixture]  # every example puts the file back


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=FIXTURE_IS_FINE)
@given(data=st.data())
def test_nothing_but_a_problem_comes_out_of_a_damaged_header(folder: Path, data: st.DataObject) -> None:
    """One value anywhere in config.json replaced by another: it opens, or one sentence says why not."""
    original = (folder / CONFIG).read_text(encoding="utf-8")
    header = part = json.loads(original)
    while True:
        keys = sorted(part) if isinstance(part, dict) else list(range(len(part)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(part[key], (dict, list)) or not part[key] or data.draw(st.booleans()):
            break
        part = part[key]
    values = st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=4)
    part[key] = data.draw(
        values | st.lists(values, max_size=2) | st.dictionaries(st.text(max_size=3), values, max_size=2)
    )
    (folder / CONFIG).write_text(json.dumps(header), encoding="utf-8")
    try:
        open_checkpoint(folder)
    except Problem as problem:
        sentence = str(problem)
    else:
        sentence = "opened"
    (folder / CONFIG).write_text(original, encoding="utf-8")
    assert "\n" not in sentence


def test_a_failed_opening_changes_nothing(folder: Path) -> None:
    """Neither the file nor the checkpoint that was open before."""
    before = make_checkpoint(seed=4)
    copy = {name: value.clone() for name, value in unique_weights(before.transformer).items()}
    content = (folder / WEIGHTS).read_bytes()[:-5]
    (folder / WEIGHTS).write_bytes(content)
    refused(folder)
    assert (folder / WEIGHTS).read_bytes() == content
    assert all(torch.equal(value, copy[name]) for name, value in unique_weights(before.transformer).items())


def test_tokenizers_alone(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    source, target = headscope.read_tokenizers(folder)
    assert (source.token(4), target.token(4)) == ("a", "A")


def test_a_copy_in_another_place_has_no_traces_of_the_first(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "한글 folder")
    opened = open_checkpoint(tmp_path / "한글 folder")
    assert_same(replace(opened, path=None), make_checkpoint(), torch.float16)
    assert str(tmp_path) not in (folder / CONFIG).read_text(encoding="utf-8")


def test_a_tokenizer_folder_holds_so_much(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "tokenizer").mkdir(exist_ok=True)
    for number in range(4):
        (folder / "tokenizer" / f"{number}.txt").write_text("abc")
    for name, most in (("MAX_FILES", 2), ("MAX_TOGETHER", 10)):
        with monkeypatch.context() as patch:
            patch.setattr(headscope, name, most)
            with pytest.raises(Problem, match="it holds far more than tokenizers do"):
                open_checkpoint(folder)
    open_checkpoint(folder)
