"""*One head*: the cells of one map, or of the part of it that a zoom shows."""

from __future__ import annotations

from viz_app.state.state import Snapshot
from viz_app.tables.parts.maps import part_of, table_of_maps
from viz_app.tables.parts.table import Table


def table(snapshot: Snapshot) -> Table:
    """Its ``matrix`` is the map as a person reads it. Raises :class:`model.common.problems.Problem`."""
    chosen = snapshot.selection
    return table_of_maps(part_of(snapshot, range(chosen.layer, chosen.layer + 1), [[chosen.head]]))
