"""How a session file is known before it is opened: by its name. stdlib only; what it is, says model/session_file."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".headscope"


def is_session(path: Path) -> bool:
    """Does its name say that it is a session? A folder never is."""
    return path.suffix.lower() == SUFFIX and not path.is_dir()
