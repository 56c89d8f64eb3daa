"""What the title bar of the window says."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.platform.theme import visible
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def title_of(snapshot: Snapshot) -> str:
    """Session with Qt's mark of what is not saved, checkpoint, translation, program; what is not there is left out."""
    trace, info = snapshot.trace, snapshot.checkpoint
    name = trace.meta.checkpoint if trace is not None else "" if info is None else info.name
    translation = "" if trace is None else trace.meta.translation
    words = (" ".join(visible(word) for word in part.split()) for part in (name, translation, "Headscope"))
    session = "" if snapshot.kept.path is None else visible(snapshot.kept.path.name)
    if snapshot.unsaved and not session:
        session = translate("MainWindow", "Session")
    parts = [part.replace("[*]", "[*][*]") for part in (session, *words)]  # what a name or sentence says is no mark
    parts[0] += "[*]" if session else ""
    return " — ".join(part for part in parts if part)
