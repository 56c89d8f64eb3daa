"""Sub-word pieces merged to words: maps, masks, tokens and candidates of a whole trace. numpy only.

The pieces of a word: :mod:`model.transforms.word_groups`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from model.record.trace import ARRAYS, KINDS, Array, Groups, Meta, ReadAs, Trace
from model.transforms import word_groups
from model.transforms.set_aside import mark_of_side, special_tokens


class MergedWords(NamedTuple):
    """Groups of the run's positions, each in order and together all of them."""

    source: Groups
    consumed: Groups
    produced: Groups


def words_of(run: Trace) -> MergedWords:
    """Words of both sides. Row t of the decoder reads consumed token t; row t of cross attention writes produced t.

    So a decoder row stands for the pieces of one consumed word, and never sees a later column; a cross row for the
    steps that wrote one word. The last token of all is always a word of its own, so that there are as many of both.
    """
    source = word_groups.groups(
        _texts(run.source_tokens), special_tokens(run, "source").tolist(), mark_of_side(run, "source")
    )
    consumed = _texts(run.consumed_tokens)
    if not consumed:
        return MergedWords(source, (), ())
    special = special_tokens(run, "target").tolist()
    if run.produced_tokens is None:
        return MergedWords(source, word_groups.groups(consumed, special, mark_of_side(run, "target")), ())
    last = str(run.produced_tokens[-1])
    target = word_groups.groups([*consumed, last], [*special, True], mark_of_side(run, "target"))
    produced = tuple(tuple(position - 1 for position in word) for word in target[1:])
    return MergedWords(source, target[:-1], produced)


def _texts(tokens: Array | None) -> list[str]:
    return [] if tokens is None else [str(token) for token in tokens]


def merge(maps: Array, queries: Groups, keys: Groups) -> Array:
    """[L,H,Q,K] → [L,H,Q',K']: the sum over each word's key pieces, the mean over its query pieces.

    So a row still sums to 1. Groups are runs of neighbours; () leaves an axis as it is.
    """
    layers, heads, rows, columns = maps.shape
    merged = np.empty((layers, heads, len(queries) or rows, len(keys) or columns), dtype=maps.dtype)
    starts = [word[0] for word in keys]
    for layer, head in np.ndindex(layers, heads):  # one map after the other stays in the processor's memory
        map_of_words = _means(maps[layer, head], queries)
        if keys:
            np.add.reduceat(map_of_words, starts, axis=1, out=merged[layer, head])
        else:
            merged[layer, head] = map_of_words
    return merged


def _means(matrix: Array, queries: Groups) -> Array:
    """[Q,K] → [Q',K]: the mean of each word's rows; first pieces, then second ones …, since whole rows add up fast."""
    if not queries:
        return matrix
    starts, lengths = np.array([word[0] for word in queries]), np.array([len(word) for word in queries])
    total = matrix[starts]
    for piece in range(1, lengths.max()):
        longer = np.flatnonzero(lengths > piece)
        total[longer] += matrix[starts[longer] + piece]
    return np.asarray(total / lengths[:, np.newaxis].astype(matrix.dtype))


def _any(mask: Array | None, *axes: Groups) -> Array | None:
    """A mask of words: one may be attended to if any of its pieces may, by any of the row's."""
    for axis, words in enumerate(axes):
        if mask is not None and words:
            mask = np.logical_or.reduceat(mask, [word[0] for word in words], axis=axis)
    return mask


def merged_tokens(run: Trace, done: ReadAs) -> dict[str, Any]:
    """Everything of a trace beside its maps, word by word. The candidates of a word are those of its first piece."""
    source, consumed, produced = done.source_words, done.consumed_words, done.produced_words
    first = [word[0] for word in source]
    changes: dict[str, Any] = {
        "source_ids": run.source_ids[first],
        "source_tokens": _word_tokens(run, "source", run.source_tokens, source),
        "padding_mask": _any(run.padding_mask, source),
        "look_ahead_mask": _any(run.look_ahead_mask, consumed, consumed),
        "target_mask": _any(run.target_mask, consumed, consumed),
        "meta": _merged_meta(run, done),
    }
    changes |= {f"{kind}_mask": _any(run.mask(kind), done.query_words(kind), done.key_words(kind)) for kind in KINDS}
    if run.consumed_tokens is not None and run.consumed_ids is not None:
        changes["consumed_ids"] = run.consumed_ids[[word[0] for word in consumed]]
        changes["consumed_tokens"] = _word_tokens(run, "target", run.consumed_tokens, consumed)
    if run.produced_tokens is not None:
        changes["produced_tokens"] = _word_tokens(run, "target", run.produced_tokens, produced)
    for name in ("produced_probability", "drawn_probability"):
        if (array := getattr(run, name)) is not None:
            logs = [np.prod(array[list(word)], dtype=np.float64) for word in produced]
            changes[name] = np.array(logs, dtype=np.float32)
    if run.origin is not None:
        pieces = [[str(run.origin[step]) for step in word] for word in produced]
        changes["origin"] = np.array([next((name for name in word if name != "greedy"), word[0]) for word in pieces])
    steps = [word[0] for word in produced]
    for name in ("produced_ids", *(name for name in ARRAYS if name.startswith("candidate_"))):
        if (array := getattr(run, name)) is not None:
            changes[name] = array[steps]
    return changes


def _word_tokens(run: Trace, side: str, tokens: Array, words: Groups) -> Array:
    """[N'] each word's text; in a vocabulary with ``▁`` it keeps the mark of a word's start."""
    return np.array(_spelled(run, side, _texts(tokens), words))


def _spelled(run: Trace, side: str, tokens: Sequence[str], words: Groups) -> list[str]:
    mark = mark_of_side(run, side)
    start = word_groups.BEFORE if mark == word_groups.BEFORE else ""
    found = []
    for word in words:
        pieces = [tokens[place] for place in word]
        spelled = word_groups.text(pieces, mark)
        as_it_is = not mark or not spelled or (len(pieces) == 1 and word_groups.is_code(pieces[0]))
        found.append("".join(pieces) if as_it_is else start + spelled)
    return found


def _merged_meta(run: Trace, done: ReadAs) -> Meta:
    blind: dict[str, tuple[int, ...]] = {}
    for kind in KINDS:
        rows = set(run.meta.fully_masked_rows.get(kind, ()))
        words = done.query_words(kind)
        merged = tuple(place for place, pieces in enumerate(words) if set(pieces) <= rows)
        if merged:
            blind[kind] = merged
    spelling: tuple[str, ...] = ()
    if run.meta.source_spelling and mark_of_side(run, "source") != word_groups.BYTES:  # there, letters would repeat
        spelling = tuple(_spelled(run, "source", run.meta.source_spelling, done.source_words))
    return replace(run.meta, fully_masked_rows=blind, source_spelling=spelling)
