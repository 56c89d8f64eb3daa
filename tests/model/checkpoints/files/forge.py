"""Files made by hand, byte by byte: what no library would write, and what people are sent."""

from __future__ import annotations

import io
import json
import pickle
import struct
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

VALUES = struct.pack("<6f", 1, 2, 3, 4, 5, 6)

STORED = b"tQ"  #: the end of what says where a storage is

# Pickles, operation by operation ------------------------------------------------------------------


def text(value: str) -> bytes:
    encoded = value.encode("utf-8", "surrogatepass")
    return b"X" + struct.pack("<I", len(encoded)) + encoded


def number(value: int) -> bytes:
    if -(2**31) <= value < 2**31:
        return b"J" + struct.pack("<i", value)
    return b"\x8a\x10" + value.to_bytes(16, "little", signed=True)


def several(*items: bytes) -> bytes:
    return b"(" + b"".join(items) + b"t"


def name(module: str, attribute: str) -> bytes:
    return f"c{module}\n{attribute}\n".encode()


def call(module: str, attribute: str, *arguments: bytes) -> bytes:
    return name(module, attribute) + several(*arguments) + b"R"


def mapping(entries: Mapping[str, bytes]) -> bytes:
    return b"}(" + b"".join(text(key) + value for key, value in entries.items()) + b"u"


def storage(numel: int = 6, kind: str = "FloatStorage", key: str = "0") -> bytes:
    return several(text("storage"), name("torch", kind), text(key), text("cpu"), number(numel))[:-1] + STORED


def tensor(size: tuple[int, ...], stride: tuple[int, ...], offset: int = 0, held: bytes | None = None) -> bytes:
    """A tensor over a storage of six float32 values."""
    shape, steps = (several(*map(number, part)) for part in (size, stride))
    hooks = call("collections", "OrderedDict")
    return call("torch._utils", "_rebuild_tensor_v2", held or storage(), number(offset), shape, steps, b"\x89", hooks)


WHOLE = tensor((2, 3), (3, 1))


def pickled(body: bytes) -> bytes:
    return b"\x80\x02" + body + b"."


class Payload:
    """What an attacker pickles: unpickled as usual it writes ``canary``."""

    def __init__(self, canary: Path, function: Any, argument: str) -> None:
        self.canary, self.function, self.argument = canary, function, argument

    def __reduce__(self) -> tuple[Any, ...]:
        return self.function, (self.argument.format(self.canary),)


# Containers ---------------------------------------------------------------------------------------


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def archive(members: Mapping[str, bytes] | list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    """A zip archive; a list may hold a name twice."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(buffer, "w", method) as archived:
        for member, content in members.items() if isinstance(members, Mapping) else members:
            archived.writestr(zipfile.ZipInfo(member), content, method)
    return buffer.getvalue()


def members(body: bytes, values: bytes = VALUES, **more: bytes) -> dict[str, bytes]:
    """What torch.save puts into its archive for one pickle and one storage."""
    return {
        "archive/data.pkl": pickled(body), "archive/byteorder": b"little", "archive/data/0": values,
        "archive/version": b"3\n", **{f"archive/{member}": content for member, content in more.items()},
    }  # fmt: skip


def torch_zip(body: bytes, values: bytes = VALUES) -> bytes:
    return archive(members(body, values))


def state_dict(**tensors: bytes) -> bytes:
    return torch_zip(mapping(tensors))


def legacy(body: bytes, values: bytes = VALUES, count: int = 6, little: bool = True) -> bytes:
    """The layout before torch 1.6: magic, version, system, the pickle, storage keys, storages."""
    body = body.replace(STORED, b"N" + STORED)  # what says where a storage is had one part more
    system = pickle.dumps({"little_endian": little, "protocol_version": 1001}, 2)
    head = pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1001, 2) + system
    return head + pickled(body) + pickle.dumps(["0"], 2) + struct.pack("<q", count) + values


def saved(value: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings(action="ignore"):  # that sparse tensors are new and quantised ones old
        torch.save(value, buffer, **options)
    return buffer.getvalue()


def safetensors(header: Any, values: bytes = VALUES) -> bytes:
    """A safetensors file with this header: JSON text, or values to be written as JSON."""
    written = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(written)) + written + values


def entry(shape: list[Any], start: int = 0, end: int = 24, dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}
