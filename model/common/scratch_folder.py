"""Temporary folders of ours: each has a mark that is locked while its program lives, so that another can tell.

A program that is killed cannot clear away; the next start removes what nobody holds, and nothing without the mark.
stdlib only.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PREFIX, MARK = "headscope-", ".made-by-headscope"
_held: dict[Path, BinaryIO] = {}  #: the folders of this process, and the locked marks in them


def make_scratch() -> Path:
    """A new folder that only its owner may look into. Raises OSError."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        mark = (folder / "mark").open("xb")
        _lock(mark)
        if os.name != "nt":  # an open file keeps its name there; and there its being open is the lock
            (folder / "mark").rename(folder / MARK)  # it has its name only with its lock
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    _held[folder] = mark
    return folder


def remove_scratch(folder: Path) -> None:
    """Remove a folder of ours and all that is in it, as far as the system lets us."""
    mark = _held.pop(folder, None)
    if mark is not None:
        mark.close()
    shutil.rmtree(folder, ignore_errors=True)


def sweep_scratch() -> None:
    """Remove the folders of programs that were killed."""
    with suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with suppress(OSError):
                if folder not in _held and _is_ours(folder) and _is_left(folder / MARK):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """A real folder of this user."""
    return folder.is_dir() and not folder.is_symlink() and hasattr(os, "getuid") and folder.stat().st_uid == os.getuid()


def _is_left(mark: Path) -> bool:
    """Whether the mark is there and nobody holds it. Raises OSError where it is not there or is held."""
    with os.fdopen(os.open(mark, os.O_RDWR | os.O_NOFOLLOW), "r+b") as file:
        _lock(file)
    return True


def _lock(file: BinaryIO) -> None:
    """Raises OSError where another process has locked it; Windows needs no lock, see above."""
    with suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
