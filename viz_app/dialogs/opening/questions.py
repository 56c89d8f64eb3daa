"""Shows the dialog that asks what a file does not say, which is imported when there is something to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from viz_app.dialogs.opening.dialog import OpeningDialog


class OpeningQuestions(QObject):
    """Shows one dialog while there is something to ask, and closes it afterwards."""

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: OpeningDialog | None = None

    def display(self, snapshot: Snapshot) -> None:
        """Show the snapshot's question, if it has one."""
        question = snapshot.asked
        if self.dialog is not None and (question is None or question is not self.dialog.asked):
            old, self.dialog = self.dialog, None
            old.close_quietly()
        if question is not None and self.dialog is None:
            from viz_app.dialogs.opening.dialog import OpeningDialog

            self.dialog = OpeningDialog(question, self._window)
            self.dialog.requested.connect(self.requested)
            self.dialog.open()
        if self.dialog is not None:
            self.dialog.display(snapshot)
