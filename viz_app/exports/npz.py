"""The whole run as a trace file; or what is shown, as arrays that spread over one grid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.common.atomic import writing
from model.record.trace import Array
from model.record.trace_file import save_trace
from viz_app.exports.data.json_text import TABLE_FORMAT, TABLE_VERSION, dumped
from viz_app.exports.data.numbers import about_table, run_of
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot
from viz_app.tables import table_of
from viz_app.tables.parts.text_table import clean

SUFFIX = ".npz"
OF = ("run", "numbers")
USES = ()


def label(of: str = OF[0]) -> str:
    if of == "numbers":
        return QCoreApplication.translate("Exports", "Arrays for NumPy (NPZ)")
    return QCoreApplication.translate("Exports", "Trace (NPZ)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """The run however it is read, unless what is shown is asked for. Raises :class:`model.common.problems.Problem`."""
    if figure.whole_run is False:
        _write_shown(snapshot, path)
    else:
        save_trace(run_of(snapshot, path), path)


def _write_shown(snapshot: Snapshot, path: Path) -> None:
    """One array per column; ``np.broadcast_arrays`` makes the rows of the CSV file out of them. NaN is nothing."""
    table = table_of(snapshot)
    meta = {"format": TABLE_FORMAT, "version": TABLE_VERSION, "about": about_table(snapshot, table)}
    arrays = {"meta": np.array(dumped({**meta, "shape": table.shape, "columns": table.names}))}
    arrays |= {name: _plain(column) for name, column in table.columns.items() if _is_there(column)}
    for name, absent in table.absent.items():
        arrays[name] = np.where(absent, np.float32("nan"), arrays[name])
    with writing(path) as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _is_there(column: Array) -> bool:
    return column.dtype != object or any(value is not None for value in column.ravel().tolist())


def _plain(column: Array) -> Array:
    """A column without Python's own objects: numbers where all are numbers, else text; "" for nothing."""
    if column.dtype != object:
        return column
    values: list[Any] = column.ravel().tolist()
    if not all(type(value) in (int, float) for value in values):
        values = ["" if value is None else clean(str(value)) for value in values]
    return np.array(values).reshape(column.shape)
