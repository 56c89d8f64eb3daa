"""One way to read a small file of unknown origin: a plain file, no larger than it may be. stdlib only."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_plain(path: Path, most: int) -> bytes:
    """The content of a plain file of at most ``most`` bytes.

    Raises OSError, its ``strerror`` saying why, for a pipe or a device, which might never end, and for a larger file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # no waiting for a pipe's writer
    number = os.open(path, flags)
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is no plain file", str(path))
        if found.st_size > most:
            raise OSError(errno.EFBIG, f"it is larger than {most / 2**20:,.0f} MB", str(path))
        with open(number, "rb", closefd=False) as file:
            return file.read(most + 1)[:most]
    finally:
        os.close(number)
