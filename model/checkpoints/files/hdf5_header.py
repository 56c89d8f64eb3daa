"""The arrays of an HDF5 file (Keras' ``.weights.h5``): names, types and places, checked before a value is read.

What a file says of itself is read by h5py in a child process (:mod:`model.checkpoints.files.hdf5_child`), which a
damaged file may end. The values are then bytes at known places, which need no library. No torch.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from model.checkpoints.files import hdf5_child
from model.checkpoints.files.model_file import MAX_DIMENSIONS, MAX_SIZE, TensorInfo
from model.checkpoints.files.sniff import CONVERSION, UNPACKED
from model.checkpoints.files.sniff import HDF5 as HDF5_MARK
from model.common.assets import HDF5
from model.common.installed import installing
from model.common.memory_budget import machine_memory
from model.common.problems import Problem, shown
from model.common.text import Text
from model.common.zip_container import Rules, check_sums, list_names, read_members

REQUIREMENT = "h5py>=3.15,<4"  #: the extra ``keras`` in pyproject.toml asks for the same
MAX_ENTRIES = 10_000  #: groups and arrays; the tutorials' networks with an optimizer have about 200 for each layer
MEMORY = 2**30  #: bytes of the child
SECONDS = 20.0
MAX_REPLY = 64 * 2**20
AGAIN = Text("Copy or download it again")
SAVE_AGAIN = Text('Save it again by model.save_weights("model.weights.h5")')
DTYPES = {"<f8": "float64", "<f4": "float32", "<f2": "float16"}
MEMBER = "model.weights.h5"
KERAS = Rules("Keras", Text("Keras model"), SAVE_AGAIN, in_folder=False)
#: The child's word → what is wrong, with %1 for a name, and what to do.
REFUSALS = {
    hdf5_child.DAMAGED: (Text("it is damaged or cut short"), AGAIN),
    hdf5_child.LINK: (Text("its entry %1 leads to another place, as Keras never writes it"), SAVE_AGAIN),
    hdf5_child.PIECES: (
        Text("%1 is stored in pieces, packed or in another file, as Keras never writes it"),
        SAVE_AGAIN,
    ),
    hdf5_child.KIND: (Text("%1 is neither floating-point nor whole numbers"), SAVE_AGAIN),
    hdf5_child.MANY: (Text("it has more entries than any model, or deeper ones (%1)"), SAVE_AGAIN),
}


class StoredArray(NamedTuple):
    """An array: what it is, and its first byte."""

    info: TensorInfo
    start: int


def holds_keras(path: Path) -> bool:
    """Whether an archive is a whole Keras model (``.keras``), in which its weights lie as they are."""
    with path.open("rb") as stream:
        return MEMBER in list_names(path, stream)


def read_places(path: Path) -> dict[str, StoredArray]:
    """Every array of floating-point numbers by its path, in the file's order. Raises :class:`Problem`."""
    start, size = _extent(path)
    answer = _ask(path, start, size)
    if hdf5_child.FOUND not in answer:
        kind, name = answer.get(hdf5_child.REFUSED, (hdf5_child.DAMAGED, ""))
        why, step = REFUSALS.get(kind, REFUSALS[hdf5_child.DAMAGED])
        raise Problem(str(path), why.filled(shown(name)), step)
    places = {name: _place(path, size, name, *said) for name, *said in answer[hdf5_child.FOUND]}
    _check_overlap(path, sorted((place.start, place.start + place.info.bytes, name) for name, place in places.items()))
    return {name: place._replace(start=start + place.start) for name, place in places.items()}


def _extent(path: Path) -> tuple[int, int]:
    """The first byte and the length: those of the file, or of the member of an archive."""
    with path.open("rb") as stream:
        if stream.read(len(HDF5_MARK)) == HDF5_MARK:
            return 0, stream.seek(0, 2)
        member = read_members(path, stream, KERAS)[MEMBER]
        check_sums(path, stream, {MEMBER: member}, KERAS)
        return member.start, member.size


def _place(path: Path, size: int, name: str, kind: str, shape: list[int], first: int, length: int) -> StoredArray:
    if kind not in DTYPES:
        why = Text("%1 is of type %2, which is neither floating-point nor whole numbers", shown(name), shown(kind, 20))
        raise Problem(str(path), why, Text("Convert it to float32 and save it again"))
    info = TensorInfo(tuple(shape), DTYPES[kind])
    fits = len(shape) <= MAX_DIMENSIONS and all(0 < one < MAX_SIZE for one in shape) and length == info.bytes
    if not fits or first < 0 or first + length > size:
        raise Problem(str(path), Text("it is damaged or cut short: %1 does not lie in it", shown(name)), AGAIN)
    return StoredArray(info, first)


def _check_overlap(path: Path, places: list[tuple[int, int, str]]) -> None:
    for (_, end, name), (start, _, other) in pairwise(places):
        if start < end:
            raise Problem(str(path), Text("%1 and %2 overlap", shown(name), shown(other)), SAVE_AGAIN)


def _ask(path: Path, start: int, size: int) -> dict[str, Any]:
    """What the child says; without an answer the file has ended it."""
    limits = {
        "libraries": _libraries(path), "memory": min(MEMORY, machine_memory()), "seconds": SECONDS,
        "start": start, "size": size, "most": MAX_ENTRIES,
    }  # fmt: skip
    frozen = getattr(sys, "frozen", False)
    program = [sys.executable, HDF5] if frozen else [sys.executable, "-I", "-S", hdf5_child.__file__]
    with subprocess.Popen(  # noqa: S603 (this program itself)
        [*program, json.dumps(limits), str(path)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    ) as process:
        assert process.stdout is not None
        reply = process.stdout.read(MAX_REPLY)
        process.kill()
    try:
        answer: dict[str, Any] = json.loads(reply)
    except ValueError:
        return {}
    return answer


def _libraries(path: Path) -> list[str]:
    """The folders that hold h5py and numpy. Raises :class:`Problem` with what to do without the first."""
    found = [find_spec(name) for name in ("h5py", "numpy")]
    folders = [str(Path(spec.origin).parent.parent) for spec in found if spec is not None and spec.origin is not None]
    if len(folders) < len(found):
        why = Text("it holds weights of Keras, and h5py, which reads them, is not installed")
        lines = UNPACKED if path.suffix == ".keras" else CONVERSION
        step = Text("Convert it where it was saved, and open model.safetensors: %1", lines)
        if not getattr(sys, "frozen", False):
            step = Text("Run: %1. Or convert it where it was saved, and open model.safetensors: %2",
                        installing(REQUIREMENT), lines)  # fmt: skip
        raise Problem(str(path), why, step)
    return list(dict.fromkeys(folders))
