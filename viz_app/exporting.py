"""Writes the run on screen to files without holding up the window.

A picture is made by a child process, ``main.py export``, from a saved copy of the run: the same
command line that anyone can use. Cancelling ends the child. No file is left half written.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from model.problems import Problem
from model.trace import Trace, save_trace
from viz_app.background import Background
from viz_app.state import Notice, Snapshot
from viz_app.translations import spoken

translate = QCoreApplication.translate
MAIN = Path(__file__).resolve().parent.parent / "main.py"


class Exporting(QObject):
    """One export at a time; a newer one replaces an older one."""

    saved = Signal(object)  #: the Path that has been written
    failed = Signal(object)  #: a Notice

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._process: QProcess | None = None
        self._folder: Path | None = None

    @property
    def busy(self) -> bool:
        """Whether a picture is being written."""
        return self._folder is not None

    def save_trace(self, trace: Trace, path: Path) -> None:
        """Write ``trace`` to ``path``."""
        self._files.run(lambda: save_trace(trace, path), lambda _: self.saved.emit(path), self._problem)

    def save_picture(self, snapshot: Snapshot, path: Path) -> None:
        """Write the picture of the visible view as PNG. ``snapshot`` must hold a trace."""
        self.cancel()
        trace = snapshot.trace
        assert trace is not None
        folder = Path(tempfile.mkdtemp(prefix="headscope-"))
        self._folder = folder
        copy = folder / "run.npz"
        self._files.run(
            lambda: save_trace(trace, copy),
            lambda _: self._start(folder, export_arguments(snapshot, copy, path), path),
            self._problem,
        )

    def cancel(self) -> None:
        """End the export that is running, if any."""
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect()
            process.errorOccurred.disconnect()
            process.kill()
            process.waitForFinished(1_000)
            process.deleteLater()
        self._tidy()

    def _start(self, folder: Path, arguments: list[str], path: Path) -> None:
        if folder != self._folder:
            return  # cancelled, or replaced by a newer export
        program, *rest = arguments
        process = QProcess(self)
        self._process = process
        process.finished.connect(lambda code, _: self._end(process, code, path))
        process.errorOccurred.connect(lambda error: self._no_start(error, path))
        process.start(program, rest)

    def _no_start(self, error: QProcess.ProcessError, path: Path) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._fail(str(path), translate("Exporting", "the program that draws it could not be started"))

    def _end(self, process: QProcess, code: int, path: Path) -> None:
        complaint = bytes(process.readAllStandardError().data()).decode("utf-8", "replace")
        notice = notice_from_error(complaint)
        if code == 0 and process.exitStatus() == QProcess.ExitStatus.NormalExit:
            self._drop()
            self.saved.emit(path)
        elif notice is not None:
            self._drop()
            self.failed.emit(notice)
        else:
            self._fail(str(path), translate("Exporting", "the program that draws it stopped unexpectedly"))

    def _problem(self, problem: Problem) -> None:
        self._drop()
        self.failed.emit(Notice(problem.what, problem.why, problem.next_step))

    def _fail(self, what: str, why: str) -> None:
        self._drop()
        self.failed.emit(Notice(what, why, translate("Exporting", "Try once more, or choose another folder")))

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self._tidy()

    def _tidy(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = None


def export_arguments(snapshot: Snapshot, trace: Path, out: Path) -> list[str]:
    """The command that draws the visible view of ``trace`` to ``out``; layers, heads and steps from 1."""
    frozen = getattr(sys, "frozen", False)
    program = [sys.executable] if frozen else [sys.executable, str(MAIN)]
    chosen, settings = snapshot.selection, snapshot.settings
    options = {
        "--view": snapshot.view,
        "--out": str(out),
        "--kind": chosen.kind,
        "--layer": str(chosen.layer + 1),
        "--head": str(chosen.head + 1),
        "--step": str(chosen.step + 1),
        "--scale": settings.scale,
        "--language": spoken(),
    }
    words = [word for option in options.items() for word in option]
    return [*program, "export", str(trace), *words, *([] if settings.captions else ["--no-caption"])]


def notice_from_error(text: str) -> Notice | None:
    """The three parts of the command line's ``error: <what>: <why>. <what to do>``; None for anything else."""
    lines = [line for line in text.splitlines() if line.startswith("error: ")]
    what, found, rest = lines[-1].removeprefix("error: ").partition(": ") if lines else ("", "", "")
    why, _, next_step = rest.rstrip(".").rpartition(". ")
    return Notice(what, why, next_step) if found and why else None
