"""Which labels are written on paper, where not all have room and nobody can point at the others. Arithmetic only."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from viz_app.pictures.drawing.drawings import Labels

LONG = 5  #: letters of a word that tells as much as any longer one
MARK = 0.1  #: what a mark is worth, of a letter: it is named where no word has room


def longest(labels: Labels, spans: Sequence[tuple[float, float]]) -> tuple[int, ...]:
    """The words that tell most, and whose ``spans``, of which the ends rise, do not lie on each other.

    A long one tells more than two short ones: letters count as their square, up to :data:`LONG`.
    """
    best: list[tuple[float, int, int]] = [(0, -1, 0)]  # up to each label: what is told, the last one, those before
    ends: list[float] = []
    for index, (label, (start, end)) in enumerate(zip(labels, spans, strict=True)):
        before = bisect_right(ends, start)
        worth = min(LONG, sum(map(str.isalnum, label.text))) ** 2 or MARK * bool(label.text)
        found = best[before][0] + worth, index, before
        best.append(found if worth > 0 and found[0] > best[-1][0] else (best[-1][0], -1, len(best) - 1))
        ends.append(end)
    chosen, place = list[int](), len(best) - 1
    while place:
        _, index, before = best[place]
        if index >= 0:
            chosen.append(index)
        place = before
    return tuple(reversed(chosen))


def spaced(labels: Labels, middles: Sequence[float], pitch: float) -> tuple[int, ...]:
    """Those with most letters that are ``pitch`` apart; none of numbers, of which every n-th tells more."""
    if all(label.text.isdigit() for label in labels if label.text):
        return ()
    return longest(labels, [(middle, middle + pitch) for middle in middles])
