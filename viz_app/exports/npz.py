"""The whole run as a trace file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.problems import Problem
from model.trace_file import save_trace
from viz_app.exports._figure import Figure
from viz_app.state import Snapshot

SUFFIX = ".npz"
OF = "run"
USES = ()


def label() -> str:
    return QCoreApplication.translate("Exports", "Trace (NPZ)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """Save the run, however it is read; the figure's settings do not matter. Raises :class:`Problem`."""
    if snapshot.run is None:
        raise Problem(str(path), "there is no run to save", "Translate a sentence first")
    save_trace(snapshot.run, path)
