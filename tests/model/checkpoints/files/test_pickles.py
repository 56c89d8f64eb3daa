"""The inert reader: what Python's own pickle writes comes back as plain data, and nothing is ever called."""

from __future__ import annotations

import argparse
import os
import pickle
import sys
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints.files.pickles import Call, Name, Persistent, UnreadableError, read_pickle

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


class Trap:
    """Pickled as a call of ``os.system``."""

    def __init__(self, canary: Path) -> None:
        self.canary = canary

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"echo caught > {self.canary}",)


class Thing:
    """An object of nobody's allow-list."""

    def __init__(self) -> None:
        self.words = ["a", "b"]


class Elsewhere(pickle.Pickler):
    """Writes every complex number as an object that is stored somewhere else."""

    def persistent_id(self, item: object) -> object:
        return ("storage", "7") if isinstance(item, complex) else None


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, 0, -1, 300, 70_000, -(2**31), 2**70, 1.5, float("inf"), "a", "한글 \n\t'", "",
        b"", b"\x00\xff", [], [1, [2, [3]]], (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), {},
        {"a": 1, 2: [3], ("x", "y"): None, 1.5: ()},
        {1, "b"}, frozenset("ab"), bytearray(b"xyz"), "long " * 100, "back\\slash \\q",
    ],
    ids=lambda value: repr(value)[:20],
)  # fmt: skip
def test_plain_data_comes_back(value: object) -> None:
    for protocol in PROTOCOLS:
        read = read_pickle(pickle.dumps(value, protocol))
        if not isinstance(read.value, Call):  # old protocols call functions for bytes and sets
            assert read.value == value, protocol
            assert type(read.value) is type(value), protocol
            assert read.names == (), protocol
        assert read.protocol == (protocol if protocol > 1 else 0)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_call_is_only_written_down(tmp_path: Path, protocol: int) -> None:
    canary = tmp_path / "canary"
    read = read_pickle(pickle.dumps([Trap(canary)], protocol))
    [call] = read.value
    assert [str(name) for name in read.names] == [f"{os.name}.system"]
    assert call.function == read.names[0]
    assert call.arguments == (f"echo caught > {canary}",)
    assert not canary.exists()


def test_a_module_is_not_even_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "never_imported.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(str(tmp_path))
    for opcodes in (b"cnever_imported\nx\n.", b"\x8c\x0enever_imported\x8c\x01x\x93.", b"(inever_imported\nx\n."):
        assert read_pickle(opcodes).names == (Name("never_imported", "x"),)
    assert "never_imported" not in sys.modules


def test_what_is_thrown_away_is_told() -> None:
    """A name that is popped again would still have been imported by Python's reader."""
    read = read_pickle(b"cos\nsystem\n0K\x05.")
    assert read.value == 5
    assert read.names == (Name("os", "system"),)


@pytest.mark.parametrize("protocol", [2, 4])
def test_objects_keep_their_attributes(protocol: int) -> None:
    read = read_pickle(pickle.dumps({"settings": argparse.Namespace(heads=8), "thing": Thing()}, protocol)).value
    assert read["settings"].function == Name("argparse", "Namespace")
    assert read["settings"].state == {"heads": 8}
    assert read["thing"].function == Name(Thing.__module__, "Thing")
    assert read["thing"].state == {"words": ["a", "b"]}


@pytest.mark.parametrize("protocol", [2, 4])
def test_containers_of_the_library(protocol: int) -> None:
    values = [OrderedDict(b=1, a=2), Counter("aab"), defaultdict(list, x=[3])]
    ordered, counted, defaulting = read_pickle(pickle.dumps(values, protocol)).value
    assert (ordered.function, ordered.entries) == (Name("collections", "OrderedDict"), [("b", 1), ("a", 2)])
    assert counted.arguments == ({"a": 2, "b": 1},)
    assert defaulting.entries == [("x", [3])]
    assert defaulting.arguments == (Name("builtins", "list"),)


def test_the_same_object_twice_is_one_object() -> None:
    shared = ["x"]
    first, second = read_pickle(pickle.dumps([shared, shared])).value
    assert first is second


def test_a_list_that_contains_itself_ends() -> None:
    loop: list[object] = []
    loop.append(loop)
    read = read_pickle(pickle.dumps(loop)).value
    assert read[0] is read


def test_what_lies_elsewhere(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        Elsewhere(file, 2).dump([1j])
    [stored] = read_pickle((tmp_path / "file").read_bytes()).value
    assert isinstance(stored, Persistent)
    assert stored.value == ("storage", "7")


def test_several_in_a_row() -> None:
    data = pickle.dumps("first", 2) + pickle.dumps(["second"], 2)
    first = read_pickle(data)
    assert (first.value, read_pickle(data, first.end).value) == ("first", ["second"])


def colliding() -> Iterator[bytes]:
    """A dict whose keys all have the hash 0."""
    yield b"}("
    for factor in range(1, 2000):
        number = factor * (2**61 - 1)
        yield b"\x8a\x0a" + number.to_bytes(10, "little") + b"N"
    yield b"u."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "damaged or cut short"),
        (b".", "damaged or cut short"),
        (b"\x80\x02", "damaged or cut short"),
        (b"hello", "damaged or cut short"),
        (b"\xff\xff", "damaged or cut short"),
        (b"K.", "damaged or cut short"),
        (b"K\x01K\x02.", "damaged or cut short"),
        (b"(K\x01.", "damaged or cut short"),
        (b"0.", "damaged or cut short"),
        (b"h\x05.", "damaged or cut short"),
        (b"R.", "damaged or cut short"),
        (b"K\x01K\x02R.", "damaged or cut short"),
        (b"K\x01K\x02b.", "damaged or cut short"),
        (b"K\x01K\x02a.", "damaged or cut short"),
        (b"NNNs.", "damaged or cut short"),
        (b"}(K\x01u.", "damaged or cut short"),
        (b"K\x01K\x02\x93.", "damaged or cut short"),
        (b"cargparse\nNamespace\n)\x81}b}b.", "damaged or cut short"),  # attributes twice
        (b"}]Ns.", "keys that are no words or numbers"),
        (b"}K\x01\x85Ns.", "keys that are no words or numbers"),
        (b"(]\x91.", "keys that are no words or numbers"),
        (b"".join(colliding()), "keys that are no words or numbers"),
        (b"\x82\x01.", "what no file of weights needs"),  # a copyreg extension
        (b"\x97.", "what no file of weights needs"),  # a buffer from outside
        (b"\x8b" + (1000).to_bytes(4, "little") + b"\x7f" * 1000 + b".", "a number of 7,999 bits"),
        (b"L" + b"9" * 5000 + b"L\n.", "damaged or cut short"),
        (b"S'\\q'\nK\x01.", "damaged or cut short"),
        (b"X\xff\xff\xff\x7fshort.", "damaged or cut short"),
        (b"\x8d" + b"\xff" * 8 + b".", "damaged or cut short"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_damage_is_one_kind_of_error(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        read_pickle(data)


def test_there_is_a_limit_to_operations() -> None:
    with pytest.raises(UnreadableError, match="more than 50 operations"):
        read_pickle(b"N0" * 60 + b"N.", operations=50)


def test_there_is_a_limit_to_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model.checkpoints.files.pickles.MAX_BYTES", 10)
    with pytest.raises(UnreadableError, match="its pickle has 12 bytes, and 10 are the limit"):
        read_pickle(b"N" * 12)


@settings(max_examples=500)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Nothing but a refusal may come out: any other exception fails."""
    try:
        read_pickle(data)
    except UnreadableError:
        return


@settings(max_examples=100)
@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=12,
))  # fmt: skip
def test_any_plain_data_comes_back(value: object) -> None:
    assert read_pickle(pickle.dumps(value, 4)).value == value
