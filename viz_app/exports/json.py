"""Numbers as JSON, with where they come from and the step's candidates; or the whole run, array by array."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.record.trace import ARRAYS
from viz_app.exports.data.json_text import json_of_run, json_of_table
from viz_app.exports.data.numbers import about_table, check_rows, run_of, write_pieces
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot
from viz_app.tables import table_of
from viz_app.tables.parts.run import candidates_of

SUFFIX = ".json"
OF = ("numbers", "run")
USES = ("language",)


def label(of: str = OF[0]) -> str:
    return QCoreApplication.translate("Exports", "Numbers for programs (JSON)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """What is shown, or the whole run. Raises :class:`model.common.problems.Problem`."""
    if figure.whole_run:
        run = run_of(snapshot, path)
        held = [array for name in ARRAYS if (array := getattr(run, name)) is not None]
        check_rows(sum(array.size for array in held), path)
        write_pieces(path, json_of_run(run))
        return
    table, trace = table_of(snapshot), snapshot.trace
    check_rows(len(table), path)
    candidates = None if trace is None else candidates_of(trace, snapshot.selection.step)
    more = {} if candidates is None else {"candidates": candidates}
    write_pieces(path, json_of_table(table, about_table(snapshot, table), more))
