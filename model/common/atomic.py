"""Files and folders that are whole or not there: the old one stays until the new one is complete. stdlib only."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from model.common.problems import Problem
from model.common.text import Text

OPEN_FILES = Path("/proc/self/fd")  #: where Linux lets a file without a name be found


def write_atomically(path: Path, data: bytes | memoryview) -> None:
    """Replace ``path`` by ``data`` or leave it untouched. Raises :class:`Problem`."""
    with writing(path) as file:
        file.write(data)


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file to fill piece by piece, which takes the place of ``path`` when the block ends well. Raises Problem.

    On Linux it has no name until it is whole, so that not even a program that is killed leaves a part behind. What
    was there keeps its permissions, a link its name, and a write-protected file all that it holds.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".headscope-{os.urandom(8).hex()}")
    try:
        try:
            mode = _mode(target)
            nameless = _nameless(target.parent)
            with nameless or temporary.open("xb") as file:
                yield file
                if nameless is not None:
                    _give_name(nameless, temporary)
            if mode is not None:
                temporary.chmod(mode)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise Problem(str(path), Text("it cannot be written (%1)", reason), Text("Choose another folder")) from error


def _mode(path: Path) -> int | None:
    """The permissions of the file that is there; None for none. Raises OSError for one that we may not change."""
    if not path.is_file():
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return stat.S_IMODE(path.stat().st_mode)


def _nameless(folder: Path) -> BinaryIO | None:
    """A file that is on the folder's disk and in no folder; None where the system has no such thing."""
    flag = getattr(os, "O_TMPFILE", 0)
    if not flag or not OPEN_FILES.is_dir():
        return None
    try:
        return os.fdopen(os.open(folder, flag | os.O_RDWR, 0o666), "w+b")
    except OSError:
        return None  # a named file works, or says why none does


def _give_name(file: BinaryIO, path: Path) -> None:
    file.flush()
    folder = os.open(path.parent, os.O_RDONLY)
    try:  # with a folder's number Python asks for what the entry stands for, and not for another name of the entry
        os.link(OPEN_FILES / str(file.fileno()), path.name, dst_dir_fd=folder, follow_symlinks=True)
    except OSError:  # a disk that makes no links
        file.seek(0)
        with path.open("xb") as named:
            shutil.copyfileobj(file, named)
    finally:
        os.close(folder)


def unfinished(folder: Path) -> Path:
    """The folder beside the final one, in use until that is whole. Whoever ends the maker removes it."""
    return folder.with_name(f".{folder.name}.headscope-part")
