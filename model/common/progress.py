"""The progress of a long command, on stderr: for a terminal and for a window that reads it, not for a log.

stdlib only: whatever takes long may say so, wherever it lives.
"""

from __future__ import annotations

import os
import sys

#: Set in the environment of a child by the window, which reads the lines of :func:`progress`.
LISTENING = "HEADSCOPE_PROGRESS"
MARK = "progress:"


def progress(text: str, fraction: float = -1.0) -> None:
    """Say ``text``; ``fraction`` 0…1 of the whole, −1 where the end is unknown. An empty text takes the line away."""
    if sys.stderr.isatty():
        _write(f"\r\x1b[K{text}")
    elif text and os.environ.get(LISTENING):
        _write(f"{MARK} {fraction:.3f} {' '.join(text.split())}\n")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def heard(line: str) -> tuple[str, float] | None:
    """The text and fraction of a child's line; None where it is not about progress."""
    mark, _, rest = line.strip().partition(" ")
    number, _, text = rest.partition(" ")
    try:
        return (text, max(-1.0, min(float(number), 1.0))) if mark == MARK and text else None
    except ValueError:
        return None
