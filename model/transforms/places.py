"""From a place in a reading to the place in its run and back; and the run's numbers behind a cell.

Steps, rows and columns change where pieces are merged to words; layers and heads where many are read as one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Groups, Kind, ReadAs, Trace
from model.transforms.aggregates import Terms, decoder_rollout, decoder_terms, encoder_rollout, encoder_terms, mean
from model.transforms.merged_pieces import merge
from model.transforms.view_transform import AT_ONCE, quantity_of, size


class Place(NamedTuple):
    """A place in decoder steps, rows and columns; counted from 0."""

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
class MadeOf:
    """The parts of one number of a reading."""

    heads: NDArray[np.float32] | None  #: [H] or [L] or [L,H]: their mean is ``whole``
    pieces: NDArray[np.float32] | None  #: [query pieces, key pieces]: sum over keys, mean over queries is ``whole``
    queries: tuple[int, ...]  #: the run's rows and columns
    keys: tuple[int, ...]
    whole: float  #: before columns are set aside
    rest: float  #: what the row was divided by: 1 where it was not
    shown: float
    terms: Terms | None = None  #: of a rollout: their sum is ``whole``


def made_of(run: Trace, reading: Trace, kind: Kind, layer: int, head: int, query: int, key: int) -> MadeOf | None:
    """The numbers of ``run`` behind the cell of ``reading``; None for a rollout that is large or in words.

    ``whole`` / ``rest`` = ``shown``, or 0 where the column is set aside.
    """
    done, shown = reading.meta.reading, reading.attention(kind)
    if done is None or shown is None:
        return None
    if done.aggregate == "rollout":
        return _of_rollout(run, done, kind, (layer, query, key), float(shown[layer, head, query, key]))
    maps = quantity_of(run, kind, done.quantity)
    if maps is None:
        return None
    layers = slice(None) if done.aggregate in ("layers", "all") else slice(layer, layer + 1)
    heads = slice(None) if done.aggregate in ("heads", "all") else slice(head, head + 1)
    words, columns = done.query_words(kind), done.key_words(kind)
    queries, keys = words[query] if words else (query,), columns[key] if columns else (key,)
    rows = maps[layers, heads][:, :, list(queries)]
    one = rows if done.aggregate == "none" else mean(rows, done.aggregate)  # type: ignore[arg-type] # a word of it
    together = (tuple(range(len(queries))),)
    row = merge(one, together, columns)[0, 0, 0]
    own = merge(rows, together, columns)[:, :, 0, key]
    return MadeOf(
        None if done.aggregate == "none" else own.squeeze(),
        one[0, 0][:, list(keys)] if len(queries) * len(keys) > 1 else None,
        queries,
        keys,
        float(row[key]),
        _rest(row, done, kind),
        float(shown[layer, head, query, key]),
    )


def _rest(row: NDArray[np.float32], done: ReadAs, kind: Kind) -> float:
    """The rest of a row, where it is divided by that."""
    return float(np.delete(row, list(done.aside_keys(kind))).sum(dtype=np.float32)) if done.renormalised else 1.0


def _of_rollout(run: Trace, done: ReadAs, kind: Kind, cell: tuple[int, int, int], shown: float) -> MadeOf | None:
    """By way of which positions a share comes."""
    encoder_maps, own, cross = run.encoder_attention, run.decoder_attention, run.cross_attention
    if done.source_words or size(run) > AT_ONCE or encoder_maps is None:
        return None
    layer, query, key = cell
    encoder = encoder_rollout(encoder_maps)
    if kind == "encoder":
        row, terms = encoder[layer, 0, query], encoder_terms(encoder_maps, *cell)
    else:
        assert own is not None, "else there were no rollout of it"
        assert cross is not None
        both = dict(zip(("decoder", "cross"), decoder_rollout(own, cross, encoder), strict=True))
        row = both[kind][layer, 0, query]
        terms = decoder_terms(own, cross, encoder, *cell, of_source=kind == "cross")
    return MadeOf(None, None, (query,), (key,), float(row[key]), _rest(row, done, kind), shown, terms)
