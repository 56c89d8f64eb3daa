"""Writes what is on screen to files without holding up the window.

A child process makes the file in a folder of its own, and only what is complete is put where a person
wants it. Cancelling ends the child. No file is left half written, and no other is touched.

One command of our own command line in a child process: the window stays free, and cancelling ends the child.

A file made by a child process from a saved copy of the run, in a folder of its own that goes with it.

It knows no format and no state: it is given the run and the command, and says when the files are there.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Signal

from model.common.atomic import write_atomically
from model.common.problems import Problem, problem_from
from model.common.progress import LISTENING, heard
from model.common.text import Text
from model.record.trace import Trace
from model.record.trace_file import save_trace
from viz_app.handlers.background import Background
from viz_app.handlers.export_arguments import command_for, run_to_take
from viz_app.state.export_choices import ExportChoices
from viz_app.state.state import Notice, Snapshot

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
    """What the command line said went wrong; None for anything else."""
    problem = problem_from(text)
    return None if problem is None else Notice(problem.what, problem.why, problem.next_step)


Words = Callable[[Path, Path], list[str]]  #: the run's copy, the folder → the command


@contextmanager
def gone_is_a_problem(about: str) -> Iterator[None]:
    """While a job's files are read in a thread, the job may be ended and its folder with it. Raises Problem then."""
    try:
        yield
    except OSError as error:
        why = error.strerror or "the system refused"
        raise Problem(about, Text("what was made cannot be read (%1)", why), Text("Try once more")) from error


class Making(QObject):
    """One job at a time; a newer one replaces an older one, of which nothing is heard any more."""

    made = Signal(object)  #: the job's folder; it stays until :meth:`end`
    failed = Signal(object)  #: a Notice
    progressed = Signal(str, float)  #: what it is at, and how far: 0…1, −1 where the end is unknown

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._child: Child | None = None
        self.folder: Path | None = None  #: of the job, until it has ended

    @property
    def busy(self) -> bool:
        """Whether something is being made."""
        return self.folder is not None

    def make(self, run: Callable[[], Trace], words: Words, about: str) -> None:
        """Run the command of ``words`` on what ``run`` gives; ``about`` is named where that fails without a sentence.

        ``run`` is called in a thread.
        """
        self.end()
        try:
            folder = Path(tempfile.mkdtemp(prefix="headscope-"))
        except OSError as error:
            self.failed.emit(Notice(tempfile.gettempdir(), str(error.strerror), ""))
            return
        self.folder = folder
        copy = folder / "run.npz"
        self._files.run(
            lambda: save_trace(run(), copy),
            lambda _: self._start(folder, words(copy, folder), about),
            lambda problem: self._give_up(folder, problem),
        )

    def end(self) -> None:
        """Stop what is being made, if anything; nothing of it stays."""
        child, self._child = self._child, None
        if child is not None:
            child.end()
        self._tidy()

    def _start(self, folder: Path, words: list[str], about: str) -> None:
        if folder != self.folder:
            shutil.rmtree(folder, ignore_errors=True)  # ended meanwhile, or replaced by a newer one
            return
        self._child = Child(words, about, self)
        self._child.progressed.connect(self.progressed)
        self._child.done.connect(lambda _: self._done(folder))
        self._child.failed.connect(self._fail)
        self._child.start()

    def _done(self, folder: Path) -> None:
        self._child = None
        self.made.emit(folder)

    def _give_up(self, folder: Path, problem: Problem) -> None:
        if folder == self.folder:
            self._fail(Notice(problem.what, problem.why, problem.next_step))
        else:
            shutil.rmtree(folder, ignore_errors=True)

    def _fail(self, notice: Notice) -> None:
        self._child = None
        self._tidy()
        self.failed.emit(notice)

    def _tidy(self) -> None:
        folder, self.folder = self.folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


MADE = "made"  #: name of the file in the child's folder, before its suffix


class Exporting(QObject):
    """One export at a time; a newer one replaces an older one."""

    saved = Signal(object)  #: the Path that has been written
    failed = Signal(object)  #: a Notice
    progressed = Signal(str, float)  #: as of :class:`Making`

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._path = Path()
        self._making = Making(files, self)
        self._making.made.connect(self._put)
        self._making.failed.connect(self._fail)
        self._making.progressed.connect(self.progressed)

    @property
    def busy(self) -> bool:
        """Whether a file is being made."""
        return self._making.busy

    def save_trace(self, trace: Trace, path: Path) -> None:
        """Write ``trace`` to ``path``."""
        self._files.run(lambda: save_trace(trace, path), lambda _: self.saved.emit(path), self._problem)

    def save(self, snapshot: Snapshot, path: Path, choices: ExportChoices) -> None:
        """Make the file that was chosen. ``snapshot`` must hold a trace; ``path`` ends in the suffix of its kind."""
        run = snapshot.run
        assert run is not None
        self._path = path
        self._making.make(
            lambda: _if_possible(path, choices.suffix, run_to_take(snapshot, run, choices)),
            lambda copy, folder: command_for(snapshot, copy, folder / f"{MADE}{choices.suffix}", choices),
            str(path),
        )

    def cancel(self) -> None:
        """End the export that is running, if any."""
        self._making.end()

    def _put(self, folder: Path) -> None:
        """Bring what was made to its place, in a thread: that may be a stick or a network."""
        path = self._path

        def bring() -> None:
            with gone_is_a_problem(str(path)):
                made = next(iter(folder.glob(f"{MADE}.*")), folder / MADE).read_bytes()
            write_atomically(path, made)

        self._files.run(bring, lambda _: self._saved(folder, path), lambda problem: self._lost(folder, problem))

    def _saved(self, folder: Path, path: Path) -> None:
        if folder == self._making.folder:
            self._making.end()
        self.saved.emit(path)

    def _lost(self, folder: Path, problem: Problem) -> None:
        if folder == self._making.folder:
            self._making.end()
            self._problem(problem)

    def _problem(self, problem: Problem) -> None:
        self.failed.emit(Notice(problem.what, problem.why, problem.next_step))

    def _fail(self, notice: Notice) -> None:
        """What failed in the child's folder failed for the file that a person named."""
        inside = MADE in Path(notice.what).stem
        self.failed.emit(replace(notice, what=str(self._path)) if inside else notice)


def _if_possible(path: Path, suffix: str, run: Trace) -> Trace:
    """``run``, where its file can have this name and place. Raises :class:`Problem`."""
    if path.suffix.lower() != suffix:
        raise Problem(str(path), Text("its name does not end in %1", suffix), Text("Call it %1", path.name + suffix))
    if not path.parent.is_dir():
        raise Problem(
            str(path), Text("the folder %1 does not exist", path.parent), Text("Create it or choose another folder")
        )
    if path.is_dir():
        raise Problem(str(path), Text("it is a folder"), Text("Give a file name"))
    return run
