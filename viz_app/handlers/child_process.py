"""One command of our own command line in a child process: the window stays free, and cancelling ends the child."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Signal

from model.common.progress import LISTENING, heard
from viz_app.state.state import Notice

translate = QCoreApplication.translate
MAIN = Path(__file__).resolve().parents[2] / "main.py"
END_MILLISECONDS = 1_000


class Child(QObject):
    """Runs once. Exactly one of ``done`` and ``failed`` follows, unless it is ended before."""

    done = Signal(bytes)  #: what it wrote to its standard output
    failed = Signal(object)  #: a Notice
    progressed = Signal(str, float)  #: what it is at, and how far: 0…1, −1 where the end is unknown

    def __init__(self, words: list[str], about: str, parent: QObject | None = None) -> None:
        """``words`` are the command and its arguments; ``about`` is named where it fails without a sentence."""
        super().__init__(parent)
        self._words = words
        self._about = about
        self._said = b""  # on its standard error
        self._process = QProcess(self)
        surroundings = QProcessEnvironment.systemEnvironment()
        surroundings.insert(LISTENING, "1")
        self._process.setProcessEnvironment(surroundings)
        self._process.readyReadStandardError.connect(self._listen)
        self._process.finished.connect(self._end)
        self._process.errorOccurred.connect(self._no_start)

    def start(self) -> None:
        program, *rest = command(self._words)
        self._process.start(program, rest)

    def end(self) -> None:
        """Stop it at once; nothing follows any more."""
        for signal in (self._process.finished, self._process.errorOccurred, self._process.readyReadStandardError):
            signal.disconnect()
        self._process.kill()
        self._process.waitForFinished(END_MILLISECONDS)
        self.deleteLater()

    def _no_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._fail(translate("Exporting", "the program that makes it could not be started"))

    def _listen(self) -> None:
        """Tell how far it is, by the last whole line; a line may come in pieces."""
        before = len(self._said)
        self._said += bytes(self._process.readAllStandardError().data())
        whole = self._said[self._said.rfind(b"\n", 0, before) + 1 : self._said.rfind(b"\n") + 1]
        told = [about for line in _text(whole).splitlines() if (about := heard(line)) is not None]
        if told:
            self.progressed.emit(*told[-1])

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        self._listen()
        notice = notice_from_error(_text(self._said))
        if code == 0 and status == QProcess.ExitStatus.NormalExit:
            self.done.emit(bytes(self._process.readAllStandardOutput().data()))
        elif notice is not None:
            self.failed.emit(notice)
        else:
            self._fail(translate("Exporting", "the program that makes it stopped unexpectedly"))
        self.deleteLater()

    def _fail(self, why: str) -> None:
        self.failed.emit(Notice(self._about, why, translate("Exporting", "Try once more, or choose another folder")))


def command(words: list[str]) -> list[str]:
    """The program and its arguments; a frozen build is its own program."""
    frozen = getattr(sys, "frozen", False)
    return [sys.executable, *words] if frozen else [sys.executable, str(MAIN), *words]


def _text(said: bytes) -> str:
    return said.decode("utf-8", "replace")


def notice_from_error(text: str) -> Notice | None:
    """The three parts of the command line's ``error: <what>: <why>. <what to do>``; None for anything else."""
    lines = [line for line in text.splitlines() if line.startswith("error: ")]
    what, found, rest = lines[-1].removeprefix("error: ").partition(": ") if lines else ("", "", "")
    why, _, next_step = rest.rstrip(".").rpartition(". ")
    return Notice(what, why, next_step) if found and why else None
