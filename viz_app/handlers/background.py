"""Work with files that must not hold up the window: one thread per job, results in the GUI thread.

And what the status line says of it meanwhile, while nothing else stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from model.common.problems import Problem, unforeseen
from viz_app.state.state import Busy, State

Result = TypeVar("Result")
STOP_SECONDS = 1.0


class Background(QObject):
    """Runs functions in threads; calls back in the thread that this object lives in."""

    _ended = Signal(object)  #: a function without arguments, to be called in our own thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.threads: list[Thread] = []
        self._stopped = False
        self._newest: dict[str, object] = {}  # about what → the job whose result is waited for
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[], Result],
        done: Callable[[Result], None],
        failed: Callable[[Problem], None],
        about: str = "",
    ) -> None:
        """Call ``work`` in a thread, then ``done`` with its result or ``failed`` with its Problem, foreseen or not.

        Of the jobs ``about`` one thing only the newest is answered.
        """

        def end(call: Callable[[], None]) -> None:
            if not about or self._newest.get(about) is job:
                self._newest.pop(about, None)
                call()

        def job() -> None:
            try:
                result = work()
            except Problem as problem:
                self._ended.emit(lambda problem=problem: end(lambda: failed(problem)))
            except Exception as error:  # noqa: BLE001 (whoever waits would wait for ever)
                told = unforeseen(error, "thread")
                self._ended.emit(lambda: end(lambda: failed(told)))
            else:
                self._ended.emit(lambda: end(lambda: done(result)))

        if about:
            self._newest[about] = job
        self.threads = [thread for thread in self.threads if thread.is_alive()]
        thread = Thread(target=job, name="headscope-file", daemon=True)
        self.threads.append(thread)
        thread.start()

    def runs(self, about: str) -> bool:
        """Whether a result about one thing is to come."""
        return about in self._newest

    def forget(self, about: str) -> None:
        """Nobody waits for the job about one thing any more."""
        self._newest.pop(about, None)

    def stop(self) -> None:
        """Deliver nothing more and wait a moment for what is still being written."""
        self._stopped = True
        for thread in self.threads:
            thread.join(STOP_SECONDS)

    def _deliver(self, call: Callable[[], None]) -> None:
        if not self._stopped:
            call()


class BusyText:
    """What one handler says on the status line. Its methods answer with a change of the state."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._said: Busy | None = None

    def say(self, text: str, fraction: float = -1.0, cancellable: bool = True) -> dict[str, Busy]:
        """Show this; nothing where something else stands there: the engine's progress is the longer story."""
        now = self._state.snapshot.busy
        if now is not None and now is not self._said:
            return {}
        self._said = Busy(text, fraction, cancellable)
        return {"busy": self._said}

    def end(self) -> dict[str, None]:
        """Take away what was said."""
        said, self._said = self._said, None
        return {"busy": None} if said is not None and self._state.snapshot.busy is said else {}
