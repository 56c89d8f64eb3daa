"""The record of a run: labels and slices of its maps, and an exact journey through a file."""

from __future__ import annotations

import json
import stat
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.problems import Problem
from model.trace import ARRAYS, KINDS, Kind, Meta, Trace, load_trace, save_trace, write_atomically
from tests.model.traces import DECODER, ENCODER, META, K, S, T, make_trace, planted

SOURCE = ("Zwei", "HUNDE", "</s>", "<pad>")
CONSUMED, PRODUCED = ("<s>", "Two", "dogs"), ("Two", "dogs", "</s>")


# Maps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "shape", "rows", "columns"),
    [
        ("encoder", ENCODER, SOURCE, SOURCE),
        ("decoder", DECODER, CONSUMED, CONSUMED),
        ("cross", DECODER, PRODUCED, SOURCE),
    ],
)
def test_every_map_has_its_own_numbers_and_labels(
    kind: Kind, shape: tuple[int, int], rows: tuple[str, ...], columns: tuple[str, ...]
) -> None:
    trace = make_trace()
    assert (trace.layers(kind), trace.heads(kind)) == shape
    assert (trace.rows(kind), trace.columns(kind)) == (rows, columns)
    for layer in range(shape[0]):
        for head in range(shape[1]):
            matrix = trace.matrix(kind, layer, head)
            assert (matrix.rows, matrix.columns) == (rows, columns)
            expected = planted(*shape, len(rows), len(columns))[layer, head]
            np.testing.assert_array_equal(matrix.values, expected)
            assert matrix.values[1, 2] == np.float32(layer + head / 10 + 0.01 + 0.002)
            np.testing.assert_array_equal(matrix.mask, trace.mask(kind))


@pytest.mark.parametrize("step", range(T))
def test_a_step_keeps_the_rows_up_to_it(step: int) -> None:
    trace, count = make_trace(), step + 1
    decoder, cross, encoder = (trace.matrix(kind, 1, 1, step) for kind in ("decoder", "cross", "encoder"))
    assert (decoder.rows, decoder.columns) == (CONSUMED[:count], CONSUMED[:count])
    np.testing.assert_array_equal(decoder.values, planted(*DECODER, T, T)[1, 1, :count, :count])
    assert trace.decoder_mask is not None
    np.testing.assert_array_equal(decoder.mask, trace.decoder_mask[:count, :count])
    assert (cross.rows, cross.columns) == (PRODUCED[:count], SOURCE)
    np.testing.assert_array_equal(cross.values, planted(*DECODER, T, S)[1, 1, :count])
    assert trace.cross_mask is not None
    np.testing.assert_array_equal(cross.mask, trace.cross_mask[:count])
    assert encoder.values.shape == (S, S)  # the encoder has read everything before the first step


def test_axes_say_which_token_stands_there() -> None:
    trace = make_trace()
    axes = {kind: (trace.matrix(kind, 0, 0).row_axis, trace.matrix(kind, 0, 0).column_axis) for kind in KINDS}
    assert axes["encoder"] == ("query: source token", "key: source token")
    assert axes["decoder"] == ("query: consumed token", "key: consumed token")
    assert "writes" in axes["cross"][0]
    assert axes["cross"][1] == "key: source token"


@pytest.mark.parametrize(
    "place",
    [("encoder", 2, 0), ("encoder", 0, 3), ("decoder", 3, 0), ("cross", 0, 2), ("encoder", -1, 0), ("cross", 0, -1)],
)
def test_no_such_layer_or_head(place: tuple[Kind, int, int]) -> None:
    with pytest.raises(IndexError):
        make_trace().matrix(*place)


@pytest.mark.parametrize("step", [-1, T, 100])
def test_no_such_step(step: int) -> None:
    with pytest.raises(IndexError):
        make_trace().matrix("decoder", 0, 0, step)


def test_lengths_and_labels() -> None:
    trace = make_trace()
    assert (trace.source_length, trace.steps) == (S, T)
    assert trace.source_labels == SOURCE
    plain = make_trace(meta=replace(META, source_spelling=()))
    assert plain.source_labels == ("zwei", "<unk>", "</s>", "<pad>")


def test_a_trace_may_lack_arrays() -> None:
    """One recorded from somebody's own code: no masks, no produced tokens, no vocabulary head."""
    lacking = {name: None for name in ARRAYS if name.startswith(("produced", "candidate")) or "mask" in name}
    trace = make_trace(**lacking, encoder_attention=None)
    assert trace.rows("cross") == CONSUMED
    assert trace.matrix("cross", 0, 0).mask.all()
    assert (trace.layers("encoder"), trace.heads("encoder")) == (0, 0)
    with pytest.raises(IndexError, match="no encoder attention"):
        trace.matrix("encoder", 0, 0)
    only_source = Trace(META, np.array([1]), np.array(["a"]))
    assert only_source.steps == 0
    assert only_source.rows("decoder") == ()


def test_nothing_can_be_changed() -> None:
    trace = make_trace()
    arrays = [getattr(trace, name) for name in ARRAYS] + list(trace.activations.values())
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = array
    with pytest.raises(ValueError, match="read-only"):
        trace.matrix("cross", 0, 0).values[0, 0] = 1
    with pytest.raises(AttributeError):
        trace.source_ids = np.array([1])  # type: ignore[misc]


# Files -------------------------------------------------------------------------------------------

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
    "candidate_probabilities": ((T, K), "float32"),
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


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.npz"
    path.write_bytes(b"old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(Problem, match="No space left on device"):
        write_atomically(path, b"new")
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("t.npz", b"old")]


def contents(path: Path) -> dict[str, Any]:
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
