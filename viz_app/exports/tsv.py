"""Numbers as tab-separated text: one head as the matrix that is on the screen, everything else as in CSV."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from viz_app.exports.data.numbers import write_text_table
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot

SUFFIX = ".tsv"
OF = ("numbers", "run")
USES = ()


def label(of: str = OF[0]) -> str:
    if of == "run":
        return QCoreApplication.translate("Exports", "Table, separated by tabs (TSV)")
    return QCoreApplication.translate("Exports", "Table, one head as a matrix (TSV)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """What is shown, or the whole run. Raises :class:`model.common.problems.Problem`."""
    write_text_table(snapshot, figure, path, "\t", as_matrix=True)
