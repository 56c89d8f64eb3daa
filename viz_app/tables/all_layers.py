"""*All layers*: the cells of every map of a kind, heads in the order in which they stand on the screen."""

from __future__ import annotations

from viz_app.pictures.drawing import head_orders
from viz_app.state.state import Snapshot
from viz_app.tables.parts.maps import part_of, shown, table_of_maps
from viz_app.tables.parts.table import Table


def table(snapshot: Snapshot) -> Table:
    """Layer by layer, head by head. Raises :class:`model.common.problems.Problem`."""
    _, attention = shown(snapshot)
    layers, heads = attention.shape[:2]
    order = head_orders.heads(snapshot)
    shown_heads = [range(heads)] * layers if order is None else order.heads
    return table_of_maps(part_of(snapshot, range(layers), shown_heads))
