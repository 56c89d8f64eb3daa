"""A small memory of what was drawn: the least recently used goes first. Not for results that change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Keeps values by key while their sizes sum to at most ``limit``; the newest value always stays."""

    def __init__(self, limit: int, size: Callable[[Value], int]) -> None:
        self._limit = limit
        self._size = size
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
        while self.total > self._limit and len(self._values) > 1:
            self.total -= self._values.popitem(last=False)[1][1]
        return value
