"""Writes what is on screen to files without holding up the window.

A child process makes the file in a folder of its own, and only what is complete is put where a person
wants it. Cancelling ends the child. No file is left half written, and no other is touched.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.record.trace import Trace
from model.record.trace_file import save_trace
from viz_app.handlers.background import Background
from viz_app.handlers.export_arguments import command_for, run_to_take
from viz_app.handlers.export_child import Making, gone_is_a_problem
from viz_app.state.export_choices import ExportChoices
from viz_app.state.state import Notice, Snapshot

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
        raise Problem(str(path), f"its name does not end in {suffix}", f"Call it {path.name}{suffix}")
    if not path.parent.is_dir():
        raise Problem(str(path), f"the folder {path.parent} does not exist", "Create it or choose another folder")
    if path.is_dir():
        raise Problem(str(path), "it is a folder", "Give a file name")
    return run
