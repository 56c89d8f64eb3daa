"""*Links*: one row per line that is drawn, so only weights from the threshold on and the strongest of each row."""

from __future__ import annotations

import numpy as np

from viz_app.pictures.drawing import quantities
from viz_app.pictures.links.heads import lines_of, shown_heads
from viz_app.state.state import Snapshot
from viz_app.tables.parts.maps import head_told, layer_told, part_of, read_as, shown, sides_of, states_of
from viz_app.tables.parts.table import Table, one, texts


def table(snapshot: Snapshot) -> Table:
    """Sorted by head, query and key. Raises :class:`model.common.problems.Problem`."""
    trace, _ = shown(snapshot)
    chosen, settings, heads = snapshot.selection, snapshot.settings, shown_heads(snapshot)
    part = part_of(snapshot, range(chosen.layer, chosen.layer + 1), [heads])
    lines = lines_of(trace, chosen.kind, chosen.layer, heads, chosen.step, settings)
    order = np.lexsort((lines.key, lines.query, lines.head))
    head, query, key = lines.head[order], lines.query[order], lines.key[order]
    queries, keys = sides_of(part)
    done = trace.meta.reading
    columns = {
        "kind": one(chosen.kind),
        "layer": one(layer_told(done, chosen.layer)),
        "head": texts([head_told(done, number) for number in head.tolist()]),
        **{name: column[query] for name, column in queries.items()},
        **{name: column[key] for name, column in keys.items()},
        quantities.measure_of(trace): lines.weight[order],
        "state": np.broadcast_to(states_of(part), (len(part.rows), len(part.columns)))[query, key],
        **read_as(done),
    }
    facts = {
        "threshold": settings.link_threshold / 100 * trace.full_scale(chosen.kind),
        "strongest_of_each_row": settings.link_count or None,
        "lines": len(lines),
        "lines_found": lines.found,
    }
    return Table(columns, (len(lines),), facts=facts)
