"""The part of the window's services that is about unforeseen errors: one dialog for each, and the log.

A fault that comes again is a notice, whose button opens the dialog: a picture fails at every paint.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from viz_app.state.export_choices import ShowFile
from viz_app.state.intents import Intent
from viz_app.state.state import Notice, Snapshot, State

if TYPE_CHECKING:
    from model.common.fault import Fault


class FaultDesk(QObject):
    """Follows the state of one window."""

    def __init__(self, window: QWidget, state: State, handle: Callable[[Intent], None]) -> None:
        super().__init__(window)
        self._window, self.state, self._handle = window, state, handle
        self.told: frozenset[str] = frozenset()  #: numbers that a dialog was shown for
        self._written: frozenset[str] = frozenset()

    def display(self, snapshot: Snapshot) -> None:
        """Write a new fault down and show it; an engine in whose place another one works has its notice alone."""
        if snapshot.problem is None or not snapshot.problem.fault:
            return
        from model.common.fault import ENDED, read

        fault = read(snapshot.problem.fault)
        if fault is None or fault.number in self.told:
            return
        shown = fault.part != ENDED or snapshot.engine_down
        self.told |= {fault.number} if shown else set()  # before anything of this can fail
        if fault.number not in self._written:
            self._written |= {fault.number}
            self._write_down(fault, whole=False)
        if shown:
            self._open(fault)

    def show(self) -> None:
        """The dialog of the newest fault that is told in a notice, or that was told last."""
        from model.common.fault import read

        now = self.state.snapshot
        notices: tuple[Notice | None, ...] = (now.problem, *now.waiting)
        fault = next((found for one in notices if one is not None and (found := read(one.fault))), None)
        if fault is not None:
            self._open(fault)

    def _open(self, fault: Fault) -> None:
        from viz_app.dialogs.faults.dialog import FaultDialog

        for earlier in self._window.findChildren(FaultDialog):
            if earlier.fault.number == fault.number and earlier.isVisible():
                earlier.raise_()
                return
            earlier.close()
        dialog = FaultDialog(fault, self.state.snapshot, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.log_wanted.connect(lambda whole: self._show_log(fault, whole))
        dialog.show()

    def _write_down(self, fault: Fault, whole: bool) -> None:
        from viz_app.dialogs.faults.report import details
        from viz_app.engine.log import write_down

        when = datetime.now().astimezone().isoformat(timespec="seconds")
        write_down(f"{when} {details(fault, self.state.snapshot, whole)}")

    def _show_log(self, fault: Fault, whole: bool) -> None:
        """The log of faults, in which the error's own words stand where they were ticked."""
        from viz_app.engine.log import FAULTS, clean, log_folder

        clean()
        if whole:
            self._write_down(fault, whole=True)
        self._handle(ShowFile(log_folder() / FAULTS))
