"""The window's side of the engine: starts it, asks it, notices when it dies. Never torch.

Nothing here makes the GUI thread wait, except :meth:`EngineClient.stop` and
:meth:`EngineClient.restart` for the end of the process. What the connection is made of is imported
when an engine is started: the first picture needs none.
"""

from __future__ import annotations

import itertools
import logging
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Qt, QTimer, Signal

from model.common.lazy_dataclass import dataclass
from viz_app.engine.messages import Cancel, Cancelled, Failed, Progress, Quit, Ready, Reply, Request, RunGrows

if TYPE_CHECKING:
    from model.common.problems import Problem
    from viz_app.engine.connection import EngineLine

QUIT_MILLISECONDS, TERMINATE_MILLISECONDS = 1000, 400
KILL_MILLISECONDS = 5_000  #: a bound: what is killed goes as soon as the machine comes to it
CANCEL_MILLISECONDS = 2_000  #: an engine that has not stopped by then does not listen
NEW = 0  #: a request that has no ticket yet
PROGRESS_MILLISECONDS = 200  #: between two tellings, and before the first: moments need none
LOG = logging.getLogger(__name__)


def unheard(_: object) -> None:
    """Where nothing is to be done."""


def engine_log() -> Path:
    """Where engines write what nobody else reads; there may be nothing yet."""
    from viz_app.engine.log import NAME, log_folder

    return log_folder() / NAME


def _without_torch() -> Problem | None:
    """What is said where torch was not installed; whether it loads, the engine finds out."""
    from importlib.util import find_spec

    if getattr(sys, "frozen", False) or find_spec("torch") is not None:
        return None
    from model.common.installed import lacking

    return lacking("torch")


@dataclass(eq=False)
class PendingRequest:
    """A request until its answer, and who waits for that."""

    request: Request
    done: Callable[[Any], None]
    failed: Callable[[Failed | None], None]
    progress: Callable[[Any], None]
    untold: Progress | None = None


class EngineClient(QObject):
    """One engine at a time. Requests wait until it has connected; :meth:`ask` brings each its answer."""

    ready = Signal(object)  #: Ready: an engine has come up
    received = Signal(object)  #: every Reply
    died = Signal(str)  #: the engine has ended by itself, once; why, as half a sentence
    stuck = Signal()  #: it goes on with what was cancelled

    _arrived = Signal(int, object)  #: from the line's thread: which engine, Message
    _hung_up = Signal(int)  #: from the line's thread: which engine

    def __init__(self, parent: QObject | None = None, patience: int = CANCEL_MILLISECONDS) -> None:
        super().__init__(parent)
        self.within: Callable[[], AbstractContextManager[None]] = nullcontext  #: all that follows from one reply
        self._tickets = itertools.count(1)
        self._pending: dict[str, PendingRequest] = {}  # about what → the newest
        self._late: dict[int, Callable[[Any], None]] = {}  # ticket → who hears of it whatever happens
        self._cancelled: set[int] = set()  # tickets of what must stop soon
        self._news = self._timer(PROGRESS_MILLISECONDS, self._tell)
        self._patience = self._timer(patience, self.stuck.emit)
        self.unanswered: frozenset[str] = frozenset()  #: what the last engine was asked about when it ended
        self.hopeless = False  #: whether the last engine could not be started, or lacked its libraries
        self.ending = ""  #: how the last engine ended, such as ``SIGSEGV``
        self.last_words = ""  #: what it printed
        self.lacking: Problem | None = None  #: why no engine can be started: this is an installation that only replays
        self.refused = 0  #: how often it was asked to start for that reason in vain
        self._engines = 0  # started so far; what an older one says is not heard
        self._line: EngineLine | None = None
        self._early: list[Request] = []  # sent before the start
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.setStandardInputFile(QProcess.nullDevice())
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._hung_up.connect(self._on_hung_up, Qt.ConnectionType.QueuedConnection)
        self.received.connect(self._hear)
        self.died.connect(self._give_up)

    @property
    def alive(self) -> bool:
        """Whether an engine runs or is starting."""
        return self._line is not None

    # --- the conversation ---

    def ask(
        self, about: str, request: Request, done: Callable[[Any], None],
        failed: Callable[[Failed | None], None] = unheard, progress: Callable[[Any], None] = unheard,
        late: Callable[[Any], None] | None = None, patience: int = 0,
    ) -> None:  # fmt: skip
        """Ask for one thing ``about`` a subject: the newest wins, and what was asked about it before is cancelled.

        The request gets its ticket here. One of ``done`` and ``failed`` is called: with the reply, with what went
        wrong, or with None where the engine gives it up or has ended. Meanwhile ``progress`` is told some times a
        second, and of every part of a run. ``late`` hears a reply that nobody waits for any more. After ``patience``
        milliseconds it is given up.
        """
        self.cancel(about)
        request = replace(request, ticket=next(self._tickets))
        self._pending[about] = PendingRequest(request, done, failed, progress)
        if late is not None:
            self._late[request.ticket] = late
        if patience:
            ticket = request.ticket
            QTimer.singleShot(patience, self, lambda: self._lose_patience(about, ticket))
        self.send(request)

    def asks(self, about: str) -> bool:
        """Whether an answer about a subject is to come."""
        return about in self._pending

    def cancel(self, about: str, *, soon: bool = False, keep: bool = False) -> bool:
        """Give up what is asked about a subject: there is no answer any more. False where there was nothing.

        Where it must end ``soon``, an engine that does not is ``stuck``. What there is of a run that is to ``keep`` it
        comes to whoever hears ``late``.
        """
        pending = self._pending.pop(about, None)
        if pending is None:
            return False
        self.send(Cancel(pending.request.ticket, keep))
        if soon:
            self._cancelled.add(pending.request.ticket)
            self._patience.start()
        return True

    # --- the process ---

    def start(self) -> None:
        """Start the engine; Ready follows, or ``died``. Does nothing while one runs."""
        if self._line is not None:
            return
        self.lacking = _without_torch()
        if self.lacking is not None:
            self.hopeless, self.refused = True, self.refused + 1
            self.died.emit(self.lacking.why)
            return
        from viz_app.engine.connection import EngineLine, command, search_path

        self._engines += 1
        number, self.hopeless = self._engines, False
        try:
            self._line = EngineLine(
                lambda message: self._arrived.emit(number, message), lambda: self._hung_up.emit(number)
            )
        except OSError:
            LOG.exception("no place for the engine's socket")
            self.hopeless, self.ending = True, "no socket"
            self.died.emit(self.tr("the temporary folder cannot be used"))
            return
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in self._line.environment.items():
            environment.insert(name, value)
        environment.insert("PYTHONPATH", search_path(environment.value("PYTHONPATH")))
        self._process.setProcessEnvironment(environment)
        program, *arguments = command()
        self._process.start(program, arguments)
        early, self._early = self._early, []
        for request in early:
            self.send(request)

    def send(self, request: Request) -> None:
        """Send a request as soon as the engine has connected; with none, it waits for :meth:`start`."""
        if self._line is None:
            self._early.append(request)
            return
        from viz_app.engine.frames import FrameError

        try:
            self._line.send(request)
        except FrameError:
            failed = Failed(request.ticket, self.tr("text"), self.tr("it is too long"), self.tr("Shorten it"))
            self._arrived.emit(self._engines, failed)

    def restart(self) -> None:
        """End the engine at once, if there is one, and start another. What was sent before is given up."""
        self._end(polite=False)
        self._give_up()
        self._early.clear()
        self.start()

    def stop(self) -> None:
        """End the engine and the thread. Nothing is emitted any more.

        Returns within two seconds, but on a machine that has no time for what is killed.
        """
        self._pending.clear()
        self._give_up()
        self._end(polite=True)
        self._early.clear()

    # --- the end ---

    def _end(self, polite: bool) -> None:
        """End the process without ``died``."""
        line, self._line = self._line, None
        self._engines += 1
        if line is None:
            return
        if polite:
            line.send(Quit())
            if not self._process.waitForFinished(QUIT_MILLISECONDS):
                self._process.terminate()
                self._process.waitForFinished(TERMINATE_MILLISECONDS)
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.kill()
            self._process.waitForFinished(KILL_MILLISECONDS)
        line.close()

    def _die(self, reason: str) -> None:
        line, self._line = self._line, None
        if line is not None:  # not our own doing
            self._engines += 1
            line.close()
            with self.within():
                self.died.emit(reason)

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        output = bytes(self._process.readAll().data()).decode(errors="replace").strip()
        if output and self._line is not None:  # only what comes before the engine has its log file
            LOG.error("the engine said: %s", output)
        from viz_app.engine.connection import NO_LIBRARIES, ending

        self.ending, self.last_words = ending(code, status == QProcess.ExitStatus.CrashExit), output
        if status == QProcess.ExitStatus.NormalExit and code == NO_LIBRARIES:
            self.hopeless = True
            self._die(self.tr("the libraries that it needs cannot be loaded"))
        else:
            self._die(self.tr("it ended unexpectedly"))

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.hopeless, self.ending = True, "not started"
            self._die(self.tr("it could not be started"))

    def _on_hung_up(self, number: int) -> None:
        """The line is dead: so is the engine, or it will be; then ``finished`` says so."""
        if number == self._engines and self._line is not None:
            self._process.kill()

    # --- replies ---

    def _deliver(self, number: int, reply: Reply) -> None:
        if number == self._engines:
            with self.within():
                self.received.emit(reply)

    def _hear(self, reply: Reply) -> None:
        if isinstance(reply, Ready):
            self.ready.emit(reply)
            return
        about = next((name for name, each in self._pending.items() if each.request.ticket == reply.ticket), None)
        if isinstance(reply, Progress):
            if about is not None:
                self._pending[about].untold = reply
                if not self._news.isActive():
                    self._news.start()
            return
        if isinstance(reply, RunGrows):
            if about is not None:
                self._pending[about].progress(reply)
            return
        self._settle(reply.ticket)
        late = self._late.pop(reply.ticket, unheard)
        pending = None if about is None else self._pending.pop(about)
        if isinstance(reply, Failed | Cancelled):
            if pending is not None:
                pending.failed(reply if isinstance(reply, Failed) else None)
        else:
            (late if pending is None else pending.done)(reply)

    def _tell(self) -> None:
        """The newest progress of each; what is answered meanwhile has none to tell."""
        for pending in tuple(self._pending.values()):
            news, pending.untold = pending.untold, None
            if news is not None:
                pending.progress(news)

    def _lose_patience(self, about: str, ticket: int) -> None:
        pending = self._pending.get(about)
        if pending is not None and pending.request.ticket == ticket:
            self.cancel(about)
            pending.failed(None)

    def _settle(self, ticket: int) -> None:
        self._cancelled.discard(ticket)
        if not self._cancelled:
            self._patience.stop()

    def _give_up(self) -> None:
        """No engine answers what is pending."""
        pending, self._pending = self._pending, {}
        self.unanswered = frozenset(pending)
        self._late.clear()
        self._cancelled.clear()
        for timer in (self._news, self._patience):
            timer.stop()
        for each in pending.values():
            each.failed(None)

    def _timer(self, milliseconds: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(call)
        return timer
