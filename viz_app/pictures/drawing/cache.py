"""A small memory of what was drawn: the least recently used goes first. Not for results that change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Keeps at most ``count`` values by key, of at most ``limit`` bytes together; the newest always stays.

    Few is fast: memory that goes back is used for the next value, where the system would have to find
    new pages.
    """

    def __init__(self, limit: int, size: Callable[[Value], int], count: int = 16) -> None:
        self._limit = limit
        self._size = size
        self._count = count
        self._values: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self.total = 0

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value kept under ``key``, made first if need be."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key][0]
        value = make()
        size = self._size(value)
        self._values[key] = value, size
        self.total += size
        while len(self._values) > 1 and (self.total > self._limit or len(self._values) > self._count):
            self.total -= self._values.popitem(last=False)[1][1]
        return value
