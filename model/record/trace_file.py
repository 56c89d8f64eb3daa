"""A trace as a file: ``.npz``, without pickles. numpy only; see :mod:`model.record.trace`."""

from __future__ import annotations

import io
import json
import lzma
import math
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from model.common.atomic import writing
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import ARRAYS, FORMAT, VERSION, Array, Meta, Trace, check_shapes

#: Kind of an array in a file → its type here. Texts stay what they are.
TYPES: Mapping[str, type[np.generic]] = {"f": np.float32, "i": np.int64, "u": np.int64, "b": np.bool_}
UNASKED = 2**28  #: bytes that are not worth reading every array's header for
MAX_BYTES = 4 * 2**30  #: of all arrays together; 2,048 tokens with 6 × 8 heads take 2.4 GB


def save_trace(trace: Trace, path: Path) -> None:
    """Write ``path`` in one step: the old file stays whole until the new one is complete. Raises :class:`Problem`.

    Only a run has a file: ValueError for a reading of one.
    """
    with writing(path) as file:  # not in memory first: a large run fills half of it already
        _write(trace, file, compress=True)


def trace_bytes(trace: Trace, compress: bool = True) -> bytes:
    """The content of a trace file. ValueError for a reading of a run."""
    buffer = io.BytesIO()
    _write(trace, buffer, compress)
    return buffer.getvalue()


def _write(trace: Trace, file: BinaryIO, compress: bool) -> None:
    if trace.meta.reading is not None:
        raise ValueError("a reading is no run")
    meta = {"format": FORMAT, "version": VERSION, **asdict(trace.meta)}
    del meta["reading"]
    arrays: dict[str, Array] = {"meta": np.array(json.dumps(meta, ensure_ascii=False))}
    arrays |= {name: getattr(trace, name) for name in ARRAYS if getattr(trace, name) is not None}
    arrays |= {f"activations/{name}": value for name, value in trace.activations.items()}
    (np.savez_compressed if compress else np.savez)(file, allow_pickle=False, **arrays)


def load_trace(path: Path) -> Trace:
    """Read a trace file. Nothing in it is executed. Raises :class:`Problem`."""
    if not path.is_file():
        raise Problem(str(path), Text("there is no such file"), Text("Check the path"))
    try:
        with path.open("rb") as stream:  # numpy leaves a damaged file open that it opened itself
            return read_trace(stream, path)
    except OSError as error:
        raise Problem(str(path), Text("it is damaged or no trace file"), Text("Record it again")) from error


def read_trace(stream: BinaryIO, path: Path) -> Trace:
    """The same from what is open; ``path`` is named where it is refused. Raises :class:`Problem`."""
    size = 0
    try:
        size = unpacked(stream)
        if size > min(MAX_BYTES, machine_memory()):
            raise Problem(
                str(path), Text("it would take %1 GiB of memory", f"{size / 2**30:,.0f}"), Text("Record fewer layers")
            )
        stream.seek(0)
        file = np.load(stream, allow_pickle=False)
        if not isinstance(file, np.lib.npyio.NpzFile):
            raise ValueError("a single array")
        if len(set(file.files)) != len(file.files):
            raise ValueError("an array twice")
        arrays = {name: file[name] for name in file.files}
        return _from_arrays(arrays, path)
    except MemoryError as error:
        if size < UNASKED:  # an array that claims to be larger than its file: numpy makes room before it reads
            raise Problem(str(path), Text("it is damaged or no trace file"), Text("Record it again")) from error
        raise Problem(
            str(path), Text("there is not enough memory for it"), Text("Close other programs, or record less")
        ) from error
    except DAMAGE as error:
        raise Problem(str(path), Text("it is damaged or no trace file"), Text("Record it again")) from error


def unpacked(stream: BinaryIO) -> int:
    """Bytes that the arrays of a trace file take in memory once they are read. Raises :data:`DAMAGE`.

    Deflated zeros are a thousand times smaller in a file, and bytes there become 8-byte numbers here.
    """
    stream.seek(0)
    with zipfile.ZipFile(stream) as archive:
        members = archive.infolist()
        size = sum(member.file_size for member in members)
        widest = np.dtype(np.int64).itemsize
        return size if widest * size < UNASKED else sum(_widened(archive, member) for member in members)


def _widened(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    """Bytes of one array as :func:`_plain` makes it, from its own header; of what is no array, as it is."""
    try:
        with archive.open(member) as file:
            version = np.lib.format.read_magic(file)
            read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, _, dtype = read(file)
    except DAMAGE:
        return member.file_size
    held = TYPES.get(dtype.kind)
    return math.prod(shape) * max(dtype.itemsize, 0 if held is None else np.dtype(held).itemsize)


#: What the readers of zip archives and of arrays raise for files that are not whole.
DAMAGE = (
    OSError, ValueError, EOFError, KeyError, TypeError, RuntimeError, NotImplementedError, OverflowError,
    zipfile.BadZipFile, zlib.error, struct.error, SyntaxError, tokenize.TokenError, lzma.LZMAError,
)  # fmt: skip


def _from_arrays(arrays: dict[str, Any], path: Path) -> Trace:
    try:
        meta = json.loads(str(arrays.pop("meta")))
        if meta.pop("format") != FORMAT:
            raise KeyError("format")
        version = meta.pop("version")
    except (KeyError, ValueError, AttributeError, TypeError, RecursionError) as error:
        raise Problem(
            str(path), Text("it is not a Headscope trace"), Text("Choose a file made by Headscope")
        ) from error
    if version != VERSION:
        later = type(version) is int and version > VERSION
        next_step = Text("Update Headscope") if later else Text("Choose a file made by Headscope")
        raise Problem(str(path), Text("it has trace version %1", str(version)[:20]), next_step)
    try:
        plain = {name: _plain(value) for name, value in arrays.items()}
        inside = [name for name in plain if name.startswith("activations/")]
        activations = {name.partition("/")[2]: plain.pop(name) for name in inside}
        trace = Trace(_meta(meta), activations=activations, **{n: a for n, a in plain.items() if n in ARRAYS})
    except (TypeError, ValueError) as error:
        raise Problem(
            str(path), Text("it lacks required entries or has wrong ones"), Text("Record it again")
        ) from error
    check_shapes(trace, str(path))
    return trace


def _plain(value: Any) -> Array:
    """An array as our own files hold it: native, row after row, of one of five types. Raises TypeError, ValueError."""
    kind = value.dtype.kind if isinstance(value, np.ndarray) else ""
    if kind == "U":
        native: Array = np.require(value, value.dtype.newbyteorder("="), "C")
        points = np.frombuffer(native.tobytes(), np.uint32)
        if ((points > 0x10FFFF) | ((points >= 0xD800) & (points <= 0xDFFF))).any():
            raise ValueError("no text")  # Python stumbles over the one, files over the other
        return native
    dtype = TYPES.get(kind)
    if dtype is None:
        raise TypeError(kind)
    with np.errstate(over="ignore"):
        return np.require(value, dtype, "C")


def _meta(values: Mapping[str, Any]) -> Meta:
    """Raises TypeError where an entry is absent or of another type than :class:`Meta` has."""
    types = {"str": str, "bool": bool, "Mapping": dict, "tuple": list}
    stored = [item for item in fields(Meta) if item.name != "reading"]
    known = {item.name: types[str(item.type).partition("[")[0]] for item in stored}
    for name, kind in known.items():
        if name in values and not isinstance(values[name], kind):
            raise TypeError(name)
    built = Meta(**{name: _frozen(value) for name, value in values.items() if name in known})
    listed = (built.fully_masked_rows, built.special_ids, built.unknown_ids)
    numbers = [number for lists in listed for numbers in lists.values() for number in numbers]
    words = (*built.source_spelling, *built.word_marks.values())
    if not all(type(number) is int for number in numbers) or not all(isinstance(word, str) for word in words):
        raise TypeError("meta")
    return built


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return value
