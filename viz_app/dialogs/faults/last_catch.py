"""The last catch of the window's process: what nobody foresaw, in any of its threads, is one notice."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from model.common.problems import unforeseen
from viz_app.state.state import State, noticed


def tell(state: State, error: Exception) -> None:
    """Of an error in the thread of the window, which goes on."""
    notice = noticed(unforeseen(error, "window"))
    if state.snapshot.problem != notice:  # a picture that cannot be drawn fails again when the notice has its place
        QTimer.singleShot(0, lambda: state.update(problem=notice))


class ThreadCatch(QObject):
    """What Python calls with errors of other threads that nothing caught, while a window is open."""

    _elsewhere = Signal(object)  #: an error

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state
        self._elsewhere.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._before = threading.excepthook
        threading.excepthook = self._of_thread

    def remove(self) -> None:
        """Leave errors to Python again."""
        if threading.excepthook == self._of_thread:
            threading.excepthook = self._before

    def _of_thread(self, caught: threading.ExceptHookArgs) -> None:
        self._before(caught)
        if isinstance(caught.exc_value, Exception):
            self._elsewhere.emit(caught.exc_value)

    def _tell(self, error: Exception) -> None:
        self._state.update(problem=noticed(unforeseen(error, "thread")))
