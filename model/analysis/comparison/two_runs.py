"""Two runs side by side: tokens aligned, the signed difference of every map, heads by how much changed. numpy only.

Rows and columns are those of both runs together: pairs of tokens, and tokens that only one run has. Positions go with
the source's tokens and with the decoder's input tokens, so that a row is compared with the row computed at the same
token, whatever it produced.
"""

from __future__ import annotations

import math
import weakref

import numpy as np
from numpy.typing import NDArray

from model.analysis.comparison.spelled_tokens import Side, same_vocabulary, spelled_tokens
from model.analysis.comparison.token_alignment import ALONE, TokenAlignment, align
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.kept_by_run import kept_by_run
from model.record.trace import KINDS, Array, Kind, Trace

WHAT = Text("comparison")
AT_ONCE = 20_000_000  #: cells of a run whose heads are ranked at once: a tenth of a second
Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class ChangedHead:
    """How much one head's map differs between two runs, and where most. Everything counts from 0."""

    kind: Kind
    layer: int
    head: int
    mean: float  #: of |difference|, over all cells that both runs have; infinite where one is no number
    per_row: float  #: total variation: ½ Σ |difference| of a row, the mean over rows
    row: int | None  #: of the largest difference, among the rows of both runs together; None without a common cell
    column: int | None
    largest: float  #: that difference, with its sign


@dataclass(frozen=True, eq=False)
class Comparison:
    """``after`` beside ``before``: each number says what the second run has more."""

    before: Trace
    after: Trace
    kinds: tuple[Kind, ...]  #: that both hold
    source: TokenAlignment
    target: TokenAlignment
    whole: bool = True  #: False: one has layers or heads that the other lacks, and only common ones are compared

    def rows(self, kind: Kind) -> TokenAlignment:
        return self.source if kind == "encoder" else self.target

    def columns(self, kind: Kind) -> TokenAlignment:
        return self.target if kind == "decoder" else self.source

    def shape(self, kind: Kind) -> tuple[int, int]:
        """Layers and heads that both have."""
        pairs = [(run.layers(kind), run.heads(kind)) for run in (self.before, self.after)]
        return min(pairs[0][0], pairs[1][0]), min(pairs[0][1], pairs[1][1])

    def map_before(self, kind: Kind, layer: int, head: int) -> Numbers:
        """[N,M] of the first run among the rows and columns of both; not-a-number where it has no such token."""
        return _spread(self.before.maps(kind)[layer, head], self.rows(kind).first, self.columns(kind).first)

    def map_after(self, kind: Kind, layer: int, head: int) -> Numbers:
        """[N,M] the same of the second run."""
        return _spread(self.after.maps(kind)[layer, head], self.rows(kind).second, self.columns(kind).second)

    def difference(self, kind: Kind, layer: int, head: int) -> Numbers:
        """[N,M] after − before; not-a-number where only one of them has the row or the column."""
        return self.map_after(kind, layer, head) - self.map_before(kind, layer, head)

    @property
    def ranking(self) -> tuple[ChangedHead, ...]:
        """Every head of every kind, the most changed first; of equals in the order of kinds, layers and heads."""
        return _ranking(self.after, weakref.ref(self.before))

    @property
    def is_ranked(self) -> bool:
        """Is the ranking there, or so small that it takes no time?"""
        cells = sum(self.after.maps(kind).size for kind in self.kinds)
        return cells <= AT_ONCE or weakref.ref(self.before) in _ranked.get(self.after, ())

    @property
    def largest(self) -> float:
        """The size of the largest finite difference of all; 0 where nothing differs."""
        return max((abs(one.largest) for one in self.ranking if math.isfinite(one.largest)), default=0.0)


def compare(before: Trace, after: Trace, common: bool = False) -> Comparison:
    """``after`` beside ``before``; with ``common`` only the layers and heads that both have.

    Raises :class:`Problem` where they cannot be compared.
    """
    kinds = tuple(kind for kind in KINDS if before.attention(kind) is not None and after.attention(kind) is not None)
    if not kinds:
        why = Text("the two runs have no kind of attention in common")
        raise Problem(WHAT, why, Text("Pin a run of a network of the same shape"))
    other = next((kind for kind in kinds if before.maps(kind).shape[:2] != after.maps(kind).shape[:2]), None)
    if other is not None and not common:
        sizes = [size for run in (before, after) for size in (run.layers(other), run.heads(other))]
        why = Text("one run has %1 layers of %2 heads, the other %3 layers of %4 heads", *sizes)
        raise Problem(WHAT, why, Text("Compare only the layers and heads that both have"))
    source, target = _alignments(after, weakref.ref(before))
    return Comparison(before, after, kinds, source, target, other is None)


@kept_by_run(8)
def _alignments(after: Trace, before: weakref.ref[Trace]) -> tuple[TokenAlignment, TokenAlignment]:
    """Of the source's tokens, and of the decoder's input tokens."""
    run = before()
    assert run is not None, "the caller holds it"
    source, target = _pair(run, after, "source"), _pair(run, after, "target")
    return align(*source), align(*target)


def _pair(before: Trace, after: Trace, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What rows or columns stand for in each run: of two vocabularies the words that the tokens spell."""
    if not same_vocabulary(before, after):
        one, two = spelled_tokens(before, side), spelled_tokens(after, side)
        if one is not None and two is not None:
            return one, two
    return _tokens(before, side), _tokens(after, side)


def _tokens(run: Trace, side: Side) -> tuple[str, ...]:
    """What rows or columns stand for; their positions where a run has no tokens for them."""
    kinds: tuple[Kind, ...] = ("encoder", "cross") if side == "source" else ("decoder", "cross")
    tokens = run.source_tokens if side == "source" else run.consumed_tokens
    if tokens is not None:
        return tuple(tokens.tolist())
    axis = -1 if side == "source" else -2
    count = max((run.maps(kind).shape[axis] for kind in kinds if run.attention(kind) is not None), default=0)
    return tuple(map(str, range(count)))


#: Run → the runs that it has been compared with head by head; told when the numbers are there, from any thread.
_ranked: weakref.WeakKeyDictionary[Trace, set[weakref.ref[Trace]]] = weakref.WeakKeyDictionary()


@kept_by_run(8)
def _ranking(after: Trace, before: weakref.ref[Trace]) -> tuple[ChangedHead, ...]:
    run = before()
    assert run is not None, "the caller holds it"
    both = compare(run, after, common=True)
    found = [_changed(both, kind, *place) for kind in both.kinds for place in np.ndindex(both.shape(kind))]
    _ranked.setdefault(after, set()).add(before)
    return tuple(sorted(found, key=lambda one: (-one.mean, -one.per_row)))


def _changed(both: Comparison, kind: Kind, layer: int, head: int) -> ChangedHead:
    rows, columns = both.rows(kind), both.columns(kind)
    paired = rows.paired, columns.paired
    one = _cut(both.before.maps(kind)[layer, head], rows.first[paired[0]], columns.first[paired[1]])
    two = _cut(both.after.maps(kind)[layer, head], rows.second[paired[0]], columns.second[paired[1]])
    change = two - one
    if not change.size:
        return ChangedHead(kind, layer, head, 0.0, 0.0, None, None, 0.0)
    sizes = np.abs(change)
    of_rows = sizes.sum(axis=1, dtype=np.float64)
    if not np.isfinite(of_rows).all():  # none where both are the same no-number; else there is no larger change
        alike = (two == one) | (np.isnan(one) & np.isnan(two))
        change = np.where(alike, 0, np.where(np.isfinite(change), change, np.float32(np.inf)))
        sizes = np.abs(change)
        of_rows = sizes.sum(axis=1, dtype=np.float64)
    row, column = np.unravel_index(int(sizes.argmax()), sizes.shape)
    mean, per_row = float(of_rows.sum() / sizes.size), float(of_rows.mean() / 2)
    place = int(np.flatnonzero(paired[0])[row]), int(np.flatnonzero(paired[1])[column])
    return ChangedHead(kind, layer, head, mean, per_row, *place, float(change[row, column]))


def _cut(weights: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Some rows and columns, without a copy where they follow each other; both are in order."""
    sides = [slice(side[0], side[-1] + 1) if len(side) and side[-1] - side[0] + 1 == len(side) else None for side in
             (rows, columns)]  # fmt: skip
    if sides[0] is not None and sides[1] is not None:
        return weights[sides[0], sides[1]]
    return weights[np.ix_(rows, columns)]


def _spread(weights: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Numbers:
    """``weights`` among the rows and columns of both runs."""
    found = np.full((len(rows), len(columns)), np.nan, dtype=np.float32)
    there = np.ix_(rows != ALONE, columns != ALONE)
    found[there] = weights[np.ix_(rows[rows != ALONE], columns[columns != ALONE])]
    return found
