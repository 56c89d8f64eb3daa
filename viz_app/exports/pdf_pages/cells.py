"""A map's cells as operators of a PDF page. numpy only.

Readers smooth every edge, so two cells that only touch let the paper shine through between them. Cells are drawn
from the top left on, each reaching half a cell under those that follow: an edge shows its two cells, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

UNDER = 0.5  #: of a cell, below the following ones


def operators(box: tuple[float, float, float, float], words: NDArray[np.uint32]) -> str:
    """Fill ``box`` (left, top, width, height) with ``words``, [rows, columns] of 0xffrrggbb."""
    left, top, wide, high = box
    rows, columns = words.shape
    matrix = f"{wide / columns:.8g} 0 0 {high / rows:.8g} {left:.8g} {top:.8g} cm"
    return "\n".join(["q", matrix, *_filled(words), "Q", ""])


def _filled(words: NDArray[np.uint32]) -> Iterator[str]:
    """A rectangle for each row's runs of one colour, in units of cells."""
    rows, columns = words.shape
    changes = np.ones(words.shape, dtype=bool)
    changes[:, 1:] = words[:, 1:] != words[:, :-1]
    starts = np.flatnonzero(changes)
    ends = np.append(starts[1:], words.size)
    names = {word: _colour(word) for word in np.unique(words).tolist()}
    now, flat = None, words.ravel()[starts].tolist()
    for start, end, word in zip(starts.tolist(), ends.tolist(), flat, strict=True):
        row, column = divmod(start, columns)
        wide = end - start + (UNDER if column + end - start < columns else 0)
        high = 1 + (UNDER if row + 1 < rows else 0)
        if word != now:
            yield names[word]
            now = word
        yield f"{column} {row} {wide:g} {high:g} re f"


def _colour(word: int) -> str:
    """``0xffrrggbb`` as shares of 1, near enough to be that colour again in 8 bits."""
    parts = (f"{(word >> shift & 255) / 255:.3f}".rstrip("0").rstrip(".") for shift in (16, 8, 0))
    return f"{' '.join(parts)} rg"
