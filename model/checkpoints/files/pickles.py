"""A pickle read as plain data: nothing in it is imported, called or built. stdlib only.

A pickle is a program for a small stack machine; running it as :mod:`pickle` does means calling whatever
it names. Here every name stays a :class:`Name`, every call a :class:`Call`, every object that lies
elsewhere a :class:`Persistent`, and the rest is plain data. What a caller makes of them is its own
exact list.
"""

from __future__ import annotations

import io
import pickletools
import struct
import warnings
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from model.common.text import Text

MAX_BYTES = 64 * 2**20  #: a vocabulary of a million words takes less than half
MAX_OPERATIONS = 1_000_000  #: 30 for each tensor of a state dict, 3 for each word of a vocabulary
MAX_INTEGER_BITS = 2048
KEY_INTEGER_BITS = 63  #: whole numbers beyond that can be chosen to collide, and a dict of them takes hours
FRACTIONS = 10_000  #: entries of a dict with fractions among its keys, which can be chosen to collide as well
NAMES_OF_PYTHON_3 = 3  #: the first protocol that writes them


class UnreadableError(ValueError):
    """Not a pickle, damaged, or beyond a limit; the message is a clause such as ``it ends too early``."""


@dataclass(frozen=True)
class Name:
    """A class or function that the pickle refers to. Never imported."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(eq=False)
class Call:
    """A call that the pickle asks for: ``function(*arguments, **keywords)``, then what is added to it."""

    function: Any  #: a Name where the file is an honest one
    arguments: tuple[Any, ...] = ()
    keywords: Mapping[str, Any] = field(default_factory=dict)
    state: Any = None  #: its attributes: mostly a dict, with slots a pair
    items: list[Any] = field(default_factory=list)  #: appended to it
    entries: list[tuple[Any, Any]] = field(default_factory=list)  #: set in it, as (key, value)


@dataclass(eq=False)
class Persistent:
    """An object that is stored outside the pickle; in torch's files a storage."""

    value: Any


@dataclass(frozen=True, eq=False)
class Pickle:
    """One pickle: its tree and what was met on the way."""

    value: Any
    names: tuple[Name, ...]  #: everything it refers to, each once, in its order; also what it throws away again
    protocol: int
    end: int  #: where it stops, in bytes from the beginning of the data
    made: frozenset[Name] = frozenset()  #: classes whose objects it makes without any argument, and never calls
    called: frozenset[Name] = frozenset()  #: functions and classes that it calls


def read_pickle(data: bytes, start: int = 0, operations: int = MAX_OPERATIONS) -> Pickle:
    """The tree of the pickle that begins at ``start``.

    The tree, :attr:`Pickle.value`, consists of None, bool, int, float, str, bytes, bytearray, list, tuple,
    dict, set and frozenset; of :class:`Name` for every class or function, :class:`Call` for every object
    made by one, and :class:`Persistent`. An ``OrderedDict`` is a Call with ``entries``, an instance of a class
    is a Call whose ``state`` holds its attributes. Parts may occur in several places and may contain
    themselves: whoever walks the tree sets a limit.

    Raises :class:`UnreadableError`.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableError(Text("its pickle has %1 bytes, and %2 are the limit", f"{len(data):,}", f"{MAX_BYTES:,}"))
    stream = io.BytesIO(data)
    stream.seek(start)
    machine = _Machine()
    try:
        with warnings.catch_warnings(action="ignore"):  # a backslash in an old text that escapes nothing
            for count, (operation, argument, _) in enumerate(pickletools.genops(stream)):
                if count >= operations:
                    raise UnreadableError(Text("its pickle takes more than %1 operations", f"{operations:,}"))
                machine.run(operation.name, argument)
    except UnreadableError:
        raise
    except (ValueError, IndexError, KeyError, TypeError, OverflowError, struct.error) as error:
        raise UnreadableError(Text("its pickle is damaged or cut short")) from error
    called = frozenset(machine.called)
    return Pickle(
        machine.result(),
        tuple(machine.names),
        machine.protocol,
        stream.tell(),
        frozenset(machine.made) - called,
        called,
    )


class _Machine:
    """The stack, the stacks below its marks, and the memo."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.below: list[list[Any]] = []
        self.memo: dict[int, Any] = {}
        self.names: dict[Name, None] = {}
        self.made: set[Name] = set()  #: by the operation for an object, with no arguments
        self.called: set[Name] = set()  #: by any other
        self.protocol = 0

    def run(self, operation: str, argument: Any) -> None:
        """One operation. Raises what Python raises for a stack that is too short."""
        if operation in _LITERALS:
            self.stack.append(_literal(argument))
        elif operation in _CONSTANTS:
            self.stack.append(_CONSTANTS[operation])
        elif operation in _EMPTY:
            self.stack.append(_EMPTY[operation]())
        elif operation in _MEMORISE:
            self.memo[len(self.memo) if argument is None else argument] = self.stack[-1]
        elif operation in _RECALL:
            self.stack.append(self.memo[argument])
        elif operation in _WITH_ARGUMENT:
            _WITH_ARGUMENT[operation](self, argument)
        elif operation in _WITHOUT_ARGUMENT:
            _WITHOUT_ARGUMENT[operation](self)
        elif operation not in _IGNORED:
            raise UnreadableError(Text("its pickle uses what no file of weights needs"))

    def result(self) -> Any:
        if self.below or len(self.stack) != 1:
            _damaged()
        return self.stack[0]

    def push(self, value: Any) -> None:
        self.stack.append(value)  # looked up only now: taking a mark's items away exchanges the stack

    def mark(self) -> None:
        self.below.append(self.stack)
        self.stack = []

    def since_mark(self) -> list[Any]:
        """Everything above the last mark, which is taken away with it."""
        items = self.stack
        self.stack = self.below.pop()
        return items

    def take(self, count: int) -> tuple[Any, ...]:
        """The topmost values, lowest first."""
        if len(self.stack) < count:
            _damaged()
        taken = tuple(self.stack[-count:])
        del self.stack[-count:]
        return taken

    def pop(self) -> None:
        if self.stack:
            self.stack.pop()
        else:
            self.since_mark()

    def refer(self, module: Any, name: Any) -> Name:
        if not isinstance(module, str) or not isinstance(name, str):
            _damaged()
        if self.protocol < NAMES_OF_PYTHON_3:  # as Python itself does, so that a name is the one that people know
            module, name = NAME_MAPPING.get((module, name), (IMPORT_MAPPING.get(module, module), name))
        known = Name(module, name)
        self.names[known] = None
        return known

    def call(self, function: Any, arguments: Any, keywords: Any = None) -> None:
        if not isinstance(arguments, tuple) or not isinstance(keywords or {}, dict):
            _damaged()
        if isinstance(function, Name):
            self.called.add(function)
        self.stack.append(Call(function, arguments, keywords or {}))

    def make(self, function: Any, arguments: Any) -> None:
        """An object as Python's own protocol makes one before its attributes are set."""
        if isinstance(function, Name) and arguments == ():
            self.made.add(function)
            self.stack.append(Call(function))
        else:
            self.call(function, arguments)

    def build(self) -> None:
        target, state = self.take(2)
        if not isinstance(target, Call) or target.state is not None:
            _damaged()
        target.state = state
        self.stack.append(target)

    def extend(self, items: list[Any]) -> None:
        target = self.stack[-1]
        if isinstance(target, set):
            target.update(_key(item) for item in items)
        elif isinstance(target, Call):
            target.items.extend(items)
        elif isinstance(target, list):
            target.extend(items)
        else:
            _damaged()

    def fill(self, items: list[Any]) -> None:
        target = self.stack[-1]
        pairs = list(zip(items[::2], items[1::2], strict=True))
        if isinstance(target, Call):
            target.entries.extend(pairs)
        elif isinstance(target, dict):
            for key, value in pairs:
                if _key(key) in target:
                    raise UnreadableError(Text("its pickle sets a dictionary's entry twice"))
                target[key] = value
            if len(target) > FRACTIONS and any(isinstance(key, float) for key, _ in pairs):
                _unhashable()
        else:
            _damaged()


def _damaged() -> NoReturn:
    raise UnreadableError(Text("its pickle is damaged or cut short"))


def _literal(value: Any) -> Any:
    if isinstance(value, int) and value.bit_length() > MAX_INTEGER_BITS:
        raise UnreadableError(Text("its pickle holds a number of %1 bits", f"{value.bit_length():,}"))
    return value


def _key(value: Any) -> Any:
    """A dict's key or a set's entry: a value whose hash cannot be chosen, or a tuple of such."""
    if isinstance(value, tuple):
        simple = all(isinstance(item, str | bytes | bool | None) for item in value)
        return value if simple else _unhashable()
    if isinstance(value, int) and value.bit_length() > KEY_INTEGER_BITS:
        _unhashable()
    return _unhashable() if isinstance(value, list | dict | set | bytearray | frozenset) else value


def _unhashable() -> NoReturn:
    raise UnreadableError(Text("its pickle has a dictionary with keys that are no words or numbers"))


def _pairs(items: list[Any]) -> dict[Any, Any]:
    if len(items) > 2 * FRACTIONS and any(isinstance(key, float) for key in items[::2]):
        _unhashable()
    return {_key(key): value for key, value in zip(items[::2], items[1::2], strict=True)}


def _global(machine: _Machine, argument: str) -> None:
    machine.push(machine.refer(*argument.split(" ", 1)))


def _instance(machine: _Machine, argument: str) -> None:
    machine.call(machine.refer(*argument.split(" ", 1)), tuple(machine.since_mark()))


def _object(machine: _Machine) -> None:
    function, *arguments = machine.since_mark()
    machine.call(function, tuple(arguments))


def _protocol(machine: _Machine, argument: int) -> None:
    machine.protocol = argument


_LITERALS = frozenset((
    "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT", "STRING", "BINSTRING",
    "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES", "SHORT_BINBYTES",
    "BINBYTES8", "BYTEARRAY8",
))  # fmt: skip
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_EMPTY: dict[str, type] = {"EMPTY_LIST": list, "EMPTY_DICT": dict, "EMPTY_SET": set}
_MEMORISE = frozenset(("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"))
_RECALL = frozenset(("GET", "BINGET", "LONG_BINGET"))
_IGNORED = frozenset(("FRAME", "STOP"))
_WITH_ARGUMENT: dict[str, Callable[[_Machine, Any], object]] = {
    "PROTO": _protocol,
    "GLOBAL": _global,
    "INST": _instance,
    "PERSID": lambda machine, argument: machine.push(Persistent(argument)),
}
_WITHOUT_ARGUMENT: dict[str, Callable[[_Machine], object]] = {
    "MARK": _Machine.mark,
    "POP": _Machine.pop,
    "POP_MARK": lambda machine: machine.since_mark(),
    "DUP": lambda machine: machine.push(machine.stack[-1]),
    "TUPLE": lambda machine: machine.push(tuple(machine.since_mark())),
    "TUPLE1": lambda machine: machine.push(machine.take(1)),
    "TUPLE2": lambda machine: machine.push(machine.take(2)),
    "TUPLE3": lambda machine: machine.push(machine.take(3)),
    "LIST": lambda machine: machine.push(machine.since_mark()),
    "DICT": lambda machine: machine.push(_pairs(machine.since_mark())),
    "FROZENSET": lambda machine: machine.push(frozenset(map(_key, machine.since_mark()))),
    "APPEND": lambda machine: machine.extend([machine.stack.pop()]),
    "APPENDS": lambda machine: machine.extend(machine.since_mark()),
    "ADDITEMS": lambda machine: machine.extend(machine.since_mark()),
    "SETITEM": lambda machine: machine.fill(list(machine.take(2))),
    "SETITEMS": lambda machine: machine.fill(machine.since_mark()),
    "STACK_GLOBAL": lambda machine: machine.push(machine.refer(*machine.take(2))),
    "REDUCE": lambda machine: machine.call(*machine.take(2)),
    "NEWOBJ": lambda machine: machine.make(*machine.take(2)),
    "NEWOBJ_EX": lambda machine: machine.call(*machine.take(3)),
    "OBJ": _object,
    "BUILD": _Machine.build,
    "BINPERSID": lambda machine: machine.push(Persistent(*machine.take(1))),
}
