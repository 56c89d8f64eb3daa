"""From a place in a reading to the place in its run and back; and of which of the run's numbers a cell is made.

Steps, rows and columns change where pieces are merged to words; layers and heads where many are read as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from model.aggregates import mean
from model.merging import merge
from model.reading import quantity_of
from model.trace import Groups, Kind, ReadAs, Trace


class Place(NamedTuple):
    """Where a person stands in decoder steps, rows and columns; counted from 0."""

    step: int
    query: int | None = None
    key: int | None = None


def in_reading(done: ReadAs, kind: Kind, place: Place) -> Place:
    """The words in which a place of the run lies."""
    return Place(
        _word_of(done.query_words("cross"), place.step) or 0,
        _word_of(done.query_words(kind), place.query),
        _word_of(done.key_words(kind), place.key),
    )


def in_run(done: ReadAs, kind: Kind, place: Place) -> Place:
    """The step after which a word is complete; the first pieces of a row's and a column's words."""
    return Place(
        _piece_of(done.query_words("cross"), place.step, -1) or 0,
        _piece_of(done.query_words(kind), place.query, 0),
        _piece_of(done.key_words(kind), place.key, 0),
    )


def first_step(done: ReadAs | None, step: int) -> int:
    """The step of the run that writes the first piece of a step's word: the word has that step's candidates."""
    return step if done is None else _piece_of(done.query_words("cross"), step, 0) or 0


def _word_of(words: Groups, piece: int | None) -> int | None:
    if piece is None or not words:
        return piece
    return next((place for place, pieces in enumerate(words) if piece <= pieces[-1]), len(words) - 1)


def _piece_of(words: Groups, word: int | None, which: int) -> int | None:
    if word is None or not words:
        return word
    return words[min(word, len(words) - 1)][which]


@dataclass(frozen=True, eq=False)
class Made:
    """What one number of a reading is made of."""

    heads: NDArray[np.float32] | None  #: [H] or [L] or [L,H]: their mean is ``whole``
    pieces: NDArray[np.float32] | None  #: [query pieces, key pieces]: sum over keys, mean over queries is ``whole``
    queries: tuple[int, ...]  #: the run's rows and columns
    keys: tuple[int, ...]
    whole: float  #: before columns are set aside
    rest: float  #: what the row was divided by: 1 where it was not
    shown: float


def made_of(run: Trace, reading: Trace, kind: Kind, layer: int, head: int, query: int, key: int) -> Made | None:
    """The numbers of ``run`` behind the cell of ``reading``; None for a rollout, which is no mean.

    ``whole`` / ``rest`` = ``shown``, or 0 where the column is set aside.
    """
    done, shown = reading.meta.reading, reading.attention(kind)
    if done is None or shown is None or done.aggregate == "rollout":
        return None
    maps = quantity_of(run, kind, done.quantity)
    if maps is None:
        return None
    chosen = np.s_[
        slice(None) if done.aggregate in ("layers", "all") else slice(layer, layer + 1),
        slice(None) if done.aggregate in ("heads", "all") else slice(head, head + 1),
    ]
    maps = maps[chosen]
    one = maps if done.aggregate == "none" else mean(maps, done.aggregate)  # type: ignore[arg-type] # checked above
    rows, columns = done.query_words(kind), done.key_words(kind)
    queries, keys = rows[query] if rows else (query,), columns[key] if columns else (key,)
    row = merge(one[:, :, list(queries)], (tuple(range(len(queries))),), columns)[0, 0, 0]
    aside = list(done.aside_keys(kind))
    rest = 1.0 if not done.renormalised else float(np.delete(row, aside).sum(dtype=np.float32))
    own = merge(maps[:, :, list(queries)], (tuple(range(len(queries))),), columns)[:, :, 0, key]
    return Made(
        None if done.aggregate == "none" else own.squeeze(),
        one[0, 0][np.ix_(queries, keys)] if len(queries) * len(keys) > 1 else None,
        queries,
        keys,
        float(row[key]),
        rest,
        float(shown[layer, head, query, key]),
    )
