"""Where in a run's maps something was changed by hand: cells of masks, heads and rows of weights. numpy only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.network.interventions import CellFlipped, HeadAblated, RowSet, from_json
from model.record.kept_by_run import kept_by_run
from model.record.trace import Kind, Trace

Head = tuple[int, int]  #: layer, head


@dataclass(frozen=True, eq=False)
class ChangedPlaces:
    """Those of one kind of attention, counted from 0."""

    cells: frozenset[tuple[int, int]] = frozenset()  #: query, key: flipped in the mask, for every layer and head
    heads: Mapping[Head, HeadAblated] = field(default_factory=dict)
    rows: Mapping[Head, frozenset[int]] = field(default_factory=dict)  #: queries whose weights were set

    def __bool__(self) -> bool:
        return bool(self.cells or self.heads or self.rows)

    def cells_of(self, head: Head, keys: int) -> frozenset[tuple[int, int]]:
        """All that were set by hand in one head's map of so many ``keys``: flipped ones, and whole rows."""
        return self.cells | {(query, key) for query in self.rows.get(head, ()) for key in range(keys)}


NOWHERE = ChangedPlaces()


@kept_by_run(12)
def changed_places(run: Trace, kind: Kind) -> ChangedPlaces:
    """None where a reading has joined heads or tokens, so that maps are not those of the network any more."""
    done = run.meta.reading
    if not run.meta.interventions or (done is not None and (done.aggregate != "none" or done.source_words)):
        return NOWHERE
    changes = [one for one in map(from_json, run.meta.interventions) if getattr(one, "kind", None) == kind]
    rows: dict[Head, frozenset[int]] = {}
    for one in changes:
        if isinstance(one, RowSet):
            place = one.layer, one.head
            rows[place] = rows.get(place, frozenset()) | {one.query}
    return ChangedPlaces(
        frozenset((one.query, one.key) for one in changes if isinstance(one, CellFlipped)),
        {(one.layer, one.head): one for one in changes if isinstance(one, HeadAblated)},
        rows,
    )


def flipped_cells(run: Trace, kind: Kind) -> frozenset[tuple[int, int]]:
    """Those (query, key) of a mask where both tokens were there, so that flipping them did something."""
    mask = run.mask(kind)
    if mask is None or not run.meta.interventions:
        return frozenset()
    rows, columns = mask.shape
    cells = changed_places(run, kind).cells
    return frozenset((q, k) for q, k in cells if q < rows and k < columns and run.had(kind, q, k))


def unflipped(run: Trace, kind: Kind, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A ``mask`` of that kind as it would be without what was flipped by hand."""
    cells = flipped_cells(run, kind)
    if not cells:
        return mask
    before = mask.copy()
    for place in cells:
        before[place] = not before[place]
    return before
