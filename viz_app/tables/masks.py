"""*Masks*: one row per cell of the block, with every mask, its score before and its weight after them."""

from __future__ import annotations

import numpy as np

from model.common.problems import Problem
from model.common.text import Text
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.masks.block import block_of
from viz_app.state.state import Snapshot
from viz_app.tables.parts import maps
from viz_app.tables.parts.maps import STATES, head_told, layer_told, read_as, without_number
from viz_app.tables.parts.table import Table, along, one, texts


def table(snapshot: Snapshot) -> Table:
    """Masks say True = may attend. Raises :class:`Problem` for a run without them."""
    block = None if snapshot.trace is None else block_of(snapshot)
    if block is None:
        next_step = (
            Text("Translate a sentence first") if snapshot.trace is None else Text("Translate the sentence again")
        )
        raise Problem(Text("this view"), Text("there are no masks to show"), next_step)
    trace, kind = block.trace, block.kind
    rows, columns = trace.decoded(kind, snapshot.selection.step, block.shape)
    cut = np.s_[:rows, :columns]
    done = trace.meta.reading
    places = {"layer": layer_told(done, block.layer), "head": head_told(done, block.head)}
    found = {"kind": one(kind), **{name: one(place) for name, place in places.items()}}
    queries, keys = (
        maps.query_columns(trace, kind, block.shape[0]),
        maps.key_columns(trace, kind, block.shape[1]),
    )
    found |= {name: along(column[:rows], 0, 2) for name, column in queries.items()}
    found |= {name: along(column[:columns], 1, 2) for name, column in keys.items()}
    if block.padding is not None:
        found["padding_mask"] = along(block.padding[:columns], 1, 2)
    if kind == "decoder":
        masks = {"look_ahead_mask": trace.look_ahead_mask, "target_mask": trace.target_mask}
        fitting = {name: mask for name, mask in masks.items() if mask is not None and mask.shape == block.shape}
        found |= {name: mask[cut] for name, mask in fitting.items()}
    found["mask"] = block.mask[cut]
    names = texts([STATES[state] for state in sorted(STATES)])
    found["state"] = names[cell_states.states_of(block.mask, kind == "decoder", block.flipped)[cut]]
    for name, values in (("score", block.scores), ("weight", block.weights)):
        if values is not None:
            found[name] = values[cut]
    gaps = {"weight": without_number(found["weight"], found["state"])} if "weight" in found else {}
    return Table({**found, **read_as(done)}, (rows, columns), absent=gaps)
