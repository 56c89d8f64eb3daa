"""*Open recent*: the checkpoints and traces that were opened last. In the File menu and under the checkpoint button."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.platform.text import plain_tooltip
from viz_app.platform.theme import visible
from viz_app.state.intents import LookForFiles, OpenPath
from viz_app.state.recent_files import labels
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


class RecentMenu(QMenu):
    """Says OpenPath. What is not there any more is grey; whether it is there is asked whenever the menu opens."""

    requested = Signal(object)

    def __init__(self, forget: QAction, parent: QWidget | None = None) -> None:
        super().__init__(translate("RecentMenu", "Open recent"), parent)
        self._forget = forget
        self._shown: object = None
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(lambda: self.requested.emit(LookForFiles()))
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """List the snapshot's files, the newest first."""
        files, missing = snapshot.memory.files, snapshot.missing
        if (files, missing) == self._shown:
            return
        self._shown = (files, missing)
        self.clear()
        for file, label in zip(files, labels(files), strict=True):
            self._add(file, label, file in missing)
        if not files:
            self.addAction(translate("RecentMenu", "Nothing has been opened yet")).setEnabled(False)
        self.addSeparator()
        self.addAction(self._forget)

    def _add(self, file: str, label: str, missing: bool) -> None:
        gone = translate("RecentMenu", "%1 (not there)")
        text = gone.replace("%1", visible_name(label)) if missing else visible_name(label)
        action = self.addAction(text.replace("&", "&&"))
        action.setToolTip(plain_tooltip(file))
        action.setEnabled(not missing)
        action.triggered.connect(lambda: self.requested.emit(OpenPath(Path(file))))


def visible_name(label: str) -> str:
    """A file name in which nothing hides."""
    return " ".join(visible(part) for part in label.split(" ") if part)
