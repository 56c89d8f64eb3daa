"""JSON of unknown origin, read field by field: each has its type and range, or is named in a sentence. stdlib only.

Fields that are not asked for are ignored; one that is absent has its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem, shown
from model.common.text import Text

LONGEST = 2_000_000  #: characters of a text
LARGEST, LARGEST_NUMBER = 2**31 - 1, 1e300


@dataclass(frozen=True)
class Fields:
    """One JSON object of a file. Every method raises :class:`Problem` about ``path`` naming the field that is wrong."""

    values: Mapping[str, Any]
    path: Path
    inside: str = ""  #: ``place.`` for the fields of the object ``place``

    def text(self, name: str, default: str = "") -> str:
        """A text that can be written as UTF-8."""
        value = self.values.get(name, default)
        if not isinstance(value, str) or len(value) > LONGEST or any("\ud800" <= one <= "\udfff" for one in value):
            self.refuse(name)
        return value

    def one_of(self, name: str, choices: Sequence[str], default: str) -> str:
        """One of a few words."""
        value = self.text(name, default)
        return value if value in choices else self.refuse(name)

    def integer(self, name: str, default: int = 0) -> int:
        """A whole number from 0."""
        value = self.values.get(name, default)
        return int(value) if _is_index(value) else self.refuse(name)

    def place(self, name: str) -> int | None:
        """A whole number from 0, or nothing."""
        return None if self.values.get(name) is None else self.integer(name)

    def number(self, name: str, default: float = 0.0) -> float:
        """A finite number from 0."""
        value = self.values.get(name, default)
        return float(value) if _is_number(value) else self.refuse(name)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self.values.get(name, default)
        return value if isinstance(value, bool) else self.refuse(name)

    def integers(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers from 0."""
        return self._list(name, _is_index)

    def numbers(self, name: str) -> tuple[float, ...]:
        """A list of finite numbers from 0."""
        return tuple(map(float, self._list(name, _is_number)))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return self._list(name, lambda one: isinstance(one, str))

    def part(self, name: str) -> Fields:
        """The fields of an object inside; without it, of an empty one."""
        value = self.values.get(name, {})
        return self._inner(f"{name}", value) if isinstance(value, dict) else self.refuse(name)

    def optional(self, name: str) -> Fields | None:
        """The fields of an object inside, or nothing."""
        return None if self.values.get(name) is None else self.part(name)

    def parts(self, name: str) -> tuple[Fields, ...]:
        """The fields of each object of a list."""
        found = self._list(name, lambda one: isinstance(one, dict))
        return tuple(self._inner(f"{name}[{number}]", value) for number, value in enumerate(found))

    def refuse(self, name: str) -> NoReturn:
        """Raise the :class:`Problem` about a field."""
        value = self.values.get(name)
        why = Text("invalid value: %1 = %2", self.inside + name, shown(repr(value), 40))
        raise Problem(str(self.path), why, Text("Save the session again"))

    def _list(self, name: str, good: Callable[[Any], bool]) -> tuple[Any, ...]:
        value = self.values.get(name, [])
        return tuple(value) if isinstance(value, list) and all(map(good, value)) else self.refuse(name)

    def _inner(self, name: str, values: Mapping[str, Any]) -> Fields:
        return Fields(values, self.path, f"{self.inside}{name}.")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER


def _is_index(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST
