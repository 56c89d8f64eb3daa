"""Columns that are set aside: special tokens, punctuation, and chosen ones. Arithmetic only; numpy only.

Weight often gathers on tokens that say nothing (the end token, a full stop); without them the rest can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.record.trace import Array, Groups, Trace
from model.transforms import word_groups

Aside = Literal["nothing", "specials", "punctuation"]
NOTHING_LEFT = 1e-6  #: a row with less weight than this outside what is set aside is not brought back to 1


def side_of(run: Trace, side: str) -> tuple[Array | None, Array | None]:
    """The tokens and ids of ``source``, or of ``target`` as the decoder consumes them."""
    return (run.source_tokens, run.source_ids) if side == "source" else (run.consumed_tokens, run.consumed_ids)


def mark_of_side(run: Trace, side: str) -> str:
    """The mark of words in this side's tokens: as the trace says, else guessed from their spelling."""
    known = run.meta.word_marks.get(side)
    if known is not None:
        return known
    tokens, _ = side_of(run, side)
    return word_groups.guessed_mark(() if tokens is None else map(str, tokens))


def chosen_tokens(run: Trace, side: str, aside: Aside, by_hand: Sequence[int]) -> NDArray[np.bool_]:
    """[S] or [T]: is this token of the run set aside? ``punctuation`` takes special tokens too."""
    tokens, _ = side_of(run, side)
    chosen = np.zeros(0 if tokens is None else len(tokens), dtype=bool)
    if tokens is None:
        return chosen
    chosen[[place for place in by_hand if 0 <= place < len(chosen)]] = True
    if aside != "nothing":
        chosen |= special_tokens(run, side)
    if aside == "punctuation":
        mark = mark_of_side(run, side)
        chosen |= [word_groups.is_punctuation(word_groups.piece_text(str(token), mark)) for token in tokens]
    return chosen


def special_tokens(run: Trace, side: str) -> NDArray[np.bool_]:
    """[S] or [T] start, end, padding and language tokens: by their ids where the run says them, else by spelling."""
    tokens, ids = side_of(run, side)
    if tokens is None:
        return np.zeros(0, dtype=bool)
    known = run.meta.special_ids.get(side)
    spelled = word_groups.is_special if known is None else word_groups.is_language
    special = np.array([spelled(str(token)) for token in tokens], dtype=bool)
    if side == "target" and len(special):
        special[0] = True  # the decoder starts with no word, whatever it is called
    return special if known is None or ids is None else special | np.isin(ids, known)


def columns(chosen: NDArray[np.bool_], words: Groups) -> tuple[int, ...]:
    """The columns of the chosen tokens, or of the words whose every piece is chosen."""
    if not words:
        return tuple(np.flatnonzero(chosen).tolist())
    return tuple(place for place, pieces in enumerate(words) if all(chosen[piece] for piece in pieces))


def without(maps: Array, keys: Sequence[int], renormalise: bool) -> Array:
    """A copy of […,Q,K] with nothing in columns ``keys``; each row divided by what is left of it, if there is any."""
    maps = maps.copy()
    maps[..., list(keys)] = 0
    if renormalise:
        rest = maps.sum(axis=-1, keepdims=True, dtype=np.float32)
        left = rest > NOTHING_LEFT
        maps *= np.where(left, 1 / np.where(left, rest, 1), 0).astype(np.float32)
    return maps
