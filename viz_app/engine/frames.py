"""Messages as bytes and back: one capped JSON header, then the raw arrays in pieces.

It is no general serialiser: it knows the frozen classes of :mod:`viz_app.engine.messages` and
nothing else, so that neither end can make the other run or allocate anything. No pickle.

A frame is a sequence of parts. The first is the header, ``{"message": class, "fields": {…},
"arrays": [[dtype, shape], …]}``; an array among the fields is its index in ``arrays``. Then come
the arrays' bytes in that order, little-endian, row by row, in parts of at most ``PIECE`` bytes. A text that is marked
for translation crosses as :func:`model.common.text.spelled` says.
"""

from __future__ import annotations

import collections.abc
import json
import math
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.problems import Problem
from model.common.text import read, spelled
from model.record.growing_run import check_rows
from model.record.trace import check_shapes
from viz_app.engine.messages import Header, Message, Reply, Request, RunDone, RunGrows

MAX_HEADER = 16 * 2**20  #: bytes
MAX_BODY = 4 * 2**30  #: bytes of all arrays together
MAX_ARRAYS = 4096
MAX_AXES = 8
PIECE = 2**20  #: bytes; Windows pipes refuse writes of many megabytes
DTYPES = re.compile(r"<f[248]|<i[48]|\|b1|<U[1-9]\d{0,5}")
REQUESTS: dict[str, type] = {kind.__name__: kind for kind in typing.get_args(Request)}
REPLIES: dict[str, type] = {kind.__name__: kind for kind in typing.get_args(Reply)}
Part = bytes | memoryview
Array = NDArray[Any]


class FrameError(ValueError):
    """Bytes that are no message, or a message that has no form as bytes. Says what is wrong."""


def encode(message: Message) -> Iterator[Part]:
    """The parts of ``message``; arrays are not copied where they are contiguous.

    Raises :class:`FrameError` before the first part, never in the middle.
    """
    placed: dict[int, tuple[int, Array]] = {}
    values = {item.name: _plain(getattr(message, item.name), placed) for item in fields(message)}
    arrays = [array for _, array in placed.values()]
    layout = [[array.dtype.str, list(array.shape)] for array in arrays]
    for dtype, shape in layout:
        _size(dtype, shape)
    try:
        text = json.dumps({"message": type(message).__name__, "fields": values, "arrays": layout})
    except (TypeError, ValueError) as error:
        raise FrameError(f"{type(message).__name__}: {error}") from error
    if len(text) > MAX_HEADER or len(arrays) > MAX_ARRAYS or sum(array.nbytes for array in arrays) > MAX_BODY:
        raise FrameError(f"{type(message).__name__} is too large to send")
    return _parts(text.encode("ascii"), arrays)


def decode(receive: Callable[[int], bytes], known: Mapping[str, type]) -> Any:
    """The next message, one of ``known``: REQUESTS in the engine, REPLIES in the window.

    ``receive(limit)`` gives the next part, of at most ``limit`` bytes.

    Memory grows with the bytes that really arrive, not with the sizes they claim. Arrays are not
    copied, and read-only as in every Trace. Raises :class:`FrameError`, and EOFError where the
    other end has closed.
    """
    header = _header(receive(MAX_HEADER))
    name, values, layout = header["message"], header["fields"], header["arrays"]
    if not isinstance(name, str) or name not in known:
        raise FrameError(f"there is no message {_short(name)}")
    if not isinstance(layout, list) or len(layout) > MAX_ARRAYS:
        raise FrameError("arrays is no list of a sensible length")
    checked = [_layout(entry) for entry in layout]
    if sum(size for _, _, size in checked) > MAX_BODY:
        raise FrameError("the arrays are too large")
    arrays = [_array(dtype, shape, size, receive) for dtype, shape, size in checked]
    message = _build(known[name], values, arrays, name)
    _check_trace(message)
    return message


# --- to bytes ---


def _plain(value: Any, arrays: dict[int, tuple[int, Array]]) -> Any:
    """``value`` as JSON knows it; arrays go to ``arrays``, each but once, and leave their index."""
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name), arrays) for item in fields(value)}
    if isinstance(value, np.ndarray):
        if id(value) not in arrays:
            arrays[id(value)] = len(arrays), _little_endian(value)
        return arrays[id(value)][0]
    if isinstance(value, (tuple, list)):
        return [_plain(item, arrays) for item in value]
    if isinstance(value, Mapping):
        return {_plain(key, arrays): _plain(item, arrays) for key, item in value.items()}
    return spelled(value) if isinstance(value, str) else value


def _little_endian(array: Array) -> Array:
    if array.dtype.str == "<U0":  # numpy's type of nothing but empty strings has no bytes
        array = array.astype("<U1")
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def _parts(header: bytes, arrays: list[Array]) -> Iterator[Part]:
    yield header
    for array in arrays:
        content = array.reshape(-1).view(np.uint8).data
        for start in range(0, len(content), PIECE):
            yield content[start : start + PIECE]


# --- from bytes ---


def _header(part: bytes) -> Header:
    if len(part) > MAX_HEADER:
        raise FrameError("the header is too large")
    try:
        header = json.loads(part)
    except (ValueError, RecursionError) as error:
        raise FrameError("the header is no JSON") from error
    if not isinstance(header, dict) or set(header) != {"message", "fields", "arrays"}:
        raise FrameError("the header is no object with message, fields and arrays")
    return header


def _layout(entry: Any) -> tuple[str, tuple[int, ...], int]:
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[1], list):
        raise FrameError("an array has no type and shape")
    return entry[0], tuple(entry[1]), _size(*entry)


def _size(dtype: Any, shape: Sequence[Any]) -> int:
    """Bytes of an array, after checking that it can be one."""
    if not isinstance(dtype, str) or not DTYPES.fullmatch(dtype):
        raise FrameError(f"{_short(dtype)} is no type of an array")
    if len(shape) > MAX_AXES or not all(_is_int(length) and 0 <= length <= MAX_BODY for length in shape):
        raise FrameError(f"{_short(shape)} is no shape")
    itemsize: int = np.dtype(dtype).itemsize
    if itemsize * math.prod(max(length, 1) for length in shape) > MAX_BODY:
        raise FrameError("an array is too large")
    return int(itemsize * math.prod(shape))


def _array(dtype: str, shape: tuple[int, ...], size: int, receive: Callable[[int], bytes]) -> Array:
    content = bytearray()
    while len(content) < size:
        limit = min(PIECE, size - len(content))
        try:
            part = receive(limit)
        except EOFError as error:
            raise FrameError("the frame is cut short") from error
        if not 0 < len(part) <= limit:
            raise FrameError("a part has the wrong length")
        content += part
    array: Array = np.ndarray(shape, np.dtype(dtype), buffer=content)
    code_points = array.dtype.kind == "U" and size and np.frombuffer(content, "<u4").max() > 0x10FFFF
    if code_points or (array.dtype.kind == "b" and size and np.frombuffer(content, np.uint8).max() > 1):
        raise FrameError("an array holds values that its type does not have")
    array.flags.writeable = False
    return array


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _build(kind: type, values: Any, arrays: list[Array], where: str) -> Any:
    """An instance of the dataclass ``kind`` from its fields, each checked against its annotation."""
    if not isinstance(values, dict):
        raise FrameError(f"{where} is no object")
    known = {item.name: item for item in fields(kind)}
    required = {name for name, item in known.items() if item.default is MISSING and item.default_factory is MISSING}
    if not required <= set(values) <= set(known):
        wrong = sorted(required - set(values)) or sorted(set(values) - set(known))
        raise FrameError(f"{where} lacks or does not know {_short(wrong[0])}")
    hints = _hints(kind)
    return kind(**{name: _value(hints[name], value, arrays, f"{where}.{name}") for name, value in values.items()})


def _value(hint: Any, value: Any, arrays: list[Array], where: str) -> Any:
    """``value`` as the annotation ``hint`` wants it, or a :class:`FrameError`."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return _frozen(value, where)
    if origin in (types.UnionType, typing.Union):  # in our messages: something or None
        return None if value is None else _value(inner[0], value, arrays, where)
    if is_dataclass(hint) and isinstance(hint, type):
        return _build(hint, value, arrays, where)
    if origin is np.ndarray and _is_int(value) and 0 <= value < len(arrays):
        return arrays[value]
    if origin is tuple and isinstance(value, list):
        return tuple(_value(inner[0], item, arrays, where) for item in value)
    if origin is collections.abc.Mapping and isinstance(value, dict):
        return {_text(key, where): _value(inner[1], item, arrays, where) for key, item in value.items()}
    if hint is float and (isinstance(value, float) or _is_int(value)):
        return float(value)
    if hint is str and isinstance(value, str):
        return _text(value, where)
    if (hint is int and _is_int(value)) or (hint is bool and isinstance(value, bool)):
        return value
    raise FrameError(f"{where} is {_short(value)}, of the wrong type")


def _frozen(value: Any, where: str) -> Any:
    """JSON values as a frozen record holds them: lists become tuples."""
    if isinstance(value, list):
        return tuple(_frozen(item, where) for item in value)
    if isinstance(value, dict):
        return {_text(key, where): _frozen(item, where) for key, item in value.items()}
    return _text(value, where) if isinstance(value, str) else value


def _text(spelling: str, where: str) -> str:
    try:
        return read(spelling)
    except ValueError as error:
        raise FrameError(f"{where} is no text: {error}") from error


def _check_trace(message: Any) -> None:
    """No view may index past an end: the arrays of a trace must fit each other."""
    if isinstance(message, RunGrows):
        try:
            check_rows(message.first, message.arrays)
        except Problem as problem:
            raise FrameError(str(problem)) from problem
    if isinstance(message, RunDone):
        try:
            for trace in (message.trace, *message.batch):
                check_shapes(trace, "the trace")
        except Problem as problem:
            raise FrameError(str(problem)) from problem


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"
