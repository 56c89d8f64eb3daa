"""The content of a file of numbers: exactly what is shown, or the whole run; and the limit of rows in a text file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from model.common.atomic import writing
from model.common.problems import Problem
from model.common.text import Text
from model.common.version import VERSION
from model.record.trace import Trace
from viz_app.exports.figures.caption import caption_lines
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot
from viz_app.tables import table_of
from viz_app.tables.parts.run import tables_of_run
from viz_app.tables.parts.table import Table, one
from viz_app.tables.parts.text_table import BOM, text_of_matrix, text_of_table, text_of_tables

MOST_ROWS = 10_000_000  #: of a file of text: about a gigabyte, and ten times what a spreadsheet opens
COUNTING = "layers, heads, steps and ranks from 1; positions and dimensions from 0"


def run_of(snapshot: Snapshot, path: Path) -> Trace:
    """The run as it was recorded. Raises :class:`Problem` where there is none."""
    if snapshot.run is None:
        raise Problem(str(path), Text("there is no run to save"), Text("Translate a sentence first"))
    return snapshot.run


def check_rows(count: int, path: Path) -> None:
    """Raises :class:`Problem` for more rows than a file of text should have."""
    if count > MOST_ROWS:
        why = Text("it would have %1 rows, and a file of text has %2 at most", f"{count:,}", f"{MOST_ROWS:,}")
        raise Problem(str(path), why, Text("Choose one layer or one head, or a file that ends in .npz"))


def write_text_table(snapshot: Snapshot, figure: Figure, path: Path, separator: str, as_matrix: bool) -> None:
    """A file for spreadsheets. One map is written as a matrix where ``as_matrix`` says so. Raises :class:`Problem`."""
    if figure.whole_run:
        records = tables_of_run(run_of(snapshot, path))
        check_rows(sum(len(table) for _, table in records), path)
        pieces = text_of_tables(records, separator)
    else:
        table = with_changes(table_of(snapshot), run_of(snapshot, path))
        check_rows(len(table), path)
        pieces = text_of_table(table, separator)
        if as_matrix and table.matrix is not None:
            pieces = text_of_matrix(table.matrix, separator)
    write_pieces(path, pieces, BOM)


def with_changes(table: Table, run: Trace) -> Table:
    """What was changed in the run for it, as a last column and in a matrix's corner: a text file has no caption."""
    told = "; ".join(map(str, run.meta.changes))
    if not told:
        return table
    matrix = None if table.matrix is None else replace(table.matrix, corner=f"{table.matrix.corner}; what if: {told}")
    return replace(table, columns={**table.columns, "what_if": one(told)}, matrix=matrix)


def write_pieces(path: Path, pieces: Iterable[str], before: str = "") -> None:
    """Piece by piece in UTF-8, so that no file has to fit into memory."""
    with writing(path) as file:
        file.write(before.encode())
        for piece in pieces:
            file.write(piece.encode())


def about_table(snapshot: Snapshot, table: Table) -> dict[str, Any]:
    """Where the numbers of a table come from, for files that have room for it."""
    run, chosen = snapshot.run, snapshot.selection
    assert run is not None, "there is a table of it"
    meta = run.meta
    return {
        "program": "Headscope",
        "program_version": VERSION,
        "checkpoint": meta.checkpoint,
        "checkpoint_sha256": meta.checkpoint_sha256,
        "family": meta.family,
        "uncertain": list(meta.uncertain),
        "interventions": list(meta.interventions),
        "source_text": meta.source_text,
        "translation": meta.translation,
        "view": snapshot.view,
        "kind": chosen.kind,
        "step": chosen.step + 1,
        "counting": COUNTING,
        "caption": caption_lines(snapshot),
        **(table.facts or {}),
    }
