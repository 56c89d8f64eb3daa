"""The whole run as tables: its meta data, its tokens, its steps, its candidates, and every weight of every kind.

Not the activations: they stay in the trace file, and so does what a recorder saw of foreign code.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from model.record.trace import KINDS, Array, Kind, Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.tables.parts import maps
from viz_app.tables.parts.maps import MapPart, table_of_maps
from viz_app.tables.parts.table import Table, along, texts

Records = tuple[tuple[str, Table], ...]


def tables_of_run(run: Trace) -> Records:
    """(``about``, ``source``, ``step``, ``candidate`` or ``weight``; its table) in this order."""
    found = [("about", _about(run)), ("source", _source(run))]
    if run.steps:
        found.append(("step", _steps(run)))
    candidates = candidates_of(run)
    if candidates is not None:
        found.append(("candidate", candidates))
    for kind in KINDS:
        attention = run.attention(kind)
        if attention is not None and 0 not in attention.shape:
            found.append(("weight", _weights(run, kind, attention)))
    return tuple(found)


def about(run: Trace) -> dict[str, Any]:
    """What surrounded the run, as its file says it; how it was read is said elsewhere."""
    told = asdict(run.meta)
    del told["reading"]
    return told


def _about(run: Trace) -> Table:
    """Text as it is, everything else as JSON."""
    told = about(run)
    values = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in told.values()]
    return Table({"name": texts(list(told)), "value": texts(values)}, (len(told),))


def _source(run: Trace) -> Table:
    count = run.source_length
    sides = maps.query_columns(run, "encoder", count)
    columns = {name: sides[f"query_{name}"] for name in ("position", "id", "token", "label")}
    if run.padding_mask is not None:
        columns["padding_mask"] = run.padding_mask
    return Table(columns, (count,))


def _steps(run: Trace) -> Table:
    columns = {"step": np.arange(run.steps) + 1}
    for name in ("consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens", "origin"):
        values = getattr(run, name)
        if values is not None:
            columns[name.removesuffix("s")] = values if values.dtype.kind in "iu" else texts(values.tolist())
    if run.produced_probability is not None:
        columns["probability"] = run.produced_probability
    if run.candidate_entropy is not None:
        columns["entropy_bits"] = run.candidate_entropy
    return Table(columns, (run.steps,))


def candidates_of(run: Trace, step: int | None = None) -> Table | None:
    """The likeliest next tokens of every step, or of one (from 0); None where the run holds none.

    ``entropy_bits`` is that of a step over the whole vocabulary, beside each of its candidates.
    """
    ids, tokens, chances = run.candidate_ids, run.candidate_tokens, run.candidate_probabilities
    if ids is None or tokens is None or chances is None or 0 in ids.shape:
        return None
    steps = np.arange(len(ids)) if step is None else np.array([min(step, len(ids) - 1)])
    ids, tokens, chances = ids[steps], tokens[steps], chances[steps]
    words = tokens_of(run)
    pairs = zip(tokens.ravel().tolist(), ids.ravel().tolist(), strict=True)
    columns = {
        "step": along(steps + 1, 0, 2),
        "rank": along(np.arange(ids.shape[1]) + 1, 1, 2),
        "id": ids,
        "token": texts(tokens.ravel().tolist()).reshape(ids.shape),
        "label": texts([words.candidate(token, number) for token, number in pairs]).reshape(ids.shape),
        "probability": chances,
    }
    if run.candidate_entropy is not None:
        columns["entropy_bits"] = along(run.candidate_entropy[steps], 0, 2)
    return Table(columns, ids.shape)


def _weights(run: Trace, kind: Kind, attention: Array) -> Table:
    """All rows and columns, whatever step is on the screen; with the masks as the model used them and as defined."""
    layers, heads, queries, keys = attention.shape
    whole = np.tile(np.arange(heads), (layers, 1))
    table = table_of_maps(MapPart(run, kind, range(layers), whole, range(queries), range(keys)))
    columns = dict(table.columns)
    masks = {"mask": run.mask(kind)}
    if kind == "decoder":
        masks |= {"look_ahead_mask": run.look_ahead_mask, "target_mask": run.target_mask}
    columns |= {name: mask for name, mask in masks.items() if mask is not None and mask.shape == (queries, keys)}
    own = run.activations.get(f"recorded/{kind}_mask")  # of somebody's own code: every head may have another
    if own is not None and own.shape == attention.shape and own.dtype == np.bool_:
        columns["mask"] = own
    return Table(columns, table.shape, absent=table.absent)
