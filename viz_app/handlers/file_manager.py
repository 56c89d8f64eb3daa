"""A file that was written, shown by the system: opened with the program for it, or in its folder."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from viz_app.state.state import Notice

translate = QCoreApplication.translate


def show_file(path: Path, folder: bool = False) -> Notice | None:
    """Have the system show ``path``, or the ``folder`` where it lies; a Notice where it cannot."""
    if not path.exists():
        return Notice(str(path), translate("Showing", "it is no longer there"), translate("Showing", "Save it again"))
    command = selecting(path, sys.platform) if folder else []
    if command:
        shown, _ = QProcess.startDetached(command[0], command[1:])
    else:
        shown = QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent if folder else path)))
    if shown:
        return None
    why = translate("Showing", "the system has no program for it")
    return Notice(str(path), why, translate("Showing", "Open it from its folder"))


def selecting(path: Path, system: str) -> list[str]:
    """The command that shows a file among the others of its folder; none where a system has no such thing."""
    commands = {"win32": ["explorer", f"/select,{path}"], "darwin": ["open", "-R", str(path)]}
    return commands.get(system, [])
