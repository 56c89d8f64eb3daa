"""Tables and runs as JSON, piece by piece and without loss. Numbers that JSON has no word for become texts.

``"NaN"``, ``"Infinity"`` and ``"-Infinity"`` are what float() in Python and Number() in JavaScript read back.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from model.record.trace import ARRAYS, VERSION, Array, Trace
from viz_app.tables.parts.run import about
from viz_app.tables.parts.table import Table
from viz_app.tables.parts.text_table import clean, written_rows

TABLE_FORMAT, RUN_FORMAT = "headscope-table", "headscope-run"
TABLE_VERSION = 1


def json_of_table(table: Table, told: Mapping[str, Any], more: Mapping[str, Table]) -> Iterator[str]:
    """``columns`` and ``rows`` as CSV has them; ``about`` says where they come from; ``more`` tables beside it."""
    head = {"format": TABLE_FORMAT, "version": TABLE_VERSION, "about": told}
    yield dumped(head)[:-1]
    for name, other in more.items():
        yield f',\n"{name}": {{'
        yield from _columns_and_rows(other)
        yield "}"
    yield ",\n"
    yield from _columns_and_rows(table)
    yield "}\n"


def json_of_run(run: Trace) -> Iterator[str]:
    """Every array by its name in the trace file, as lists in lists; without activations."""
    left_out = sorted(run.activations)
    head = {"format": RUN_FORMAT, "version": VERSION, "meta": about(run), "left_out": left_out}
    yield dumped(head)[:-1]
    for name in ARRAYS:
        array = getattr(run, name)
        if array is not None:
            yield f',\n"{name}": '
            yield from _nested(array)
    yield "}\n"


def dumped(value: Any) -> str:
    """Strict JSON of any plain value."""
    return json.dumps(_plain(value), ensure_ascii=False, allow_nan=False)


def _columns_and_rows(table: Table) -> Iterator[str]:
    yield f'"columns": {dumped(list(table.names))}, "rows": ['
    before = "\n"
    for rows in written_rows(table, table.names, dumped):
        yield before + ",\n".join([f"[{', '.join(row)}]" for row in rows])
        before = ",\n"
    yield "]"


def _nested(array: Array) -> Iterator[str]:
    if array.ndim <= 1:
        yield _numbers(array)
        return
    yield "["
    for index, part in enumerate(array):
        yield ", " if index else ""
        yield from _nested(part)
    yield "]"


def _numbers(array: Array) -> str:
    """One row; of finite numbers as fast as it goes."""
    if array.dtype.kind == "f" and np.isfinite(array).all():
        return f"[{', '.join(map(repr, array.tolist()))}]"
    return dumped(array.tolist())


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
