"""Writes the run on screen to files without holding up the window.

A picture is made by a child process, ``main.py export``, from a saved copy of the run: the same
command line that anyone can use. Cancelling ends the child. No file is left half written.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from model.early import holding
from model.explain import without_weights
from model.problems import Problem
from model.trace import Trace
from model.trace_file import save_trace
from viz_app.background import Background
from viz_app.child import Child
from viz_app.exports._caption import VECTORS
from viz_app.pictures._link_heads import shown_heads
from viz_app.state import Notice, Snapshot
from viz_app.translations import spoken


class Exporting(QObject):
    """One export at a time; a newer one replaces an older one."""

    saved = Signal(object)  #: the Path that has been written
    failed = Signal(object)  #: a Notice

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._child: Child | None = None
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
        run = snapshot.run
        assert run is not None
        run = run_to_draw(snapshot, run)
        folder = Path(tempfile.mkdtemp(prefix="headscope-"))
        self._folder = folder
        copy = folder / "run.npz"
        self._files.run(
            lambda: save_trace(run, copy),
            lambda _: self._start(folder, export_words(snapshot, copy, path), path),
            self._problem,
        )

    def cancel(self) -> None:
        """End the export that is running, if any."""
        child, self._child = self._child, None
        if child is not None:
            child.end()
        self._tidy()

    def _start(self, folder: Path, words: list[str], path: Path) -> None:
        if folder != self._folder:
            return  # cancelled, or replaced by a newer export
        self._child = Child(words, str(path), self)
        self._child.done.connect(lambda _: self._done(path))
        self._child.failed.connect(self._fail)
        self._child.start()

    def _done(self, path: Path) -> None:
        self._drop()
        self.saved.emit(path)

    def _problem(self, problem: Problem) -> None:
        self._fail(Notice(problem.what, problem.why, problem.next_step))

    def _fail(self, notice: Notice) -> None:
        self._drop()
        self.failed.emit(notice)

    def _drop(self) -> None:
        self._child = None
        self._tidy()

    def _tidy(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = None


def run_to_draw(snapshot: Snapshot, run: Trace) -> Trace:
    """What the picture needs of the run: of its vectors only what is shown, and what was measured for it."""
    if snapshot.view == VECTORS:
        return run if snapshot.early_guesses is None else holding(snapshot.early_guesses)
    return run if snapshot.reading.quantity == "norm" else without_weights(run)  # only then a map needs W_O


def export_words(snapshot: Snapshot, trace: Path, out: Path) -> list[str]:
    """The command that draws the visible view of ``trace`` to ``out``; layers, heads and steps from 1."""
    if snapshot.view == VECTORS:  # it shows the run itself, however that is read
        snapshot = replace(snapshot, trace=snapshot.run, unread=None, selection=snapshot.run_selection)
    chosen, settings = snapshot.selection, snapshot.settings
    options = {
        "--view": snapshot.view,
        "--out": str(out),
        "--kind": chosen.kind,
        **reading_options(snapshot),
        "--step": str(chosen.step + 1),
        "--scale": settings.scale,
        "--language": spoken(),
        "--weakest-line": str(settings.link_threshold),
        "--lines": str(settings.link_count),
        "--heads-by": settings.head_order,
    }
    if snapshot.view == VECTORS:
        options |= {"--topic": chosen.topic, "--dimension": str(chosen.dimension)}
        options |= {f"--{name}": str(at) for name in ("query", "key") if (at := getattr(chosen, name)) is not None}
    if snapshot.zoom is not None and snapshot.view == "one_head":
        part = snapshot.zoom
        options["--rows"] = f"{part.row + 1}-{part.row + part.rows}"
        options["--columns"] = f"{part.column + 1}-{part.column + part.columns}"
    if snapshot.link_heads and snapshot.view == "links":
        options["--heads"] = ",".join(str(head + 1) for head in shown_heads(snapshot))
    switches = {
        "--per-map": settings.per_map_scale,
        "--squares": settings.squares,
        "--row-totals": settings.row_totals,
        "--no-values": not settings.values,
        "--no-dots": not settings.dots,
        "--no-caption": not settings.captions,
    }
    if snapshot.trace is not None and snapshot.trace.meta.reading is not None:
        done = snapshot.trace.meta.reading
        switches |= {
            "--rollout": done.aggregate == "rollout",
            "--words": bool(done.source_words),
            "--renormalise": done.renormalised,
        }
    words = [word for option in options.items() for word in option]
    return ["export", str(trace), *words, *(switch for switch, on in switches.items() if on)]


def reading_options(snapshot: Snapshot) -> dict[str, str]:
    """Which map, and how the run behind it is read, as options of ``export``."""
    chosen, wish = snapshot.selection, snapshot.reading
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    over = "none" if done is None else done.aggregate
    options = {
        "--layer": "mean" if over in ("layers", "all") else str(chosen.layer + 1),
        "--head": "mean" if over in ("heads", "all") else str(chosen.head + 1),
    }
    if done is None:
        return options
    columns = {"--without-source": wish.source_columns, "--without-target": wish.target_columns}
    options |= {name: ",".join(map(str, places)) for name, places in columns.items() if places}
    if done.aside != "nothing":
        options["--without"] = done.aside
    return options | ({} if done.quantity == "weight" else {"--quantity": done.quantity})
