"""One window for what a desktop opens: a double click on a session comes into the window that is there.

The window that came first holds a lock and watches a folder of this user; a later start with ``--reuse`` puts the path
there as a small file, waits until it is taken, and ends. No socket, no server: the folder is this user's alone, and
what lies in it is a path, which is opened as any path that somebody drops on the window.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QEvent, QFileSystemWatcher, QLockFile, QObject
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from model.common.plain_file import read_plain
from viz_app.platform.settings_store import usual_folder

LOCK, ENDING = "window.lock", ".open"
PATIENCE, NAP = 2.0, 0.02  #: seconds that a running window has, and between two looks
LONGEST = 32_768  #: bytes of a path


def usual_place() -> Path:
    """The folder of this user's windows."""
    return usual_folder().parent / "open"


class OpensFiles(QApplication):
    """macOS tells a program by an event which file is opened with it, also the one that it is started for."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._early: list[Path] = []
        self._opened: Callable[[Path], None] = self._early.append

    def take(self, opened: Callable[[Path], None]) -> None:
        """Call ``opened`` with each file from now on, and with those that came before."""
        self._opened, early = opened, list(self._early)
        self._early.clear()
        for path in early:
            opened(path)

    def event(self, event: QEvent) -> bool:
        """Qt's; a file that is opened is told."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._opened(Path(event.file()))
            return True
        return super().event(event)


def hand_over(path: Path, folder: Path, patience: float = PATIENCE) -> bool:
    """Whether a window that is open took ``path``; nothing is left behind where it did not."""
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)  # a window may be open for days; one that crashed is found by its process
    if not folder.is_dir() or lock.tryLock(0):
        return False  # nobody is there; the lock is let go with its object
    wish = folder / f"{secrets.token_hex(8)}{ENDING}"
    part = wish.with_suffix(".part")
    try:
        part.write_text(str(path.absolute()), encoding="utf-8")
        part.replace(wish)  # what is seen is whole
    except (OSError, UnicodeError):
        return False
    end = time.monotonic() + patience
    while wish.exists() and time.monotonic() < end:
        time.sleep(NAP)
    try:
        wish.unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return True  # it cannot be taken back, so it will be opened there
    return False


class OneWindow(QObject):
    """The first window's end: takes what later starts hand over."""

    def __init__(self, folder: Path, opened: Callable[[Path], None], parent: QObject | None = None) -> None:
        """``opened`` is called with each path. Where the folder cannot be made, or is another window's: never."""
        super().__init__(parent)
        self._folder, self._opened = folder, opened
        self._watcher: QFileSystemWatcher | None = None
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = QLockFile(str(folder / LOCK))
        self._lock.setStaleLockTime(0)
        if folder.is_dir() and self._lock.tryLock(0):
            self._watcher = QFileSystemWatcher([str(folder)], self)
            self._watcher.directoryChanged.connect(self._take)
            self._take()

    def stop(self) -> None:
        """Let the next window be the first."""
        if self._watcher is not None:
            self._watcher.removePath(str(self._folder))
            self._watcher = None
            self._lock.unlock()

    def _take(self) -> None:
        for wish in sorted(self._folder.glob(f"*{ENDING}")):
            try:
                path = read_plain(wish, LONGEST).decode("utf-8")
                wish.unlink()
            except (OSError, UnicodeError):
                continue
            if Path(path).is_absolute():
                self._opened(Path(path))
