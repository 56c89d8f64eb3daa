"""The header as the library writes it, and nothing that the library would not open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from model.checkpoints.files.safetensors_header import DTYPES, MAX_HEADER, read_header
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import write

FIXTURE_IS_FINE = [HealthCheck.function_scoped_fixture]  # every example writes the file anew
SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)
TYPES = st.sampled_from([getattr(torch, dtype) for dtype in DTYPES.values()])


@settings(max_examples=80, suppress_health_check=FIXTURE_IS_FINE)
@given(content=st.dictionaries(st.text(min_size=1, max_size=12), st.tuples(SHAPES, TYPES), max_size=5))
def test_what_the_library_writes_is_read(
    tmp_path: Path, content: dict[str, tuple[tuple[int, ...], torch.dtype]]
) -> None:
    content.pop("__metadata__", None)
    tensors = {name: torch.zeros(shape, dtype=dtype) for name, (shape, dtype) in content.items()}
    found = read_header(write(tmp_path / "a.safetensors", save(tensors, {"format": "pt"})))
    assert {name: (info.shape, f"torch.{info.dtype}") for name, info in found.items()} == {
        name: (shape, str(dtype)) for name, (shape, dtype) in content.items()
    }


NUMBERS = st.integers(-1, 26) | st.sampled_from([2**31, 2**64, 1.0, True, None, "4"])
ENTRIES = st.fixed_dictionaries({
    "dtype": st.sampled_from(["F32", "F16", "I64", "BOOL", "C64", "F8_E4M3", "X", 5]),
    "shape": st.lists(NUMBERS, max_size=3) | NUMBERS,
    "data_offsets": st.lists(NUMBERS, min_size=1, max_size=3),
})  # fmt: skip


@settings(max_examples=150, suppress_health_check=FIXTURE_IS_FINE)
@given(header=st.dictionaries(st.sampled_from(["a", "b", "__metadata__"]), ENTRIES | NUMBERS, max_size=3))
def test_what_is_accepted_the_library_accepts(tmp_path: Path, header: dict[str, Any]) -> None:
    path = write(tmp_path / "a.safetensors", forge.safetensors(header))
    try:
        found = read_header(path)
    except Problem:
        return
    if "__metadata__" in header:
        return  # the library minds what stands there, and nobody reads it
    with safe_open(path, framework="pt") as opened:
        assert {name: list(info.shape) for name, info in found.items()} == {
            name: opened.get_slice(name).get_shape()
            for name in opened.keys()  # noqa: SIM118 (not a mapping)
        }


def test_a_name_twice_is_refused_though_the_library_opens_it(tmp_path: Path) -> None:
    """Why we look first: the library takes the last one without a word."""
    one = json.dumps(forge.entry([6]))
    path = write(tmp_path / "a.safetensors", forge.safetensors(f'{{"a": {one}, "a": {one}}}'.encode()))
    with safe_open(path, framework="pt") as opened:
        assert list(opened.keys()) == ["a"]
    with pytest.raises(Problem, match="its header names a twice"):
        read_header(path)


def test_the_largest_header_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    for length in (MAX_HEADER, MAX_HEADER + 1):
        header = b"{" + b" " * (length - 2) + b"}"
        path = write(tmp_path / "a.safetensors", forge.safetensors(header, b""))
        if length == MAX_HEADER:
            assert read_header(path) == {}
        else:
            with pytest.raises(Problem, match="its header is far larger than any network's"):
                read_header(path)


def test_the_library_refuses_what_is_cut(tmp_path: Path) -> None:
    """The same verdict on both sides, so that an error message is ours."""
    content = forge.safetensors({"a": forge.entry([2, 3])})
    for length in range(len(content)):
        path = write(tmp_path / "a.safetensors", content[:length])
        with pytest.raises(Problem):
            read_header(path)
        with pytest.raises((SafetensorError, OSError)), safe_open(path, framework="pt"):
            pass
