"""A run that is still being decoded: its rows as they come, and the trace of those that are there. numpy only.

Every row comes once, so that all of them together are as many bytes as the run; joining them costs their size, not
the run's. There is room for as many steps as the run may have, which takes no memory until they come; where that is not
said or is passed, it is doubled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import SHAPES, Meta, Trace

STEP = "T"  #: the letter of the axis that grows, in SHAPES
SPARE = 64  #: rows that there is room for at first, where nobody knows how many may come
LONGEST = 16_384  #: steps that room is made for at once
Array = NDArray[Any]


class GrowingRun:
    """The rows so far. A trace of them stays as it is when more come: those are beside it."""

    def __init__(self) -> None:
        self._held: dict[str, Array] = {}
        self._room = 0
        self._most = 0  # steps that it may have; 0 where that is not known
        self._meta: Meta | None = None
        self.steps = 0

    def add(self, meta: Meta, first: int, arrays: Mapping[str, Array]) -> None:
        """Rows from the step ``first`` on, as :meth:`model.decoding.session.DecodingSession.rows` gives them.

        Raises :class:`Problem` for rows that do not follow those that are there.
        """
        count = first + check_rows(first, arrays)
        if first != self.steps or (first == 0) != ("source_ids" in arrays):
            raise Problem(Text("this run"), Text("a part of it is missing"), Text("Translate again"))
        self._most = _most(meta) if first == 0 else self._most
        for name, rows in arrays.items():
            self._held[name] = self._joined(name, rows, first, count)
        self._room = self._needed(count)
        leaky = meta.leaky_mask or (self._meta is not None and self._meta.leaky_mask)
        self._meta, self.steps = replace(meta, leaky_mask=leaky), count

    def trace(self) -> Trace:
        """What is there; there must be at least one row."""
        assert self._meta is not None
        shown: dict[str, Any] = {
            name: array[_part(name, slice(self.steps), self.steps)] for name, array in self._held.items()
        }
        return Trace(self._meta, **shown | {"source_ids": self._held["source_ids"]})  # one object: it is one run

    def _joined(self, name: str, rows: Array, first: int, count: int) -> Array:
        if STEP not in SHAPES[name][0]:
            return rows
        held = self._held.get(name)
        dtype = rows.dtype if held is None else np.promote_types(held.dtype, rows.dtype)  # a longer token than before
        if held is None or self._room < count or dtype != held.dtype:
            held = self._moved(name, rows, held, dtype, self._needed(count))
        held[_part(name, slice(first, count), count)] = rows
        return held

    def _needed(self, count: int) -> int:
        """Room for ``count`` steps: as there is, for all that may come, or for twice as many."""
        if count <= self._room:
            return self._room
        return self._most if count <= self._most else max(SPARE, 2 * count)

    def _moved(self, name: str, rows: Array, held: Array | None, dtype: np.dtype[Any], room: int) -> Array:
        """The same with room for more. Pages that nothing is written to take no memory."""
        shape = [room if letter == STEP else size for letter, size in zip(SHAPES[name][0], rows.shape, strict=True)]
        larger = np.zeros(shape, dtype)
        if held is not None:
            old = _part(name, slice(self.steps), self.steps)
            larger[old] = held[old]
        return larger


def check_rows(first: int, arrays: Mapping[str, Array]) -> int:
    """How many rows these are. Raises :class:`Problem` where they do not fit each other, or are of no trace."""
    sizes: dict[str, int] = {}
    for name, value in arrays.items():
        letters, kinds = SHAPES.get(name, ("", ""))
        letters = letters.replace(STEP, "R", 1)
        fits = value.ndim == len(letters) and value.dtype.kind in kinds
        if not fits or any(
            sizes.setdefault(axis, size) != size for axis, size in zip(letters, value.shape, strict=True)
        ):
            raise Problem(Text("this run"), Text("%1 does not fit the rest", name), Text("Translate again"))
    count = sizes.get("R", 0)
    if count < 1 or first < 0 or sizes.get(STEP, first + count) != first + count:
        raise Problem(Text("this run"), Text("a part of it is missing"), Text("Translate again"))
    return count


def _most(meta: Meta) -> int:
    """The limit of the decoding, where a sensible one is said."""
    said = meta.decoding.get("max_length")
    return said if isinstance(said, int) and 0 < said <= LONGEST else 0


def _part(name: str, rows: slice, count: int) -> tuple[slice, ...]:
    """Where rows lie in an array with room for more: the first axis of steps is theirs, the second ends with them."""
    letters = SHAPES[name][0]
    taken = [slice(None) if letter != STEP else slice(count) for letter in letters]
    if STEP in letters:
        taken[letters.index(STEP)] = rows
    return tuple(taken)
