"""A damaged or hostile trace file is one clear sentence, never another exception."""

from __future__ import annotations

import io
import json
import os
import tempfile
import tracemalloc
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.common.problems import Problem
from model.record.trace import ARRAYS
from model.record.trace_file import MAX_BYTES, load_trace, save_trace
from tests.model.traces import make_trace

FIXTURE_IS_FINE = [HealthCheck.function_scoped_fixture]  # every example writes the whole file anew


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_trace(make_trace(), tmp_path / "t.npz")
    return tmp_path / "t.npz"


def refused(path: Path) -> str:
    with pytest.raises(Problem) as caught:
        load_trace(path)
    assert caught.value.what == str(path)
    assert "\n" not in str(caught.value)
    return caught.value.why


def edit(path: Path, **changes: Any) -> None:
    """Replace arrays; None removes one."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    np.savez(path, **{name: value for name, value in {**arrays, **changes}.items() if value is not None})


def edit_meta(path: Path, **changes: Any) -> None:
    with np.load(path, allow_pickle=False) as file:
        meta = json.loads(str(file["meta"]))
    edit(path, meta=np.array(json.dumps({**meta, **changes})))


def test_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.npz") == "there is no such file"
    assert refused(tmp_path) == "there is no such file"
    os.mkfifo(tmp_path / "pipe.npz")
    assert refused(tmp_path / "pipe.npz") == "there is no such file"


@pytest.mark.parametrize("content", [b"", b"PK", b"hello", b"<html>", b"\x93NUMPY", b"PK\x05\x06" + bytes(18)])
def test_no_trace(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.npz").write_bytes(content)
    assert "trace" in refused(tmp_path / "x.npz")


def test_a_single_array_and_a_pickle(tmp_path: Path) -> None:
    with (tmp_path / "x.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    assert "no trace file" in refused(tmp_path / "x.npz")
    np.savez(tmp_path / "y.npz", meta=np.array([{}], dtype=object))
    assert "no trace file" in refused(tmp_path / "y.npz")


@pytest.mark.parametrize(
    "header",
    ["{'descr': '|b1', 'fortran_order': F\xff", "{0", "{'descr': \0}", "{'shape': (2,", '"' * 5, "{\n 'a", "(" * 3000],
    ids=lambda value: value[:20].encode("unicode_escape").decode(),
)
def test_the_header_of_an_array_that_is_none(path: Path, header: str) -> None:
    """numpy reads it as Python does, with all that Python's own reader may say."""
    content = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode("latin-1")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("activations/other.npy", content)
    assert "no trace file" in refused(path)


def test_cut_short_at_many_lengths(path: Path) -> None:
    content = path.read_bytes()
    for length in (*range(60), *range(60, len(content), 211), *range(len(content) - 40, len(content))):
        path.write_bytes(content[:length])
        refused(path)


@cache
def whole() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        save_trace(make_trace(), Path(folder) / "t.npz")
        return (Path(folder) / "t.npz").read_bytes()


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=FIXTURE_IS_FINE)
@given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_a_flipped_bit_is_noticed_or_harmless(path: Path, place: int, bit: int) -> None:
    content = bytearray(whole())
    content[place % len(content)] ^= 1 << bit
    path.write_bytes(content)
    try:
        loaded = load_trace(path)
    except Problem:
        return
    for name in ARRAYS:  # a bit in a time stamp or a spare field of the archive
        if getattr(loaded, name) is not None:
            np.testing.assert_array_equal(getattr(loaded, name), getattr(make_trace(), name))


@pytest.mark.parametrize(
    "meta",
    ["", "{", "[]", "5", "null", '"headscope-trace"', '["format"]', "[" * 5000, '{"format": "other", "version": 1}'],
    ids=lambda value: value[:10],
)
def test_meta_that_is_none(path: Path, meta: str) -> None:
    edit(path, meta=np.array(meta))
    assert refused(path) == "it is not a Headscope trace"


def test_no_meta_and_other_versions(path: Path) -> None:
    edit_meta(path, version=2)
    assert refused(path) == "it has trace version 2"
    for version, update in ((2, True), (0, False), (-1, False), (None, False)):
        edit_meta(path, version=version)
        with pytest.raises(Problem) as caught:
            load_trace(path)
        assert ("Update" in str(caught.value.next_step)) == update
    edit_meta(path, version="x" * 1000)
    assert len(refused(path)) < 60
    edit(path, meta=None)
    assert refused(path) == "it is not a Headscope trace"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("checkpoint", 5), ("translation", None), ("device", []), ("decoding", "greedy"), ("interventions", {}),
        ("vocabulary_head", "yes"), ("leaky_mask", 1), ("source_spelling", 5), ("source_spelling", [1, 2, 3, 4]),
        ("source_spelling", ["too", "few"]), ("fully_masked_rows", []), ("fully_masked_rows", {"decoder": ["x"]}),
        ("fully_masked_rows", {"decoder": 5}), ("fully_masked_rows", {"decoder": [True]}),
        ("special_ids", [1]), ("special_ids", {"source": ["</s>"]}), ("unknown_ids", {"target": 0}),
    ],
)  # fmt: skip
def test_meta_of_another_type(path: Path, name: str, value: Any) -> None:
    edit_meta(path, **{name: value})
    assert "wrong" in refused(path) or "does not fit" in refused(path)


def test_meta_may_have_more_and_must_not_have_less(path: Path) -> None:
    edit_meta(path, from_a_later_version=[1])
    assert load_trace(path).meta.checkpoint == "planted"
    edit(path, meta=np.array(json.dumps({"format": "headscope-trace", "version": 1})))
    assert "lacks required entries" in refused(path)


@pytest.mark.parametrize("name", ["source_ids", "source_tokens"])
def test_a_source_is_required(path: Path, name: str) -> None:
    edit(path, **{name: None})
    assert "lacks required entries" in refused(path)


@pytest.mark.parametrize("name", ARRAYS)
def test_every_array_must_fit_the_rest(path: Path, name: str) -> None:
    value = getattr(make_trace(), name)
    for wrong in (value[..., :-1], value[..., :0], value[None], value.reshape(-1)[0]):
        edit(path, **{name: wrong})
        assert "does not fit the rest" in refused(path)
        edit(path, **{name: value})


@pytest.mark.parametrize("name", ARRAYS)
def test_every_array_must_have_its_type(path: Path, name: str) -> None:
    value = getattr(make_trace(), name)
    for wrong in WRONG_TYPES[value.dtype.kind]:
        edit(path, **{name: np.zeros(value.shape, dtype=wrong)})
        assert "wrong ones" in refused(path) or f"{name} is " in refused(path)


#: Kind of the array → types that it must not have.
WRONG_TYPES = {"U": "Sfi", "f": "SUic", "i": "SUfc", "b": "SUif"}


def test_text_that_is_none(path: Path) -> None:
    """Code points beyond the last, and half of a pair."""
    beyond = np.frombuffer(np.array([0x110000, 65, 66, 67], dtype=np.uint32).tobytes(), dtype="<U1")
    for tokens in (beyond, np.array(["\ud800", "a", "b", "c"])):
        edit(path, source_tokens=tokens)
        assert "wrong" in refused(path)


def test_a_bomb_is_refused_before_it_goes_off(path: Path) -> None:
    """The archive's own directory says how large its members are; the readers never read beyond that."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.npy", b"")
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"bomb.npy") - 46  # its entry in the central directory
    content[entry + 24 : entry + 28] = (MAX_BYTES - 1).to_bytes(4, "little")
    path.write_bytes(content)
    assert "GiB of memory" in refused(path)


def test_bytes_that_become_numbers_are_counted_as_numbers(path: Path) -> None:
    """Deflated zeros of one byte: under a megabyte in the file, eight times their number in memory."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("activations/x.npy", "w") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "|i1", "fortran_order": False, "shape": (MAX_BYTES // 7,)})
        for _ in range(MAX_BYTES // 7 // 2**20 + 1):
            file.write(bytes(2**20))
    assert path.stat().st_size < 2**21
    tracemalloc.start()
    try:
        assert "GiB of memory" in refused(path)
        assert tracemalloc.get_traced_memory()[1] < 2**24, "before any of it is read"
    finally:
        tracemalloc.stop()


def test_no_memory_is_said_as_such(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "load", full)
    monkeypatch.setattr("model.record.trace_file.UNASKED", 0)
    assert "not enough memory" in refused(path)


def test_members_that_are_no_arrays(path: Path) -> None:
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("source_ids", b"hello")
        archive.writestr("../../outside.npy", b"hello")
    refused(path)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_an_array_that_claims_more_than_it_has(path: Path) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (10**6, 10**6)})
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("activations/huge.npy", header.getvalue())
    assert "damaged" in refused(path)
