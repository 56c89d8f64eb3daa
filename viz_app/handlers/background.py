"""Work with files that must not hold up the window: one thread per job, results in the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from model.common.problems import Problem

Result = TypeVar("Result")
STOP_SECONDS = 1.0


class Background(QObject):
    """Runs functions in threads; calls back in the thread that this object lives in."""

    _ended = Signal(object)  #: a function without arguments, to be called in our own thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[Thread] = []
        self._stopped = False
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], None], failed: Callable[[Problem], None]
    ) -> None:
        """Call ``work`` in a thread, then ``done`` with its result or ``failed`` with its Problem."""

        def job() -> None:
            try:
                result = work()
            except Problem as problem:
                self._ended.emit(lambda problem=problem: failed(problem))
            else:
                self._ended.emit(lambda: done(result))

        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = Thread(target=job, name="headscope-file", daemon=True)
        self._threads.append(thread)
        thread.start()

    def stop(self) -> None:
        """Deliver nothing more and wait a moment for what is still being written."""
        self._stopped = True
        for thread in self._threads:
            thread.join(STOP_SECONDS)

    def _deliver(self, call: Callable[[], None]) -> None:
        if not self._stopped:
            call()
