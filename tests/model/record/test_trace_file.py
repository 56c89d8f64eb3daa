"""A trace's exact journey through a file."""

from __future__ import annotations

import json
import stat
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.record.trace import ARRAYS, Meta, Trace
from model.record.trace_file import load_trace, save_trace
from tests.model.traces import DECODER, ENCODER, META, K, S, T, make_trace

#: The contract, name by name: shape and type.
CONTRACT: dict[str, tuple[tuple[int, ...], str]] = {
    "meta": ((), "U"),
    "source_ids": ((S,), "int64"), "source_tokens": ((S,), "U"),
    "consumed_ids": ((T,), "int64"), "consumed_tokens": ((T,), "U"),
    "produced_ids": ((T,), "int64"), "produced_tokens": ((T,), "U"), "produced_probability": ((T,), "float32"),
    "origin": ((T,), "U"),
    "encoder_attention": ((*ENCODER, S, S), "float32"),
    "decoder_attention": ((*DECODER, T, T), "float32"),
    "cross_attention": ((*DECODER, T, S), "float32"),
    "padding_mask": ((S,), "bool"), "look_ahead_mask": ((T, T), "bool"), "target_mask": ((T, T), "bool"),
    "encoder_mask": ((S, S), "bool"), "decoder_mask": ((T, T), "bool"), "cross_mask": ((T, S), "bool"),
    "candidate_ids": ((T, K), "int64"), "candidate_tokens": ((T, K), "U"),
    "candidate_probabilities": ((T, K), "float32"), "candidate_entropy": ((T,), "float32"),
    "drawn_probability": ((T,), "float32"), "candidate_drawn": ((T, K), "float32"),
    "decoder_revised": ((DECODER[0], T, T), "float32"), "cross_revised": ((DECODER[0], T, T), "float32"),
    "activations/decoder_query": ((*DECODER, T, 5), "float32"), "activations/memory": ((S, 8), "float32"),
}  # fmt: skip
META_NAMES = {
    "format", "version", "checkpoint", "checkpoint_sha256", "family", "device", "decoding", "stop_reason",
    "interventions", "vocabulary_head", "program_version", "translation", "leaky_mask", "fully_masked_rows",
}  # fmt: skip


def test_the_file_keeps_the_contract(tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz", allow_pickle=False) as file:
        found = {name: file[name] for name in file.files}
    assert set(found) == set(CONTRACT)
    for name, (shape, kind) in CONTRACT.items():
        assert found[name].shape == shape, name
        assert kind in (found[name].dtype.kind, str(found[name].dtype)), name
    meta = json.loads(str(found["meta"]))
    assert set(meta) >= META_NAMES
    assert (meta["format"], meta["version"]) == ("headscope-trace", 1)
    assert meta["translation"] == 'Two dogs "play" …'


def assert_same(one: Trace, other: Trace) -> None:
    for item in fields(Meta):
        left, right = getattr(one.meta, item.name), getattr(other.meta, item.name)
        assert json.dumps(left) == json.dumps(right), item.name
    assert set(one.activations) == set(other.activations)
    pairs = [(getattr(one, name), getattr(other, name)) for name in ARRAYS]
    for left, right in pairs + [(one.activations[name], other.activations[name]) for name in one.activations]:
        if left is None:
            assert right is None
            continue
        assert left.dtype == right.dtype
        assert not left.flags.writeable
        np.testing.assert_array_equal(left, right)


def test_round_trip_is_exact(tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "t.npz")
    assert_same(load_trace(tmp_path / "t.npz"), make_trace())


@pytest.mark.parametrize("missing", [name for name in ARRAYS if not name.startswith("source")])
def test_an_absent_array_stays_absent(tmp_path: Path, missing: str) -> None:
    save_trace(make_trace(**{missing: None}), tmp_path / "t.npz")
    assert_same(load_trace(tmp_path / "t.npz"), make_trace(**{missing: None}))


@pytest.mark.parametrize("token", ["<s>", "&amp; <b>", "한국어", "👩‍👩‍👧", "\u202e", "", "a\nb", "'\"\\"])
def test_hostile_tokens_come_back_as_they_were(tmp_path: Path, token: str) -> None:
    trace = make_trace(
        source_tokens=np.array([token, "a", "b", "c"]), meta=replace(META, source_text=token, source_spelling=())
    )
    save_trace(trace, tmp_path / "t.npz")
    loaded = load_trace(tmp_path / "t.npz")
    assert loaded.rows("encoder") == (token, "a", "b", "c")
    assert loaded.meta.source_text == token


def test_foreign_arrays_become_ours(tmp_path: Path) -> None:
    """Other widths, byte orders and layouts hold the same numbers."""
    save_trace(make_trace(), tmp_path / "t.npz")
    arrays = contents(tmp_path / "t.npz")
    arrays["cross_attention"] = np.asfortranarray(arrays["cross_attention"].astype(">f8"))
    arrays["source_ids"] = arrays["source_ids"].astype(np.uint8)
    arrays["origin"] = arrays["origin"].astype(arrays["origin"].dtype.newbyteorder(">"))
    np.savez(tmp_path / "u.npz", **arrays)
    loaded = load_trace(tmp_path / "u.npz")
    assert_same(loaded, make_trace())
    assert loaded.cross_attention is not None
    assert loaded.cross_attention.flags.c_contiguous


def test_saving_replaces_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "한글 t.npz"
    path.write_bytes(b"old")
    save_trace(make_trace(), path)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert stat.S_IMODE(path.stat().st_mode) & 0o044  # as readable as any other new file
    save_trace(make_trace(), tmp_path / "again.npz")
    assert path.read_bytes() == (tmp_path / "again.npz").read_bytes()


@pytest.mark.parametrize("where", ["missing/t.npz", "file/t.npz", "folder", "x" * 300 + ".npz"])
def test_a_place_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "kept").write_bytes(b"old")
    with pytest.raises(Problem, match="it cannot be written") as caught:
        save_trace(make_trace(), tmp_path / where)
    assert caught.value.what == str(tmp_path / where)
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == ["file", "folder", "kept"]
    assert (tmp_path / "file").read_bytes() == b"old"


def contents(path: Path) -> dict[str, Any]:
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
