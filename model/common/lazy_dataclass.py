"""``dataclass`` for modules that declare many records, of which a run of the program makes few. stdlib only.

The standard decorator writes and compiles six methods for every frozen class, a third of a millisecond each, and
the window waits for a hundred of them. This one leaves that to the first time that somebody makes a record or asks
for its fields; from then on the class is what the standard decorator makes. To a type checker it is that decorator.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

_LOCK = RLock()  # two threads may make the first record of a class


class _Unwritten:
    """Stands where a class has its fields, until they are asked for."""

    def __init__(self, kind: type, options: dict[str, Any]) -> None:
        self._kind, self._options = kind, options

    def __get__(self, record: object, kind: Any) -> dict[str, dataclasses.Field[Any]]:
        self.write()
        fields: dict[str, dataclasses.Field[Any]] = kind.__dataclass_fields__
        return fields

    def write(self) -> None:
        """Make the class a dataclass, once."""
        with _LOCK:
            if vars(self._kind)["__dataclass_fields__"] is self:
                dataclasses.dataclass(**self._options)(self._kind)


def _late(**options: Any) -> Callable[[Any], Any]:
    """As :func:`dataclasses.dataclass`, but late; without ``slots``, which would need another class."""

    def declare(kind: Any) -> Any:
        unwritten = _Unwritten(kind, options)

        def make(cls: type, *_: object, **__: object) -> object:
            unwritten.write()
            kind.__new__ = _make
            return object.__new__(cls)

        kind.__dataclass_fields__, kind.__new__ = unwritten, make
        return kind

    return declare


def _make(cls: type, *_: object, **__: object) -> object:
    return object.__new__(cls)


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _late
