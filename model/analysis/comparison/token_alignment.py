"""Two sequences of tokens side by side, by the fewest edits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass

ALONE = -1  #: in place of a position that the other sequence does not have


@dataclass(frozen=True, eq=False)
class TokenAlignment:
    """[N] each: the places of two sequences of tokens side by side, in the order of both."""

    first: NDArray[np.intp]  #: position in the first sequence, or ALONE
    second: NDArray[np.intp]
    same: NDArray[np.bool_]  #: a pair of the same token

    def __len__(self) -> int:
        return len(self.first)

    @property
    def paired(self) -> NDArray[np.bool_]:
        """[N]: is there a token of both?"""
        return np.asarray((self.first != ALONE) & (self.second != ALONE))

    def place_of(self, position: int | None) -> int | None:
        """Where a position of the second sequence stands."""
        found = [] if position is None else np.flatnonzero(self.second == position).tolist()
        return found[0] if found else None


def align(first: Sequence[str], second: Sequence[str]) -> TokenAlignment:
    """The pairs of fewest edits (Levenshtein): a token replaced, left out or put in costs 1 each.

    Of several ways with as few: what both share at their start is paired, then what they share at their end; between
    them, read from the end, two tokens are paired before one of the first, and that before one of the second, stands
    alone.
    """
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    middle = _edits(first[start : len(first) - end], second[start : len(second) - end])
    pairs = [(at, at) for at in range(start)]
    pairs += [(one + start if one != ALONE else ALONE, two + start if two != ALONE else ALONE) for one, two in middle]
    pairs += [(len(first) - at, len(second) - at) for at in range(end, 0, -1)]
    same = [ALONE not in (one, two) and first[one] == second[two] for one, two in pairs]
    places = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return TokenAlignment(places[:, 0].copy(), places[:, 1].copy(), np.array(same, dtype=bool))


def _edits(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """The plain dynamic programme: ``costs[i][j]`` edits make the first ``i`` tokens the other's first ``j``."""
    costs = [list(range(len(second) + 1))]
    for row, token in enumerate(first, 1):
        above, line = costs[-1], [row]
        for column, other in enumerate(second, 1):
            pair = above[column - 1] + (token != other)
            line.append(min(pair, above[column] + 1, line[column - 1] + 1))
        costs.append(line)
    pairs, row, column = [], len(first), len(second)
    while row or column:
        here = costs[row][column]
        if row and column and here == costs[row - 1][column - 1] + (first[row - 1] != second[column - 1]):
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif row and here == costs[row - 1][column] + 1:
            row -= 1
            pairs.append((row, ALONE))
        else:
            column -= 1
            pairs.append((ALONE, column))
    return pairs[::-1]
