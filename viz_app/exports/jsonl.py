"""The alignment of the sentence's words by the cross head on screen, or by the best one, as a line of JSON.

``links`` in it are Pharaoh's ``0-0 1-2``, ``weights`` the soft ones; ``headscope align`` writes the same for a file.
"""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.common.atomic import write_atomically
from model.corpus.word_alignment import align
from viz_app.exports.data.numbers import run_of
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot

SUFFIX = ".jsonl"
OF = ("run",)
USES = ()


def label(of: str = OF[0]) -> str:
    return QCoreApplication.translate("Exports", "Word alignment (JSON, Pharaoh links)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """Of the run however it is read. Raises :class:`model.common.problems.Problem`."""
    chosen = snapshot.selection
    found = align(run_of(snapshot, path), (chosen.layer, chosen.head) if chosen.kind == "cross" else None)
    write_atomically(path, f"{json.dumps(found.facts, ensure_ascii=False)}\n".encode())
