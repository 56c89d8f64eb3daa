"""Damage by the thousand: every end of a clean file, and 6,000 random changes. Each ends in a Problem, or is right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor

from model.checkpoints.files.gate import examine
from model.checkpoints.files.tensors import load
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import WHOLE, entry, mapping, number, tensor, write

SETTINGS = forge.call("argparse", "Namespace") + mapping({"heads": number(8)}) + b"b"
BODY = mapping({"epoch": number(3), "model": mapping({"a": WHOLE, "b": tensor((3,), (2,))}), "settings": SETTINGS})
HEADER = {"a": entry([2, 3]), "b": entry([3], 24, 30, "F16"), "__metadata__": {"format": "pt"}}
VALUES = forge.VALUES + bytes(6)
WHOLE_FILES = {
    "zip": forge.torch_zip(BODY),
    "saved": forge.saved({"a": torch.arange(1.0, 7.0).view(2, 3), "epoch": 3}),
    "legacy": forge.legacy(BODY),
    "safetensors": forge.safetensors(HEADER, VALUES),
}
EXTREMES = (b"\x00", b"\xff", b"\x7f", b"\x80", b"\xff" * 4, b"\xff" * 8, b"\x00" * 4, b"\x01\x00\x00\x00", b".", b"}")


def changed(content: bytes, random_: random.Random) -> bytes:
    """One to three random changes: a bit, an extreme value, a part removed, doubled, moved or exchanged."""
    result = bytearray(content)
    for _ in range(random_.choice((1, 1, 2, 3))):
        at, length = random_.randrange(len(result)), random_.choice((1, 2, 4, 8, 40))
        part = bytes(result[at : at + length])
        kind = random_.randrange(6)
        if kind == 0:
            result[at] ^= 1 << random_.randrange(8)
        elif kind == 1:
            new = random_.choice(EXTREMES)
            result[at : at + len(new)] = new
        elif kind == 2:
            del result[at : at + length]
        elif kind == 3:
            result[at:at] = part
        elif kind == 4:
            result[at] = random_.randrange(256)
        else:
            other = random_.randrange(len(result) + 1)
            result[other:other] = part
        if not result:
            break
    return bytes(result)


def rewrite(path: Path, content: bytes) -> Path:
    """The same file with other content: making a new one takes longer than all that is tested here."""
    with path.open("r+b") as stream:
        stream.write(content)
        stream.truncate()
    return path


def opens(path: Path) -> dict[str, Tensor] | None:
    """The values, None for a clean refusal; anything but a Problem is an error of ours."""
    try:
        return load(examine(path))
    except Problem as problem:
        told = problem
    assert told.what == str(path)
    assert str(told).isprintable()
    return None


@pytest.mark.parametrize("kind", WHOLE_FILES)
def test_cut_short_at_every_byte(tmp_path: Path, kind: str) -> None:
    content, path = WHOLE_FILES[kind], tmp_path / "model.pt"
    whole = opens(write(path, content))
    assert whole is not None and whole["a"].sum() == 21
    for length in range(len(content)):
        assert opens(rewrite(path, content[:length])) is None, length


def rebuilt_zip(random_: random.Random) -> bytes:
    """Its pickle changed and the checksum made anew: what a forger would do."""
    return forge.archive({**forge.members(BODY), "archive/data.pkl": changed(forge.pickled(BODY), random_)})


def rebuilt_safetensors(random_: random.Random) -> bytes:
    """Its header changed and the length made anew."""
    header = WHOLE_FILES["safetensors"][8 : -len(VALUES)]
    return forge.safetensors(changed(header, random_), VALUES)


def changed_file(kind: str) -> Callable[[random.Random], bytes]:
    return lambda random_: changed(WHOLE_FILES[kind], random_)


#: What is changed → how, and how often.
CASES: dict[str, tuple[Callable[[random.Random], bytes], int]] = {
    "zip": (changed_file("zip"), 900),
    "saved": (changed_file("saved"), 600),
    "legacy": (changed_file("legacy"), 1500),
    "safetensors": (changed_file("safetensors"), 1200),
    "pickle in a zip": (rebuilt_zip, 900),
    "header of safetensors": (rebuilt_safetensors, 900),
}


def mutations(kind: str) -> Iterator[bytes]:
    random_ = random.Random(kind)
    make, count = CASES[kind]
    for _ in range(count):
        yield make(random_)


def test_there_are_enough_mutations() -> None:
    assert sum(count for _, count in CASES.values()) >= 6_000


@pytest.mark.parametrize("kind", CASES)
def test_random_changes_are_refused_or_right(tmp_path: Path, kind: str) -> None:
    """What still opens has finite memory and the values that its header says, by torch's own reading."""
    path, opened = write(tmp_path / "model.pt", b""), 0
    for content in mutations(kind):
        found = opens(rewrite(path, content))
        if found is not None:
            opened += 1
            assert all(value.numel() <= 30 for value in found.values())
            if kind in ("zip", "saved"):  # checksums: what opens is what was saved
                assert torch.equal(found["a"], torch.arange(1.0, 7.0).view(2, 3))
    assert opened < CASES[kind][1] // 2
