"""The name by which a session file is known before it is opened. stdlib only; see :mod:`model.record.session_file`."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".headscope"


def is_session(path: Path) -> bool:
    """Does its name say that it is a session? A folder never is."""
    return path.suffix.lower() == SUFFIX and not path.is_dir()
