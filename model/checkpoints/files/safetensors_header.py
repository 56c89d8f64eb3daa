"""The header of a safetensors file, checked before anything else reads the file. stdlib only.

The format (https://github.com/huggingface/safetensors): eight bytes hold the length of a JSON object that
gives each tensor's type, shape and place in the bytes that follow. The library that reads the values
accepts names that occur twice and any number of tensors; this does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from model.checkpoints.files.model_file import MAX_DIMENSIONS, MAX_SIZE, MAX_TENSORS, SIZES, TensorInfo
from model.common.problems import Problem, shown
from model.common.text import Text

MAX_HEADER = 8 * 2**20  #: bytes; a network of 1,000 layers needs less than half
METADATA = "__metadata__"
AGAIN = Text("Copy or download it again")
STRANGE = Text("Get it from whoever made it, or save it again")
#: The format's word for a type → torch's.
DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32",
    "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool",
}  # fmt: skip


def read_header(path: Path) -> dict[str, TensorInfo]:
    """Every tensor by its name, in the file's order. Raises :class:`Problem`, also for an OSError's cause."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if size < 8 or length > size - 8:
            why = Text("it is cut short: its header takes %1 bytes and the file has %2", f"{length:,}", f"{size:,}")
            raise Problem(str(path), why if size >= 8 else Text("it is cut short: it has no header"), AGAIN)
        if length > MAX_HEADER:
            raise Problem(
                str(path), Text("its header is far larger than any network's (%1 bytes)", f"{length:,}"), STRANGE
            )
        text = stream.read(length)
    if text.count(b'"data_offsets"') > MAX_TENSORS:  # known before it is parsed
        _too_many(path, text.count(b'"data_offsets"'))
    header = _parse(path, text)
    header.pop(METADATA, None)
    if len(header) > MAX_TENSORS:
        _too_many(path, len(header))
    if not all(map(_is_text, header)):
        raise Problem(str(path), Text("its header names a tensor with half a character"), STRANGE)
    places = {name: _place(path, name, value) for name, value in header.items()}
    _check_layout(path, [(start, end, name) for name, (_, start, end) in places.items()], size - 8 - length)
    return {name: info for name, (info, _, _) in places.items()}


def _too_many(path: Path, count: int) -> NoReturn:
    raise Problem(
        str(path), Text("it lists %1 tensors, and no model has more than %2", f"{count:,}", f"{MAX_TENSORS:,}"), STRANGE
    )


def _parse(path: Path, text: bytes) -> dict[str, Any]:
    def unique(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise Problem(str(path), Text("its header names %1 twice", shown(name)), STRANGE)
            found[name] = value
        return found

    try:
        header = json.loads(text.decode("utf-8"), object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise Problem(str(path), Text("its header is not valid JSON"), AGAIN) from error
    if not isinstance(header, dict):
        raise Problem(str(path), Text("its header is not a JSON object"), AGAIN)
    return header


def _place(path: Path, name: str, value: Any) -> tuple[TensorInfo, int, int]:
    """A tensor's type and shape, and where its bytes begin and end."""
    entry: Mapping[str, Any] = value if isinstance(value, dict) else {}
    dtype, shape, offsets = entry.get("dtype"), _counts(entry.get("shape")), _counts(entry.get("data_offsets"))
    if not isinstance(dtype, str) or shape is None or offsets is None or not _is_range(offsets):
        raise Problem(
            str(path), Text("its header describes %1 in no way that Headscope understands", shown(name)), STRANGE
        )
    if dtype not in DTYPES:
        why = Text("%1 is of type %2, which is neither floating-point nor whole numbers", shown(name), shown(dtype, 20))
        raise Problem(str(path), why, Text("Convert it to float32 and save it again"))
    info, (start, end) = TensorInfo(shape, DTYPES[dtype]), offsets
    if end - start != info.numel * SIZES[info.dtype]:
        why = Text(
            "%1 is %2 of %3 and has %4 bytes, not %5",
            shown(name),
            list(shape),
            info.dtype,
            f"{end - start:,}",
            f"{info.bytes:,}",
        )
        raise Problem(str(path), why, AGAIN)
    return info, start, end


def _is_range(offsets: tuple[int, ...]) -> bool:
    return len(offsets) == 2 and offsets[0] <= offsets[1]


def _is_text(name: str) -> bool:
    """JSON can write half of a character as an escape; nothing can print it."""
    return not any("\ud800" <= one <= "\udfff" for one in name)


def _counts(value: Any) -> tuple[int, ...] | None:
    """A short list of whole numbers that are not negative; None for anything else."""
    if not isinstance(value, list) or len(value) > MAX_DIMENSIONS:
        return None
    return tuple(value) if all(type(one) is int and 0 <= one < MAX_SIZE for one in value) else None


def _check_layout(path: Path, places: list[tuple[int, int, str]], size: int) -> None:
    """The tensors lie one behind the other and fill the file."""
    reached, last = 0, ""
    for start, end, name in sorted(places):
        if start < reached:
            raise Problem(str(path), Text("%1 and %2 overlap", _before(last), shown(name)), STRANGE)
        if start > reached:
            raise Problem(
                str(path), Text("%1 bytes before %2 belong to no tensor", f"{start - reached:,}", shown(name)), STRANGE
            )
        reached, last = end, name
    if reached > size:
        why = Text("it is cut short: %1 ends at byte %2 of %3", _before(last), f"{reached:,}", f"{size:,}")
        raise Problem(str(path), why, AGAIN)
    if reached < size:
        raise Problem(str(path), Text("%1 bytes at its end belong to no tensor", f"{size - reached:,}"), AGAIN)


def _before(last: str) -> str:
    return shown(last) if last else Text("the header")
