"""The memory of this machine, so that nothing larger is begun. stdlib only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text

UNKNOWN = 16 * 2**30  #: assumed where the system does not say (Windows)


def machine_memory() -> int:
    """Bytes of memory that this process may have: the machine's, or less where it is limited to less."""
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return UNKNOWN
    return min(physical, *_limits())


def _limits() -> Iterator[int]:
    """What the user's own limit (``ulimit -v``) and a container's say. Only asked for on POSIX."""
    import resource

    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        yield limit if (limit := resource.getrlimit(kind)[0]) != resource.RLIM_INFINITY else sys.maxsize
    try:
        said = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        yield int(said) if said.isdecimal() else sys.maxsize
    except (OSError, ValueError):
        yield sys.maxsize


def check_memory(path: Path, needed: int, memory: int) -> None:
    """Raise :class:`Problem` with both numbers where ``needed`` bytes are more than ``memory``."""
    if needed > memory:
        why = Text(
            "opening it takes %1 GB of memory, and this machine has %2 GB",
            f"{needed / 1e9:,.1f}",
            f"{memory / 1e9:,.1f}",
        )
        raise Problem(str(path), why, Text("Use a smaller model, or a machine with more memory"))
