"""The memory of this machine, so that nothing larger is begun. stdlib only."""

from __future__ import annotations

import os
from pathlib import Path

from model.common.problems import Problem

UNKNOWN = 16 * 2**30  #: assumed where the system does not say (Windows)


def machine_memory() -> int:
    """Bytes of memory that this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return UNKNOWN


def check_memory(path: Path, needed: int, memory: int) -> None:
    """Raise :class:`Problem` with both numbers where ``needed`` bytes are more than ``memory``."""
    if needed > memory:
        why = f"opening it takes {needed / 1e9:,.1f} GB of memory, and this machine has {memory / 1e9:,.1f} GB"
        raise Problem(str(path), why, "Use a smaller model, or a machine with more memory")
