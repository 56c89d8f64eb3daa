"""The columns that say which token a row or a column of a map is: position, id, token, and its label on the screen.

Positions count from 0, steps from 1. A decoder row is computed at the consumed token (the query) and writes the
produced one. Tokens are the vocabulary's own; what the screen writes in their place is the label.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from model.record.trace import Array, Kind, Trace
from viz_app.pictures.drawing import picture_texts
from viz_app.tables.parts.table import texts

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
        "query_token": _tokens(trace.source_tokens if of_source else trace.consumed_tokens, count),
        "produced_id": _ids(trace, None if of_source else trace.produced_ids, count),
        "produced_token": _tokens(None if of_source else trace.produced_tokens, count),
        "query_label": texts(label),
    }


def key_columns(trace: Trace, kind: Kind, count: int) -> Columns:
    """[K] each: the same of its columns."""
    of_target = kind == "decoder"
    label = [label.text for label in picture_texts.column_labels(trace, kind, count)]
    return {
        "key_position": np.arange(count),
        "key_id": _ids(trace, trace.consumed_ids if of_target else trace.source_ids, count),
        "key_token": _tokens(trace.consumed_tokens if of_target else trace.source_tokens, count),
        "key_label": texts(label),
    }


def _ids(trace: Trace, ids: Array | None, count: int) -> Array:
    """Nothing where a run does not say them, or a row is a word of several tokens."""
    done = trace.meta.reading
    merged = done is not None and bool(done.source_words)
    return _held(None if merged else ids, count)


def _tokens(tokens: Array | None, count: int) -> Array:
    return _held(tokens, count)


def _held(values: Array | None, count: int) -> Array:
    held: list[Any] = [None] * count if values is None or len(values) != count else values.tolist()
    return texts(held)
