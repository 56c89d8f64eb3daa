"""Words of a vocabulary that are spelled like a word it does not have. numpy only: no torch, no Qt.

Likeness of letters, not of meaning: the same letters in another case, then few letters changed (edit
distance of Levenshtein 1966), then a common beginning.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

FURTHEST = 2  #: letters changed, inserted or left out
BEGINNING = 4  #: letters that a word must share at its start to be proposed for that


def nearest_words(word: str, vocabulary: Sequence[str], count: int = 6) -> tuple[str, ...]:
    """At most ``count`` entries of ``vocabulary`` like ``word``, the likest first; its own spelling is left out."""
    letters = word.casefold()
    changed = min(FURTHEST, len(letters) // 2)  # of a word of two letters nothing is left when both are changed
    near = [entry for entry in vocabulary if -FURTHEST <= len(entry) - len(word) <= FURTHEST]
    apart = distances(letters, near)
    likely = [
        (int(apart[index]), -_common(near[index].casefold(), letters), abs(len(near[index]) - len(word)), near[index])
        for index in np.flatnonzero(apart <= changed)
    ]
    found = [entry for *_, entry in sorted(likely, key=lambda one: one[:3]) if entry != word and _is_word(entry)]
    if len(found) < count and len(letters) >= BEGINNING:
        first, known = letters[:BEGINNING], {*found, word}
        begun = [entry for entry in vocabulary if entry.casefold().startswith(first) and entry not in known]
        sharing = [entry for entry in begun if _is_word(entry) and _shares(entry, letters)]
        found += sorted(sharing, key=lambda entry: (-_common(entry.casefold(), letters), len(entry)))
    return tuple(found[:count])


def distances(word: str, others: Sequence[str]) -> NDArray[np.int16]:
    """[N] letters to change, insert or leave out to make ``word`` of each of ``others``, whatever the case."""
    folded = [other.casefold() for other in others]
    longest = max(map(len, folded), default=0)
    if not longest:
        return np.full(len(folded), len(word), dtype=np.int16)
    codes = np.array(folded, dtype=f"<U{longest}").view(np.uint32).reshape(len(folded), longest).T.copy()  # [L,N]
    before = np.repeat(np.arange(longest + 1, dtype=np.int16)[:, None], len(folded), axis=1)  # all inserted
    for row, letter in enumerate(word, 1):
        now = np.empty_like(before)
        now[0] = row
        changed = before[:-1] + (codes != ord(letter))
        left_out = np.minimum(changed, before[1:] + 1)
        for column in range(longest):
            np.minimum(left_out[column], now[column] + 1, out=now[column + 1])
        before = now
    result: NDArray[np.int16] = before[[len(other) for other in folded], np.arange(len(folded))]
    return result


def _is_word(entry: str) -> bool:
    """No special token, and no mark of punctuation."""
    return any(letter.isalnum() for letter in entry) and not (entry.startswith("<") and entry.endswith(">"))


def _shares(entry: str, letters: str) -> bool:
    """Is one the beginning of the other, or do they share most of it: a compound, an ending?"""
    common = _common(entry.casefold(), letters)
    return common >= BEGINNING and common >= min(len(entry), len(letters)) - 2


def _common(one: str, other: str) -> int:
    """The number of letters that both begin with."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
