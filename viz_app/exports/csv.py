"""Numbers as CSV: one row per cell, with column names; opens in a spreadsheet and in any script."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from viz_app.exports.data.numbers import write_text_table
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot

SUFFIX = ".csv"
OF = ("numbers", "run")
USES = ()


def label(of: str = OF[0]) -> str:
    return QCoreApplication.translate("Exports", "Table, a row per number (CSV)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """What is shown, or the whole run. Raises :class:`model.common.problems.Problem`."""
    write_text_table(snapshot, figure, path, ",", as_matrix=False)
