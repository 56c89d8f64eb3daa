"""The window's side of the engine: starts it, talks to it, notices when it dies. Never torch.

Nothing here makes the GUI thread wait, except :meth:`EngineClient.stop` and
:meth:`EngineClient.restart` for the end of the process. What the connection is made of is imported
when an engine is started: the first picture needs none.
"""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Qt, Signal

from viz_app.engine.messages import (
    Cancel,
    Cancelled,
    Failed,
    Opened,
    Quit,
    Ready,
    Reply,
    Request,
)

if TYPE_CHECKING:
    from viz_app.engine._connection import EngineLine

QUIT_MILLISECONDS, TERMINATE_MILLISECONDS, KILL_MILLISECONDS = 1000, 400, 400
LOG = logging.getLogger(__name__)


class EngineClient(QObject):
    """One engine at a time. Requests wait until it has connected; replies come as ``received``.

    Progress, results and failures of a request that a newer one of its kind has replaced are
    dropped. Opened and Cancelled always arrive: they say what is true of the engine.
    """

    received = Signal(object)  #: a Reply
    died = Signal(str)  #: the engine has ended by itself, once; why, as half a sentence

    _arrived = Signal(int, object)  #: from the line's thread: which engine, Message
    _hung_up = Signal(int)  #: from the line's thread: which engine

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tickets = itertools.count(1)
        self._newest: dict[type, int] = {}  # kind of request → ticket
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

    @property
    def alive(self) -> bool:
        """Whether an engine runs or is starting."""
        return self._line is not None

    def next_ticket(self) -> int:
        """A number for the next request; each is larger than all before it."""
        return next(self._tickets)

    def start(self) -> None:
        """Start the engine; Ready follows, or ``died``. Does nothing while one runs."""
        if self._line is not None:
            return
        from viz_app.engine._connection import EngineLine, command, search_path

        self._engines += 1
        number = self._engines
        try:
            self._line = EngineLine(
                lambda message: self._arrived.emit(number, message), lambda: self._hung_up.emit(number)
            )
        except OSError:
            LOG.exception("no place for the engine's socket")
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
        if not isinstance(request, (Cancel, Quit)):
            self._newest[type(request)] = request.ticket
        if self._line is None:
            self._early.append(request)
            return
        from viz_app.engine._framing import FrameError

        try:
            self._line.send(request)
        except FrameError:
            failed = Failed(request.ticket, self.tr("text"), self.tr("it is too long"), self.tr("Shorten it"))
            self._arrived.emit(self._engines, failed)

    def restart(self) -> None:
        """End the engine at once, if there is one, and start another. What was sent before is forgotten."""
        self._end(polite=False)
        self._early.clear()
        self.start()

    def stop(self) -> None:
        """End the engine and the thread; returns within two seconds. Nothing is emitted any more."""
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
            self.died.emit(reason)

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        output = bytes(self._process.readAll().data()).decode(errors="replace").strip()
        if output and self._line is not None:  # only what comes before the engine has its log file
            LOG.error("the engine said: %s", output)
        from viz_app.engine._connection import NO_LIBRARIES

        if status == QProcess.ExitStatus.NormalExit and code == NO_LIBRARIES:
            self._die(self.tr("the libraries that it needs cannot be loaded"))
        else:
            self._die(self.tr("it ended unexpectedly"))

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._die(self.tr("it could not be started"))

    def _on_hung_up(self, number: int) -> None:
        """The line is dead: so is the engine, or it will be; then ``finished`` says so."""
        if number == self._engines and self._line is not None:
            self._process.kill()

    # --- replies ---

    def _deliver(self, number: int, reply: Reply) -> None:
        if number == self._engines and self._wanted(reply):
            self.received.emit(reply)

    def _wanted(self, reply: Reply) -> bool:
        return isinstance(reply, (Ready, Opened, Cancelled)) or reply.ticket in self._newest.values()
