"""A file made by a child process from a saved copy of the run, in a folder of its own that goes with it.

It knows no format and no state: it is given the run and the command, and says when the files are there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from model.common.problems import Problem
from model.record.trace import Trace
from model.record.trace_file import save_trace
from viz_app.handlers.background import Background
from viz_app.handlers.child_process import Child
from viz_app.state.state import Notice

Words = Callable[[Path, Path], list[str]]  #: the run's copy, the folder → the command


@contextmanager
def gone_is_a_problem(about: str) -> Iterator[None]:
    """While a job's files are read in a thread, the job may be ended and its folder with it. Raises Problem then."""
    try:
        yield
    except OSError as error:
        why = error.strerror or "the system refused"
        raise Problem(about, f"what was made cannot be read ({why})", "Try once more") from error


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
