"""Where the checkpoint of a session may lie: the shipped one of that name, or the place that the session names.

It opens nothing. A path out of a foreign file is looked at only on this computer: never on another machine.
"""

from __future__ import annotations

import json
from pathlib import Path

from viz_app.assets import CHECKPOINTS, shipped_checkpoints
from viz_app.handlers.session_codec import Home


def find_home(home: Home, checkpoints: Path = CHECKPOINTS) -> Path | None:
    """The file or folder to open; None where there is none at its place."""
    if home.name in shipped_checkpoints() and shipped_sha(home.name, checkpoints) == home.sha256:
        return checkpoints / home.name
    return _there(home.path)


def shipped_sha(name: str, checkpoints: Path = CHECKPOINTS) -> str:
    """What a shipped checkpoint says of its own weights."""
    try:
        header = json.loads((checkpoints / name / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(header.get("weights_sha256", "")) if isinstance(header, dict) else ""


def _there(text: str) -> Path | None:
    if not text or text.startswith(("//", "\\\\")):  # asking for it would tell that machine who asks
        return None
    try:
        path = Path(text).expanduser()
        return path if path.is_absolute() and (path.is_file() or path.is_dir()) else None
    except (OSError, ValueError, RuntimeError):
        return None
