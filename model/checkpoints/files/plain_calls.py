"""Calls that a file of weights may hold beside its tensors, and the plain data that each stands for. stdlib only.

Each takes the arguments, already plain, and the attributes that were set; nothing that a file names is
ever looked up.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.pickles import Name
from model.common.problems import shown
from model.common.text import Text

Builder = Callable[[tuple[Any, ...], Any], Any]
ORDERED = "collections.OrderedDict"
FILLED = frozenset((ORDERED, "collections.defaultdict"))  #: dicts that are filled after they were made
#: Classes of paths: people keep the place of their data among the settings.
PATHS = tuple(f"{module}.{kind}Path" for module in ("pathlib", "pathlib._local") for kind in ("Posix", "Windows"))
#: numpy's codes for the types of numbers → how :mod:`struct` reads one, least significant byte first.
NUMBERS = {
    "f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I",
    "u8": "Q", "b1": "?",
}  # fmt: skip
#: What numpy sets in a type of plain numbers: no fields, no names, no alignment.
NUMBER_STATES = tuple((3, order, None, None, None, -1, -1, 0) for order in "<|")


class DamagedError(Exception):
    """A part that is on the list and does not look as its library writes it; the message says which."""


class ForeignError(DamagedError):
    """A part that is whole and of a kind that is not allowed; the message names it."""


def hashable(value: Any) -> Any:
    """A dictionary's key, as the pickle's reader let it through; a class is its name."""
    if isinstance(value, Name):
        return str(value)
    if not isinstance(value, str | bytes | int | float | tuple | None):
        raise DamagedError(Text("it has a dictionary with keys that are no words or numbers"))
    return value


def _first(kind: type, count: int = 1) -> Builder:
    """The first of at most ``count`` arguments, as it is."""

    def build(arguments: tuple[Any, ...], _: Any) -> Any:
        if not 1 <= len(arguments) <= count or not isinstance(arguments[0], kind):
            raise DamagedError(Text("it has a %1 in no way that Python writes", kind.__name__))
        return arguments[0]

    return build


def _ordered(arguments: tuple[Any, ...], _: Any) -> dict[Any, Any]:
    """Filled afterwards, in very old files by a list of pairs."""
    pairs = _first(list)(arguments, None) if arguments else []
    if not all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs):
        raise DamagedError(Text("it has an OrderedDict of no pairs"))
    return {hashable(name): value for name, value in pairs}


def _defaulting(arguments: tuple[Any, ...], _: Any) -> dict[Any, Any]:
    """Filled afterwards; what it would call for an absent key stays a name."""
    if len(arguments) > 1 or not all(isinstance(name, str | None) for name in arguments):
        raise DamagedError(Text("it has a defaultdict in no way that Python writes"))
    return {}


def _path(arguments: tuple[Any, ...], _: Any) -> str:
    if not all(isinstance(part, str) for part in arguments):
        raise DamagedError(Text("it has a path in no way that Python writes"))
    return "/".join(arguments).replace("//", "/", 1)


def _namespace(arguments: tuple[Any, ...], state: Any) -> Any:
    if arguments or not isinstance(state, dict):
        raise DamagedError(Text("it has a Namespace without names"))
    return state


def _encoded(arguments: tuple[Any, ...], _: Any) -> bytes:
    """Bytes as pickles of Python 2 write them: text, and the call that turns it back."""
    if arguments[1:] == ("latin1",) and isinstance(arguments[0], str) and max(arguments[0], default="") < "\u0100":
        return arguments[0].encode("latin1")
    raise DamagedError(Text("it has bytes in no way that Python writes"))


def _device(arguments: tuple[Any, ...], _: Any) -> str:
    kind, index = _first(str, 2)(arguments, None), arguments[1:]
    if not all(type(number) is int for number in index):
        raise DamagedError(Text("it has a device in no way that torch writes"))
    return ":".join((kind, *map(str, index)))


def _number_type(arguments: tuple[Any, ...], state: Any) -> str:
    """numpy's code of a type: ``f8``; objects, dates and records are not on the list."""
    code = str(_first(str, 3)(arguments, None))
    if code not in NUMBERS or arguments[1:] != (False, True) or state not in NUMBER_STATES:
        raise ForeignError(Text("it holds the numpy type %1, which is no plain number", shown(code, 20)))
    return code


def _number(arguments: tuple[Any, ...], _: Any) -> Any:
    code, data = arguments if len(arguments) == 2 else ("", b"")
    layout = "<" + NUMBERS.get(code, "") if isinstance(code, str) else "<"
    if layout == "<" or not isinstance(data, bytes) or len(data) != struct.calcsize(layout):
        raise DamagedError(Text("it has a numpy number in no way that numpy writes"))
    return struct.unpack(layout, data)[0]


def _set(arguments: tuple[Any, ...], _: Any) -> set[Any]:
    return {hashable(item) for item in _first(list)(arguments, None)}


BUILDERS: dict[str, Builder] = {
    ORDERED: _ordered,
    "collections.Counter": _first(dict),
    "collections.defaultdict": _defaulting,
    **dict.fromkeys(PATHS, _path),
    "types.SimpleNamespace": _namespace,
    "torch._utils._rebuild_parameter": _first(TensorInfo, 3),
    "torch.Size": _first(tuple),
    "torch.device": _device,
    "argparse.Namespace": _namespace,
    "_codecs.encode": _encoded,
    "numpy.dtype": _number_type,
    "numpy.core.multiarray.scalar": _number,
    "numpy._core.multiarray.scalar": _number,
    "builtins.set": _set,
}
