"""``dataclass`` that writes no code: for the records of which the window declares two hundred before it is seen.

The standard decorator writes and compiles up to six methods for every class, a third of a millisecond each time. Here
all classes share theirs, which read the fields, and a class gets them with its first record or when its fields are
asked for: of most classes that the window declares, the first picture makes none. Making a record takes as long as
usual. To a type checker this is the standard decorator, and :func:`dataclasses.fields`, ``replace`` and ``asdict`` find
what they look for. stdlib only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

MISSING = dataclasses.MISSING
Methods = dict[str, Any]
_completing = RLock()  #: two threads may make the first record of a class


def _lazy(kind: type | None = None, /, *, frozen: bool = False, eq: bool = True) -> Any:
    """As :func:`dataclasses.dataclass`, with the two options that we use."""

    def declare(kind: type) -> type:
        own = vars(kind)
        if "__init__" in own or any(isinstance(value, dataclasses.Field) for value in own.values()):
            _complete(kind, frozen, eq)  # no other method would do it, or its defaults are read from the class
        else:
            _complete_late(kind, frozen, eq)
        return kind

    return declare if kind is None else declare(kind)


def _complete(kind: type, frozen: bool, eq: bool, own_init: bool = True) -> None:
    """Give ``kind`` its fields and methods; the one that makes a record last."""
    kind.__doc__ = kind.__doc__ or kind.__name__  # or the standard one works out the signature
    dataclasses.dataclass(init=False, repr=False, eq=False)(kind)
    fields = dataclasses.fields(kind)
    shown = tuple(field.name for field in fields if field.repr)
    methods: Methods = {"__repr__": lambda record: _text(record, shown)}
    if eq:
        methods |= _comparison([field for field in fields if field.compare], frozen)
    if frozen:
        methods |= {"__setattr__": _no_change, "__delattr__": _no_change}
    for name, method in methods.items():
        if name not in vars(kind):
            setattr(kind, name, method)
    if not (own_init and "__init__" in vars(kind)):
        kind.__init__ = _maker(kind, fields)  # type: ignore[misc]


def _complete_late(kind: type, frozen: bool, eq: bool) -> None:
    """Let the first record of ``kind``, or whoever asks for its fields, complete it."""

    def complete() -> None:
        with _completing:
            if vars(kind)["__init__"] is begin:
                delattr(kind, "__match_args__")
                _complete(kind, frozen, eq, own_init=False)

    def begin(self: Any, /, *args: Any, **given: Any) -> None:
        complete()
        kind.__init__(self, *args, **given)  # type: ignore[misc]

    kind.__init__ = begin  # type: ignore[misc]
    for name in ("__dataclass_fields__", "__match_args__"):
        setattr(kind, name, _Late(name, complete))


class _Late:
    """An attribute of a class that is not complete."""

    def __init__(self, name: str, complete: Callable[[], None]) -> None:
        self.name, self.complete = name, complete

    def __get__(self, record: object, kind: type) -> Any:
        self.complete()
        return getattr(kind, self.name)


def _maker(kind: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """``__init__``: every value is put straight into the record's own dictionary, in the order of the fields."""
    names = tuple(field.name for field in fields)
    blank = {field.name: field.default for field in fields}
    made = [
        (place, field.name, field.default_factory)
        for place, field in enumerate(fields)
        if field.default_factory is not MISSING
    ]
    needed = sum(field.default is MISSING and field.default_factory is MISSING for field in fields)
    finish = getattr(kind, "__post_init__", None)

    def __init__(self: Any, /, *args: Any, **given: Any) -> None:  # noqa: N807 - it becomes that method
        values, count = self.__dict__, len(args)
        values.update(blank)
        values.update(zip(names, args))  # noqa: B905 - the rest is in ``given`` or has a default
        values.update(given)
        if (
            len(values) != len(names)
            or count > len(names)
            or (count < needed and any(name not in given for name in names[count:needed]))
            or (args and given and any(name in given for name in names[:count]))
        ):
            raise TypeError(f"{kind.__qualname__} has the arguments {', '.join(names)}; {needed} are needed")
        for place, name, make in made:
            if place >= count and name not in given:
                values[name] = make()
        if finish is not None:
            finish(self)

    return __init__


def _comparison(fields: list[dataclasses.Field[Any]], frozen: bool) -> Methods:
    """Equal where the class and all values are; the hash of a record that can change is nobody's to ask."""
    compared = _values([field.name for field in fields])
    hashed = _values([field.name for field in fields if field.hash is not False])

    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": __eq__, "__hash__": (lambda self: hash(hashed(self))) if frozen else None}


def _values(names: list[str]) -> Callable[[Any], Any]:
    """The values of these fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _text(record: Any, names: tuple[str, ...]) -> str:
    return f"{type(record).__qualname__}({', '.join(f'{name}={getattr(record, name)!r}' for name in names)})"


def _no_change(record: object, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"{name!r} of a frozen {type(record).__name__} cannot be changed")


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _lazy
