"""Files that the window writes or asks about: pictures, traces, checkpoints, and what any file is.

One thing at a time, each away from the window: in a thread, or in a child process of our own command
line. It opens no checkpoint and holds none.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from model.trace import unfinished
from viz_app.background import Background
from viz_app.child import Child
from viz_app.exporting import Exporting
from viz_app.state import Busy, ExportPicture, InspectFile, Notice, SaveCheckpoint, SaveTrace, State

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Report:
    """What ``inspect`` says of a file: sections of named facts."""

    path: Path
    facts: Mapping[str, Mapping[str, Any]]


class Filing(QObject):
    """Handles the intents that end in a file or a report."""

    told = Signal(object)  #: a Report

    def __init__(self, state: State, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._busy: Busy | None = None  # on the status line for a file, not for the engine
        self._child: Child | None = None
        self._about = Path()  # what the child writes or reads
        self._exporting = Exporting(files, self)
        self._exporting.saved.connect(self._saved)
        self._exporting.failed.connect(self.fail)
        self.handlers: dict[type, Callable[[Any], None]] = {
            ExportPicture: self._export,
            SaveTrace: self._save_trace,
            SaveCheckpoint: self._save_checkpoint,
            InspectFile: self._inspect,
        }

    def cancel(self) -> None:
        """Give up whatever is being written or read."""
        self.stop()
        self._state.update(**self.not_busy())

    def stop(self) -> None:
        """The same while the window closes: nothing is said any more."""
        self._exporting.cancel()
        child, self._child = self._child, None
        if child is not None:
            child.end()
            shutil.rmtree(unfinished(self._about), ignore_errors=True)

    def busy_with(self, text: str) -> None:
        """Say what is done with a file, unless the engine is at work: its progress is the longer story."""
        self._busy = Busy(text)
        busy = self._state.snapshot.busy
        self._state.update(busy=busy or self._busy, problem=None, message="")

    def not_busy(self) -> dict[str, None]:
        """The change of the state that ends :meth:`busy_with`."""
        return {"busy": None} if self._state.snapshot.busy is self._busy else {}

    def fail(self, notice: Notice) -> None:
        """Show why it did not work."""
        self._child = None
        self._state.update(problem=notice, **self.not_busy())

    def _export(self, intent: ExportPicture) -> None:
        if self._state.snapshot.trace is not None:
            self.busy_with(translate("Controller", "Drawing the picture…"))
            self._exporting.save_picture(self._state.snapshot, intent.path)

    def _save_trace(self, intent: SaveTrace) -> None:
        trace = self._state.snapshot.trace
        if trace is not None:
            self.busy_with(translate("Controller", "Saving the trace…"))
            self._exporting.save_trace(trace, intent.path)

    def _save_checkpoint(self, intent: SaveCheckpoint) -> None:
        opened = self._state.snapshot.checkpoint
        if opened is not None:
            self.busy_with(translate("Controller", "Saving the checkpoint…"))
            self._run(["convert", opened.path, str(intent.path)], intent.path, lambda _: self._saved(intent.path))

    def _inspect(self, intent: InspectFile) -> None:
        self.busy_with(translate("Controller", "Inspecting the file…"))
        self._run(["inspect", str(intent.path), "--json"], intent.path, lambda text: self._tell(intent.path, text))

    def _run(self, words: list[str], about: Path, done: Callable[[bytes], None]) -> None:
        """In a child process; a newer one replaces an older one."""
        self.stop()
        self._about = about
        self._child = Child(words, str(about), self)
        self._child.done.connect(done)
        self._child.failed.connect(self.fail)
        self._child.start()

    def _tell(self, path: Path, text: bytes) -> None:
        self._child = None
        self._state.update(**self.not_busy())
        self.told.emit(Report(path, json.loads(text)))

    def _saved(self, path: Path) -> None:
        self._child = None
        self._state.update(message=translate("Controller", "Saved %1").replace("%1", str(path)), **self.not_busy())
