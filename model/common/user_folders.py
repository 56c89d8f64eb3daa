"""Where a user's programs keep things, by the customs of the system. Standard library; none of it need be there yet."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path:
    """The person's own folder; the root of the disk, where nobody may write, for a user who has none."""
    place = Path(os.path.expanduser("~"))  # noqa: PTH111 (Path.home() raises where there is none)
    return place if place.is_absolute() else Path(place.absolute().anchor)


def data_folder() -> Path:
    """For a program's data of one user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home() / ".local" / "share")
    return base / "Headscope"
