"""Files that the window writes or asks about: pictures, traces, checkpoints, and what any file is.

Each is done away from the window: in a thread, in a child process of our own command line, or by the
engine, which holds the open checkpoint. It opens none itself.

A file that was written, shown by the system: opened with the program for it, or in its folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from model.record.session_name import SUFFIX as SESSION
from viz_app.engine.client import NEW, EngineClient, engine_log
from viz_app.engine.messages import INSPECTING, SAVING, Failed, Inspect, Inspected, SaveOpen
from viz_app.exports import suffixes
from viz_app.handlers.background import Background, BusyText
from viz_app.handlers.clipboard import TABLE, Copying
from viz_app.handlers.engine_notices import notice_of
from viz_app.handlers.export_job import Exporting
from viz_app.platform.text import fill, localised
from viz_app.state.export_choices import Copy, Export, Made, SaveLesson, SavePlot, ShowFile, What
from viz_app.state.intents import InspectFile, SaveCheckpoint, SaveTrace, ShowEngineLog
from viz_app.state.state import Notice, State

translate = QCoreApplication.translate
LESSON_PAGES = (".html", ".pdf")  #: what a lesson is written as; the first where a name says nothing


class Filing(QObject):
    """Handles the intents that end in a file or a report."""

    told = Signal(object, object)  #: the path of a file, and what ``inspect`` says of it: sections of named facts
    chosen = Signal(object)  #: the ExportChoices of what is exported

    def __init__(self, state: State, client: EngineClient, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._busy = BusyText(state)
        self._client = client
        self._corrected: Path | None = None  #: where a file goes whose name had another ending
        self._exporting = Exporting(files, self)
        self._copying = Copying(self)
        self._exporting.saved.connect(self._saved)
        self._copying.copied.connect(self._copied)
        for worker in (self._exporting, self._copying):
            worker.failed.connect(self.fail)
        self._exporting.progressed.connect(self._show_progress)
        self.handlers: dict[type, Callable[[Any], None]] = {
            Export: self._export,
            Copy: self._copy,
            ShowFile: self._show,
            ShowEngineLog: self._show_log,
            SaveTrace: self._save_trace,
            SavePlot: self._save_plot,
            SaveLesson: self._save_lesson,
            SaveCheckpoint: self._save_checkpoint,
            InspectFile: self._inspect,
        }

    def cancel(self) -> None:
        """Give up whatever is being written or read."""
        self.stop()
        self._state.update(**self.not_busy())

    def leave(self) -> None:
        """The window closes: nothing is said any more, and what was copied is there without it."""
        self.stop()
        self._copying.settle()

    def stop(self) -> None:
        """The same, and nothing is said."""
        self._exporting.cancel()
        for about in ("file", "vectors"):
            self._client.cancel(about)

    def busy_with(self, text: str) -> None:
        """Say what is done with a file."""
        self._state.update(problem=None, message="", **self._busy.say(text))

    def not_busy(self) -> dict[str, None]:
        """The change of the state that ends :meth:`busy_with`."""
        return self._busy.end()

    def fail(self, notice: Notice) -> None:
        """Show why it did not work."""
        self._state.update(problem=notice, **self.not_busy())

    def _export(self, intent: Export) -> None:
        path = self._ending(intent.path, intent.choices.suffix)
        if self._state.snapshot.trace is not None and path is not None:
            self.chosen.emit(intent.choices)
            self.busy_with(making(intent.choices.what))
            self._exporting.save(self._state.snapshot, path, intent.choices)

    def _copy(self, intent: Copy) -> None:
        if self._state.snapshot.trace is not None:
            self._copying.copy(self._state.snapshot, intent.what)

    def _copied(self, suffixes: tuple[str, ...]) -> None:
        self._state.update(message=copied(suffixes), **self.not_busy())

    def _show(self, intent: ShowFile) -> None:
        notice = show_file(intent.path, intent.folder)
        if notice is not None:
            self.fail(notice)

    def _show_log(self, _: ShowEngineLog) -> None:
        log = engine_log()
        if log.exists():
            self._show(ShowFile(log))
        else:
            why = translate("Showing", "there is none: the engine ended before it wrote anything")
            self.fail(Notice(str(log), why, translate("Showing", "Install Headscope again")))

    def _save_trace(self, intent: SaveTrace) -> None:
        run, path = self._state.snapshot.run, self._ending(intent.path, ".npz")
        if run is not None and path is not None:
            self.busy_with(translate("Controller", "Saving the trace…"))
            self._exporting.save_trace(run, path)

    def _save_plot(self, intent: SavePlot) -> None:
        path = self._ending(intent.path, intent.suffix)
        if path is not None:
            self.busy_with(translate("Controller", "Saving the plot…"))
            self._exporting.save_bytes(intent.content, path)

    def _save_lesson(self, intent: SaveLesson) -> None:
        suffix = intent.path.suffix.lower()
        path = self._ending(intent.path, suffix if suffix in LESSON_PAGES else LESSON_PAGES[0])
        if path is not None:
            self.busy_with(translate("Controller", "Going through the lesson…"))
            self._exporting.save_lesson(intent.lesson, path)

    def _ending(self, path: Path, suffix: str) -> Path | None:
        """As a file of this kind is called; None, with a notice, where that would be over a file that nobody meant."""
        right = with_ending(path, suffix)
        self._corrected = right if right != path else None
        if self._corrected is not None and right.exists():
            why = fill(translate("Controller", "this kind of file ends in %1, and there is one of that name"), suffix)
            self.fail(Notice(str(right), why, translate("Controller", "Choose another name")))
            return None
        return right

    def _save_checkpoint(self, intent: SaveCheckpoint) -> None:
        opened = self._state.snapshot.checkpoint
        if opened is not None:
            request = SaveOpen(NEW, opened.path, str(intent.path))
            self._ask(request, SAVING, lambda _: self._saved(intent.path))

    def _inspect(self, intent: InspectFile) -> None:
        self._ask(Inspect(NEW, str(intent.path)), INSPECTING, lambda reply: self._tell(intent.path, reply))

    def _ask(self, request: Inspect | SaveOpen, text: str, done: Callable[[Any], None]) -> None:
        self.busy_with(localised(text))
        self._client.ask(
            "file", request, done, self._failed,
            lambda news: self._show_progress(localised(news.text), news.fraction),
        )  # fmt: skip

    def _failed(self, failed: Failed | None) -> None:
        """That the engine has gone is :mod:`viz_app.handlers.engine_session`'s to tell."""
        if failed is None:
            self._state.update(**self.not_busy())
        else:
            self.fail(notice_of(failed))

    def _tell(self, path: Path, reply: Inspected) -> None:
        self._state.update(**self.not_busy())
        self.told.emit(path, reply.facts)

    def _show_progress(self, text: str, fraction: float) -> None:
        self._state.update(**self._busy.say(text, fraction))

    def _saved(self, path: Path) -> None:
        message = fill(translate("Controller", "Saved %1"), path)
        if path == self._corrected:
            template = translate("Controller", "Saved %1 (this kind of file ends in %2)")
            message = fill(template, path, path.suffix)
        self._state.update(message=message, made=Made(path, message), **self.not_busy())


def making(what: What) -> str:
    """What the status line says while it is made."""
    return {
        "picture": translate("Controller", "Drawing the picture…"),
        "steps": translate("Controller", "Drawing every step…"),
        "training": translate("Controller", "Running and drawing every snapshot…"),
        "numbers": translate("Controller", "Writing the numbers…"),
        "run": translate("Controller", "Saving the trace…"),
        "page": translate("Controller", "Making the page…"),
        "handout": translate("Controller", "Making the handout…"),
    }[what]


def copied(suffixes: tuple[str, ...]) -> str:
    """What is in the clipboard now."""
    pictures = ", ".join(suffix.removeprefix(".").upper() for suffix in suffixes if suffix != TABLE)
    if not pictures:
        return translate("Controller", "Copied the numbers as a table")
    if TABLE not in suffixes:
        return fill(translate("Controller", "Copied the picture (%1)"), pictures)
    return fill(translate("Controller", "Copied the picture (%1) and its numbers as a table"), pictures)


def with_ending(path: Path, suffix: str) -> Path:
    """``path`` with this ending in place of that of another kind of ours; other endings are part of its name."""
    if path.suffix.lower() == suffix:
        return path
    known = path.suffix.lower() in (*suffixes(), SESSION)
    return path.with_suffix(suffix) if known else path.with_name(path.name + suffix)


def show_file(path: Path, folder: bool = False) -> Notice | None:
    """Have the system show ``path``, or the ``folder`` where it lies; a Notice where it cannot."""
    if not path.exists():
        return Notice(str(path), translate("Showing", "it is no longer there"), translate("Showing", "Save it again"))
    command = selecting(path, sys.platform) if folder else []
    if command:
        shown, _ = QProcess.startDetached(command[0], command[1:])
    else:
        shown = QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent if folder else path)))
    if shown:
        return None
    why = translate("Showing", "the system has no program for it")
    return Notice(str(path), why, translate("Showing", "Open it from its folder"))


def selecting(path: Path, system: str) -> list[str]:
    """The command that shows a file among the others of its folder; none where a system has no such thing."""
    commands = {"win32": ["explorer", f"/select,{path}"], "darwin": ["open", "-R", str(path)]}
    return commands.get(system, [])
