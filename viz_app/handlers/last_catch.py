"""The last catch of the window's process: what nobody foresaw, in any of its threads, is one notice.

Python's own words go to the terminal, as ever.
"""

from __future__ import annotations

import sys
import threading
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from model.common.problems import unforeseen
from viz_app.state.state import State, noticed

if TYPE_CHECKING:
    from types import TracebackType


def last_catch(state: State, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """An error in the thread of the window, which goes on."""
    sys.__excepthook__(kind, error, trace)
    if isinstance(error, Exception):
        notice = noticed(unforeseen(error, "window"))
        if state.snapshot.problem != notice:  # a picture that cannot be drawn fails again when the notice has its place
            QTimer.singleShot(0, lambda: state.update(problem=notice))


class LastCatch(QObject):
    """What Python calls with errors that nothing caught, while a window is open."""

    _elsewhere = Signal(object)  #: an error of another thread

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state
        self._elsewhere.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Begin."""
        sys.excepthook = partial(last_catch, self._state)
        threading.excepthook = self._of_thread

    def remove(self) -> None:
        """Leave errors to Python again."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def _of_thread(self, caught: threading.ExceptHookArgs) -> None:
        threading.__excepthook__(caught)
        if isinstance(caught.exc_value, Exception):
            self._elsewhere.emit(caught.exc_value)

    def _tell(self, error: Exception) -> None:
        self._state.update(problem=noticed(unforeseen(error, "thread")))
