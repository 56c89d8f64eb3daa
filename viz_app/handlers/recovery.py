"""Copies of what is not saved, for the case that the program is ended before it is; and bringing one back.

Each running window has one copy and one lock, side by side in the user's data folder. A free lock means that the
window of a copy was ended: the next start offers the copy in the banner. It goes only when it was saved or thrown
away by choice. Nothing is written while no sentences are to be kept.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QFileInfo, QLocale, QLockFile, QObject, QTimer

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import fill
from model.record.notes import RunNotes
from model.record.session_name import SUFFIX
from model.record.trace import Trace
from viz_app.handlers.background import Background
from viz_app.handlers.run_request import shown_runs
from viz_app.handlers.sessions import FoundSession, Sessions, load
from viz_app.state.classroom.glosses import WrittenGloss
from viz_app.state.intents import Recover
from viz_app.state.saved_state import same_runs
from viz_app.state.state import Notice, Settings, Snapshot, State

translate = QCoreApplication.translate
Written = tuple[tuple[RunNotes, tuple[WrittenGloss, ...]], tuple[Trace, ...]]  #: what a copy holds
EVERY = 30_000  #: milliseconds between two copies
UNFINISHED = ".headscope-*"  #: what a writer leaves that was ended in the middle
MAX_LOCK = 4_096  #: bytes of a lock that is one
OLD = 3_600  #: seconds; by then nobody writes it any more


@dataclass
class RecoveryCopy:
    """A file and the lock of the window that it belongs to."""

    path: Path
    lock: QLockFile
    gone: bool = False  #: dropped, perhaps while it was being written

    @staticmethod
    def of(path: Path) -> RecoveryCopy | None:
        """The copy at ``path``, locked for us; None while a living window holds it, or where nothing can be written."""
        name = path.with_suffix(".lock")
        if name.exists() and (not name.is_file() or name.stat().st_size > MAX_LOCK):
            return None  # Qt would read it to its end, which a pipe may not have
        lock = QLockFile(str(name))
        lock.setStaleLockTime(0)  # however old: only a process that is gone leaves a stale one
        return RecoveryCopy(path, lock) if lock.tryLock(0) else None

    def drop(self) -> None:
        """Nothing of it is needed any more."""
        self.gone = True
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.lock.unlock()


class Recovery(QObject):
    """Keeps the copy of this window, and offers those of windows that were ended."""

    def __init__(
        self, state: State, sessions: Sessions, files: Background, folder: Path | None, parent: QObject | None = None
    ) -> None:
        """Without a ``folder`` nothing is kept and nothing is offered."""
        super().__init__(parent)
        self._state = state
        self._sessions = sessions
        self._files = files
        self._folder = folder
        self.own: RecoveryCopy | None = None
        self._found: RecoveryCopy | None = None  # offered, or kept because it could not be read
        self._written: Written | None = None
        self.writing = False
        self._clock = QTimer(self, interval=EVERY)
        self._clock.timeout.connect(self.keep)
        state.follow(("unsaved", "settings"), self._look)
        self.handlers: dict[type, Callable[[Any], None]] = {Recover: self._recover}

    def start(self) -> None:
        """Look for copies that were left behind, beside the window; and begin to keep our own."""
        if self._folder is not None:
            self._clock.start()
            self._look_back(self._folder)

    def stop(self) -> None:
        """The window is closed as it should be: what was to be kept has been decided."""
        self._clock.stop()
        if self.own is not None:
            self.own.drop()
        if self._found is not None:
            self._found.lock.unlock()
        self.own = self._found = None

    # --- our own ---

    def keep(self) -> None:
        """Write a copy, unless there is nothing new; the window does not wait for it."""
        now = self._state.snapshot
        if not _worth_keeping(now) or self.writing or self._is_written(now):
            return
        from viz_app.handlers.session_codec import facts_of, pinned_of, runs_of  # not before the first picture

        copy = self.own or self._begin()
        if copy is None:
            return
        self.own, self.writing = copy, True
        saved_as = "" if now.kept.path is None else str(now.kept.path.absolute())
        facts, runs = facts_of(now, self._sessions.columns(), saved_as), runs_of(now)
        what = (now.notes, now.glosses), shown_runs(now)
        write = partial(_write, copy, facts, runs, pinned_of(now))
        self._files.run(write, lambda _: self._wrote(what), lambda _: self._wrote(None))

    def _wrote(self, what: Written | None) -> None:
        self.writing = False
        self._written = what
        self._look(self._state.snapshot)

    def _look(self, now: Snapshot) -> None:
        """Saved, thrown away, or not wanted: then there is no copy either."""
        if self.own is not None and not self.writing and not _worth_keeping(now):
            self.own.drop()
            self.own = self._written = None
        if self._found is not None and not _wanted(now.settings):
            self._found.drop()
            self._found = None

    def _is_written(self, now: Snapshot) -> bool:
        if self._written is None:
            return False
        written, runs = self._written
        return written == (now.notes, now.glosses) and same_runs(runs, shown_runs(now))

    def _begin(self) -> RecoveryCopy | None:
        """A name that no other window has; None where nothing can be written."""
        if self._folder is None:
            return None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return None
        return RecoveryCopy.of(self._folder / f"{os.urandom(8).hex()}{SUFFIX}")

    # --- those of others ---

    def _look_back(self, folder: Path) -> None:
        self._files.run(lambda: left_behind(folder), self._offer, lambda _: None)

    def _offer(self, copy: RecoveryCopy | None) -> None:
        self._found = copy
        if copy is None:
            return
        when = QLocale().toString(QFileInfo(str(copy.path)).lastModified(), QLocale.FormatType.ShortFormat)
        why = translate("Recovery", "it ended before everything was saved; a copy of %1 was kept")
        step = translate("Recovery", "Recover or discard it")
        self._state.update(problem=Notice("Headscope", fill(why, when), step, "recover", "discard", calm=True))

    def _recover(self, intent: Recover) -> None:
        copy = self._found
        if copy is None:
            return
        if not intent.wanted:
            copy.drop()
            self._found = None
            self._look_back(copy.path.parent)
        elif self._state.snapshot.unsaved:
            self._sessions.unsaved.emit(lambda: self._bring_back(copy))
        else:
            self._bring_back(copy)

    def _bring_back(self, copy: RecoveryCopy) -> None:
        self._files.run(lambda: load(copy.path), lambda found: self._show(copy, found), self._damaged)

    def _show(self, copy: RecoveryCopy, found: FoundSession) -> None:
        """It counts as unsaved, and its copy is ours from now on: it stays until it is saved."""
        if self.own is not None:
            self.own.drop()
        self.own, self._found = copy, None
        self._sessions.show(None, found)
        now = self._state.snapshot
        self._written = (now.notes, now.glosses), shown_runs(now)

    def _damaged(self, problem: Problem) -> None:
        """It stays where it is, under a name that is not offered again."""
        copy, self._found = self._found, None
        assert copy is not None
        aside = copy.path.with_name(f"unreadable-{copy.path.name}")
        with suppress(OSError):
            copy.path.replace(aside)
        copy.lock.unlock()
        step = fill(translate("Recovery", "The file is kept as %1"), aside)
        self._state.update(problem=Notice(translate("Recovery", "the copy"), problem.why, step))


def left_behind(folder: Path) -> RecoveryCopy | None:
    """The newest copy that nobody holds, locked for us; in passing, what is left of writers that were ended goes."""
    with suppress(OSError):
        for part in folder.glob(UNFINISHED):
            if time.time() - part.stat().st_mtime > OLD:
                part.unlink(missing_ok=True)
        for lock in folder.glob("*.lock"):
            alone = None if lock.with_suffix(SUFFIX).exists() else RecoveryCopy.of(lock)
            if alone is not None:  # its window was ended before it had written anything
                alone.lock.unlock()
        copies = sorted(folder.glob(f"[0-9a-f]*{SUFFIX}"), key=_age)
        return next((copy for path in copies if (copy := RecoveryCopy.of(path)) is not None), None)
    return None


def _worth_keeping(now: Snapshot) -> bool:
    return now.unsaved and now.run is not None and _wanted(now.settings)


def _wanted(settings: Settings) -> bool:
    """Who wants no sentences remembered wants none in a copy."""
    return settings.keep_unsaved and settings.remember_sentences


def _write(copy: RecoveryCopy, facts: dict[str, Any], runs: tuple[Trace, ...], pinned: Trace | None) -> None:
    """Quickly, and for nobody else to read."""
    from model.record.session_file import save_session

    save_session(copy.path, facts, runs, compress=False, pinned=pinned)
    with suppress(OSError):
        copy.path.chmod(0o600)
        if copy.gone:
            copy.path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    """Seconds since it was written; what has gone meanwhile is the oldest."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")
