"""*One layer*: the cells of every head of a layer."""

from __future__ import annotations

from viz_app.state.state import Snapshot
from viz_app.tables.parts.maps import part_of, shown, table_of_maps
from viz_app.tables.parts.table import Table


def table(snapshot: Snapshot) -> Table:
    """Head by head. Raises :class:`model.common.problems.Problem`."""
    _, attention = shown(snapshot)
    layer = snapshot.selection.layer
    return table_of_maps(part_of(snapshot, range(layer, layer + 1), [range(attention.shape[1])]))
