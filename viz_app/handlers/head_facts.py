"""Facts about the heads of a large run, computed in a thread. The window goes on and hears when they are there.

Heads over a file: a table that is there is read, else one is made by a child process. The child is our own command
line, so that the engine goes on answering meanwhile; it takes all cores but one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Kind, Trace
from viz_app.engine.messages import CheckpointInfo
from viz_app.handlers.background import Background, BusyText
from viz_app.handlers.export_job import Making, notice_of
from viz_app.pictures.drawing.head_orders import compare, is_compared, is_quick, learn
from viz_app.platform.text import fill
from viz_app.state.comparison import COMPARE, compared_with
from viz_app.state.intents import MeasureHeads
from viz_app.state.state import Notice, Snapshot, State

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads

translate = QCoreApplication.translate
BEGINNING = 100  #: bytes of a file that say what it is
ABOUT, TABLE = "file_heads", "heads.json"  #: the file also keeps the table in the user's data folder


class Describing(QObject):
    """Follows what is shown. A run that is small is described where it is drawn."""

    def __init__(self, state: State, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._files = files
        self._learning: Trace | None = None
        self._comparing = False
        state.follow(("trace", "selection", "settings", "view", "described", "compared", "growing"), self._look)
        state.follow(("trace", "unread", "pinned", "view", "growing", "ranking"), self._look_at_change)

    def _look(self, now: Snapshot) -> None:
        trace = now.trace
        if trace is None or now.grows:  # there will be more of it in a moment
            return
        self._look_at_likeness(now, trace)
        if trace is self._learning or now.described is trace:
            return
        if not all(is_quick(trace, kind) for kind in KINDS):
            self._learning = trace
            self._files.run(lambda: learn(trace), lambda _: self._learned(trace), lambda _: None)

    def _learned(self, trace: Trace) -> None:
        if self._learning is trace:
            self._learning = None
        if self._state.snapshot.trace is trace:
            self._state.update(described=trace)

    def _look_at_likeness(self, now: Snapshot, trace: Trace) -> None:
        """The selected head is compared with all others where somebody sees it; one comparison at a time."""
        seen = now.settings.head_facts or (now.settings.head_order == "similar" and now.view == "all_layers")
        if not seen or self._comparing or is_compared(now) or trace.attention(now.selection.kind) is None:
            return
        chosen = now.selection
        place = trace, chosen.kind, chosen.layer, chosen.head
        self._comparing = True
        self._files.run(lambda: compare(*place), lambda _: self._compared(place), lambda _: None)

    def _compared(self, place: tuple[Trace, Kind, int, int]) -> None:
        """Told even where another head is selected by now: hearing of it, that one's turn comes."""
        self._comparing = False
        self._state.update(compared=place)

    def _look_at_change(self, now: Snapshot) -> None:
        """Two large runs that somebody compares are ranked by change beside the window; one pair at a time."""
        run, other = now.run, compared_with(now)
        if now.view != COMPARE or now.ranking or now.grows or run is None or other is None:
            return
        from model.analysis.comparison.two_runs import compare as compare_runs

        try:
            both = compare_runs(other, run, common=True)
        except Problem:
            return  # the picture says why
        if not both.is_ranked:
            self._state.update(ranking=True)
            self._files.run(lambda: both.ranking, lambda _: self._ranked(), lambda _: self._ranked())

    def _ranked(self) -> None:
        """Hearing of it, another pair's turn comes."""
        self._state.update(ranking=False)


class HeadsOverFile(QObject):
    """One table at a time; a newer one takes the place of an older one."""

    def __init__(
        self, state: State, files: Background, parent: QObject | None = None, folder: Path | None = None
    ) -> None:
        """``folder`` keeps the table until the next start; without it nothing is kept."""
        super().__init__(parent)
        self._state, self._files, self._folder = state, files, folder
        self._busy = BusyText(state)
        self._making = Making(files, self)
        self._making.made.connect(lambda table, wanted: self._show(table) if wanted else None)
        self._making.failed.connect(self._fail)
        self._making.progressed.connect(lambda _, share: state.update(**self._busy.say(_measuring(), share)))
        self.handlers: dict[type, Callable[[Any], None]] = {MeasureHeads: self._measure}

    def cancel(self) -> None:
        """Give up what is measured or read; the table that was there stays."""
        self.stop()
        self._state.update(**self._busy.end())

    def stop(self) -> None:
        """The same, and nothing is said."""
        self._files.forget(ABOUT)
        self._making.cancel()

    def recall(self) -> None:
        """Bring back the table that was there when the program ended, wherever its own file is by now."""
        if self._folder is not None:
            path = self._folder / TABLE
            self._files.run(lambda: read(path), self._recalled, lambda _: None, ABOUT)

    def leave(self) -> None:
        """The program ends: keep the table where the place is kept, for nobody else to read."""
        now, folder = self._state.snapshot, self._folder
        if folder is None:
            return
        with suppress(OSError, Problem):
            if now.file_heads is None or not now.memory.place:
                (folder / TABLE).unlink(missing_ok=True)
                return
            from model.corpus.corpus_heads import to_json

            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(folder / TABLE, to_json(now.file_heads))
            (folder / TABLE).chmod(0o600)

    def _recalled(self, table: CorpusHeads) -> None:
        if self._state.snapshot.file_heads is None:  # a session may have brought its own meanwhile
            self._state.update(file_heads=table)

    def _measure(self, intent: MeasureHeads) -> None:
        self.stop()
        info, path = self._state.snapshot.checkpoint, intent.path
        self._state.update(problem=None, message="", **self._busy.say(_measuring()))
        if path.suffix.lower() == ".json":
            self._files.run(lambda: read(path), self._show, lambda problem: self._fail(notice_of(problem)), ABOUT)
        elif info is None:
            self._fail(notice_of(Problem(str(path), Text("no checkpoint is open"), Text("Open one first"))))
        else:
            words = arguments(info, path)
            self._making.make(
                lambda folder: [*words, "--out", str(folder / TABLE)], lambda folder: read(folder / TABLE), str(path)
            )

    def _show(self, table: CorpusHeads) -> None:
        """It is there; whose checkpoint is not that of the run is told, for nothing of it will be seen."""
        run = self._state.snapshot.run
        sha256 = table.about.get("checkpoint_sha256")
        changes: dict[str, Any] = {"file_heads": table, **self._busy.end()}
        if run is not None and run.meta.checkpoint_sha256 != sha256:
            why = fill(translate("FileHeads", "it is of another checkpoint, %1"), table.about.get("checkpoint", ""))
            step = translate("FileHeads", "Open that one to see it")
            changes["problem"] = Notice(table.file, why, step, calm=True)
        told = translate("FileHeads", "Heads measured over %1 sentences of %2")
        self._state.update(message=fill(told, f"{table.sentences:,}", table.file), **changes)

    def _fail(self, notice: Notice) -> None:
        self._state.update(problem=notice, **self._busy.end())


def _measuring() -> str:
    return translate("Controller", "Measuring heads over the file…")


def arguments(info: CheckpointInfo, path: Path) -> list[str]:
    """The command that makes the table, without where it goes."""
    sides = (
        ("source", info.source_languages, info.source_language),
        ("target", info.target_languages, info.target_language),
    )
    spoken = [word for side, choices, code in sides if choices for word in (f"--{side}-language", code)]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ["heads", info.path, str(path), "--workers", str(max(1, cores - 1)), "--device", "cpu", *spoken]


def is_table(path: Path) -> bool:
    """Is it a table of heads? Its first line says so."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    from model.corpus.corpus_heads import FORMAT

    with suppress(OSError), path.open("rb") as file:
        return f'"format": "{FORMAT}"'.encode() in file.read(BEGINNING)
    return False


def read(path: Path) -> CorpusHeads:
    """The table in a file. Raises :class:`Problem`."""
    from model.corpus.corpus_heads import read_heads

    return read_heads(path)
