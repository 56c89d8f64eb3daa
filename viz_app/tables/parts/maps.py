"""Maps as rows: one row per cell that a view shows, with its layer, head, query, key, number and state.

Positions count from 0; layers, heads and steps from 1. What is not decoded yet at the selected step is not there, nor
what a zoom leaves out. A decoder row is computed at the consumed token (the query) and writes the produced one. Tokens
are the vocabulary's own; the text that the screen writes in their place is the label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import ATTENTION, Array, Kind, ReadAs, Trace
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.state.state import Snapshot
from viz_app.tables.parts.table import Matrix, Table, along, one, texts

Columns = dict[str, Array]


def query_columns(trace: Trace, kind: Kind, count: int) -> Columns:
    """[Q] each: what is known of a map's rows."""
    of_source = kind == "encoder"
    steps = [None] * count if of_source or not trace.steps else list(range(1, count + 1))
    label = [label.text for label in picture_texts.row_labels(trace, kind, count)]
    return {
        "step": texts(steps),
        "query_position": np.arange(count),
        "query_id": _ids(trace, trace.source_ids if of_source else trace.consumed_ids, count),
        "query_token": _held(trace.source_tokens if of_source else trace.consumed_tokens, count),
        "produced_id": _ids(trace, None if of_source else trace.produced_ids, count),
        "produced_token": _held(None if of_source else trace.produced_tokens, count),
        "query_label": texts(label),
    }


def key_columns(trace: Trace, kind: Kind, count: int) -> Columns:
    """[K] each: the same of its columns."""
    of_target = kind == "decoder"
    label = [label.text for label in picture_texts.column_labels(trace, kind, count)]
    return {
        "key_position": np.arange(count),
        "key_id": _ids(trace, trace.consumed_ids if of_target else trace.source_ids, count),
        "key_token": _held(trace.consumed_tokens if of_target else trace.source_tokens, count),
        "key_label": texts(label),
    }


def _ids(trace: Trace, ids: Array | None, count: int) -> Array:
    """Nothing where a run does not say them, or a row is a word of several tokens."""
    done = trace.meta.reading
    merged = done is not None and bool(done.source_words)
    return _held(None if merged else ids, count)


def _held(values: Array | None, count: int) -> Array:
    held: list[Any] = [None] * count if values is None or len(values) != count else values.tolist()
    return texts(held)


STATES = {
    cell_states.OPEN: "may attend",
    cell_states.FUTURE: "blocked: future",
    cell_states.PADDING: "blocked: padding",
    cell_states.ASIDE: "set aside",
    cell_states.BY_HAND: "blocked: by hand",
}


@dataclass(frozen=True, eq=False)
class MapPart:
    """Which cells of a kind's maps. Everything counts from 0."""

    trace: Trace
    kind: Kind
    layers: range
    heads: NDArray[np.intp]  # [L,H] which heads of each layer, in the order on the screen
    rows: range
    columns: range

    @property
    def values(self) -> Array:
        """[L,H,Q,K], a view of the run's own array where heads stand in their order."""
        rows, columns = (slice(each.start, each.stop) for each in (self.rows, self.columns))
        cells = self.trace.maps(self.kind)[self.layers.start : self.layers.stop, :, rows, columns]
        first = int(self.heads[0, 0])
        if (self.heads == np.arange(first, first + self.heads.shape[1])).all():
            return cells[:, first : first + self.heads.shape[1]]
        return np.take_along_axis(cells, self.heads[:, :, np.newaxis, np.newaxis], axis=1)


def shown(snapshot: Snapshot) -> tuple[Trace, Array]:
    """The run as it is read, and the selected kind's maps. Raises :class:`Problem` where there are none."""
    trace, kind = snapshot.trace, snapshot.selection.kind
    if trace is None:
        raise Problem(Text("this view"), Text("there is no run to show"), Text("Translate a sentence first"))
    attention = trace.attention(kind)
    if attention is None or 0 in attention.shape:
        raise Problem(ATTENTION[kind], Text("this run holds no weights of this kind"), Text("Choose another kind"))
    return trace, attention


def decoded(snapshot: Snapshot) -> tuple[range, range]:
    """The rows and columns that exist at the selected step; of one head those that a zoom leaves."""
    trace, attention = shown(snapshot)
    rows, columns = trace.decoded(snapshot.selection.kind, snapshot.selection.step, attention.shape[-2:])
    part = snapshot.zoom if snapshot.view == "one_head" else None
    if part is None:
        return range(rows), range(columns)
    return (
        range(min(part.row, rows), min(part.row + part.rows, rows)),
        range(min(part.column, columns), min(part.column + part.columns, columns)),
    )


def part_of(snapshot: Snapshot, layers: range, heads: Sequence[Sequence[int]]) -> MapPart:
    """Some heads of some layers, as far as they are shown. Raises :class:`Problem`."""
    trace, _ = shown(snapshot)
    rows, columns = decoded(snapshot)
    return MapPart(trace, snapshot.selection.kind, layers, np.array(heads, dtype=np.intp), rows, columns)


def table_of_maps(part: MapPart) -> Table:
    """Every cell, map by map and row by row."""
    trace, kind = part.trace, part.kind
    queries, keys = sides_of(part)
    columns = {"kind": one(kind), **_places(part)}
    columns |= {name: along(column, 2, 4) for name, column in queries.items()}
    columns |= {name: along(column, 3, 4) for name, column in keys.items()}
    values, states = part.values, states_of(part)
    measure, gaps = quantities.measure_of(trace), without_number(values, states)
    columns[measure] = values
    columns["state"] = states
    columns |= read_as(trace.meta.reading)
    single = values.shape[:2] == (1, 1)
    return Table(
        columns, values.shape, _matrix(part, values[0, 0], gaps[0, 0]) if single else None, absent={measure: gaps}
    )


def without_number(values: Array, states: Array) -> NDArray[np.bool_]:
    """[L,H,Q,K], or [Q,K] of one map: cells that are blocked or set aside and hold nothing.

    A weight of 0 was computed and came out as nothing; these were never allowed to be anything else. What a leaking
    mask lets through, and a score that was computed before the mask, is a number all the same.
    """
    closed = states != STATES[cell_states.OPEN]
    return np.asarray(closed & (values == 0), dtype=np.bool_)


def sides_of(part: MapPart) -> tuple[Columns, Columns]:
    """[Q] and [K]: what is known of the rows and columns that are shown."""
    rows, columns = part.trace.maps(part.kind).shape[-2:]
    queries, keys = query_columns(part.trace, part.kind, rows), key_columns(part.trace, part.kind, columns)
    return (
        {name: column[part.rows.start : part.rows.stop] for name, column in queries.items()},
        {name: column[part.columns.start : part.columns.stop] for name, column in keys.items()},
    )


def _places(part: MapPart) -> dict[str, Array]:
    """[L,1,1,1] and [L,H,1,1]: which layer and head each map is."""
    done = part.trace.meta.reading
    layers = texts([layer_told(done, layer) for layer in part.layers])
    heads = texts([head_told(done, int(head)) for head in part.heads.ravel()])
    return {"layer": along(layers, 0, 4), "head": heads.reshape(*part.heads.shape, 1, 1)}


def layer_told(done: ReadAs | None, layer: int) -> int | str:
    """Counted from 1; or that it is the mean of all."""
    return "mean" if done is not None and done.aggregate in ("layers", "all") else layer + 1


def head_told(done: ReadAs | None, head: int) -> int | str:
    """The same of a head; a rollout has none."""
    joined = {"heads": "mean", "all": "mean", "rollout": "rollout"}
    return head + 1 if done is None else joined.get(done.aggregate, head + 1)


def states_of(part: MapPart) -> Array:
    """[Q,K] why a cell holds what it holds."""
    names = texts([STATES[state] for state in sorted(STATES)])
    states = cell_states.states(part.trace, part.kind)
    if states is None:
        return one(STATES[cell_states.OPEN])
    return np.asarray(names[states[part.rows.start : part.rows.stop, part.columns.start : part.columns.stop]])


def read_as(done: ReadAs | None) -> dict[str, Array]:
    """How a run was read, in the words of the command line's options; no column for a run as it was recorded."""
    if done is None:
        return {}
    parts = [
        "" if done.aggregate == "none" else f"aggregate {done.aggregate}",
        "in words" if done.source_words else "",
        "" if done.aside == "nothing" else f"without {done.aside}",
        "without chosen columns" if done.by_hand else "",
        "renormalised" if done.renormalised else "",
    ]
    return {"reading": one(", ".join(part for part in parts if part) or done.quantity)}


def _matrix(part: MapPart, values: Array, absent: NDArray[np.bool_]) -> Matrix:
    trace, kind = part.trace, part.kind
    queries, keys = sides_of(part)
    corner = f"{picture_texts.row_axis(kind, trace, pairs=False)} \\ {picture_texts.column_axis(kind, trace)}"
    return Matrix(corner, tuple(queries["query_label"]), tuple(keys["key_label"]), values, absent)
