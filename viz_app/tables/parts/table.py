"""A table that may have millions of rows: columns that spread over one grid, and rows made from them when asked for.

Every column is an array that broadcasts to the grid's shape, so a token that stands in a thousand rows is kept once.
numpy only; what files are made of it is the business of :mod:`viz_app.exports`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Array

AT_ONCE = 1 << 14  #: rows that are made at once
Texts = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Matrix:
    """One map as rows and columns, as a person reads it: labels as on the screen, numbers as in the run."""

    corner: str  #: what rows and columns are
    rows: Texts  # [Q]
    columns: Texts  # [K]
    values: NDArray[np.floating[Any]]  # [Q,K]
    absent: NDArray[np.bool_]  # [Q,K] cells without a number


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns; the rows are the cells of a grid of ``shape``, the last axis fastest.

    Columns of text, and of numbers that may be missing, are object arrays; None is nothing.
    """

    columns: Mapping[str, Array]
    shape: tuple[int, ...]
    matrix: Matrix | None = None  #: the same as one matrix, where that is all there is
    facts: Mapping[str, Any] | None = None  #: what holds for all rows and has no column
    #: Of a column of numbers, where there is none: [like the grid] bool. Its array may hold anything there.
    absent: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)

    @property
    def names(self) -> Texts:
        return tuple(self.columns)

    def __len__(self) -> int:
        return math.prod(self.shape)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Row by row, as Python's own values; a float32 becomes the float of exactly its value."""
        gaps = [self.absent.get(name) for name in self.names]
        for block in blocks([self.columns[name] for name in self.names], self.shape, gaps):
            yield from zip(*block, strict=True)


def blocks(columns: Sequence[Array], shape: tuple[int, ...], gaps: Sequence[Array | None]) -> Iterator[list[list[Any]]]:
    """Stretches of rows: each column's values as a list, None where its gaps say so."""
    high, wide = (shape[-2], shape[-1]) if len(shape) > 1 else (shape[0], 1)

    def spread(column: Array) -> Array:
        return np.broadcast_to(column, shape).reshape((*shape, 1) if len(shape) == 1 else shape)

    whole = [spread(column) for column in columns]
    holes = [(index, spread(gap)) for index, gap in enumerate(gaps) if gap is not None]
    if not math.prod(shape):
        return
    step = max(1, AT_ONCE // wide)
    for place in np.ndindex(shape[:-2] if len(shape) > 1 else ()):
        for start in range(0, high, step):
            found = [column[place][start : start + step].ravel().tolist() for column in whole]
            for index, gap in holes:
                for at in np.flatnonzero(gap[place][start : start + step]).tolist():
                    found[index][at] = None
            yield found


def texts(values: Sequence[Any]) -> Array:
    """[N] of text, or of numbers of which some are missing, each kept as it is."""
    column = np.empty(len(values), dtype=object)
    column[:] = [value.item() if isinstance(value, np.generic) else value for value in values]
    return column


def one(value: Any) -> Array:
    """A column that says the same in every row."""
    return texts([value]).reshape(())


def along(column: Array, axis: int, dimensions: int) -> Array:
    """[N] → a column that varies along one axis of a grid."""
    shape = [1] * dimensions
    shape[axis] = len(column)
    return column.reshape(shape)
